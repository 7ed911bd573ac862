import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { totalsOf } from '../../server/checks/due.ts';
import type { DueInvoice, Payment } from '../../server/contract/window-due.ts';
import { useFormats } from '../i18n/format.ts';
import { shownText, typedValue } from '../review/typed-value.ts';
import { PaymentDay } from './payment-day.tsx';

interface PaymentFormProps {
  /** At least one. */
  rows: readonly DueInvoice[];
  saving: boolean;
  onSave: (payment: Payment) => void;
  /** Takes back what was noted last of it. */
  onUndo: () => void;
  onClose: () => void;
}

/** What was paid of an invoice and when: all that is left, today, unless something else is typed. Of several it is all. */
export function PaymentForm({ rows, saving, onSave, onUndo, onClose }: PaymentFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [row] = rows.length === 1 ? rows : [];
  const [amount, setAmount] = useState(() => shownText(row?.amountDue ?? null, 'amount', formats));
  const paid = typedValue(amount, 'amount', formats);
  const isWrong = paid === 'wrong' || paid.value === 0 || (paid.value === null && row?.amountDue != null);
  const save = (on: string): void => {
    if (isWrong) return;
    const isAll = paid.value === null || paid.value === row?.amountDue;
    onSave({ on, amount: isAll ? null : Number(paid.value) });
  };
  return (
    <PaymentDay
      title={
        row
          ? t('payment.title', { invoice: [row.vendor, row.invoiceNumber].filter(Boolean).join(', ') })
          : t('payment.several', { count: rows.length })
      }
      saving={saving}
      isWrong={isWrong}
      onSave={save}
      onClose={onClose}
    >
      {row ? (
        <TextInput
          data-autofocus
          label={[t('payment.amount'), row.currency && `(${row.currency})`].filter(Boolean).join(' ')}
          description={t('payment.amountHint')}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          error={isWrong && t('wrong.amount')}
          autoComplete="off"
        />
      ) : (
        <Text fz="sm">{t('payment.inFull', { amounts: sumsText(rows, formats) })}</Text>
      )}
      {row && row.payments.length > 0 && (
        <Group justify="space-between">
          <Text fz="sm" className="quiet">
            {row.payments.map((payment) => paymentText(t, formats, payment, row.currency)).join('; ')}
          </Text>
          <Button size="xs" variant="default" onClick={onUndo}>
            {t('payment.undo')}
          </Button>
        </Group>
      )}
    </PaymentDay>
  );
}

/** What is left to pay of several, in each currency. */
export function sumsText(rows: readonly DueInvoice[], formats: ReturnType<typeof useFormats>): string {
  return totalsOf(rows)
    .map(({ currency, amount }) => formats.money(amount, currency))
    .join(' + ');
}

/** A payment in words. */
export function paymentText(
  t: (key: string, values: Record<string, string>) => string,
  formats: ReturnType<typeof useFormats>,
  { on, amount }: Payment,
  currency: string | null,
): string {
  const day = formats.typedDate(on);
  return amount === null
    ? t('payment.all', { day })
    : t('payment.part', { day, amount: formats.money(amount, currency) });
}
