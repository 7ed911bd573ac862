import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../i18n/format.ts';
import { localToday } from '../review/today.ts';
import { typedValue } from '../review/typed-value.ts';

interface PaymentDayProps {
  title: string;
  saving: boolean;
  /** What else is asked for is not right yet. */
  isWrong?: boolean;
  /** @param on ISO 8601 date */
  onSave: (on: string) => void;
  onClose: () => void;
  /** What is asked for before the day. */
  children?: ReactNode;
}

/** Asks for the day of a payment. */
export function PaymentDay({ title, saving, isWrong = false, onSave, onClose, children }: PaymentDayProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [day, setDay] = useState(() => formats.typedDate(localToday()));
  const on = typedValue(day, 'date', formats);
  const dayIsWrong = on === 'wrong' || on.value === null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
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
          if (!dayIsWrong) onSave(String(on.value));
        }}
      >
        <Stack gap="sm">
          {children}
          <TextInput
            data-autofocus
            label={t('payment.on')}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            error={dayIsWrong && t('wrong.date')}
            autoComplete="off"
          />
          <Group>
            <Button type="submit" loading={saving} disabled={dayIsWrong || isWrong}>
              {t('payment.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
