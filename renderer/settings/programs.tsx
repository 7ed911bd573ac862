import { Anchor, Code, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { Copied } from '../components/copied.tsx';
import { addressOf } from '../route.ts';
import { Keys } from './keys.tsx';
import { Section } from './section.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { Webhook } from './webhook.tsx';

/** What an ERP on this machine or in this office needs to send invoices and to hear of them. */
export function Programs({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const address = `${settings.address}/v1`;
  return (
    <>
      <Section title={t('settings.address')} hint={t('settings.apiHint')}>
        <Group>
          <Code fz="md">{address}</Code>
          <Copied value={address} name={t('settings.address')} />
        </Group>
        <Text mt="sm">
          <Anchor href={addressOf({ screen: 'developers' })}>{t('developers.link')}</Anchor>
        </Text>
      </Section>
      <Section title={t('keyring.title')} hint={t('keyring.hint')}>
        <Keys />
      </Section>
      <Section title={t('webhook.title')} hint={t('webhook.what')}>
        <Webhook />
      </Section>
      <Section title={t('secret.title')} hint={t('secret.hint')}>
        <SigningSecret />
      </Section>
    </>
  );
}
