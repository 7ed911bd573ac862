import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api, type ExportFile } from '../api.ts';
import type { Language } from '../i18n/i18n.ts';
import { useInboxView } from '../inbox/inbox-view.ts';
import { ExportDialog } from './export-dialog.tsx';
import { saveFile } from './save-file.ts';
import { useTargets } from './to-export.ts';

/** The files themselves, beside what is written for programs. */
const ORIGINALS = 'originals';
const nothingChosen: ReadonlySet<string> = new Set();

/**
 * Exports rows, or with none of them everything that is listed: spreadsheets are saved at once, and what goes into a program of
 * accounts is looked at first.
 */
export function ExportMenu({ chosen = nothingChosen }: { chosen?: ReadonlySet<string> }) {
  const { t, i18n } = useTranslation();
  const { query } = useInboxView();
  const [asked, setAsked] = useState<string | null>(null);
  const targets = useTargets();
  const wanted = { language: i18n.language as Language, query, ...(chosen.size > 0 && { ids: [...chosen] }) };
  const run = useMutation({
    async mutationFn(target: string): Promise<Pick<ExportFile, 'exported' | 'leftOut'>> {
      try {
        const file = await (target === ORIGINALS ? api.originals(wanted) : api.exportFile({ ...wanted, target }));
        saveFile(file.blob, file.name);
        return file;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'not_exportable')) throw error;
        if (target === ORIGINALS) return { exported: 0, leftOut: 0 };
        const { asked: leftOut } = await api.previewExport({ ...wanted, target });
        return { exported: 0, leftOut };
      }
    },
  });
  return (
    <div className="export">
      {run.isError && (
        <span role="alert" className="wrong">
          {t('export.failed')}
        </span>
      )}
      {run.data && run.data.leftOut > 0 && (
        <span role="alert">
          {t(run.variables === ORIGINALS ? 'originals.without' : 'export.withoutCompany', { count: run.data.leftOut })}
        </span>
      )}
      {run.data?.exported === 0 && run.data.leftOut === 0 && (
        <span role="alert">{t(run.variables === ORIGINALS ? 'originals.nothing' : 'export.nothing')}</span>
      )}
      <Menu position="bottom-end" withinPortal={false} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" size={chosen.size > 0 ? 'xs' : 'sm'} loading={run.isPending}>
            {chosen.size > 0 ? t('export.chosen', { count: chosen.size }) : t('export.all')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {targets?.map(({ name, perCompany }) => (
            <Menu.Item key={name} onClick={() => (perCompany ? setAsked(name) : run.mutate(name))}>
              {t(`exportTarget.${name}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => run.mutate(ORIGINALS)}>{t('originals.name')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked && <ExportDialog target={asked} wanted={wanted} onClose={() => setAsked(null)} />}
    </div>
  );
}
