import { CloseButton, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Company,
  type Origin,
  unknownCompany,
  type WindowCounts,
  type WindowState,
} from '../../server/contract/window.ts';
import { useFormats } from '../i18n/format.ts';
import { ExportMenu } from './export-menu.tsx';
import { ask, useInboxView } from './inbox-view.ts';

const states: (WindowState | 'all')[] = ['all', 'to_check', 'ready', 'confirmed', 'reading', 'failed'];
/** A search is sent when the typing pauses. */
const TYPING_PAUSE_MS = 150;

interface Props {
  companies: Company[];
  counts: WindowCounts | undefined;
  total: number;
}

/** What narrows the list down (words, a state, a company, and where a document came in), and what is done with it. */
export function Filters({ companies, counts, total }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { query } = useInboxView();
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const label = (state: WindowState | 'all'): string => {
    const count = state === 'all' ? all : counts?.[state];
    return count === undefined ? t(`filter.${state}`) : `${t(`filter.${state}`)} ${formats.number(count)}`;
  };
  return (
    <div className="filters">
      <Search />
      <SegmentedControl
        value={query.state ?? 'all'}
        onChange={(state) => ask({ state: state === 'all' ? undefined : (state as WindowState) })}
        aria-label={t('inbox.filter')}
        data={states.map((state) => ({ value: state, label: label(state) }))}
      />
      {companies.length > 1 && (
        <Select
          aria-label={t('inbox.ofCompany')}
          placeholder={t('inbox.everyCompany')}
          w={230}
          clearable
          clearButtonProps={{ 'aria-label': t('inbox.everyCompany') }}
          value={query.company ?? null}
          onChange={(vat) => ask({ company: vat ?? undefined })}
          data={[
            { value: unknownCompany, label: t('company.unknown') },
            ...companies.map(({ vat, name }) => ({ value: vat, label: name ?? vat })),
          ]}
        />
      )}
      <Select
        aria-label={t('inbox.source')}
        w={172}
        allowDeselect={false}
        value={query.origin ?? 'all'}
        onChange={(origin) => ask({ origin: origin === 'all' ? undefined : (origin as Origin) })}
        data={(['all', 'window', 'api'] as const).map((origin) => ({ value: origin, label: t(`origin.${origin}`) }))}
      />
      <ExportMenu disabled={total === 0} />
    </div>
  );
}

function Search() {
  const { t } = useTranslation();
  const { query } = useInboxView();
  const asked = query.search ?? '';
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(asked), [asked]);
  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => ask({ search: typed }), TYPING_PAUSE_MS);
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
      autoComplete="off"
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={t('inbox.clearSearch')} onClick={() => setTyped('')} />
      }
    />
  );
}
