import { Button, Container, Group, SegmentedControl, Select, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mondayOf } from '../../server/checks/due.ts';
import type { Company } from '../../server/contract/window.ts';
import type { DueInvoice, DueList, DueQuery, DueSum } from '../../server/contract/window-due.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { saveFile } from '../export/save-file.ts';
import { useFormats } from '../i18n/format.ts';
import { companyOptions } from '../inbox/company-choice.tsx';
import { addressOf } from '../route.ts';
import { PaymentForm, paymentText } from './payment-form.tsx';
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
  const [paying, setPaying] = useState<DueInvoice | null>(null);
  const payments = usePayments(() => setPaying(null));
  const { last } = payments;
  const isPaidList = wanted.paid === 'yes';
  const area = useRef<HTMLDivElement>(null);
  useDueKeys(area, { undoLast: last && !last.undone ? () => payments.undo(last) : null });
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
        <SegmentedControl
          aria-label={t('due.of')}
          value={wanted.of ?? 'confirmed'}
          onChange={(of) => ask({ of: of as 'confirmed' | 'all' })}
          data={(['confirmed', 'all'] as const).map((value) => ({ value, label: t(`due.${value}`) }))}
        />
        <SegmentedControl
          aria-label={t('due.when')}
          value={wanted.when ?? 'always'}
          onChange={(when) => ask({ when: when === 'week' ? when : undefined })}
          data={(['always', 'week'] as const).map((value) => ({ value, label: t(`due.in.${value}`) }))}
        />
        <SegmentedControl
          aria-label={t('payment.which')}
          value={wanted.paid ?? 'no'}
          onChange={(paid) => ask({ paid: paid === 'yes' ? paid : undefined })}
          data={(['no', 'yes'] as const).map((value) => ({ value, label: t(`payment.is.${value}`) }))}
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
      <Group role="status" mb="xs" mih={26} className="not-printed">
        {!last && !payments.failed && (
          <Text className="quiet" fz="sm">
            {t('due.hint')}
          </Text>
        )}
        {payments.failed ? (
          <Text fz="sm" className="wrong">
            {t('payment.failed')}
          </Text>
        ) : (
          last && (
            <>
              <Text fz="sm">
                {t(last.undone ? 'payment.undone' : 'payment.noted', {
                  vendor: last.vendor ?? t('suppliers.nameless'),
                })}
              </Text>
              {!last.undone && (
                <Button size="compact-sm" variant="default" onClick={() => payments.undo(last)}>
                  {t('review.undo')}
                </Button>
              )}
            </>
          )
        )}
      </Group>
      {paying && (
        <PaymentForm
          row={paying}
          saving={payments.saving}
          onSave={(payment) => payments.pay(paying, payment)}
          onUndo={() => payments.undo(paying)}
          onClose={() => setPaying(null)}
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
              onPay={isPaidList ? payments.undo : setPaying}
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

interface Listed {
  /** Those that the invoices are for; null where they are all of one. */
  companies: Company[] | null;
  /** What is listed is paid, not to be paid. */
  isPaidList: boolean;
  /** Notes a payment; takes the last one back where what is listed is paid. */
  onPay: (row: DueInvoice) => void;
}

function DueTable({ due, ...listed }: Listed & { due: DueList }) {
  const { companies, isPaidList } = listed;
  const { t } = useTranslation();
  const { rows, total, sums } = due;
  const weeks = [...new Set(sums.map(({ week }) => week))];
  return (
    <>
      {rows.length < total && (
        <Text fz="sm" mb="xs">
          {t('due.more', { shown: rows.length, total })}
        </Text>
      )}
      <Table aria-label={t('nav.due')} className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('field.due_date')}</Table.Th>
            <Table.Th>{t('column.vendor')}</Table.Th>
            <Table.Th>{t('column.number')}</Table.Th>
            {companies && <Table.Th>{t('due.company')}</Table.Th>}
            <Table.Th>{t(isPaidList ? 'payment.column' : 'column.state')}</Table.Th>
            <Table.Th ta="right">{t(isPaidList ? 'payment.paidAmount' : 'due.amount')}</Table.Th>
            <Table.Th className="not-printed">
              <span className="for-readers">{t('actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        {weeks.map((week) => (
          <Table.Tbody key={week}>
            <WeekHead week={week} sums={sums.filter((sum) => sum.week === week)} columns={companies ? 7 : 6} />
            {rows
              .filter((row) => (row.isOverdue ? null : mondayOf(row.dueDate)) === week)
              .map((row) => (
                <DueLine key={row.id} row={row} {...listed} />
              ))}
          </Table.Tbody>
        ))}
      </Table>
    </>
  );
}

function WeekHead({ week, sums, columns }: { week: string | null; sums: DueSum[]; columns: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const count = sums.reduce((all, sum) => all + sum.count, 0);
  const name =
    week === null
      ? t('due.overdue')
      : t('due.week', { from: formats.shortDate(week), to: formats.shortDate(sundayAfter(week)) });
  return (
    <tr className="due-group">
      <th scope="rowgroup" colSpan={columns} className={week === null ? 'wrong' : undefined}>
        {name}
        <span className="sums">
          <span>{t('due.count', { count })}</span>
          {sums.map(({ currency, amount }) => (
            <span key={currency}>{formats.money(amount, currency)}</span>
          ))}
        </span>
      </th>
    </tr>
  );
}

function DueLine({ row, companies, isPaidList, onPay }: Listed & { row: DueInvoice }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, dueDate, isOverdue, vendor, filename, invoiceNumber, state, doubtful, amountDue, currency, payments } =
    row;
  const title = vendor ?? filename ?? id;
  const said = payments.map((payment) => paymentText(t, formats, payment, currency)).join('; ');
  return (
    <Table.Tr data-due>
      <Table.Td className={isOverdue ? 'wrong nowrap' : 'nowrap'}>{formats.typedDate(dueDate)}</Table.Td>
      <Table.Td>
        <a href={addressOf({ screen: 'review', id })}>{title}</a>
      </Table.Td>
      <Table.Td className="nowrap">{invoiceNumber}</Table.Td>
      {companies && (
        <Table.Td>{companies.find(({ vat }) => vat === row.buyerVat)?.name ?? row.buyerVat ?? '–'}</Table.Td>
      )}
      <Table.Td>{isPaidList ? said : <StateBadge state={state} doubtful={doubtful} />}</Table.Td>
      <Table.Td ta="right" className="nowrap">
        {amountDue === null ? '–' : formats.money(amountDue, currency)}
        {!isPaidList && said && <div className="quiet below-amount">{said}</div>}
      </Table.Td>
      <Table.Td ta="right" className="not-printed">
        <Button
          size="compact-sm"
          variant="default"
          aria-keyshortcuts="P"
          aria-label={`${t(isPaidList ? 'payment.undo' : 'payment.pay')}: ${title}`}
          onClick={() => onPay(row)}
        >
          {t(isPaidList ? 'payment.undo' : 'payment.pay')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function sundayAfter(monday: string): string {
  return new Date(Date.parse(monday) + 6 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
