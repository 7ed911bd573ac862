import { Anchor, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Company, unknownCompany } from '../../server/contract/window.ts';
import { addressOf } from '../route.ts';
import { ask, useInboxView } from './inbox-view.ts';

const EVERY = 'every';

/** An accounting firm works for several companies: the list is of the chosen one, and so is what is dropped meanwhile. */
export function CompanyChoice({ companies }: { companies: Company[] }) {
  const { t } = useTranslation();
  const { query } = useInboxView();
  const label = ({ vat, name }: Company): string => (name ? `${name} (${vat})` : vat);
  const [first] = companies;
  if (!first) return <Anchor href={addressOf({ screen: 'settings', part: 'companies' })}>{t('company.first')}</Anchor>;
  if (companies.length === 1) {
    return (
      <Text className="quiet" fz="sm">
        {t('inbox.for', { company: label(first) })}
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
      data={[
        { value: EVERY, label: t('inbox.everyCompany') },
        { value: unknownCompany, label: t('company.unknown') },
        ...companies
          .map((company) => ({ value: company.vat, label: label(company) }))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'ro')),
      ]}
      onChange={(chosen) => ask({ company: chosen === EVERY ? undefined : (chosen ?? undefined) })}
    />
  );
}
