import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { applyReview, doubtfulPaths } from '../../server/checks/review.ts';
import { chargedBesideVat, sumsOf } from '../../server/checks/sums.ts';
import type { Extraction, FieldAssessment } from '../../server/contract/invoice.ts';
import type { Company, DocumentDetail, PageText, PageWord, Place, ReadAgain } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { goTo } from '../route.ts';
import { AccountAlarm } from './account-alarm.tsx';
import { CheatSheet } from './cheat-sheet.tsx';
import { CompanyOfDocument } from './company-of-document.tsx';
import { useDraft } from './draft.ts';
import { accepted, corrected, unfinished, withAccountChecked, withRows } from './edit-draft.ts';
import { FieldEditor } from './field-editor.tsx';
import { shownGroups } from './field-groups.ts';
import { fieldLabel, whySure } from './field-label.ts';
import { useHands } from './hands.ts';
import { History } from './history.tsx';
import { forgetDraft } from './known-drafts.ts';
import { LineTable } from './line-table.tsx';
import { nextToCheck, prefetchDocument } from './next-document.ts';
import { type Candidate, candidatesFor, placeOf, printOf, valueOfWords } from './page-values.ts';
import { PageView } from './page-view.tsx';
import { ReviewHead } from './review-head.tsx';
import { useShortcuts } from './shortcuts.ts';
import { sumsByPath } from './sum-names.ts';
import { localToday } from './today.ts';
import { VatTable } from './vat-table.tsx';
import { Warnings } from './warnings.tsx';

const noTexts: PageText[] = [];
const noCandidates: Candidate[] = [];

/** Checking and correcting what was read, and confirming it. */
export function Editor({ detail, read }: { detail: DocumentDetail; read: Extraction }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { row, buyer, hasFile, duplicates } = detail;
  const hand = useDraft(row.id, read, detail);
  const { draft } = hand;
  const [selected, setSelected] = useState<string | null>(null);
  const [lookedAt, setLookedAt] = useState<Candidate | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const [sheet, setSheet] = useState(false);
  const [pressed, setPressed] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const { data: texts = noTexts } = useQuery({
    queryKey: ['text', row.id],
    queryFn: () => api.text(row.id),
    enabled: hasFile,
  });

  const today = localToday();
  const now = applyReview(read, draft, buyer?.vat ?? null, today, false);
  const doubtful = doubtfulPaths(now);
  const { iban } = draft.invoice.bank_details;
  const knownAccounts = detail.known?.accounts ?? [];
  // What is typed may be another account than the supplier's as well.
  const isTyped = iban !== null && iban !== read.invoice.bank_details.iban;
  const isOtherAccount =
    now.warnings.includes('iban_changed') || (isTyped && knownAccounts.length > 0 && !knownAccounts.includes(iban));
  const otherWarnings = now.warnings.filter((code) => code !== 'iban_changed');
  // What was doubtful at the start keeps its place at the top, so that nothing moves under the reader's eyes.
  const [first] = useState(() => doubtfulPaths(applyReview(read, draft, buyer?.vat ?? null, today, false)));
  const values = fieldValues(draft.invoice);
  const atTop = [...first.filter((path) => values.has(path)), ...doubtful.filter((path) => !first.includes(path))];
  const besideVat = chargedBesideVat(read);
  const sums = sumsOf(draft.invoice, besideVat);
  const sumsOfPath = sumsByPath(sums);
  const why = (path: string): string => whySure(t, now.fields[path], sumsOfPath.get(path) ?? []);
  const print = useMemo(() => printOf(texts), [texts]);
  const candidates = useMemo(
    () => (selected ? candidatesFor(selected, draft.invoice, besideVat, print) : noCandidates),
    [selected, draft.invoice, besideVat, print],
  );

  const focusOn = (path: string | undefined): void => {
    const target = path
      ? form.current?.querySelector<HTMLElement>(`[data-path="${path}"]`)
      : form.current?.querySelector<HTMLElement>('[data-confirm]');
    target?.focus();
    if (target instanceof HTMLInputElement) target.select();
  };
  const select = (path: string): void => {
    if (path === selected) return;
    setSelected(path);
    setLookedAt(null);
    setAnswer(null);
  };
  const doubtfulFrom = (path: string | null, step: 1 | -1): string | undefined => {
    const open = atTop.filter((one) => doubtful.includes(one) && one !== path);
    const ahead = step === 1 ? open : open.toReversed();
    const at = path === null ? -1 : atTop.indexOf(path);
    return ahead.find((one) => at < 0 || (atTop.indexOf(one) - at) * step > 0) ?? ahead[0];
  };
  const enter = (path: string): void => {
    const isToSee = doubtful.includes(path) || values.get(path) !== null;
    if (isToSee) hand.change(`accept ${path}`, (before) => accepted(before, path));
    focusOn(doubtfulFrom(path, 1));
  };
  const pick = (path: string, { value, place }: Candidate): void => {
    setLookedAt(null);
    hand.change(`pick ${path} ${place.box.join()}`, (before) => corrected(before, path, value, place));
  };
  const takeWords = (page: number, words: PageWord[]): void => {
    if (selected === null || !values.has(selected)) {
      setAnswer(t('page.chooseField'));
      return;
    }
    const found = valueOfWords(selected, words, print);
    setAnswer(found ? null : t('page.noValue', { field: fieldLabel(t, selected) }));
    if (!found) return;
    const place = placeOf(page, found.words);
    hand.change(`take ${selected} ${place.box.join()}`, (before) => corrected(before, selected, found.value, place));
    if (!form.current?.contains(document.activeElement)) focusOn(selected);
  };

  const closing = { onMutate: () => hand.close(true), onError: () => hand.close(false) };
  const confirm = useMutation({
    ...closing,
    mutationFn: async () => {
      // The last save may still be on its way, and what is confirmed takes its place.
      await hand.settled();
      await api.confirm(row.id, hand.sent());
      forgetDraft(row.id);
    },
    onError: () => {
      hand.close(false);
      // It may be another window that was quicker.
      void queries.invalidateQueries({ queryKey: ['document', row.id] });
    },
    onSuccess: async () => {
      // Where the next one cannot be asked for, the inbox says what is wrong.
      const next = await nextToCheck(row.id).catch(() => null);
      goTo(next ? { screen: 'review', id: next } : { screen: 'inbox' });
      await queries.invalidateQueries({ queryKey: ['document', row.id] });
    },
  });
  const remove = useMutation({
    ...closing,
    mutationFn: () => api.deleteDocument(row.id),
    onSuccess: () => {
      forgetDraft(row.id);
      goTo({ screen: 'inbox' });
    },
  });
  const readOnceMore = {
    ...closing,
    onSuccess: async ({ errorCode }: ReadAgain) => {
      if (errorCode) return hand.close(false);
      forgetDraft(row.id);
      for (const key of [['text', row.id], ['document', row.id], ['rows']]) {
        await queries.invalidateQueries({ queryKey: key });
      }
    },
  };
  const readAgain = useMutation({ ...readOnceMore, mutationFn: () => api.readAgain(row.id) });
  const setCompany = useMutation({
    ...readOnceMore,
    mutationFn: async ({ company, isNew }: { company: Company; isNew: boolean }) => {
      if (isNew) queries.setQueryData(['settings'], await api.saveCompany(company));
      return api.setDocumentCompany(row.id, company.vat);
    },
  });
  const readingAgain = readAgain.isPending || setCompany.isPending;
  const busy = confirm.isPending || remove.isPending || readingAgain;
  const confirmAll = (): void => {
    const [open] = Object.keys(draft.unfinished);
    setPressed(true);
    // What is in doubt is looked at before all of it counts as looked at.
    if (open ?? doubtful[0]) focusOn(open ?? doubtfulFrom(null, 1));
    else if (!busy) confirm.mutate();
  };
  const goToNext = async (): Promise<void> => {
    const next = await nextToCheck(row.id).catch(() => null);
    if (next) goTo({ screen: 'review', id: next });
  };
  const beside = duplicates.find(({ isThere }) => isThere);
  useShortcuts({
    confirm: confirmAll,
    nextDoubtful: () => focusOn(doubtfulFrom(selected, 1)),
    previousDoubtful: () => focusOn(doubtfulFrom(selected, -1)),
    undo: hand.undo,
    redo: hand.redo,
    nextDocument: () => void goToNext(),
    besideDuplicate: () => beside && goTo({ screen: 'beside', id: row.id, other: beside.documentId }),
    back: () => goTo({ screen: 'inbox' }),
    help: () => setSheet(!sheet),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the document is opened
  useEffect(() => {
    focusOn(doubtfulFrom(null, 1));
  }, []);
  const [opening] = useState(() => performance.now());
  const shownOnce = useRef(false);
  const onShown = (dpi: number): void => {
    if (shownOnce.current) return;
    shownOnce.current = true;
    performance.measure('document opened', { start: opening, end: performance.now() });
    void nextToCheck(row.id).then(
      (next) => next && prefetchDocument(queries, next, dpi),
      // Ahead of time nothing needs to be said; opening it will.
      () => undefined,
    );
  };

  const hands = useHands({
    select,
    pick,
    enter,
    lookAt: setLookedAt,
    change: (path, value) => hand.change(path, (before) => corrected(before, path, value)),
    leaveUnfinished: (path, text) => hand.change(path, (before) => unfinished(before, path, text)),
  });
  const stateOf = (path: string) => ({
    unfinished: draft.unfinished[path],
    field: now.fields[path],
    sums: sumsOfPath.get(path),
  });
  const editorOf = (path: string) => (
    <FieldEditor
      key={path}
      path={path}
      value={values.get(path) ?? null}
      unfinished={draft.unfinished[path]}
      field={now.fields[path]}
      why={why(path)}
      doubtful={doubtful.includes(path)}
      candidates={path === selected ? candidates : noCandidates}
      hands={hands}
    />
  );
  return (
    <div className="review">
      <PageView
        id={row.id}
        pages={row.pages ?? 1}
        hasFile={hasFile}
        texts={texts}
        selected={selected ? placeIn(now.fields[selected]) : null}
        candidate={lookedAt?.place ?? null}
        hint={answer ?? hintFor()}
        onWords={takeWords}
        onShown={onShown}
      />
      <div className="review-side" ref={form}>
        <ReviewHead
          detail={detail}
          title={draft.invoice.vendor.name ?? row.filename ?? row.id}
          doubtful={doubtful.length}
          warnings={now.warnings.length}
          isWarnedOfDuplicate={now.warnings.includes('possible_duplicate')}
          hand={hand}
          confirm={confirmAll}
          confirming={confirm.isPending}
          left={pressed ? doubtful.length : 0}
          remove={() => remove.mutate()}
          readAgain={() => readAgain.mutate()}
          readingAgain={readingAgain}
          help={() => setSheet(true)}
          problem={confirm.error ?? remove.error ?? readAgain.error ?? setCompany.error}
          failedReading={readAgain.data?.errorCode ?? setCompany.data?.errorCode ?? null}
        >
          <CompanyOfDocument
            detail={detail}
            printed={draft.invoice.customer}
            choose={(company, isNew) => setCompany.mutate({ company, isNew })}
            busy={busy}
          />
        </ReviewHead>
        <div className="review-fields">
          {otherWarnings.length > 0 && (
            <Warnings
              codes={otherWarnings}
              invoice={draft.invoice}
              buyer={buyer}
              id={row.id}
              duplicates={duplicates}
              onShow={focusOn}
            />
          )}
          {isOtherAccount && (
            <AccountAlarm
              account={iban ?? ''}
              known={knownAccounts}
              accountOf={isTyped ? null : (detail.known?.accountOf ?? null)}
              lastKnown={detail.known?.last ?? null}
              checked={draft.accountChecked}
              onChecked={(checked) =>
                hand.change(`account ${checked}`, (before) => withAccountChecked(before, checked))
              }
              onWrong={() => focusOn('bank_details.iban')}
            />
          )}
          {atTop.length > 0 && (
            <section className="group group-doubtful" aria-label={t('group.doubtful')}>
              <h2>
                {t('group.doubtful')} ({doubtful.length})
              </h2>
              <div className="group-doubtful-fields">{atTop.map(editorOf)}</div>
            </section>
          )}
          {shownGroups.map(({ name, paths }) => {
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
          <VatTable
            sums={sums}
            invoice={draft.invoice}
            stateOf={stateOf}
            hands={hands}
            onOrder={(order) =>
              hand.change(`rates ${performance.now()}`, (before) => withRows(before, 'vat_breakdown', order))
            }
          />
          <LineTable
            sums={sums}
            invoice={draft.invoice}
            stateOf={stateOf}
            hands={hands}
            onOrder={(order) =>
              hand.change(`lines ${performance.now()}`, (before) => withRows(before, 'line_items', order))
            }
          />
          <History detail={detail} />
        </div>
        <div className="why-bar" id="why" role="status">
          {selected && values.has(selected) ? (
            <>
              <strong>{fieldLabel(t, selected)}</strong> · {why(selected)}
            </>
          ) : (
            t('why.choose')
          )}
        </div>
        <CheatSheet opened={sheet} onClose={() => setSheet(false)} />
      </div>
    </div>
  );

  function hintFor(): string | null {
    if (!hasFile || selected === null || !values.has(selected)) return null;
    if (texts.every((runs) => runs.length === 0)) return null;
    const field = fieldLabel(t, selected);
    return candidates.length > 0 ? t('page.takeOrPick', { field }) : t('page.take', { field });
  }
}

function placeIn(field: FieldAssessment | undefined): Place | null {
  return field?.page && field.box ? { page: field.page, box: field.box } : null;
}
