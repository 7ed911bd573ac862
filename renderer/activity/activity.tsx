import { Container, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WindowActivity } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { useFormats } from '../i18n/format.ts';
import { DayPlot } from './day-plot.tsx';
import { Proof } from './proof.tsx';

/** What the appliance did in the last 30 days, and how far it can be trusted. */
export function Activity() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: ['activity'], queryFn: api.activity });
  return (
    <Container size="xl" py="lg">
      <Title order={1} size="h3" mb="md">
        {t('nav.activity')}
      </Title>
      <Answer query={query}>{(activity) => <Shown activity={activity} />}</Answer>
      <Proof />
    </Container>
  );
}

function Shown({ activity }: { activity: WindowActivity }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { days, read, month } = activity;
  const seconds = (ms: number): number => Math.round(ms / 100) / 10;
  return (
    <>
      <SimpleGrid cols={3} mb="md">
        <Figure
          title={t('activity.month', { month: formats.month(month.month) })}
          value={formats.number(month.documents)}
          below={
            month.quota === null
              ? t('activity.noQuota', { count: month.pages })
              : t('activity.quota', { count: month.quota })
          }
        />
        <Figure
          title={t('activity.untouched')}
          value={share(read.documents - read.neededPerson, read.documents, formats.percent)}
          below={t('activity.needed', { count: read.neededPerson })}
        />
        <Figure
          title={t('activity.failed')}
          value={formats.number(days.reduce((sum, { failed }) => sum + failed, 0))}
          below={t('activity.lastDays')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} className="plots">
        <DayPlot
          title={t('activity.documents')}
          days={days}
          parts={[
            { name: t('activity.documentsRead'), colour: 'var(--plot-1)', value: ({ documents }) => documents },
            { name: t('activity.documentsFailed'), colour: 'var(--wrong)', value: ({ failed }) => failed },
          ]}
        />
        <DayPlot
          title={t('activity.pages')}
          days={days}
          parts={[{ name: t('activity.pagesRead'), colour: 'var(--plot-2)', value: ({ pages }) => pages }]}
        />
        <DayPlot
          title={t('activity.times')}
          days={days}
          parts={[
            {
              name: t('activity.seconds'),
              colour: 'var(--plot-3)',
              value: ({ medianReadingMs }) => (medianReadingMs === null ? null : seconds(medianReadingMs)),
            },
          ]}
        />
      </SimpleGrid>
    </>
  );
}

function share(part: number, whole: number, percent: (share: number) => string): string {
  return whole === 0 ? '–' : percent(part / whole);
}

function Figure({ title, value, below }: { title: string; value: string; below: string }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Text fz="sm">{title}</Text>
      <Text fz={30} fw={700} lh={1.3} className="figures">
        {value}
      </Text>
      <Text className="quiet" fz="sm">
        {below}
      </Text>
    </Paper>
  );
}
