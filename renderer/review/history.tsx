import { Button, Group, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Act, DocumentDetail } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';
import { fieldLabel } from './field-label.ts';

const MOST_NOTE = 2000;

/** Who did what with the document and when, and a place to leave a note. */
export function History({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queries = useQueryClient();
  const { row, acts } = detail;
  const [text, setText] = useState('');
  const leave = useMutation({
    mutationFn: () => api.leaveNote(row.id, text.trim()),
    onSuccess: async () => {
      setText('');
      await queries.invalidateQueries({ queryKey: ['document', row.id] });
    },
  });
  return (
    <section aria-label={t('group.history')} className="group">
      <h2>{t('group.history')}</h2>
      <ol className="history">
        <li>
          <Text fz="sm" component="span">
            {t(`history.received_${row.origin}`)}
          </Text>{' '}
          <Text fz="xs" component="time" className="quiet" dateTime={row.createdAt}>
            {formats.time(row.createdAt)}
          </Text>
        </li>
        {acts.map((act) => (
          <li key={`${act.at} ${act.kind}`}>
            <OneAct act={act} />
          </li>
        ))}
      </ol>
      <Textarea
        label={t('history.note')}
        autosize
        maxRows={6}
        maxLength={MOST_NOTE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={leave.isError ? t('history.noteFailed') : undefined}
      />
      <Group mt={6}>
        <Button
          size="xs"
          variant="default"
          disabled={text.trim() === ''}
          loading={leave.isPending}
          onClick={() => leave.mutate()}
        >
          {t('history.leave')}
        </Button>
      </Group>
    </section>
  );
}

function OneAct({ act }: { act: Act }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const by = act.by ?? t('history.somebody');
  return (
    <>
      <Text fz="sm" component="span">
        {t(`history.${act.kind}`, { by, ...(act.kind === 'assigned' && { vat: act.vat }) })}
        {act.kind === 'confirmed' && act.corrected.length > 0 && (
          <>: {t('history.corrected', { fields: act.corrected.map((path) => nameOf(path)).join(', ') })}</>
        )}
        {act.kind === 'noted' && <q className="note">{act.text}</q>}
      </Text>{' '}
      <Text fz="xs" component="time" className="quiet" dateTime={act.at}>
        {formats.time(act.at)}
      </Text>
    </>
  );

  function nameOf(path: string): string {
    if (path === 'line_items') return t('group.lines');
    return path === 'vat_breakdown' ? t('group.rates') : fieldLabel(t, path);
  }
}
