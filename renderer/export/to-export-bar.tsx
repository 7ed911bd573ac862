import { Button, Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.ts';
import type { Language } from '../i18n/i18n.ts';
import { ask, useInboxView } from '../inbox/inbox-view.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useTargets } from './to-export.ts';

/** Above the list of what is to be exported: into which program, and the way there. @param total how many wait */
export function ToExportBar({ total }: { total: number }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { query } = useInboxView();
  const targets = useTargets();
  const [asked, setAsked] = useState(false);
  const remember = useMutation({
    mutationFn: (exportTarget: string) => api.setPreferences({ exportTarget }),
    onSuccess: (now) => queries.setQueryData(['settings'], now),
  });
  if (query.toExport === undefined) return null;
  const choose = (target: string | null): void => {
    if (target === null) return;
    ask({ toExport: target });
    remember.mutate(target);
  };
  return (
    <section className="to-export-bar" aria-label={t('filter.to_export')}>
      <Select
        aria-label={t('toExport.program')}
        w={250}
        allowDeselect={false}
        value={query.toExport}
        data={(targets ?? [])
          .filter(({ perCompany }) => perCompany)
          .map(({ name }) => ({ value: name, label: t(`exportTarget.${name}`) }))}
        onChange={choose}
      />
      <Text fz="sm" className="quiet" flex={1}>
        {t('toExport.hint')}
      </Text>
      <Button disabled={total === 0} onClick={() => setAsked(true)}>
        {t('toExport.export')}
      </Button>
      {asked && (
        <ExportDialog
          target={query.toExport}
          wanted={{ language: i18n.language as Language, query }}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
