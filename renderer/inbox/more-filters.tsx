import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Origin, origins } from '../../server/contract/window.ts';
import { useFormats } from '../i18n/format.ts';
import { typedValue } from '../review/typed-value.ts';
import { choicesQuery } from './choices-query.ts';
import { ask, narrowing, useInboxView } from './inbox-view.ts';

/** A list of so many is read; of more a few letters are typed. */
const MOST_OFFERED = 60;
/** Narrows the list down to a supplier, a month, amounts, or where a document came in. */
export function MoreFilters() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { query } = useInboxView();
  const { data } = useQuery(choicesQuery(query.company));
  const suppliers = data?.suppliers ?? [];
  const months = data?.months ?? [];
  return (
    <fieldset className="filters" aria-label={t('inbox.filters')}>
      <Select
        aria-label={t('inbox.supplier')}
        placeholder={t('inbox.everySupplier')}
        w={220}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('inbox.everySupplier') }}
        limit={MOST_OFFERED}
        nothingFoundMessage={t('inbox.nothingFound')}
        value={query.supplier ?? null}
        onChange={(supplier) => ask({ supplier: supplier ?? undefined })}
        data={named(
          suppliers.map(({ supplier, name }) => ({ value: supplier, label: name })),
          query.supplier,
        )}
      />
      <Select
        aria-label={t('inbox.month')}
        placeholder={t('inbox.everyMonth')}
        w={160}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('inbox.everyMonth') }}
        nothingFoundMessage={t('inbox.nothingFound')}
        value={query.month ?? null}
        onChange={(month) => ask({ month: month ?? undefined })}
        data={named(
          months.map((month) => ({ value: month, label: formats.month(month) })),
          query.month,
        )}
      />
      <Amount name="totalFrom" />
      <Amount name="totalTo" />
      <Select
        aria-label={t('inbox.source')}
        w={180}
        allowDeselect={false}
        value={query.origin ?? 'all'}
        onChange={(origin) => ask({ origin: origin === 'all' ? undefined : (origin as Origin) })}
        data={(['all', ...origins] as const).map((origin) => ({
          value: origin,
          label: t(`origin.${origin}`),
        }))}
      />
      <Select
        aria-label={t('inbox.added')}
        w={160}
        allowDeselect={false}
        value={query.added ?? 'always'}
        onChange={(added) => ask({ added: added === 'today' ? added : undefined })}
        data={(['always', 'today'] as const).map((value) => ({ value, label: t(`added.${value}`) }))}
      />
      <Select
        aria-label={t('payment.which')}
        w={150}
        allowDeselect={false}
        value={query.paid ?? 'any'}
        onChange={(paid) => ask({ paid: paid === 'any' ? undefined : (paid as 'yes' | 'no') })}
        data={(['any', 'yes', 'no'] as const).map((value) => ({ value, label: t(`paid.${value}`) }))}
      />
      <Button
        variant="subtle"
        disabled={narrowing.every((name) => query[name] === undefined)}
        onClick={() => ask(Object.fromEntries(narrowing.map((name) => [name, undefined])))}
      >
        {t('inbox.clearFilters')}
      </Button>
    </fieldset>
  );
}

/** What is asked for stays to be seen where no document has it any more. */
function named(
  data: { value: string; label: string }[],
  asked: string | undefined,
): { value: string; label: string }[] {
  const isThere = asked === undefined || data.some(({ value }) => value === asked);
  return isThere ? data : [{ value: asked, label: asked }, ...data];
}

/** The least or the most that an invoice may come to; asked for once it is typed. */
function Amount({ name }: { name: 'totalFrom' | 'totalTo' }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { query } = useInboxView();
  const asked = query[name];
  const shown = asked === undefined ? '' : formats.number(Number(asked));
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const value = typedValue(typed, 'amount', formats);
  const send = (): void => {
    if (value !== 'wrong') ask({ [name]: value.value === null ? undefined : String(value.value) });
  };
  return (
    <TextInput
      aria-label={t(`inbox.${name}`)}
      placeholder={t(`inbox.${name}`)}
      w={120}
      maxLength={20}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      error={value === 'wrong'}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => event.key === 'Enter' && send()}
    />
  );
}
