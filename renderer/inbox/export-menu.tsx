import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ExportFormat, exportAs, exportFormats } from '../export/export.ts';
import { useFormats } from '../i18n/format.ts';
import { useInboxView } from './inbox-view.ts';

const nothingChosen: ReadonlySet<string> = new Set();

/** Saves rows, or with none of them everything that is listed, as a spreadsheet or for a program. */
export function ExportMenu({
  chosen = nothingChosen,
  disabled = false,
}: {
  chosen?: ReadonlySet<string>;
  disabled?: boolean;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { query } = useInboxView();
  const run = useMutation({ mutationFn: (format: ExportFormat) => exportAs(format, { query, chosen }, t, formats) });
  return (
    <div className="export">
      {run.isError && (
        <span role="alert" className="wrong">
          {t('export.failed')}
        </span>
      )}
      {run.data && run.data.withoutCompany > 0 && (
        <span role="alert">{t('export.withoutCompany', { count: run.data.withoutCompany })}</span>
      )}
      {run.data?.exported === 0 && run.data.withoutCompany === 0 && <span role="alert">{t('export.nothing')}</span>}
      <Menu position="bottom-end" withinPortal={false} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" size={chosen.size > 0 ? 'xs' : 'sm'} loading={run.isPending} disabled={disabled}>
            {chosen.size > 0 ? t('export.chosen', { count: chosen.size }) : t('export.all')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {exportFormats.map((format) => (
            <Menu.Item key={format} onClick={() => run.mutate(format)}>
              {t(`export.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
