import { Button, Code, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { CompanyForm } from '../components/company-form.tsx';
import { Keys } from './keys.tsx';
import { Webhook } from './webhook.tsx';

export function Settings({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const { desktop } = window;
  return (
    <Container size="sm" py="md">
      <Stack>
        <Title order={1} size="h3">
          {t('nav.settings')}
        </Title>
        <Paper withBorder p="md" component="section">
          <Title order={2} size="h4" mb="sm">
            {t('settings.companies')}
          </Title>
          <ul>
            {settings.companies.map(({ vat, name }) => (
              <li key={vat}>{name ? `${name} (${vat})` : vat}</li>
            ))}
          </ul>
          <CompanyForm />
        </Paper>
        <Paper withBorder p="md" component="section">
          <Title order={2} size="h4" mb="sm">
            {t('settings.api')}
          </Title>
          <Text mb="xs">{t('settings.apiHint')}</Text>
          <Code block mb="md">
            {`${settings.address}/v1`}
          </Code>
          <Title order={3} size="h5" mb="xs">
            {t('keyring.title')}
          </Title>
          <Keys />
          <Title order={3} size="h5" mt="lg" mb="xs">
            {t('webhook.title')}
          </Title>
          <Webhook />
        </Paper>
        <Paper withBorder p="md" component="section">
          <Title order={2} size="h4" mb="sm">
            {t('settings.about')}
          </Title>
          <Text mb="sm">{t('settings.version', { version: settings.version })}</Text>
          {desktop ? (
            <Button variant="default" onClick={() => void desktop.showDataFolder()}>
              {t('settings.dataFolder')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void api.signOut().then(() => location.reload())}>
              {t('settings.signOut')}
            </Button>
          )}
        </Paper>
      </Stack>
    </Container>
  );
}
