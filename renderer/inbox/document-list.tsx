import { Alert, Button, Loader } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company, DocumentRow, DocumentRows } from '../../server/contract/window.ts';
import { whyWaiting } from '../export/to-export.ts';
import { ToExportBar } from '../export/to-export-bar.tsx';
import { useFormats } from '../i18n/format.ts';
import { remembered } from '../i18n/remembered.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { DocumentLine } from './document-line.tsx';
import { Filters } from './filters.tsx';
import { choose, type InboxView, rememberScroll, useInboxView } from './inbox-view.ts';
import { ListHead, useChooseAll } from './list-head.tsx';
import { NothingListed } from './nothing-listed.tsx';
import { PAGE, pageQuery } from './page-query.ts';
import { useRowKeys } from './row-keys.ts';

const ROW_HEIGHT = 42;
/** Rows ahead of those in sight whose page is asked for. */
const AHEAD = 60;
/** A page that is only flown over is not asked for. */
const FLIGHT_MS = 30;

/** Everything that the inbox holds. Only the rows in sight are drawn, and only their pages are asked for. */
export function DocumentList({ companies }: { companies: Company[] }) {
  const { t } = useTranslation();
  const view = useInboxView();
  const [pages, setPages] = useState({ from: 0, to: 0 });
  const asked = useQueries({
    queries: Array.from({ length: pages.to - pages.from + 1 }, (_each, index) =>
      pageQuery(view.query, pages.from + index),
    ),
  });
  const known = useRef<DocumentRows>(undefined);
  known.current = asked.find(({ data }) => data)?.data ?? known.current;
  const shown = known.current;
  const rowAt = (index: number): DocumentRow | undefined => {
    const page = Math.floor(index / PAGE);
    return asked[page - pages.from]?.data?.rows[index - page * PAGE];
  };
  const noteAt = (index: number): string | undefined => {
    const page = asked[Math.floor(index / PAGE) - pages.from]?.data;
    const row = rowAt(index);
    return page && row && whyWaiting(t, page, row.id);
  };
  const paidAt = (index: number): 'all' | 'part' | undefined => {
    const row = rowAt(index);
    return row && asked[Math.floor(index / PAGE) - pages.from]?.data?.paid[row.id];
  };
  const failed = asked.find(({ isError, data }) => isError && !data);
  return (
    <section className="list-area" aria-label={t('inbox.title')}>
      <Filters counts={shown?.counts} />
      <ToExportBar total={shown?.total ?? 0} />
      {/* What was done with all of a list leaves it empty, and is told all the same. */}
      <ChosenBar />
      <span role="status" className="for-readers">
        {shown && t('inbox.found', { count: shown.total })}
      </span>
      {failed ? (
        <Alert color="red" title={t('inbox.loadFailed')}>
          <Button size="xs" variant="default" onClick={() => void failed.refetch()}>
            {t('again')}
          </Button>
        </Alert>
      ) : !shown || (shown.total === 0 && shown.unfinished) ? (
        <Loader role="progressbar" aria-label={t('loading')} />
      ) : shown.total === 0 ? (
        <NothingListed query={view.query} />
      ) : (
        <Rows
          view={view}
          companies={companies}
          total={shown.total}
          isCurrent={asked.every(isOfNow)}
          rowAt={rowAt}
          noteAt={noteAt}
          paidAt={paidAt}
          onPages={setPages}
        />
      )}
    </section>
  );
}

/** A list that is known to have changed is shown as it was until it comes anew: nobody means its rows by a key. */
function isOfNow(page: { isPlaceholderData: boolean; isFetching: boolean; isFetchedAfterMount: boolean }): boolean {
  return !page.isPlaceholderData && (!page.isFetching || page.isFetchedAfterMount);
}

interface RowsProps {
  view: InboxView;
  companies: Company[];
  total: number;
  /** What is listed is what is asked for, not what was before. */
  isCurrent: boolean;
  rowAt: (index: number) => DocumentRow | undefined;
  /** What is said of a row in place of its warnings; undefined for those. */
  noteAt: (index: number) => string | undefined;
  /** Whether it is paid as a whole or in part; undefined where no payment was noted. */
  paidAt: (index: number) => 'all' | 'part' | undefined;
  onPages: (pages: { from: number; to: number }) => void;
}

function Rows({ view, companies, total, isCurrent, rowAt, noteAt, paidAt, onPages }: RowsProps) {
  const { t } = useTranslation();
  const words = useMemo(() => remembered(t), [t]);
  const formats = useFormats();
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialOffset: view.scrolled,
    onChange: (instance) => rememberScroll(instance.scrollOffset ?? 0),
  });
  const items = virtual.getVirtualItems();
  const from = Math.floor(Math.max(0, (items[0]?.index ?? 0) - AHEAD) / PAGE);
  const to = Math.floor(Math.min(total - 1, (items.at(-1)?.index ?? 0) + AHEAD) / PAGE);
  useEffect(() => {
    const timer = setTimeout(() => onPages({ from, to }), FLIGHT_MS);
    return () => clearTimeout(timer);
  }, [from, to, onPages]);
  const listed = rowAt(items[0]?.index ?? 0) !== undefined;
  useEffect(() => {
    if (listed) performance.mark('list shown');
  }, [listed]);

  // Another question starts at the top of its own answer; coming back, the list is where it was left.
  const asked = useRef(view.query);
  useEffect(() => {
    if (asked.current === view.query) return;
    asked.current = view.query;
    virtual.scrollToOffset(0);
  }, [view.query, virtual]);

  const at = useRef(rowAt);
  at.current = rowAt;
  const lastTicked = useRef<string | null>(null);
  const onChoose = useCallback(
    (id: string, ticked: boolean, range: boolean) => {
      const both = [lastTicked.current, id];
      choose(range ? between(at.current, total, both) : [id], ticked);
      lastTicked.current = id;
    },
    [total],
  );

  const chooseAll = useChooseAll(view.query);
  const onChooseAll = chooseAll.mutate;
  const rowAtKeyboard = useRowKeys({ view, total, isCurrent, rowAt, scroller, virtual, onChoose, onChooseAll });
  const several = companies.length > 1 && !view.query.company;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section ref={scroller} className="documents" tabIndex={0} aria-label={t('inbox.list')}>
      <table aria-label={t('inbox.list')} aria-rowcount={total + 1}>
        <ListHead
          query={view.query}
          chosen={view.chosen.size}
          total={total}
          isChoosing={chooseAll.isPending}
          onChooseAll={onChooseAll}
        />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row has a link, which the keyboard is at */}
        <tbody style={{ height: virtual.getTotalSize() }} onClick={openRow}>
          {items.map(({ index, key, start }) => {
            const row = rowAt(index);
            if (!row) return <tr key={key} aria-rowindex={index + 2} className="row-to-come" style={{ top: start }} />;
            return (
              <DocumentLine
                key={row.id}
                t={words}
                formats={formats}
                row={row}
                note={noteAt(index)}
                paid={paidAt(index)}
                query={view.query}
                number={index + 2}
                reachable={index === rowAtKeyboard}
                top={start}
                company={several ? companies.find(({ vat }) => vat === row.buyerVat) : undefined}
                chosen={view.chosen.has(row.id)}
                onChoose={onChoose}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/**
 * A click anywhere on a row is one on its link, Ctrl and Shift too. What is pressed by itself in the row keeps its own
 * meaning, and so does a drag that has selected text.
 */
function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.closest('a, button, .cell-tick') || getSelection()?.isCollapsed === false) return;
  const link = target.closest('[data-row]')?.querySelector('a');
  // The keyboard is found at this row on coming back.
  link?.focus({ preventScroll: true });
  link?.dispatchEvent(new window.MouseEvent('click', event.nativeEvent));
}

/** The ids from one of two rows to the other, both included, as far as they are loaded. */
function between(rowAt: (index: number) => DocumentRow | undefined, total: number, ends: (string | null)[]): string[] {
  const ids = Array.from({ length: total }, (_each, index) => rowAt(index)?.id ?? null);
  const places = ends.map((id) => ids.indexOf(id)).filter((place) => place >= 0);
  return ids.slice(Math.min(...places), Math.max(...places) + 1).filter((id) => id !== null);
}
