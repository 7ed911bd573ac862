import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.ts';
import type { Turn } from './turned-page.ts';

const DPI = 36;

interface ThumbnailsProps {
  id: string;
  pages: number;
  current: number;
  onTurnTo: (number: number) => void;
}

/** All pages at a glance; those out of sight are not fetched. */
export function Thumbnails({ id, pages, current, onTurnTo }: ThumbnailsProps) {
  const { t } = useTranslation();
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the page that is shown
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav className="thumbnails" aria-label={t('page.all')} ref={strip}>
      {Array.from({ length: pages }, (_each, index) => index + 1).map((number) => (
        <Thumbnail key={number} id={id} number={number} current={number === current} onTurnTo={onTurnTo} />
      ))}
    </nav>
  );
}

interface ThumbnailProps {
  id: string;
  number: number;
  /** Where it stands, where that is not its number. */
  at?: number;
  turn?: Turn;
  current: boolean;
  onTurnTo: (number: number) => void;
}

/** One page, small; fetched as it comes into sight. */
export function Thumbnail({ id, number, at = number, turn = 0, current, onTurnTo }: ThumbnailProps) {
  const { t } = useTranslation();
  const { ref, inViewport } = useInViewport<HTMLButtonElement>();
  const { data } = useQuery({
    queryKey: ['page', id, number, DPI],
    queryFn: ({ signal }) => oneAfterTheOther(() => api.page(id, number, DPI, signal), signal),
    enabled: inViewport,
    retry: 1,
  });
  const url = useMemo(() => (data ? URL.createObjectURL(data.blob) : null), [data]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return (
    <button
      ref={ref}
      type="button"
      className="thumbnail"
      aria-label={t('page.go', { number: at })}
      aria-current={current ? 'page' : undefined}
      onClick={() => onTurnTo(number)}
    >
      {/* A picture beside its name says nothing more. */}
      {url ? <img src={url} alt="" data-turn={turn || undefined} /> : <span className="thumbnail-empty" />}
      <span>{at}</span>
    </button>
  );
}

let last: Promise<unknown> = Promise.resolve();

/** The page that a person turns to must not wait behind a row of thumbnails. */
function oneAfterTheOther<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const result = last.then(() => {
    signal.throwIfAborted();
    return work();
  });
  last = result.catch(() => undefined);
  return result;
}
