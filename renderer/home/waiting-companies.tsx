import { Button, Table, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unknownCompany } from '../../server/contract/unknown-company.ts';
import type { Company, CompanyWork, InboxQuery, OfficeWork } from '../../server/contract/window.ts';
import { CountCell } from '../components/count-cell.tsx';
import { useFormats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';
import { useCellKeys } from './cell-keys.ts';

/** So many are shown at first and with each further press: they fill a tall screen. */
const SHOWN_AT_ONCE = 50;

/** Which companies wait, and for what; each number leads to what it counts. @param props.isCurrent nothing newer is on its way */
export function WaitingCompanies({
  work,
  companies,
  isCurrent,
}: {
  work: OfficeWork;
  companies: Company[];
  isCurrent: boolean;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const table = useRef<HTMLTableElement>(null);
  useCellKeys(table, isCurrent);
  const waiting = work.companies.filter(({ since, toExport, due }) => since !== null || toExport + due.count > 0);
  const idle = companies.filter(({ vat }) => waiting.every((one) => one.vat !== vat)).length;
  return (
    <section aria-label={t('home.companies')}>
      <h2>{t('home.companies')}</h2>
      {waiting.length === 0 ? (
        <div className="empty">{t('home.nothing')}</div>
      ) : (
        <Table ref={table} aria-label={t('home.companies')} className="figures home-companies">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('due.company')}</Table.Th>
              <Table.Th>{t('home.since')}</Table.Th>
              <Table.Th ta="right">{t('filter.to_check')}</Table.Th>
              <Table.Th ta="right">{t('filter.ready')}</Table.Th>
              <Table.Th ta="right">{t('filter.failed')}</Table.Th>
              <Table.Th ta="right">{t('filter.to_export')}</Table.Th>
              <Table.Th ta="right">{t('home.due')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {waiting.slice(0, shown).map((one) => (
              <WaitingCompany
                key={one.vat}
                work={one}
                name={
                  one.vat === unknownCompany
                    ? t('company.unknown')
                    : (companies.find(({ vat }) => vat === one.vat)?.name ?? one.vat)
                }
                program={work.program}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {waiting.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('company.more')}
        </Button>
      )}
      {idle > 0 && waiting.length > 0 && (
        <Text className="quiet" fz="sm" mt="xs">
          {t('home.idle', { count: idle })}{' '}
          <a href={addressOf({ screen: 'settings', part: 'companies' })}>{t('company.yours')}</a>
        </Text>
      )}
    </section>
  );
}

function WaitingCompany({ work, name, program }: { work: CompanyWork; name: string; program: string | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { vat, since, toCheck, ready, failed, toExport, due } = work;
  const list = (query: InboxQuery): string => addressOf({ screen: 'inbox' }, { company: vat, ...query });
  const label = (what: string): string => `${t(what)}: ${name}`;
  return (
    <Table.Tr>
      <Table.Td>
        <a href={list({})}>{name}</a>
      </Table.Td>
      <Table.Td className="nowrap">{since === null ? '' : formats.moment(since)}</Table.Td>
      <CountCell count={toCheck} to={list({ state: 'to_check' })} label={label('filter.to_check')} />
      <CountCell count={ready} to={list({ state: 'ready' })} label={label('filter.ready')} />
      <CountCell count={failed} to={list({ state: 'failed' })} label={label('filter.failed')} />
      <CountCell count={toExport} to={list({ toExport: program ?? undefined })} label={label('filter.to_export')} />
      <Table.Td ta="right">
        {due.count > 0 && (
          <a
            href={addressOf({ screen: 'due', query: { of: 'all', when: 'week', company: vat } })}
            className="home-sums"
          >
            <span className="for-readers">{label('home.due')}</span>
            {due.sums.map(({ currency, amount }) => (
              <span key={currency}>{formats.money(amount, currency)}</span>
            ))}
          </a>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
