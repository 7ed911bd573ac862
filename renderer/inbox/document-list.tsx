import { Alert, Box, Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentRow, WindowState } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';
import { DocumentLine } from './document-line.tsx';
import { exportCsv } from './export.ts';

const ROW_HEIGHT = 52;
const filters: (WindowState | 'all')[] = ['all', 'to_check', 'ready', 'confirmed', 'reading', 'failed'];
const columns = ['vendor', 'number', 'date', 'total', 'state', 'warnings'] as const;

/** All documents, newest first. Only the rows in sight are drawn, and further ones are fetched as they come near. */
export function DocumentList() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [filter, setFilter] = useState<WindowState | 'all'>('all');
  const state = filter === 'all' ? null : filter;
  const counts = useQuery({ queryKey: ['counts'], queryFn: api.counts });
  const list = useInfiniteQuery({
    queryKey: ['rows', state],
    queryFn: ({ pageParam, signal }) => api.rows(state, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const all = counts.data && Object.values(counts.data).reduce((sum, count) => sum + count, 0);
  const label = (one: WindowState | 'all'): string => {
    const count = countOf(one);
    return count === undefined ? t(`filter.${one}`) : `${t(`filter.${one}`)} ${formats.number(count)}`;
  };
  const countOf = (one: WindowState | 'all'): number | undefined => (one === 'all' ? all : counts.data?.[one]);

  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <SegmentedControl
          value={filter}
          onChange={(value) => setFilter(value as WindowState | 'all')}
          aria-label={t('inbox.filter')}
          data={filters.map((one) => ({ value: one, label: label(one) }))}
          className="filters"
        />
        <ExportButton state={state} />
      </Group>
      {list.isPending && <Loader aria-label={t('loading')} />}
      {list.isError && (
        <Alert color="red" title={t('inbox.loadFailed')}>
          <Button size="xs" variant="default" onClick={() => void list.refetch()}>
            {t('again')}
          </Button>
        </Alert>
      )}
      {list.data && (
        <Rows
          rows={rows}
          count={countOf(filter)}
          more={list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : null}
        />
      )}
    </Stack>
  );
}

function ExportButton({ state }: { state: WindowState | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const run = useMutation({ mutationFn: () => exportCsv(state, t, formats) });
  return (
    <Group gap="xs" wrap="nowrap">
      {run.isError && (
        <Text role="alert" fz="sm" className="wrong">
          {t('inbox.exportFailed')}
        </Text>
      )}
      <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
        {t('inbox.export')}
      </Button>
    </Group>
  );
}

function Rows({ rows, count, more }: { rows: DocumentRow[]; count: number | undefined; more: (() => void) | null }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (more && lastSeen >= rows.length - 20) more();
  }, [more, lastSeen, rows.length]);

  if (rows.length === 0) {
    return (
      <Box className="empty">
        <Text fz="lg" fw={600}>
          {t('inbox.empty')}
        </Text>
        <Text className="quiet">{t('inbox.emptyHint')}</Text>
      </Box>
    );
  }
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section ref={scroller} className="documents" tabIndex={0} aria-label={t('inbox.title')}>
      <table aria-label={t('inbox.title')} aria-rowcount={(count ?? rows.length) + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column} scope="col" className={`cell-${column}`}>
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {items.map((item) => {
            const row = rows[item.index];
            return row && <DocumentLine key={row.id} row={row} number={item.index + 2} />;
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}
