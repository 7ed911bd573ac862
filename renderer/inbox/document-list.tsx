import { Alert, Button, Loader } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company, DocumentRow, DocumentRows, InboxQuery } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { DocumentLine } from './document-line.tsx';
import { Filters } from './filters.tsx';
import { choose, type InboxView, rememberScroll, useInboxView } from './inbox-view.ts';
import { ListHead } from './list-head.tsx';
import { NothingListed } from './nothing-listed.tsx';

const ROW_HEIGHT = 52;
/** As many as the server gives at once. */
const PAGE = 100;

/** Everything that the inbox holds. Only the rows in sight are drawn, and only their pages are asked for. */
export function DocumentList({ companies }: { companies: Company[] }) {
  const { t } = useTranslation();
  const view = useInboxView();
  // What is in sight lies on one page, or on two that follow each other.
  const [pages, setPages] = useState({ from: 0, to: 0 });
  const first = usePage(view.query, pages.from, true);
  const second = usePage(view.query, pages.to, pages.to !== pages.from);
  const known = useRef<DocumentRows>(undefined);
  known.current = first.data ?? second.data ?? known.current;
  const shown = known.current;
  const rowAt = (index: number): DocumentRow | undefined => {
    const page = Math.floor(index / PAGE);
    const { data } = page === pages.from ? first : second;
    return page === pages.from || page === pages.to ? data?.rows[index - page * PAGE] : undefined;
  };
  return (
    <section className="list-area" aria-label={t('inbox.title')}>
      <Filters companies={companies} counts={shown?.counts} total={shown?.total ?? 0} />
      <span role="status" className="for-readers">
        {shown && t('inbox.found', { count: shown.total })}
      </span>
      {first.isError && !first.data ? (
        <Alert color="red" title={t('inbox.loadFailed')}>
          <Button size="xs" variant="default" onClick={() => void first.refetch()}>
            {t('again')}
          </Button>
        </Alert>
      ) : !shown ? (
        <Loader aria-label={t('loading')} />
      ) : shown.total === 0 ? (
        <NothingListed query={view.query} />
      ) : (
        <Rows view={view} companies={companies} total={shown.total} rowAt={rowAt} onPages={setPages} />
      )}
    </section>
  );
}

function usePage(query: InboxQuery, page: number, enabled: boolean): UseQueryResult<DocumentRows> {
  return useQuery({
    queryKey: ['rows', query, page],
    queryFn: ({ signal }) => api.rows(query, page * PAGE, signal),
    enabled,
    // The rows before stay in sight until the answer comes, so that typing does not flicker; another page's do not.
    placeholderData: (before, last) => (last?.queryKey[2] === page ? before : undefined),
  });
}

interface RowsProps {
  view: InboxView;
  companies: Company[];
  total: number;
  rowAt: (index: number) => DocumentRow | undefined;
  onPages: (pages: { from: number; to: number }) => void;
}

function Rows({ view, companies, total, rowAt, onPages }: RowsProps) {
  const { t } = useTranslation();
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
  const from = Math.floor((items[0]?.index ?? 0) / PAGE);
  const to = Math.floor((items.at(-1)?.index ?? 0) / PAGE);
  useEffect(() => onPages({ from, to }), [from, to, onPages]);

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

  const several = companies.length > 1 && !view.query.company;
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section ref={scroller} className="documents" tabIndex={0} aria-label={t('inbox.list')}>
      <table aria-label={t('inbox.list')} aria-rowcount={total + 1}>
        <ListHead query={view.query} />
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {items.map((item) => {
            const row = rowAt(item.index);
            if (!row) return <tr key={item.key} aria-rowindex={item.index + 2} style={{ height: ROW_HEIGHT }} />;
            return (
              <DocumentLine
                key={row.id}
                row={row}
                number={item.index + 2}
                company={several ? companies.find(({ vat }) => vat === row.buyerVat) : undefined}
                chosen={view.chosen.has(row.id)}
                onChoose={onChoose}
              />
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}

/** The ids from one of two rows to the other, both included, as far as they are loaded. */
function between(rowAt: (index: number) => DocumentRow | undefined, total: number, ends: (string | null)[]): string[] {
  const ids = Array.from({ length: total }, (_each, index) => rowAt(index)?.id ?? null);
  const places = ends.map((id) => ids.indexOf(id)).filter((place) => place >= 0);
  return ids.slice(Math.min(...places), Math.max(...places) + 1).filter((id) => id !== null);
}
