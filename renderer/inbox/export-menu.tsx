import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ExportFormat, exportAs, exportFormats } from '../export/export.ts';
import { useFormats } from '../i18n/format.ts';
import { chooseNone, useInboxView } from './inbox-view.ts';

/** Saves the ticked rows, or else everything that is listed, as a spreadsheet or for a program. */
export function ExportMenu({ total }: { total: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const view = useInboxView();
  const run = useMutation({ mutationFn: (format: ExportFormat) => exportAs(format, view, t, formats) });
  const chosen = view.chosen.size;
  return (
    <div className="export">
      {run.isError && (
        <span role="alert" className="wrong">
          {t('export.failed')}
        </span>
      )}
      {run.data === 0 && <span role="alert">{t('export.nothing')}</span>}
      {chosen > 0 && (
        <Button variant="subtle" onClick={chooseNone}>
          {t('inbox.untick')}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" loading={run.isPending} disabled={total === 0}>
            {chosen > 0 ? t('export.chosen', { count: chosen }) : t('export.all')}
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
