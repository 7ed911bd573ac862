import { Container, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company, DocumentRow, InboxQuery, OfficeWork, WindowCounts } from '../../server/contract/window.ts';
import type { DueQuery } from '../../server/contract/window-due.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { ChooseFiles } from '../components/choose-files.tsx';
import { useFormats } from '../i18n/format.ts';
import { localToday } from '../review/today.ts';
import { addressOf } from '../route.ts';
import { WaitingCompanies } from './waiting-companies.tsx';

const REFRESH_MS = 5 * 60 * 1000;

/** What an office with several companies begins its day with: who waits for what, what failed, and what is due. */
export function Home({ companies, take }: { companies: Company[]; take: (files: File[]) => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const office = useQuery({
    queryKey: ['companies'],
    queryFn: api.companies,
    // What is due and what came in today changes with the day, though nothing happens.
    refetchInterval: REFRESH_MS,
  });
  // Right after a start all documents are opened for what is told of them; how many wait for somebody is known at once.
  const counted = useQuery({
    queryKey: ['rows', 'counted'],
    queryFn: ({ signal }) => api.rows({}, 0, signal),
    enabled: office.isPending,
  });
  return (
    <Container fluid className="home">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h3">
            {t('nav.home')}
          </Title>
          <Text className="quiet">{formats.weekday(localToday())}</Text>
        </Group>
        <ChooseFiles take={take} />
      </Group>
      {office.isPending && counted.data && <Figures states={counted.data.counts} work={null} />}
      <Answer query={office}>
        {(work) => (
          <>
            <Figures states={{ ...work.all, to_check: work.all.toCheck }} work={work} />
            <div className="home-parts">
              <WaitingCompanies work={work} companies={companies} isCurrent={!office.isFetching} />
              {work.failed.length > 0 && <Failed work={work} companies={companies} />}
            </div>
          </>
        )}
      </Answer>
    </Container>
  );
}

interface FiguresProps {
  states: Pick<WindowCounts, 'to_check' | 'ready' | 'failed'>;
  /** Null until it is known. */
  work: OfficeWork | null;
}

function Figures({ states, work }: FiguresProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const listed = (query: InboxQuery): string => addressOf({ screen: 'inbox' }, query);
  const dueThisWeek: DueQuery = { of: 'all', when: 'week' };
  const { program = null, all } = work ?? {};
  return (
    <ul className="home-figures" aria-label={t('home.figures')}>
      <Figure name={t('filter.to_check')} count={states.to_check} to={listed({ state: 'to_check' })} />
      <Figure name={t('filter.ready')} count={states.ready} to={listed({ state: 'ready' })} />
      {(!work || program !== null) && (
        <Figure name={t('filter.to_export')} count={all?.toExport} to={listed({ toExport: program ?? undefined })} />
      )}
      <Figure name={t('filter.failed')} count={states.failed} to={listed({ state: 'failed' })} />
      <Figure name={t('added.today')} count={all?.cameToday} to={listed({ added: 'today' })} />
      <Figure name={t('home.due')} count={all?.due.count} to={addressOf({ screen: 'due', query: dueThisWeek })}>
        {all?.due.sums.map(({ currency, amount }) => (
          <span key={currency} className="nowrap">
            {formats.money(amount, currency)}
          </span>
        ))}
        {all && all.due.unconfirmed > 0 && <span>{t('home.unconfirmed', { count: all.due.unconfirmed })}</span>}
      </Figure>
    </ul>
  );
}

interface FigureProps {
  name: string;
  /** Undefined until it is known. */
  count: number | undefined;
  to: string;
  children?: ReactNode;
}

/** How many there are, and the way to them. */
function Figure({ name, count, to, children }: FigureProps) {
  const formats = useFormats();
  const said = (
    <>
      <span>{name}</span> <strong>{count === undefined ? '…' : formats.number(count)}</strong>
      {children && <span className="home-below">{children}</span>}
    </>
  );
  return <li>{count ? <a href={to}>{said}</a> : <div className="quiet">{said}</div>}</li>;
}

function Failed({ work: { failed, all }, companies }: { work: OfficeWork; companies: Company[] }) {
  const { t } = useTranslation();
  const why = ({ errorCode, buyerVat, createdAt }: DocumentRow): string =>
    [errorCode && t(`failed.${errorCode}`), nameOf(buyerVat), formats.moment(createdAt)].filter(Boolean).join(' · ');
  const formats = useFormats();
  const nameOf = (vat: string | null): string | null => companies.find((one) => one.vat === vat)?.name ?? vat;
  return (
    <section aria-label={t('filter.failed')}>
      <h2>{t('filter.failed')}</h2>
      <ul className="home-failed">
        {failed.map((row) => (
          <li key={row.id}>
            <a href={addressOf({ screen: 'review', id: row.id }, { state: 'failed' })} className="truncate">
              {row.filename ?? row.externalId ?? row.id}
            </a>
            <span className="quiet">{why(row)}</span>
          </li>
        ))}
      </ul>
      {all.failed > failed.length && (
        <a href={addressOf({ screen: 'inbox' }, { state: 'failed' })}>{t('home.allFailed', { count: all.failed })}</a>
      )}
    </section>
  );
}
