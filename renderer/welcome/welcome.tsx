import { Button, Container, Group, Loader, Paper, Stack, Stepper, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { CompanyForm } from '../components/company-form.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';

interface Props {
  settings: WindowSettings;
  /** Files that were dropped before there was a company. */
  waiting: number;
  onDone: () => void;
}

/** The first start: whose invoices these are, what reading makes of one, and off. */
export function Welcome({ settings, waiting, onDone }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState(settings.companies.length === 0 ? 0 : 1);
  const area = useRef<HTMLDivElement>(null);
  useFirstFocus(area, String(step));
  return (
    <Container size="sm" py="xl" ref={area}>
      <Paper withBorder p="xl">
        <Stack gap="lg">
          <Title order={1} size="h3">
            {t('welcome.title')}
          </Title>
          <Stepper active={step} size="sm" allowNextStepsSelect={false}>
            <Stepper.Step label={t('welcome.company')}>
              <Stack pt="md">
                <Text>{t('company.intro')}</Text>
                {waiting > 0 && <Text fw={600}>{t('company.waiting', { count: waiting })}</Text>}
                <CompanyForm onSaved={() => setStep(1)} />
              </Stack>
            </Stepper.Step>
            <Stepper.Step label={t('welcome.sample')}>
              <Sample onDone={() => setStep(2)} />
            </Stepper.Step>
            <Stepper.Step label={t('welcome.ready')}>
              <Stack pt="md">
                <Text>{t('welcome.how')}</Text>
                <Text className="quiet">{t('welcome.safe')}</Text>
                <Group>
                  <Button onClick={onDone}>{t('welcome.toInvoices')}</Button>
                </Group>
              </Stack>
            </Stepper.Step>
          </Stepper>
        </Stack>
      </Paper>
    </Container>
  );
}

function Sample({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const submit = useMutation({ mutationFn: api.submitSample });
  const id = submit.data?.id ?? '';
  const document = useQuery({ queryKey: ['document', id], queryFn: () => api.document(id), enabled: id !== '' });
  const row = document.data?.row ?? submit.data;
  const area = useRef<HTMLDivElement>(null);
  useFirstFocus(area, row?.state);
  return (
    <Stack pt="md" ref={area}>
      <Text>{t('welcome.sampleHow')}</Text>
      {row && (
        <Paper withBorder p="md" role="status">
          {row.state === 'reading' ? (
            <Group>
              <Loader size="sm" aria-hidden />
              <Text>{t('welcome.reading')}</Text>
            </Group>
          ) : (
            <Stack gap={4}>
              <Group justify="space-between">
                <Text fw={600}>{row.vendor}</Text>
                <StateBadge state={row.state} doubtful={row.doubtful} />
              </Group>
              <Text>
                {[
                  row.invoiceNumber,
                  row.invoiceDate && formats.date(row.invoiceDate),
                  row.total !== null && formats.money(row.total, row.currency),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              {row.state === 'to_check' && <Text>{t('welcome.doubt')}</Text>}
              <a href={addressOf({ screen: 'review', id: row.id })}>{t('welcome.look')}</a>
            </Stack>
          )}
        </Paper>
      )}
      {submit.isError && (
        <Text role="alert" className="wrong">
          {t('refused.other')}
        </Text>
      )}
      <Group>
        {!row && (
          <Button loading={submit.isPending} onClick={() => submit.mutate()}>
            {t('welcome.try')}
          </Button>
        )}
        <Button variant={row ? 'filled' : 'default'} onClick={onDone}>
          {t(row ? 'welcome.next' : 'welcome.skip')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The next thing to do has the keyboard, where nothing else has it. @param at what is done: another one, another thing to do */
function useFirstFocus(area: RefObject<HTMLElement | null>, at: string | undefined): void {
  useEffect(() => {
    if (document.activeElement !== document.body || at === undefined || at === 'reading') return;
    area.current?.querySelector<HTMLElement>('input, a, button:not(.mantine-Stepper-step)')?.focus();
  }, [area, at]);
}
