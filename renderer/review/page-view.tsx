import { ActionIcon, Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageText, PageWord, Place } from '../../server/contract/window-review.ts';
import { CUT_OUT_LARGER, CutOut } from './cut-out.tsx';
import { usePageArea } from './page-area.ts';
import { dpiFor, prefetchPage, usePagePicture } from './page-picture.ts';
import { PageSheet } from './page-sheet.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { type Turn, turnedSize } from './turned-page.ts';

/** 1 fills the width. */
const LEAST_ZOOM = 0.4;
const MOST_ZOOM = 6;
const STEP = 1.25;
/** A picture of another resolution is asked for once the wheel rests. */
const REST_MS = 150;
/** A page's size until its picture is there. */
const A4 = { width: 595, height: 842 };

interface PageViewProps {
  id: string;
  /** Which one it is, where two are shown. */
  name?: string | undefined;
  pages: number;
  hasFile: boolean;
  /** Print of each page; empty where it is not known. */
  texts: PageText[];
  selected: Place | null;
  candidate: Place | null;
  /** What to do with the page now, or what came of it. */
  hint: string | null;
  /** Null where no field is there to fill. */
  onWords: ((page: number, words: PageWord[]) => void) | null;
  /** In place of the thumbnails, where the file is being cut. */
  strip?: ((current: number, turnTo: (page: number) => void) => ReactNode) | null;
  /** Begins to cut the file; null where it is one page or may not be cut. */
  onCut?: (() => void) | null;
  /** Begins to turn pages for good, to leave some out and to add others; null where that may not be. */
  onArrange?: (() => void) | null;
  /** A page is there to be looked at, drawn at so many dots per inch. */
  onShown?: (dpi: number) => void;
}

/** The pages of the file: zoom, turn, thumbnails, and boxes around what is selected. */
export function PageView(props: PageViewProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, name, pages, hasFile, texts, selected, candidate, hint, onWords, onShown, strip, onCut, onArrange } =
    props;
  const [number, setNumber] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState<Turn>(0);
  const [size, setSize] = useState(A4);
  const named = (label: string): string => (name === undefined ? label : `${label}, ${name}`);
  const zoomBy = (factor: number): void =>
    setZoom((before) => Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, before * factor)));
  const turnTo = (page: number): void => setNumber(Math.min(pages, Math.max(1, page)));

  const [fitted, setFitted] = useState(0);
  const scale = (fitted / turnedSize(size, turn).width) * zoom;
  const area = usePageArea(scale, zoomBy);
  if (area.width > 0 && area.width !== fitted) setFitted(area.width);
  const [restingScale] = useDebouncedValue(scale, REST_MS, { leading: true });
  // The strip below shows print larger than the page does, from the same picture.
  const dpi = hasFile && fitted > 0 ? dpiFor((restingScale || scale) * CUT_OUT_LARGER) : null;
  const { shown, failed, again } = usePagePicture(id, number, dpi);
  if (shown && (shown.width !== size.width || shown.height !== size.height)) {
    setSize({ width: shown.width, height: shown.height });
  }

  // What is selected on another page turns to that page; once, so that whoever leafs on from there is not taken back
  // when what is around is drawn anew.
  const wanted = candidate ?? selected;
  const [turnedFor, setTurnedFor] = useState<Place | null>(null);
  if (!isSamePlace(wanted, turnedFor)) {
    setTurnedFor(wanted);
    if (wanted && wanted.page <= pages) setNumber(wanted.page);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each picture
  useEffect(() => {
    if (!shown || dpi === null) return;
    onShown?.(dpi);
    // People turn pages one by one.
    for (const next of [shown.number + 1, shown.number - 1]) {
      if (next >= 1 && next <= pages) prefetchPage(queries, id, next, dpi);
    }
  }, [shown]);

  if (!hasFile) {
    return (
      <section className="page-view" aria-label={named(t('page.label'))}>
        <Alert m="md">{t('page.erased')}</Alert>
      </section>
    );
  }
  const runs = texts[number - 1] ?? [];
  const marks = [
    ...(candidate ? [{ place: candidate, kind: 'candidate' as const }] : []),
    ...(selected ? [{ place: selected, kind: 'selected' as const }] : []),
  ];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does: Record<string, () => void> = {
      '+': () => zoomBy(STEP),
      '=': () => zoomBy(STEP),
      '-': () => zoomBy(1 / STEP),
      '0': () => setZoom(1),
      r: () => setTurn(quarterMore),
      PageDown: () => turnTo(number + 1),
      PageUp: () => turnTo(number - 1),
    };
    const act = does[event.key];
    if (!act || (pages === 1 && event.key.startsWith('Page'))) return;
    event.preventDefault();
    act();
  };
  return (
    <section className="page-view" aria-label={named(t('page.label'))}>
      <Group className="page-tools" justify="space-between" gap="xs">
        <Group gap={6} wrap="nowrap">
          {pages > 1 && (
            <>
              <Tool label={t('page.previous')} onClick={() => turnTo(number - 1)} disabled={number <= 1} sign="‹" />
              <Text fz="sm" className="nowrap">
                {t('page.of', { number, pages })}
              </Text>
              <Tool label={t('page.next')} onClick={() => turnTo(number + 1)} disabled={number >= pages} sign="›" />
            </>
          )}
        </Group>
        <Group gap={6} wrap="nowrap">
          {onArrange && <Tool label={t('arrange.open')} onClick={onArrange} sign={<Sheets />} />}
          {onCut && <Tool label={t('cuts.open')} onClick={onCut} sign="✂" />}
          <Tool label={t('page.turn')} onClick={() => setTurn(quarterMore)} sign="↻" />
          <Tool label={t('page.smaller')} onClick={() => zoomBy(1 / STEP)} disabled={zoom <= LEAST_ZOOM} sign="−" />
          <Text fz="sm" w={48} ta="center">
            {Math.round(zoom * 100)} %
          </Text>
          <Tool label={t('page.larger')} onClick={() => zoomBy(STEP)} disabled={zoom >= MOST_ZOOM} sign="+" />
          <Button size="compact-md" variant="default" disabled={zoom === 1} onClick={() => setZoom(1)}>
            {t('page.fit')}
          </Button>
        </Group>
      </Group>
      {strip?.(number, turnTo)}
      <div className="page-middle">
        {pages > 1 && !strip && <Thumbnails id={id} pages={pages} current={number} onTurnTo={turnTo} />}
        <section
          className="page-scroll"
          ref={area.ref}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
          tabIndex={0}
          aria-label={named(t('page.of', { number, pages }))}
          onKeyDown={onKeyDown}
        >
          {!shown && !failed && <Loader m="xl" role="progressbar" aria-label={t('loading')} />}
          {failed && (
            <Alert m="md" color="red" title={t('page.failed')}>
              <Button size="xs" variant="default" onClick={again}>
                {t('again')}
              </Button>
            </Alert>
          )}
          {shown && !failed && (
            <PageSheet
              number={number}
              pages={pages}
              picture={shown}
              scale={scale}
              turn={turn}
              runs={runs}
              marks={marks}
              onWords={onWords && runs.length > 0 && shown.number === number ? (words) => onWords(number, words) : null}
            />
          )}
        </section>
      </div>
      {wanted && turn === 0 && wanted.page <= pages && (
        <CutOut picture={shown} place={wanted} scale={scale} width={fitted} />
      )}
      {hint && (
        <Text role="status" fz="sm" className="page-hint">
          {hint}
        </Text>
      )}
    </section>
  );
}

function isSamePlace(one: Place | null, other: Place | null): boolean {
  return one?.page === other?.page && one?.box.join() === other?.box.join();
}

function quarterMore(turn: Turn): Turn {
  return ((turn + 90) % 360) as Turn;
}

function Sheets() {
  return (
    <svg viewBox="0 0 16 16" width={14} height={14} fill="none" stroke="currentColor" aria-hidden>
      <path d="M5.5 4V1.5h9v10H12M1.5 4.5h9v10h-9z" />
    </svg>
  );
}

function Tool(props: { label: string; sign: ReactNode; disabled?: boolean; onClick: () => void }) {
  const { label, sign, disabled = false, onClick } = props;
  return (
    <ActionIcon variant="default" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {sign}
    </ActionIcon>
  );
}
