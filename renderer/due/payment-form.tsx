import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DueInvoice, Payment } from '../../server/contract/window-due.ts';
import { useFormats } from '../i18n/format.ts';
import { localToday } from '../review/today.ts';
import { shownText, typedValue } from '../review/typed-value.ts';

interface PaymentFormProps {
  row: DueInvoice;
  saving: boolean;
  onSave: (payment: Payment) => void;
  /** Takes back what was noted last of it. */
  onUndo: () => void;
  onClose: () => void;
}

/** What was paid of an invoice and when: all that is left, today, unless something else is typed. */
export function PaymentForm({ row, saving, onSave, onUndo, onClose }: PaymentFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [day, setDay] = useState(() => formats.typedDate(localToday()));
  const [amount, setAmount] = useState(() => shownText(row.amountDue, 'amount', formats));
  const on = typedValue(day, 'date', formats);
  const paid = typedValue(amount, 'amount', formats);
  const dayIsWrong = on === 'wrong' || on.value === null;
  const amountIsWrong = paid === 'wrong' || paid.value === 0 || (paid.value === null && row.amountDue !== null);
  const save = (): void => {
    if (dayIsWrong || amountIsWrong) return;
    const isAll = paid.value === null || paid.value === row.amountDue;
    onSave({ on: String(on.value), amount: isAll ? null : Number(paid.value) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('payment.title', { invoice: [row.vendor, row.invoiceNumber].filter(Boolean).join(', ') })}
      closeButtonProps={{ 'aria-label': t('uploads.close') }}
      transitionProps={{ duration: 0 }}
      // The lock would put a style element into the page, which the page's policy forbids.
      lockScroll={false}
      // Its head is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={[t('payment.amount'), row.currency && `(${row.currency})`].filter(Boolean).join(' ')}
            description={t('payment.amountHint')}
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            error={amountIsWrong && t('wrong.amount')}
            autoComplete="off"
          />
          <TextInput
            label={t('payment.on')}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            error={dayIsWrong && t('wrong.date')}
            autoComplete="off"
          />
          {row.payments.length > 0 && (
            <Group justify="space-between">
              <Text fz="sm" className="quiet">
                {row.payments.map((payment) => paymentText(t, formats, payment, row.currency)).join('; ')}
              </Text>
              <Button size="xs" variant="default" onClick={onUndo}>
                {t('payment.undo')}
              </Button>
            </Group>
          )}
          <Group>
            <Button type="submit" loading={saving} disabled={dayIsWrong || amountIsWrong}>
              {t('payment.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
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
