import { Anchor, Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Company, WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { addressOf } from '../route.ts';

/** Stands for no company: each invoice itself says whose it is. */
const GUESSED = 'guessed';

/** An accounting firm works for several companies: dropped files belong to the one that is chosen. */
export function CompanyChoice({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { companies } = settings;
  const choose = useMutation({
    mutationFn: async (company: Company | null) => {
      if (company) await api.saveCompany(company);
      return api.setPreferences({ guessCompany: company === null });
    },
    onSuccess: (now) => queries.setQueryData(['settings'], now),
  });
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
      w={340}
      allowDeselect={false}
      value={settings.guessCompany ? GUESSED : first.vat}
      data={[
        { value: GUESSED, label: t('company.guessed') },
        ...companies.map((company) => ({ value: company.vat, label: label(company) })),
      ]}
      onChange={(chosen) => choose.mutate(companies.find(({ vat }) => vat === chosen) ?? null)}
    />
  );
}
