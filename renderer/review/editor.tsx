import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { applyReview, doubtfulPaths } from '../../server/checks/review.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { DocumentDetail } from '../../server/contract/window.ts';
import { ApiError, api } from '../api.ts';
import { StateBadge } from '../components/state-badge.tsx';
import { addressOf, goTo } from '../route.ts';
import { CheatSheet } from './cheat-sheet.tsx';
import { accepted, corrected, useDraft, withLines } from './draft.ts';
import { FieldEditor } from './field-editor.tsx';
import { fieldGroups } from './field-groups.ts';
import { LineTable } from './line-table.tsx';
import { nextToCheck } from './next-document.ts';
import { PageView } from './page-view.tsx';
import { useShortcuts } from './shortcuts.ts';

/** Checking and correcting what was read, and confirming it. */
export function Editor({ detail, read }: { detail: DocumentDetail; read: Extraction }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { row, buyer, reviewedAt } = detail;
  const hand = useDraft(row.id, read, detail);
  const { draft } = hand;
  const [selected, setSelected] = useState<string | null>(null);
  const [sheet, setSheet] = useState(false);
  const form = useRef<HTMLDivElement>(null);

  const today = localToday();
  const now = applyReview(read, draft, buyer?.vat ?? null, today, false);
  const doubtful = doubtfulPaths(now);
  // What was doubtful at the start keeps its place at the top, so that nothing moves under the reader's eyes.
  const [first] = useState(() => doubtfulPaths(applyReview(read, draft, buyer?.vat ?? null, today, false)));
  const atTop = [
    ...first.filter((path) => fieldValues(draft.invoice).has(path)),
    ...doubtful.filter((p) => !first.includes(p)),
  ];
  const values = fieldValues(draft.invoice);
  const settled = (path: string): boolean => !doubtful.includes(path);

  const focusOn = (path: string | undefined): void => {
    const target = path
      ? form.current?.querySelector<HTMLElement>(`[data-path="${path}"]`)
      : form.current?.querySelector<HTMLElement>('[data-confirm]');
    target?.focus();
  };
  const nextDoubtful = (after: string | null): string | undefined => {
    const open = atTop.filter((path) => doubtful.includes(path) && path !== after);
    return open.find((path) => after === null || atTop.indexOf(path) > atTop.indexOf(after)) ?? open[0];
  };
  const accept = (path: string): void => {
    hand.change(`accept ${path}`, (before) => accepted(before, path));
    focusOn(nextDoubtful(path));
  };
  const confirm = useMutation({
    mutationFn: () => api.confirm(row.id, draft),
    // A draft that is saved late must not stand beside what was confirmed.
    onMutate: () => hand.close(true),
    onError: () => hand.close(false),
    onSuccess: async () => {
      // Where the next one cannot be asked for, the inbox says what is wrong.
      const next = await nextToCheck(row.id).catch(() => null);
      goTo(next ? { screen: 'review', id: next } : { screen: 'inbox' });
      await queries.invalidateQueries({ queryKey: ['document', row.id] });
    },
  });
  const remove = useMutation({
    mutationFn: () => api.deleteDocument(row.id),
    onMutate: () => hand.close(true),
    onError: () => hand.close(false),
    onSuccess: () => goTo({ screen: 'inbox' }),
  });
  useShortcuts({
    confirm: () => confirm.mutate(),
    nextDoubtful: () => focusOn(nextDoubtful(selected)),
    undo: hand.undo,
    back: () => goTo({ screen: 'inbox' }),
    help: () => setSheet(true),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the document is opened
  useEffect(() => {
    focusOn(nextDoubtful(null));
  }, []);

  const editorOf = (path: string) => (
    <FieldEditor
      key={path}
      path={path}
      value={values.get(path) ?? null}
      field={now.fields[path]}
      doubtful={!settled(path)}
      onSelect={() => setSelected(path)}
      onChange={(value) => hand.change(path, (before) => corrected(before, path, value))}
      onAccept={() => accept(path)}
    />
  );
  const problem = confirm.error ?? remove.error;
  return (
    <div className="review">
      <PageView
        id={row.id}
        pages={row.pages ?? 1}
        hasFile={detail.hasFile}
        selected={selected ? now.fields[selected] : undefined}
      />
      <div className="review-side" ref={form}>
        <div className="review-head">
          <Group justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Anchor href={addressOf({ screen: 'inbox' })}>{t('review.back')}</Anchor>
              <h1 className="review-title truncate">{draft.invoice.vendor.name ?? row.filename ?? row.id}</h1>
            </Group>
            <StateBadge state={shownState(row.state, doubtful)} doubtful={doubtful.length} />
          </Group>
          <Group gap="xs" mt="xs">
            <Button data-confirm onClick={() => confirm.mutate()} loading={confirm.isPending}>
              {t(reviewedAt ? 'review.confirmAgain' : 'review.confirm')}
            </Button>
            <Button variant="default" disabled={!hand.undo} onClick={() => hand.undo?.()}>
              {t('review.undo')}
            </Button>
            <DeleteButton onDelete={() => remove.mutate()} />
            <Button variant="default" onClick={() => setSheet(true)}>
              {t('keys.open')}
            </Button>
          </Group>
          {hand.unsaved && (
            <Text role="status" fz="sm" mt={4} className="wrong">
              {t('review.unsaved')}
            </Text>
          )}
          {problem && (
            <Alert color="red" mt="xs" role="alert">
              {t(`refused.${problem instanceof ApiError ? problem.code : 'other'}`, t('refused.other'))}
            </Alert>
          )}
        </div>
        {now.warnings.length > 0 && (
          <ul className="warnings" aria-label={t('review.warnings')}>
            {now.warnings.map((code) => (
              <li key={code}>{t(`warning.${code}`)}</li>
            ))}
          </ul>
        )}
        {atTop.length > 0 && (
          <section className="group group-doubtful" aria-label={t('group.doubtful')}>
            <h2>
              {t('group.doubtful')} ({doubtful.length})
            </h2>
            <div className="group-doubtful-fields">{atTop.map(editorOf)}</div>
          </section>
        )}
        {fieldGroups.map(({ name, paths }) => {
          const rest = paths.filter((path) => !atTop.includes(path));
          return (
            rest.length > 0 && (
              <section key={name} className="group" aria-label={t(`group.${name}`)}>
                <h2>{t(`group.${name}`)}</h2>
                <div className="group-fields">{rest.map(editorOf)}</div>
              </section>
            )
          );
        })}
        <LineTable
          invoice={draft.invoice}
          fields={now.fields}
          onSelect={setSelected}
          onChange={(path, value) => hand.change(path, (before) => corrected(before, path, value))}
          onOrder={(order) => hand.change(`lines ${Date.now()}`, (before) => withLines(before, order))}
        />
        <CheatSheet opened={sheet} onClose={() => setSheet(false)} />
      </div>
    </div>
  );
}

function shownState(state: DocumentDetail['row']['state'], doubtful: string[]): DocumentDetail['row']['state'] {
  if (state === 'confirmed') return state;
  return doubtful.length > 0 ? 'to_check' : 'ready';
}

/** Asks once more in its own place: what is deleted is erased for good. */
function DeleteButton({ onDelete }: { onDelete: () => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  return (
    <Button
      variant={asked ? 'filled' : 'default'}
      color={asked ? 'red' : undefined}
      onClick={() => (asked ? onDelete() : setAsked(true))}
      onBlur={() => setAsked(false)}
    >
      {t(asked ? 'review.deleteSure' : 'review.delete')}
    </Button>
  );
}

/** Today where the reader is, as the appliance counts it too: they are the same machine or the same office. */
function localToday(): string {
  const date = new Date();
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
