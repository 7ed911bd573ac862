import { Button, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WindowDelivery } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { useFormats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';
import { Section } from './section.tsx';

/** A schedule lasts a day, so nothing here is urgent; a resend shows soon enough. */
const LOOK_EVERY_MS = 3_000;
const colours = { delivered: 'green', pending: 'cyan', stopped: 'red' } as const;

/** What was sent to other programs, with each attempt, and another try for what did not arrive. */
export function Deliveries() {
  const { t } = useTranslation();
  const deliveries = useQuery({ queryKey: ['deliveries'], queryFn: api.deliveries, refetchInterval: LOOK_EVERY_MS });
  return (
    <Section title={t('deliveries.title')} hint={t('deliveries.hint')}>
      <Answer query={deliveries}>
        {(found) =>
          found.length === 0 ? (
            <Text>{t('deliveries.none')}</Text>
          ) : (
            <Table aria-label={t('deliveries.title')} verticalSpacing="xs" layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={150}>{t('deliveries.when')}</Table.Th>
                  <Table.Th>{t('deliveries.what')}</Table.Th>
                  <Table.Th>{t('deliveries.attempts')}</Table.Th>
                  <Table.Th w={150}>
                    <span className="for-readers">{t('actions')}</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.map((delivery) => (
                  <Delivery key={delivery.id} delivery={delivery} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Answer>
    </Section>
  );
}

function Delivery({ delivery }: { delivery: WindowDelivery }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => api.sendAgain(delivery.eventId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const { type, state, url, attempts, nextAttemptAt, documentId } = delivery;
  const when = formats.time(delivery.createdAt);
  return (
    <Table.Tr>
      <Table.Td>{when}</Table.Td>
      <Table.Td>
        <a href={addressOf({ screen: 'review', id: documentId })}>{t(`event.${type.replace('document.', '')}`)}</a>
        <Text className="quiet truncate" fz="xs" title={url}>
          {url}
        </Text>
      </Table.Td>
      <Table.Td>
        <span className={`state state-${colours[state]}`}>{t(`delivery.${state}`)}</span>
        <ol className="attempts">
          {attempts.map(({ at, status, problem }) => (
            <li key={at}>
              {formats.moment(at)}: {status === null ? t(`problem.${problem}`) : t('deliveries.status', { status })}
            </li>
          ))}
        </ol>
        {nextAttemptAt && attempts.length > 0 && (
          <Text className="quiet" fz="xs">
            {t('deliveries.next', { at: formats.moment(nextAttemptAt) })}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          aria-label={`${t('deliveries.again')}: ${when}`}
          onClick={() => again.mutate()}
        >
          {t('deliveries.again')}
        </Button>
        {again.isError && (
          <Text role="alert" className="wrong" fz="xs">
            {t('refused.other')}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
