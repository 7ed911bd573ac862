import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DueInvoice } from '../../server/contract/window-due.ts';
import { useFormats } from '../i18n/format.ts';
import { sumsText } from './payment-form.tsx';
import type { Payments } from './payments.ts';

interface ChosenInvoicesProps {
  rows: readonly DueInvoice[];
  isPaidList: boolean;
  onPay: () => void;
  onNone: () => void;
}

/** What the ticked invoices come to, and what can be done with them together. */
export function ChosenInvoices({ rows, isPaidList, onPay, onNone }: ChosenInvoicesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Group>
      <Text role="status" fz="sm" fw={600}>
        {t('due.ticked', { count: rows.length, amounts: sumsText(rows, formats) })}
      </Text>
      <Button size="compact-sm" aria-keyshortcuts="P" onClick={onPay}>
        {t(isPaidList ? 'payment.undoSeveral' : 'payment.save', { count: rows.length })}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onNone}>
        {t('inbox.untick')}
      </Button>
    </Group>
  );
}

/** What was noted last, and can be taken back; before anything was, how to go about it. */
export function NotedPayments({ payments, hasHint }: { payments: Payments; hasHint: boolean }) {
  const { t } = useTranslation();
  const { last, left, undo } = payments;
  return (
    <Group role="status">
      {hasHint && !last && left === 0 && (
        <Text className="quiet" fz="sm">
          {t('due.hint')}
        </Text>
      )}
      {last && (
        <Text fz="sm">
          {t(last.undone ? 'payment.undone' : 'payment.noted', {
            count: last.rows.length,
            vendor: last.rows[0]?.vendor ?? t('suppliers.nameless'),
          })}
        </Text>
      )}
      {left > 0 && (
        <Text fz="sm" className="wrong">
          {t('payment.failed', { count: left })}
        </Text>
      )}
      {last && !last.undone && (
        <Button size="compact-sm" variant="default" onClick={() => undo(last.rows)}>
          {t('review.undo')}
        </Button>
      )}
    </Group>
  );
}
