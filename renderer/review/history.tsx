import { Button, Group, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldValue, fieldValues } from '../../server/checks/field-paths.ts';
import { kindOf } from '../../server/contract/fields.ts';
import type { Invoice } from '../../server/contract/invoice.ts';
import type { Act, DocumentDetail } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';
import { pathLabel } from './field-label.ts';
import { pagesText } from './pages-text.ts';
import { shownText } from './typed-value.ts';

const MOST_NOTE = 2000;

/** Who did what with the document and when, and a place to leave a note. */
export function History({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queries = useQueryClient();
  const { row, acts, first, extraction, mail } = detail;
  // Only the last confirmation's values are kept.
  const last = acts.findLast(({ kind }) => kind === 'confirmed');
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
          {mail?.from && (
            <Text fz="xs" className="quiet">
              {t('history.mail', { from: mail.from, date: mail.date ? formats.time(mail.date) : '' })}
            </Text>
          )}
        </li>
        {acts.map((act) => (
          <li key={`${act.at} ${act.kind}`}>
            <OneAct act={act} first={act === last ? first : null} now={extraction?.invoice ?? null} />
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

/** @param first what reading said, where the act is the confirmation that `now` comes from */
function OneAct({ act, first, now }: { act: Act; first: Invoice | null; now: Invoice | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const before = first && fieldValues(first);
  const after = now && fieldValues(now);
  const by = act.by ?? t('history.somebody');
  return (
    <>
      <Text fz="sm" component="span">
        {t(keyOf(act), {
          by,
          ...(act.kind === 'assigned' && { vat: act.vat }),
          ...(act.kind === 'split' && { pages: act.parts.map(pagesText).join(', ') }),
          ...(act.kind === 'paid' && {
            day: formats.typedDate(act.on),
            amount: act.amount === null ? '' : formats.money(act.amount, now?.currency ?? null),
          }),
          ...(act.kind === 'exported' && { target: t(`exportTarget.${act.target}`) }),
        })}
        {act.kind === 'confirmed' && act.corrected.length > 0 && (
          <>: {t('history.corrected', { fields: act.corrected.map((path) => changeOf(path)).join(', ') })}</>
        )}
        {act.kind === 'noted' && <q className="note">{act.text}</q>}
      </Text>{' '}
      <Text fz="xs" component="time" className="quiet" dateTime={act.at}>
        {formats.time(act.at)}
      </Text>
    </>
  );

  /** A field with its old and its new value, where they are there still. */
  function changeOf(path: string): string {
    if (!before || !after?.has(path)) return pathLabel(t, path);
    const shown = (values: ReadonlyMap<string, FieldValue>): string =>
      shownText(values.get(path) ?? null, kindOf(path), formats) || t('history.nothing');
    return t('history.change', { field: pathLabel(t, path), before: shown(before), after: shown(after) });
  }
}

/** The sentence of an act. */
function keyOf(act: Act): string {
  if (act.kind === 'exported' && act.automatic) return 'history.exported_automatically';
  if (act.kind === 'paid' && act.amount !== null) return 'history.paid_partly';
  return `history.${act.kind}`;
}
