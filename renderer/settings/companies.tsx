import { Button, Checkbox, CloseButton, Group, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../server/checks/fold.ts';
import type { Company, CompanyWork, InboxQuery, WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Asked } from '../components/asked.tsx';
import { CompanyForm } from '../components/company-form.tsx';
import { CountCell } from '../components/count-cell.tsx';
import { addressOf } from '../route.ts';
import { useChosenAtOnce } from './chosen-at-once.ts';
import { CompanyAccounts } from './company-accounts.tsx';
import { CompanyImport } from './company-import.tsx';
import { Section } from './section.tsx';

/** So many are shown at first and with each further press: they fill a tall screen. */
const SHOWN_AT_ONCE = 50;

/** The companies that invoices come in for, from A to Z, with what is left to do for each. */
export function Companies({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const { data: office } = useQuery({ queryKey: ['companies'], queryFn: api.companies });
  const { companies } = settings;
  const found = companies
    .filter((company) => fits(company, search))
    .toSorted((a, b) => (a.name ?? a.vat).localeCompare(b.name ?? b.vat, 'ro'));
  return (
    <>
      <Section title={t('company.yours')} hint={t('company.yoursHint')}>
        <Group mb="sm">
          <TextInput
            type="search"
            w={280}
            maxLength={200}
            aria-label={t('inbox.search')}
            placeholder={t('company.searchHint')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            autoComplete="off"
            rightSection={
              search !== '' && (
                <CloseButton size="sm" aria-label={t('inbox.clearSearch')} onClick={() => setSearch('')} />
              )
            }
          />
          <Text fz="sm" role="status">
            {t('company.found', { count: found.length })}
          </Text>
        </Group>
        <Table aria-label={t('company.yours')} className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('company.name')}</Table.Th>
              <Table.Th>{t('company.vat')}</Table.Th>
              <Table.Th ta="right">{t('company.toCheck')}</Table.Th>
              <Table.Th ta="right">{t('company.toExport')}</Table.Th>
              <Table.Th>{t('company.exports')}</Table.Th>
              <Table.Th>
                <span className="for-readers">{t('actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.slice(0, shown).map((company) => (
              <CompanyLine
                key={company.vat}
                company={company}
                work={office?.companies.find(({ vat }) => vat === company.vat)}
                program={office?.program ?? undefined}
                isCounted={office !== undefined}
                linePerRate={settings.linePerRate}
                mayGo={companies.length > 1}
              />
            ))}
          </Table.Tbody>
        </Table>
        {found.length > shown && (
          <Button variant="default" mt="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            {t('company.more')}
          </Button>
        )}
      </Section>
      <Section title={t('company.add')}>
        <CompanyForm />
      </Section>
      <Section title={t('companyImport.title')} hint={t('companyImport.hint')}>
        <CompanyImport />
      </Section>
    </>
  );
}

function CompanyLine({
  company: { vat, name },
  work,
  program,
  isCounted,
  linePerRate,
  mayGo,
}: {
  company: Company;
  /** Undefined where it has no documents, or nothing is counted yet. */
  work: CompanyWork | undefined;
  /** The program of accounts that is exported to. */
  program: string | undefined;
  isCounted: boolean;
  linePerRate: string[];
  mayGo: boolean;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const onSuccess = (now: WindowSettings): void => void queries.setQueryData(['settings'], now);
  const remove = useMutation({ mutationFn: () => api.removeCompany(vat), onSuccess });
  const choose = useMutation({
    mutationFn: (isChosen: boolean) =>
      api.setPreferences({ linePerRate: [...linePerRate.filter((one) => one !== vat), ...(isChosen ? [vat] : [])] }),
    onSuccess,
  });
  const [isPerRate, choosePerRate] = useChosenAtOnce(linePerRate.includes(vat), choose);
  const [accounts, setAccounts] = useState(false);
  const count = (known: number | undefined): number | undefined => known ?? (isCounted ? 0 : undefined);
  const list = (query: InboxQuery): string => addressOf({ screen: 'inbox' }, { company: vat, ...query });
  return (
    <Table.Tr>
      <Table.Td>
        <a href={list({})}>{name ?? vat}</a>
      </Table.Td>
      <Table.Td>{vat}</Table.Td>
      <CountCell
        count={count(work?.toCheck)}
        to={list({ state: 'to_check' })}
        label={`${t('company.toCheck')}: ${name ?? vat}`}
      />
      <CountCell
        count={count(work?.toExport)}
        to={list({ toExport: program })}
        label={`${t('company.toExport')}: ${name ?? vat}`}
      />
      <Table.Td>
        <Checkbox
          aria-label={`${t('company.exports')}: ${name ?? vat}`}
          checked={isPerRate}
          onChange={({ currentTarget }) => choosePerRate(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td ta="right" className="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${t('accounts.open')}: ${name ?? vat}`}
          onClick={() => setAccounts(true)}
        >
          {t('accounts.open')}
        </Button>
        {accounts && <CompanyAccounts company={{ vat, name }} onClose={() => setAccounts(false)} />}
        {mayGo && (
          <Asked
            size="compact-sm"
            label={t('company.remove')}
            name={`${t('company.remove')}: ${name ?? vat}`}
            sure={t('company.removeSure')}
            act={() => remove.mutate()}
            danger
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Every word stands in its name or in its VAT number, however they are written. */
function fits({ vat, name }: Company, search: string): boolean {
  const texts = [name ?? '', vat].map(fold);
  return search
    .split(' ')
    .map(fold)
    .every((word) => texts.some((text) => text.includes(word)));
}
