import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { Fragment, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moved, toggled } from './cuts.ts';
import type { Cutting } from './cutting.ts';
import { pagesText } from './pages-text.ts';
import { Thumbnail } from './thumbnails.tsx';

interface PageStripProps {
  id: string;
  cutting: Cutting;
  current: number;
  onTurnTo: (page: number) => void;
  onAccept: () => void;
  accepting: boolean;
}

/** The pages side by side, with a cut between two invoices: one is made, taken away or moved, and undone. */
export function PageStrip({ id, cutting, current, onTurnTo, onAccept, accepting }: PageStripProps) {
  const { t } = useTranslation();
  const { pages, cuts, change, undo, ranges } = cutting;
  const [at, setAt] = useState(cuts[0] ?? 2);
  const strip = useRef<HTMLDivElement>(null);

  const goTo = (page: number): void => {
    if (page < 2 || page > pages) return;
    setAt(page);
    const gap = strip.current?.querySelector<HTMLElement>(`[data-gap="${page}"]`);
    gap?.focus();
    gap?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  // Whoever asked for it without a proposal goes on here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useLayoutEffect(() => {
    if (!cutting.isProposed) goTo(2);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      // The review has steps of its own to undo.
      event.stopPropagation();
      event.preventDefault();
      undo?.();
      return;
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (event.ctrlKey || event.metaKey || step === null) return;
    event.preventDefault();
    if (event.shiftKey) {
      const next = moved(cuts, at, step, pages);
      if (next === cuts) return;
      change(next);
    }
    goTo(at + step);
  };
  return (
    <section className="page-strip" aria-label={t('cuts.label')}>
      <Group gap="xs" justify="space-between">
        <Text fz="sm" role="status">
          {cuts.length === 0
            ? t('cuts.none')
            : t('cuts.ranges', { count: ranges.length, ranges: ranges.map(pagesText).join(' · ') })}
        </Text>
        <Group gap={6} wrap="nowrap">
          <ActionIcon
            size={28}
            variant="default"
            aria-label={t('cuts.undo')}
            title={t('cuts.undo')}
            disabled={undo === null}
            onClick={() => undo?.()}
          >
            ↶
          </ActionIcon>
          <Button size="xs" disabled={cuts.length === 0} loading={accepting} onClick={onAccept}>
            {t('cuts.accept', { count: ranges.length })}
          </Button>
        </Group>
      </Group>
      <div className="page-strip-pages" ref={strip} onKeyDown={onKeyDown} role="toolbar" aria-label={t('page.all')}>
        {Array.from({ length: pages }, (_each, index) => index + 1).map((page) => (
          <Fragment key={page}>
            {page > 1 && (
              <button
                type="button"
                className="gap"
                data-gap={page}
                tabIndex={page === at ? 0 : -1}
                aria-pressed={cuts.includes(page)}
                aria-label={t('cuts.before', { page })}
                title={t('cuts.before', { page })}
                onFocus={() => setAt(page)}
                onClick={() => change(toggled(cuts, page))}
              >
                {cuts.includes(page) && <span>✂</span>}
              </button>
            )}
            <Thumbnail id={id} number={page} current={page === current} onTurnTo={onTurnTo} />
          </Fragment>
        ))}
      </div>
      <Text fz="xs" className="quiet">
        {t('cuts.how')}
      </Text>
    </section>
  );
}
