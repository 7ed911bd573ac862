import { Button, Switch, Table } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { CompanyForm } from '../components/company-form.tsx';
import { Section } from './section.tsx';

/** The companies that invoices are dropped for. */
export function Companies({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const onSuccess = (now: WindowSettings): void => void queries.setQueryData(['settings'], now);
  const remove = useMutation({ mutationFn: api.removeCompany, onSuccess });
  const guess = useMutation({ mutationFn: (on: boolean) => api.setPreferences({ guessCompany: on }), onSuccess });
  const { companies } = settings;
  return (
    <>
      <Section title={t('company.yours')} hint={t('company.yoursHint')}>
        <Table aria-label={t('company.yours')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('company.name')}</Table.Th>
              <Table.Th>{t('company.vat')}</Table.Th>
              <Table.Th>
                <span className="for-readers">{t('actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {companies.map(({ vat, name }) => (
              <Table.Tr key={vat}>
                <Table.Td>{name ?? '–'}</Table.Td>
                <Table.Td>{vat}</Table.Td>
                <Table.Td ta="right">
                  {companies.length > 1 && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${t('company.remove')}: ${name ?? vat}`}
                      onClick={() => remove.mutate(vat)}
                    >
                      {t('company.remove')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {companies.length > 1 && (
          <Switch
            mt="md"
            label={t('company.guess')}
            description={t('company.guessHint')}
            checked={settings.guessCompany}
            onChange={(event) => guess.mutate(event.currentTarget.checked)}
          />
        )}
      </Section>
      <Section title={t('company.add')}>
        <CompanyForm />
      </Section>
    </>
  );
}
