import { Button, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mondayOf } from '../../server/checks/due.ts';
import type { Company } from '../../server/contract/window.ts';
import type { DueInvoice, DueList, DueSum } from '../../server/contract/window-due.ts';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';
import { paymentText } from './payment-form.tsx';

interface Listed {
  /** Those that the invoices are for; null where they are all of one. */
  companies: Company[] | null;
  /** What is listed is paid, not to be paid. */
  isPaidList: boolean;
  /** Ids of the rows that are ticked. */
  chosen: ReadonlySet<string>;
  onChoose: (ids: string[], ticked: boolean) => void;
  /** Notes a payment; takes the last one back where what is listed is paid. */
  onPay: (row: DueInvoice) => void;
}

/** What is to be paid, or what is paid, week by week, with the sums of each week. */
export function DueTable({ due, ...listed }: Listed & { due: DueList }) {
  const { companies, isPaidList, chosen, onChoose } = listed;
  const { t } = useTranslation();
  const { rows, total, sums } = due;
  const weeks = [...new Set(sums.map(({ week }) => week))];
  const ticked = rows.filter(({ id }) => chosen.has(id)).length;
  return (
    <>
      {rows.length < total && (
        <Text fz="sm" mb="xs">
          {t('due.more', { shown: rows.length, total })}
        </Text>
      )}
      <Table aria-label={t('nav.due')} className="figures due-rows">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="due-tick not-printed">
              <input
                type="checkbox"
                aria-label={t('due.tickAll', { count: rows.length })}
                checked={ticked === rows.length}
                ref={(box) => {
                  if (box) box.indeterminate = ticked > 0 && ticked < rows.length;
                }}
                onChange={({ target }) =>
                  onChoose(
                    rows.map(({ id }) => id),
                    target.checked,
                  )
                }
              />
            </Table.Th>
            <Table.Th>{t('field.due_date')}</Table.Th>
            <Table.Th>{t('column.vendor')}</Table.Th>
            <Table.Th>{t('column.number')}</Table.Th>
            {companies && <Table.Th className="due-company">{t('due.company')}</Table.Th>}
            <Table.Th>{t(isPaidList ? 'payment.column' : 'column.state')}</Table.Th>
            <Table.Th ta="right">{t(isPaidList ? 'payment.paidAmount' : 'due.amount')}</Table.Th>
            <Table.Th className="not-printed">
              <span className="for-readers">{t('actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        {weeks.map((week) => (
          <Table.Tbody key={week}>
            <WeekHead week={week} sums={sums.filter((sum) => sum.week === week)} columns={companies ? 8 : 7} />
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

function DueLine({ row, companies, isPaidList, chosen, onChoose, onPay }: Listed & { row: DueInvoice }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, dueDate, isOverdue, vendor, filename, invoiceNumber, state, doubtful, amountDue, currency, payments } =
    row;
  const title = vendor ?? filename ?? id;
  const company = companies?.find(({ vat }) => vat === row.buyerVat)?.name ?? row.buyerVat ?? '–';
  const said = payments.map((payment) => paymentText(t, formats, payment, currency)).join('; ');
  return (
    <Table.Tr data-due={id} className={chosen.has(id) ? 'chosen' : undefined}>
      <Table.Td className="due-tick not-printed">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`${t('inbox.tick')}: ${[title, invoiceNumber].filter(Boolean).join(', ')}`}
          checked={chosen.has(id)}
          onChange={({ target }) => onChoose([id], target.checked)}
        />
      </Table.Td>
      <Table.Td className={isOverdue ? 'wrong amount' : 'amount'}>{formats.typedDate(dueDate)}</Table.Td>
      <Table.Td className="due-name">
        <a href={addressOf({ screen: 'review', id })} title={title}>
          {title}
        </a>
        {companies && <div className="quiet due-company-below">{company}</div>}
      </Table.Td>
      <Table.Td className="nowrap">{invoiceNumber}</Table.Td>
      {companies && (
        <Table.Td className="due-name due-company" title={company}>
          {company}
        </Table.Td>
      )}
      <Table.Td>{isPaidList ? said : <StateBadge state={state} doubtful={doubtful} />}</Table.Td>
      <Table.Td ta="right">
        <span className="amount">{amountDue === null ? '–' : formats.money(amountDue, currency)}</span>
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
