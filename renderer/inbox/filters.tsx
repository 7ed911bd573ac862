import { Button, CloseButton, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowCounts, WindowState } from '../../server/contract/window.ts';
import { OneOf } from '../components/one-of.tsx';
import { useToExport } from '../export/to-export.ts';
import { useFormats } from '../i18n/format.ts';
import { choicesQuery } from './choices-query.ts';
import { ask, narrowing, useInboxView } from './inbox-view.ts';
import { SavedViews } from './saved-views.tsx';

const MoreFilters = lazy(async () => ({ default: (await import('./more-filters.tsx')).MoreFilters }));

const states: (WindowState | 'all')[] = ['all', 'to_check', 'ready', 'confirmed', 'reading', 'failed'];
const TO_EXPORT = 'to_export' as const;
/** A search is sent when the typing pauses. */
const TYPING_PAUSE_MS = 150;

/** What narrows the list down, and lists that have a name. */
export function Filters({ counts }: { counts: WindowCounts | undefined }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { query } = useInboxView();
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { program, waiting } = useToExport();
  const counted = (name: string, count: number | undefined): string =>
    count === undefined ? t(`filter.${name}`) : `${t(`filter.${name}`)} ${formats.number(count)}`;
  const label = (state: WindowState | 'all'): string => counted(state, state === 'all' ? all : counts?.[state]);
  const asked = narrowing.filter((name) => query[name] !== undefined).length;
  const [unfolded, setUnfolded] = useState(asked > 0);
  // A view or a link may bring filters, which are to be seen then.
  useEffect(() => {
    if (asked > 0) setUnfolded(true);
  }, [asked]);
  return (
    <>
      <div className="filters">
        <Search isListed={counts !== undefined} />
        <Button variant="default" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {asked > 0 ? t('inbox.filtersOn', { count: asked }) : t('inbox.filters')}
        </Button>
        <SavedViews />
        <OneOf<WindowState | 'all' | typeof TO_EXPORT>
          label={t('inbox.filter')}
          value={query.toExport === undefined ? (query.state ?? 'all') : TO_EXPORT}
          onChange={(chosen) =>
            ask({
              state: chosen === 'all' || chosen === TO_EXPORT ? undefined : chosen,
              toExport: chosen === TO_EXPORT ? program : undefined,
            })
          }
          options={[
            ...states.map((state) => ({ value: state, label: label(state) })),
            ...(program === undefined ? [] : [{ value: TO_EXPORT, label: counted('to_export', waiting) }]),
          ]}
        />
      </div>
      <Suspense>{unfolded && <MoreFilters />}</Suspense>
    </>
  );
}

/** @param props.isListed what the list shows is there: what it can be searched for may be asked for beside it */
function Search({ isListed }: { isListed: boolean }) {
  const { t } = useTranslation();
  const { query } = useInboxView();
  const asked = query.search ?? '';
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  // The address follows a moment after what was sent, and what is typed meanwhile stays.
  const sent = useRef(asked);
  useEffect(() => {
    if (sent.current === asked) return;
    sent.current = asked;
    setTyped(asked);
  }, [asked]);
  // The server opens what it searches, which is done by the time that the first word is typed.
  const prepare = (): void => void queries.prefetchQuery(choicesQuery(query.company));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is there
  useEffect(() => {
    if (isListed) prepare();
  }, [isListed]);
  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      ask({ search: typed });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, asked]);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const inField = (event.target as HTMLElement).closest('input, textarea, select, [role="dialog"]');
      if (event.key !== '/' || inField) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <TextInput
      ref={field}
      className="search"
      type="search"
      maxLength={200}
      aria-label={t('inbox.search')}
      aria-keyshortcuts="/"
      placeholder={t('inbox.searchHint')}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={prepare}
      autoComplete="off"
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={t('inbox.clearSearch')} onClick={() => setTyped('')} />
      }
    />
  );
}
