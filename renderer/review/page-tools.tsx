import { ActionIcon, Button, Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';
import { type Arranged, leftOut, pagesOf, turned, wishOf, withBehind } from './arranged.ts';
import type { Arranging } from './arranging.ts';
import { Thumbnail } from './thumbnails.tsx';

const SEARCH_REST_MS = 200;

interface PageToolsProps {
  id: string;
  arranging: Arranging;
  current: number;
  onTurnTo: (page: number) => void;
  onAccept: () => void;
  accepting: boolean;
}

/** The pages side by side, to be turned, left out and followed by those of another document. */
export function PageTools({ id, arranging, current, onTurnTo, onAccept, accepting }: PageToolsProps) {
  const { t } = useTranslation();
  const { pages, change, undo, show } = arranging;
  const strip = useRef<HTMLDivElement>(null);
  const isChanged = wishOf(pages) !== null;

  const goTo = (at: number): void => {
    const page = pages[at];
    if (!page) return;
    if (page.id === id) onTurnTo(page.number);
    const thumbnail = strip.current?.querySelector<HTMLElement>(`[data-at="${at}"] > .thumbnail`);
    thumbnail?.focus();
    thumbnail?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => goTo(current - 1), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      // The review has steps of its own to undo.
      event.stopPropagation();
      event.preventDefault();
      undo?.();
      return;
    }
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset.at ?? Number.NaN);
    if (event.ctrlKey || event.metaKey || Number.isNaN(at)) return;
    const does: Record<string, () => void> = {
      ArrowRight: () => goTo(at + 1),
      ArrowLeft: () => goTo(at - 1),
      r: () => change(turned(pages, at)),
      Delete: () => change(leftOut(pages, at)),
    };
    const act = does[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <section className="page-strip" aria-label={t('arrange.label')}>
      <Group gap="xs" justify="space-between">
        <Text fz="sm" role="status">
          {isChanged
            ? t('arrange.count', { count: pages.filter(({ isLeftOut }) => !isLeftOut).length })
            : t('arrange.nothing')}
        </Text>
        <Group gap={6} wrap="nowrap">
          <ActionIcon
            size={28}
            variant="default"
            aria-label={t('arrange.undo')}
            title={t('arrange.undo')}
            disabled={undo === null}
            onClick={() => undo?.()}
          >
            ↶
          </ActionIcon>
          <Button size="xs" variant="default" onClick={() => show(false)}>
            {t('arrange.close')}
          </Button>
          <Button size="xs" disabled={!isChanged} loading={accepting} onClick={onAccept}>
            {t('arrange.accept')}
          </Button>
        </Group>
      </Group>
      <div className="page-strip-pages" ref={strip} onKeyDown={onKeyDown} role="toolbar" aria-label={t('page.all')}>
        {pages.map((page, at) => (
          <div
            key={`${page.id} ${page.number}`}
            className="page-choice"
            data-at={at}
            data-left-out={page.isLeftOut || undefined}
            data-behind={(at > 0 && page.id !== pages[at - 1]?.id) || undefined}
          >
            <Thumbnail
              id={page.id}
              number={page.number}
              at={at + 1}
              turn={page.turn}
              current={page.id === id && page.number === current}
              onTurnTo={() => goTo(at)}
            />
            <Group gap={4} justify="center" wrap="nowrap">
              <ActionIcon
                size={24}
                variant="default"
                tabIndex={-1}
                aria-label={t('arrange.turn', { page: at + 1 })}
                title={t('arrange.turn', { page: at + 1 })}
                onClick={() => change(turned(pages, at))}
              >
                ↻
              </ActionIcon>
              <ActionIcon
                size={24}
                variant={page.isLeftOut ? 'filled' : 'default'}
                tabIndex={-1}
                aria-pressed={page.isLeftOut}
                aria-label={t('arrange.leaveOut', { page: at + 1 })}
                title={t('arrange.leaveOut', { page: at + 1 })}
                onClick={() => change(leftOut(pages, at))}
              >
                ✕
              </ActionIcon>
            </Group>
          </div>
        ))}
      </div>
      <OtherDocument id={id} pages={pages} change={change} />
      <Text fz="xs" className="quiet">
        {t('arrange.how')}
      </Text>
    </section>
  );
}

/** Chooses the document whose pages go behind. */
function OtherDocument({ id, pages, change }: { id: string; pages: Arranged; change: (pages: Arranged) => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, SEARCH_REST_MS);
  const { data } = useQuery({
    queryKey: ['rows', 'to join', asked],
    queryFn: ({ signal }) => api.rows(asked === '' ? {} : { search: asked }, 0, signal),
  });
  const nameOf = ({ vendor, filename, invoiceNumber, createdAt }: DocumentRow): string =>
    [vendor, invoiceNumber, filename, formats.time(createdAt)].filter(Boolean).join(' · ');
  const rows = (data?.rows ?? []).filter((row) => row.id !== id && ['to_check', 'ready'].includes(row.state));
  return (
    <Select
      size="xs"
      mb={4}
      searchable
      aria-label={t('arrange.add')}
      placeholder={t('arrange.add')}
      nothingFoundMessage={t('arrange.noOther')}
      value={pages.find((page) => page.id !== id)?.id ?? null}
      data={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
      // The server has found them already, also by what the label does not say.
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={(chosen) => {
        const row = rows.find((one) => one.id === chosen);
        if (row) change(withBehind(pages, pagesOf(row.id, row.pages ?? 1)));
      }}
    />
  );
}
