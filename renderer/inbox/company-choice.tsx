import { Anchor, Select, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { unknownCompany } from '../../server/contract/unknown-company.ts';
import type { Company } from '../../server/contract/window.ts';
import { addressOf } from '../route.ts';
import { ask, useInboxView } from './inbox-view.ts';

const EVERY = 'every';

const label = ({ vat, name }: Company): string => (name ? `${name} (${vat})` : vat);

/** What a list can be narrowed down to: companies from A to Z; one that is asked for and is not among them is there too. */
export function companyOptions(
  t: TFunction,
  companies: readonly Company[],
  asked: string | undefined,
): { value: string; label: string }[] {
  const options = companies
    .map((company) => ({ value: company.vat, label: label(company) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'ro'));
  const all = [{ value: unknownCompany, label: t('company.unknown') }, ...options];
  const isThere = asked === undefined || all.some(({ value }) => value === asked);
  return isThere ? all : [...all, { value: asked, label: asked }];
}

/** An accounting firm works for several companies: the list is of the chosen one, and so is what is dropped meanwhile. */
export function CompanyChoice({ companies }: { companies: Company[] }) {
  const { t } = useTranslation();
  const { query } = useInboxView();
  const [first] = companies;
  if (!first) return <Anchor href={addressOf({ screen: 'settings', part: 'companies' })}>{t('company.first')}</Anchor>;
  if (companies.length === 1) {
    const said = t('inbox.for', { company: label(first) });
    return (
      <Text className="quiet truncate company-said" fz="sm" title={said}>
        {said}
      </Text>
    );
  }
  return (
    <Select
      aria-label={t('inbox.company')}
      className="company-choice"
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('inbox.nothingFound')}
      value={query.company ?? EVERY}
      data={[{ value: EVERY, label: t('inbox.everyCompany') }, ...companyOptions(t, companies, query.company)]}
      onChange={(chosen) => ask({ company: chosen === EVERY ? undefined : (chosen ?? undefined) })}
    />
  );
}
