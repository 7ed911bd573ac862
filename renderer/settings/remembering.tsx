import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostSupplierMonths } from '../../server/contract/limits.ts';
import type { WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Asked } from '../components/asked.tsx';
import { addressOf } from '../route.ts';
import { Section } from './section.tsx';

/** How long suppliers are remembered, and what is kept of them. */
export function Remembering({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<number | string>(settings.supplierMonths);
  const save = useMutation({
    mutationFn: (supplierMonths: number) => api.setPreferences({ supplierMonths }),
    onSuccess: (now) => {
      queries.setQueryData(['settings'], now);
      setTyped(now.supplierMonths);
    },
  });
  const months = typeof typed === 'number' ? typed : null;
  const isLocked = settings.policy.supplierMonths !== undefined;
  const keep = (): void => {
    if (months !== null) save.mutate(months);
  };
  return (
    <Section title={t('remembering.title')} hint={t('remembering.hint')}>
      <Stack gap={6} mb="sm">
        <Text fz="sm">{t('remembering.kept')}</Text>
        <Text fz="sm">
          {t('remembering.erased')} <a href={addressOf({ screen: 'suppliers' })}>{t('nav.suppliers')}</a>.
        </Text>
      </Stack>
      <Group align="flex-end">
        <NumberInput
          w={330}
          label={t('remembering.months')}
          description={t('remembering.monthsHint', { most: mostSupplierMonths })}
          value={typed}
          onChange={setTyped}
          min={0}
          max={mostSupplierMonths}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          readOnly={isLocked}
          hideControls={isLocked}
        />
        {!isLocked &&
          (months !== null && months < settings.supplierMonths ? (
            <Asked
              key="less"
              size="sm"
              label={t('company.save')}
              sure={t(months === 0 ? 'remembering.noneSure' : 'remembering.lessSure')}
              act={keep}
              loading={save.isPending}
              danger
            />
          ) : (
            <Button
              key="more"
              variant="default"
              loading={save.isPending}
              disabled={months === null || months === settings.supplierMonths}
              onClick={keep}
            >
              {t('company.save')}
            </Button>
          ))}
      </Group>
      {isLocked && (
        <Text className="quiet" fz="sm" mt={4}>
          {t('policy.title')}
        </Text>
      )}
      {save.isError && (
        <Alert mt="sm" color="red" role="alert">
          {t('refused.other')}
        </Alert>
      )}
    </Section>
  );
}
