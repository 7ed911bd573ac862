import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { applyReview, doubtfulPaths, openDoubts } from '../../server/checks/review.ts';
import { chargedBesideVat, sumsOf } from '../../server/checks/sums.ts';
import type { Extraction, FieldAssessment } from '../../server/contract/invoice.ts';
import type { DocumentDetail, PageText, PageWord, Place } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';
import { goTo } from '../route.ts';
import { wishOf } from './arranged.ts';
import { useArranging } from './arranging.ts';
import { CheatSheet } from './cheat-sheet.tsx';
import { CompanyOfDocument } from './company-of-document.tsx';
import { takeByKey } from './conflicts.tsx';
import { useCutting } from './cutting.ts';
import { useDocumentActs } from './document-acts.ts';
import { useDraft } from './draft.ts';
import { offersFor, withOffersTaken } from './edit-bookings.ts';
import { accepted, corrected, unfinished, withChanges, withWarningSeen } from './edit-draft.ts';
import { fieldLabel, pathsLookedAt, type Sureness, surenessOf, whySure } from './field-label.ts';
import { useHands } from './hands.ts';
import { MadeOf } from './made-of.tsx';
import { prefetchDocument, useNeighbours } from './next-document.ts';
import { PageStrip } from './page-strip.tsx';
import { PageTools } from './page-tools.tsx';
import { type Candidate, candidatesFor, placeOf, printOf, valueOfWords } from './page-values.ts';
import { PageView } from './page-view.tsx';
import { PartsMade } from './parts-made.tsx';
import { PrintedInvoice } from './printed-invoice.tsx';
import { ReviewFields } from './review-fields.tsx';
import { ReviewHead } from './review-head.tsx';
import { useShortcuts } from './shortcuts.ts';
import { sumsByPath } from './sum-names.ts';
import { localToday } from './today.ts';

const noTexts: PageText[] = [];
const noCandidates: Candidate[] = [];

/** Checking and correcting what was read, and confirming it. */
export function Editor({ detail, read }: { detail: DocumentDetail; read: Extraction }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queries = useQueryClient();
  const { row, buyer, hasFile, duplicates } = detail;
  const hand = useDraft(row.id, read, detail);
  const { draft } = hand;
  const [selected, setSelected] = useState<string | null>(null);
  const [lookedAt, setLookedAt] = useState<Candidate | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const [sheet, setSheet] = useState(false);
  const [pressed, setPressed] = useState(false);
  const cutting = useCutting(detail, read);
  const arranging = useArranging(detail, cutting.pages);
  const form = useRef<HTMLDivElement>(null);
  const { data: texts = noTexts } = useQuery({
    queryKey: ['text', row.id],
    queryFn: () => api.text(row.id),
    enabled: hasFile,
  });

  const today = localToday();
  // Drawn anew far more often than the draft changes, and an invoice may have a hundred lines.
  const now = useMemo(
    () => applyReview(read, draft, buyer?.vat ?? null, today, false),
    [read, draft, buyer?.vat, today],
  );
  const doubtful = doubtfulPaths(now);
  const open = openDoubts(now, draft);
  // What was doubtful at the start is gone through in one walk, whatever becomes of it meanwhile.
  const [first] = useState(() => new Set(doubtful));
  const values = useMemo(() => fieldValues(draft.invoice), [draft.invoice]);
  const neighbours = useNeighbours(row.id);
  const besideVat = chargedBesideVat(read);
  const sums = useMemo(() => sumsOf(draft.invoice, besideVat), [draft.invoice, besideVat]);
  const sumsOfPath = useMemo(() => sumsByPath(sums), [sums]);
  const looked = useMemo(() => pathsLookedAt(detail.acts, draft.accepted), [detail.acts, draft.accepted]);
  const sureness = (path: string): Sureness => surenessOf(path, now.fields[path], looked);
  const why = (path: string): string => whySure(t, sureness(path), now.fields[path], sumsOfPath.get(path) ?? []);
  const print = useMemo(() => printOf(texts), [texts]);
  const candidates = useMemo(
    () => (selected ? candidatesFor(selected, draft.invoice, besideVat, print) : noCandidates),
    [selected, draft.invoice, besideVat, print],
  );

  const focusOn = (path: string | undefined): void => {
    const target = path
      ? form.current?.querySelector<HTMLElement>(`[data-path="${path}"]`)
      : (form.current?.querySelector<HTMLElement>('[data-warning]') ??
        form.current?.querySelector<HTMLElement>('[data-confirm]'));
    target?.focus();
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
  };
  // A warning that was read leaves its button: the next thing to do is focused once that is gone, and not before, however
  // often it is drawn until then.
  const leaving = useRef<Element | null>(null);
  useEffect(() => {
    if (leaving.current === null || leaving.current.isConnected) return;
    leaving.current = null;
    focusOn(undefined);
  });
  const select = (path: string): void => {
    if (path === selected) return;
    setSelected(path);
    setLookedAt(null);
    setAnswer(null);
  };
  const doubtfulFrom = (path: string | null, step: 1 | -1): string | undefined => {
    const shown = [...(form.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const order = shown.map((field) => field.dataset.path ?? '');
    const others = order.filter((one) => doubtful.includes(one) && one !== path);
    const ahead = step === 1 ? others : others.toReversed();
    const at = path === null ? -1 : order.indexOf(path);
    return ahead.find((one) => at < 0 || (order.indexOf(one) - at) * step > 0) ?? ahead[0];
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

  const acts = useDocumentActs(detail, hand, neighbours);
  const { confirm, split, arrange, restore, join, busy } = acts;
  const goToNext = async (): Promise<void> => {
    const next = await neighbours.askNext().catch(() => null);
    if (next) goTo({ screen: 'review', id: next });
  };
  const confirmAll = (): void => {
    const [begun] = Object.keys(draft.unfinished);
    setPressed(true);
    // What is in doubt is looked at before all of it counts as looked at.
    if (begun !== undefined || open.paths.length + open.warnings.length > 0) focusOn(begun ?? doubtfulFrom(null, 1));
    else if (!busy) confirm.mutate();
  };
  const acceptCuts = (): void => {
    if (!busy && cutting.ranges.length > 1) split.mutate(cutting.ranges);
  };
  const acceptPages = (): void => {
    const wish = wishOf(arranging.pages);
    if (!busy && wish) arrange.mutate(wish);
  };
  const takeBookings = (): void =>
    hand.change(`bookings ${performance.now()}`, (before) => withOffersTaken(before, detail.offers));
  const goToBookings = (): void => {
    // Nobody takes what they have not seen.
    const isThere = document.activeElement?.closest('.bookings') != null;
    const first = offersFor(draft, detail.offers).findIndex((offer) => offer !== null);
    if (isThere) takeBookings();
    else form.current?.querySelector<HTMLElement>(`[data-booking="${Math.max(0, first)}.account"]`)?.focus();
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
    takeLeft: () => takeByKey(form.current, 'left'),
    takeRight: () => takeByKey(form.current, 'right'),
    bookings: goToBookings,
    cut: () => (cutting.isOpen ? acceptCuts() : cutting.open()),
    arrange: () => (arranging.isOpen ? acceptPages() : arranging.show(true)),
    help: () => setSheet(!sheet),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the document is opened
  useEffect(() => {
    focusOn(doubtfulFrom(null, 1));
  }, []);
  const [opening] = useState(() => performance.now());
  const [shownAt, setShownAt] = useState<number | null>(null);
  const onShown = (dpi: number): void => {
    if (shownAt !== null) return;
    setShownAt(dpi);
    performance.measure('document opened', { start: opening, end: performance.now() });
  };
  const { next: ahead } = neighbours;
  useEffect(() => {
    if (ahead !== null && shownAt !== null) prefetchDocument(queries, ahead, shownAt);
  }, [queries, ahead, shownAt]);

  const hands = useHands({
    select,
    pick,
    enter,
    lookAt: setLookedAt,
    change: (path, value) => hand.change(path, (before) => corrected(before, path, value)),
    changeAll: (changes, rows) =>
      hand.change(`many ${performance.now()}`, (before) => withChanges(before, changes, rows)),
    leaveUnfinished: (path, text) => hand.change(path, (before) => unfinished(before, path, text)),
  });
  return (
    <div className="review">
      <PageView
        id={row.id}
        pages={cutting.pages}
        hasFile={hasFile}
        texts={texts}
        selected={selected ? placeIn(now.fields[selected]) : null}
        candidate={lookedAt?.place ?? null}
        hint={answer ?? hintFor()}
        onWords={takeWords}
        onShown={onShown}
        onCut={cutting.isPossible && !cutting.isOpen && !arranging.isOpen ? cutting.open : null}
        onArrange={arranging.isPossible && !arranging.isOpen ? () => arranging.show(true) : null}
        strip={stripOf()}
      />
      <div className="review-side" ref={form}>
        <ReviewHead
          detail={detail}
          title={draft.invoice.vendor.name ?? row.filename ?? row.id}
          doubtful={doubtful.length}
          neighbours={neighbours}
          warnings={now.warnings.length}
          isWarnedOfDuplicate={now.warnings.includes('possible_duplicate')}
          hand={hand}
          confirm={confirmAll}
          confirming={confirm.isPending}
          left={pressed ? open.paths.length + open.warnings.length : 0}
          remove={() => acts.remove.mutate()}
          reopen={() => acts.reopen.mutate()}
          readAgain={() => acts.readAgain.mutate()}
          readingAgain={acts.readingAgain}
          help={() => setSheet(true)}
          problem={acts.problem}
          failedReading={acts.failedReading}
        >
          {cutting.parts.length > 0 && (
            <PartsMade parts={cutting.parts} join={detail.reviewedAt === null ? () => join.mutate() : null} />
          )}
          {detail.replaces.length > 0 && (
            <MadeOf replaces={detail.replaces} restore={detail.reviewedAt === null ? () => restore.mutate() : null} />
          )}
          <CompanyOfDocument
            detail={detail}
            printed={draft.invoice.customer}
            choose={(company, isNew) => acts.setCompany.mutate({ company, isNew })}
            busy={busy}
          />
        </ReviewHead>
        <ReviewFields
          detail={detail}
          read={read}
          now={now}
          hand={hand}
          hands={hands}
          selected={selected}
          candidates={candidates}
          sums={sums}
          sumsOfPath={sumsOfPath}
          first={first}
          sureness={sureness}
          why={why}
          focusOn={focusOn}
          onCut={cutting.isPossible ? cutting.open : null}
          takeBookings={takeBookings}
          onSeen={(code) => {
            leaving.current = form.current?.querySelector(`[data-warning="${code}"]`) ?? null;
            hand.change(`seen ${code}`, (before) => withWarningSeen(before, code));
          }}
        />
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
      <PrintedInvoice
        title={draft.invoice.vendor.name ?? row.filename ?? row.id}
        state={[t(`state.${row.state}`), detail.reviewedAt && formats.time(detail.reviewedAt)]
          .filter(Boolean)
          .join(' · ')}
        invoice={draft.invoice}
        otherKind={read.otherKind}
      />
    </div>
  );

  function stripOf(): ((current: number, onTurnTo: (page: number) => void) => ReactNode) | null {
    const { id } = row;
    if (arranging.isOpen) {
      const accept = { onAccept: acceptPages, accepting: arrange.isPending };
      return (current, onTurnTo) => <PageTools {...{ id, arranging, current, onTurnTo, ...accept }} />;
    }
    if (!cutting.isOpen) return null;
    const accept = { onAccept: acceptCuts, accepting: split.isPending };
    return (current, onTurnTo) => <PageStrip {...{ id, cutting, current, onTurnTo, ...accept }} />;
  }

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
