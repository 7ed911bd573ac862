import { Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Company, WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';

/** An accounting firm works for several companies: dropped files belong to the one that is chosen. */
export function CompanyChoice({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { companies } = settings;
  const choose = useMutation({
    mutationFn: (company: Company) => api.saveCompany(company),
    onSuccess: (now) => queries.setQueryData(['settings'], now),
  });
  const label = ({ vat, name }: Company): string => (name ? `${name} (${vat})` : vat);
  const [first] = companies;
  if (companies.length === 1 && first) {
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
      value={first?.vat ?? null}
      data={companies.map((company) => ({ value: company.vat, label: label(company) }))}
      onChange={(vat) => {
        const company = companies.find((one) => one.vat === vat);
        if (company) choose.mutate(company);
      }}
    />
  );
}
