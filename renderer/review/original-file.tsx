import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { saveFile } from '../export/save-file.ts';
import { useFormats } from '../i18n/format.ts';
import type { Language } from '../i18n/i18n.ts';

/** Where an invoice is confirmed, and after that: when its file goes, and a way to keep it. */
export function OriginalFile({ detail }: { detail: DocumentDetail }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { row, fileGoesAt, reviewedAt } = detail;
  const save = useMutation({
    mutationFn: () => api.originals({ language: i18n.language as Language, ids: [row.id], query: {} }),
    onSuccess: ({ blob, name }) => saveFile(blob, name),
  });
  if (fileGoesAt === null) return null;
  const isDue = Date.parse(fileGoesAt) <= Date.now();
  // What was not sent by a program keeps its file until it is confirmed.
  const isKept = reviewedAt === null && row.origin !== 'api';
  const word = isKept ? (isDue ? 'withConfirming' : 'goesOnceConfirmed') : isDue ? 'goesAtOnce' : 'goes';
  return (
    <Text fz="xs" className="quiet">
      {t(`originals.${word}`, { when: formats.until(fileGoesAt) })}{' '}
      <button type="button" className="as-link" disabled={save.isPending} onClick={() => save.mutate()}>
        {t('originals.save')}
      </button>
      {save.isError && (
        <span role="alert" className="wrong">
          {' '}
          {t('originals.failed')}
        </span>
      )}
    </Text>
  );
}
