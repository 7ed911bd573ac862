import { Button, Container, Group, Select, Text, Title } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '../../server/contract/window.ts';
import type { DueInvoice, DueQuery } from '../../server/contract/window-due.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { OneOf } from '../components/one-of.tsx';
import { saveFile } from '../export/save-file.ts';
import { companyOptions } from '../inbox/company-choice.tsx';
import { addressOf } from '../route.ts';
import { ChosenInvoices, NotedPayments } from './chosen-invoices.tsx';
import { DueTable } from './due-table.tsx';
import { PaymentForm } from './payment-form.tsx';
import { useDueKeys, usePayments } from './payments.ts';

/** What is to be paid, by day, with its sums by week: to be looked at, printed, or taken into a calendar. */
export function Due({ companies, query: wanted }: { companies: Company[]; query: DueQuery }) {
  const { t, i18n } = useTranslation();
  const ask = (change: DueQuery): void =>
    location.replace(addressOf({ screen: 'due', query: { ...wanted, ...change } }));
  const list = useQuery({
    queryKey: ['due', wanted],
    queryFn: () => api.due(wanted),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () => api.dueCalendar({ ...wanted, language: i18n.language }),
    onSuccess: (file) => saveFile(file, 'due-dates.ics'),
  });
  const [paying, setPaying] = useState<DueInvoice[]>([]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const choose = (ids: string[], isTicked: boolean): void =>
    setTicked((before) => {
      const next = new Set(before);
      for (const id of ids) isTicked ? next.add(id) : next.delete(id);
      return next;
    });
  const payments = usePayments((done) => {
    setPaying([]);
    choose(done, false);
  });
  const { last } = payments;
  const isPaidList = wanted.paid === 'yes';
  // What is out of sight by now is not paid with the rest.
  const chosen = list.data?.rows.filter(({ id }) => ticked.has(id)) ?? [];
  const pay = (rows: DueInvoice[]): void => (isPaidList ? payments.undo(rows) : setPaying(rows));
  const area = useRef<HTMLDivElement>(null);
  useDueKeys(area, {
    undoLast: last && !last.undone ? () => payments.undo(last.rows) : null,
    payChosen: chosen.length > 0 ? () => pay(chosen) : null,
    tick: (id) => choose([id], !ticked.has(id)),
    tickAll: () => choose(list.data?.rows.map(({ id }) => id) ?? [], true),
  });
  return (
    <Container size="xl" py="lg" ref={area}>
      <Group justify="space-between" mb="xs">
        <Title order={1} size="h3">
          {t('nav.due')}
        </Title>
        <Group gap="sm" className="not-printed">
          {save.isError && (
            <Text role="alert" className="wrong">
              {t('due.failed')}
            </Text>
          )}
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            {t('due.calendar')}
          </Button>
          <Button variant="default" onClick={() => print()}>
            {t('print.print')}
          </Button>
        </Group>
      </Group>
      <Group mb="sm" className="not-printed">
        <OneOf
          label={t('due.of')}
          value={wanted.of ?? 'confirmed'}
          onChange={(of) => ask({ of })}
          options={(['confirmed', 'all'] as const).map((value) => ({ value, label: t(`due.${value}`) }))}
        />
        <OneOf
          label={t('due.when')}
          value={wanted.when ?? 'always'}
          onChange={(when) => ask({ when: when === 'week' ? when : undefined })}
          options={(['always', 'week'] as const).map((value) => ({ value, label: t(`due.in.${value}`) }))}
        />
        <OneOf
          label={t('payment.which')}
          value={wanted.paid ?? 'no'}
          onChange={(paid) => ask({ paid: paid === 'yes' ? paid : undefined })}
          options={(['no', 'yes'] as const).map((value) => ({ value, label: t(`payment.is.${value}`) }))}
        />
        {companies.length > 1 && (
          <Select
            aria-label={t('due.company')}
            placeholder={t('inbox.everyCompany')}
            className="company-choice"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('inbox.everyCompany') }}
            nothingFoundMessage={t('inbox.nothingFound')}
            value={wanted.company ?? null}
            onChange={(company) => ask({ company: company ?? undefined })}
            data={companyOptions(t, companies, wanted.company)}
          />
        )}
      </Group>
      <Group mb="xs" mih={26} className="not-printed">
        {chosen.length > 0 && (
          <ChosenInvoices
            rows={chosen}
            isPaidList={isPaidList}
            onPay={() => pay(chosen)}
            onNone={() => setTicked(new Set())}
          />
        )}
        <NotedPayments payments={payments} hasHint={chosen.length === 0} />
      </Group>
      {paying.length > 0 && (
        <PaymentForm
          rows={paying}
          saving={payments.saving}
          onSave={(payment) => payments.pay(paying, payment)}
          onUndo={() => payments.undo(paying)}
          onClose={() => setPaying([])}
        />
      )}
      <Answer query={list}>
        {(due) =>
          due.total === 0 ? (
            <div className="empty">{t(nothingOf(wanted))}</div>
          ) : (
            <DueTable
              due={due}
              companies={wanted.company === undefined && companies.length > 1 ? companies : null}
              isPaidList={isPaidList}
              chosen={ticked}
              onChoose={choose}
              onPay={(row) => pay([row])}
            />
          )
        }
      </Answer>
    </Container>
  );
}

function nothingOf({ paid, when, of }: DueQuery): string {
  if (paid === 'yes') return 'payment.none';
  return when === 'week' ? 'due.noneThen' : of === 'all' ? 'due.none' : 'due.noneConfirmed';
}
