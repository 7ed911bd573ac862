import { Button, CloseButton, Container, Group, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../server/checks/fold.ts';
import type { Supplier, WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { addressOf } from '../route.ts';
import { SupplierRows } from './supplier-rows.tsx';

/** So many are shown at first and with each further press: they fill a tall screen. */
const SHOWN_AT_ONCE = 50;

/** Whom confirmed invoices made known, what is known of them, and ways to have it forgotten. */
export function Suppliers({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const suppliers = useQuery({ queryKey: ['suppliers'], queryFn: api.suppliers });
  return (
    <Container size="xl" py="lg">
      <Title order={1} size="h3" mb={4}>
        {t('nav.suppliers')}
      </Title>
      <Text className="quiet" fz="sm" mb="md">
        {settings.supplierMonths === 0 ? t('suppliers.off') : t('suppliers.hint', { count: settings.supplierMonths })}{' '}
        <a href={addressOf({ screen: 'settings', part: 'keeping' })}>{t('suppliers.toSettings')}</a>
      </Text>
      <Answer query={suppliers}>{(list) => <Shown list={list} settings={settings} />}</Answer>
    </Container>
  );
}

function Shown({ list, settings }: { list: Supplier[]; settings: WindowSettings }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  if (list.length === 0) return <div className="empty">{t('suppliers.empty')}</div>;
  const found = list.filter((supplier) => fits(supplier, search));
  return (
    <>
      <Group mb="sm">
        <TextInput
          ref={field}
          type="search"
          w={320}
          maxLength={200}
          aria-label={t('inbox.search')}
          placeholder={t('suppliers.searchHint')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          autoComplete="off"
          rightSection={
            search !== '' && <CloseButton size="sm" aria-label={t('inbox.clearSearch')} onClick={() => setSearch('')} />
          }
        />
        <Text fz="sm" role="status">
          {t('suppliers.found', { count: found.length })}
        </Text>
      </Group>
      {found.length > 0 && (
        <Table aria-label={t('nav.suppliers')} className="figures" verticalSpacing="xs" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('suppliers.supplier')}</Table.Th>
              <Table.Th className="accounts-column">{t('suppliers.accounts')}</Table.Th>
              <Table.Th w={120}>{t('suppliers.invoices')}</Table.Th>
              <Table.Th w={128}>{t('suppliers.last')}</Table.Th>
              <Table.Th w={96}>
                <span className="for-readers">{t('actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.slice(0, shown).map((supplier) => (
              <SupplierRows
                key={supplier.id}
                supplier={supplier}
                companies={settings.companies}
                onForgotten={() => field.current?.focus()}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {found.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('suppliers.more')}
        </Button>
      )}
    </>
  );
}

/** Every word stands in its name or in its VAT number, however they are written. */
function fits({ name, vat }: Supplier, search: string): boolean {
  const texts = [name, vat].map((text) => fold(text ?? ''));
  const words = search.split(' ').map(fold);
  return words.every((word) => texts.some((text) => text.includes(word)));
}
