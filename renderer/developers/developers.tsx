import { Alert, Anchor, Button, Code, Container, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { Copied } from '../components/copied.tsx';
import { addressOf } from '../route.ts';
import { Section } from '../settings/section.tsx';
import { ApiPage } from './api-page.tsx';

/** The first bytes of a PDF: a sandbox key needs no more, for its invoice is a made-up one. */
const SMALLEST_PDF = btoa('%PDF-1.7\n');

/** For whoever connects another program: a first request that works as it stands, and the whole contract. */
export function Developers({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const contract = useQuery({ queryKey: ['openapi'], queryFn: api.openapi });
  const make = useMutation({
    mutationFn: () => api.createKey('test', t('developers.keyLabel')),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['access'] }),
  });
  const address = `${settings.address}/v1`;
  const buyer = settings.companies[0]?.vat ?? 'RO18547290';
  const request = make.data && curl(address, make.data.key, buyer);
  return (
    <Container size="lg" py="lg">
      <Title order={1} size="h3" mb="md">
        {t('developers.title')}
      </Title>
      <Section title={t('settings.address')} hint={t('developers.addressHint')}>
        <Group>
          <Code fz="md">{address}</Code>
          <Copied value={address} name={t('settings.address')} />
        </Group>
      </Section>
      <Section title={t('developers.first')} hint={t('developers.firstHint')}>
        {request ? (
          <Stack gap="xs" role="status">
            <Code block className="breaks">
              {request}
            </Code>
            <Group>
              <Copied value={request} name={t('developers.first')} />
              <Text className="quiet" fz="sm">
                {t('developers.once')}
              </Text>
            </Group>
          </Stack>
        ) : (
          <Button loading={make.isPending} onClick={() => make.mutate()}>
            {t('developers.make')}
          </Button>
        )}
        {make.isError && <Alert color="red">{t('refused.other')}</Alert>}
      </Section>
      <Text>
        <Anchor href={addressOf({ screen: 'settings', part: 'programs' })}>{t('developers.toSettings')}</Anchor>
        {' · '}
        <Anchor href="/v1/openapi.json">openapi.json</Anchor>
      </Text>
      <Answer query={contract}>{(found) => <ApiPage api={found} />}</Answer>
    </Container>
  );
}

/** Quoted so that it is the same in every Unix shell and in the command prompt of Windows. */
function curl(address: string, key: string, buyer: string): string {
  const body = JSON.stringify({ file_base64: SMALLEST_PDF, buyer_vat: buyer, mode: 'sync' });
  return [
    `curl ${address}/documents`,
    `-H "Authorization: Bearer ${key}"`,
    '-H "Content-Type: application/json"',
    `-d "${body.replaceAll('"', '\\"')}"`,
  ].join(' ');
}
