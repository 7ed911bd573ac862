import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxFolderPath } from '../../server/contract/limits.ts';
import type { WatchedFolder, WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Section } from './section.tsx';

/** The folder that invoices are put into to be taken in, and how it stands with it. */
export function Watched({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { watchedFolder, watchedIsSettled, watched } = settings;
  const [typed, setTyped] = useState(watchedFolder ?? '');
  const save = useMutation({
    mutationFn: (path: string | null) => api.setPreferences({ watchedFolder: path }),
    onSuccess: (now) => {
      queries.setQueryData(['settings'], now);
      setTyped(now.watchedFolder ?? '');
    },
  });
  return (
    <>
      <Section title={t('watched.section')} hint={t('watched.hint')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(typed.trim());
          }}
        >
          <Group align="flex-end">
            <TextInput
              flex={1}
              label={t('watched.path')}
              description={t('watched.pathHint')}
              value={typed}
              maxLength={maxFolderPath}
              readOnly={watchedIsSettled}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {!watchedIsSettled && (
              <Button type="submit" variant="default" loading={save.isPending} disabled={typed.trim() === ''}>
                {t('company.save')}
              </Button>
            )}
            {!watchedIsSettled && watchedFolder !== null && (
              <Button variant="default" onClick={() => save.mutate(null)}>
                {t('watched.stop')}
              </Button>
            )}
          </Group>
        </form>
        {watchedIsSettled && (
          <Text className="quiet" fz="sm" mt={4}>
            {t('policy.title')}
          </Text>
        )}
        {save.isError && (
          <Alert mt="sm" color="red" role="alert">
            {t('watched.unusable')}
          </Alert>
        )}
        {watched && watched.path === watchedFolder && <Standing watched={watched} />}
      </Section>
      <Section title={t('watched.how')}>
        <List spacing={6} size="sm">
          {(['company', 'done', 'refused', 'other'] as const).map((rule) => (
            <List.Item key={rule}>{t(`watched.rule_${rule}`)}</List.Item>
          ))}
        </List>
      </Section>
    </>
  );
}

function Standing({ watched }: { watched: WatchedFolder }) {
  const { t } = useTranslation();
  const { state, waiting, held, beside, strangers } = watched;
  return (
    <Alert mt="sm" color={state === 'watching' ? 'green' : 'orange'} role="status">
      <Stack gap={4}>
        <Text fz="sm">{t(`watchState.${state}`)}</Text>
        {waiting > 0 && <Text fz="sm">{t('watched.waiting', { count: waiting })}</Text>}
        {held > 0 && <Text fz="sm">{t('watched.held', { count: held })}</Text>}
        {beside > 0 && <Text fz="sm">{t('watched.beside', { count: beside })}</Text>}
        {strangers.length > 0 && (
          <Text fz="sm" className="breaks">
            {t('watched.strangers', { names: strangers.join(', ') })}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
