import { Alert, Button, Code, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WindowPreferences, WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Copied } from '../components/copied.tsx';
import { Remembering } from './remembering.tsx';
import { Section } from './section.tsx';

/** How long what is dropped stays, a copy of everything, and where it all lies. */
export function Keeping({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { desktop } = window;
  const keep = useMutation({
    mutationFn: (retention: WindowPreferences['retention']) => api.setPreferences({ retention }),
    onSuccess: (now) => queries.setQueryData(['settings'], now),
  });
  const backup = useMutation({ mutationFn: api.backUp });
  return (
    <>
      <Section title={t('keeping.retention')} hint={t('keeping.retentionHint')}>
        <Radio.Group
          aria-label={t('keeping.retention')}
          value={settings.retention}
          readOnly={settings.policy.retention !== undefined}
          onChange={(chosen) => keep.mutate(chosen as WindowPreferences['retention'])}
        >
          <Stack gap="xs">
            {(['standard', 'zero'] as const).map((one) => (
              <Radio key={one} value={one} label={t(`keeping.${one}`)} description={t(`keeping.${one}Hint`)} />
            ))}
          </Stack>
        </Radio.Group>
        {keep.isError && <Alert color="red">{t('refused.other')}</Alert>}
      </Section>
      <Remembering settings={settings} />
      <Section title={t('keeping.backup')} hint={t('keeping.backupHint')}>
        <Button variant="default" loading={backup.isPending} onClick={() => backup.mutate()}>
          {t('keeping.backupNow')}
        </Button>
        {backup.data && (
          <Stack gap={4} mt="sm" role="status">
            <Text>{t('keeping.written', { count: backup.data.documents })}</Text>
            <Code className="breaks">{backup.data.path}</Code>
            <Text className="quiet" fz="sm">
              {t(`keeping.key_${backup.data.masterKey}`)}
            </Text>
          </Stack>
        )}
        {backup.isError && (
          <Alert mt="sm" color="red">
            {t('keeping.backupFailed')}
          </Alert>
        )}
      </Section>
      <Section title={t('keeping.folder')} hint={t('keeping.folderHint')}>
        <Group>
          <Code className="breaks">{settings.dataFolder}</Code>
          {desktop ? (
            <Button size="compact-sm" variant="default" onClick={() => void desktop.showDataFolder()}>
              {t('settings.dataFolder')}
            </Button>
          ) : (
            <Copied value={settings.dataFolder} name={t('keeping.folder')} />
          )}
        </Group>
      </Section>
    </>
  );
}
