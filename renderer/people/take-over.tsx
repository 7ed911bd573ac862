import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../server/contract/window.ts';
import { ApiError, api } from '../api.ts';

/** Asks who works here, where several share the window and none of them has said. */
export function WhoWorksHere({ people }: { people: Person[] }) {
  const { t } = useTranslation();
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="lg" w={360}>
        <Title order={1} size="h3" mb="md">
          {t('people.who')}
        </Title>
        <TakeOver people={people} />
      </Paper>
    </Center>
  );
}

/** The people that may take a window over, each by a press; who has a PIN types it. */
export function TakeOver({ people, onTaken }: { people: Person[]; onTaken?: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const take = useMutation({
    mutationFn: api.handOver,
    onSuccess: async () => {
      await queries.invalidateQueries();
      onTaken?.();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (asked !== null) take.mutate({ name: asked, pin });
  };
  return (
    <Stack gap="xs">
      {people.map(({ name, hasPin }) =>
        asked === name ? (
          <form key={name} onSubmit={submit}>
            <Stack gap="xs" align="flex-start">
              <PasswordInput
                label={t('people.pinOf', { name })}
                value={pin}
                onChange={(event) => setPin(event.currentTarget.value)}
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                data-autofocus
                autoFocus
                error={take.isError && !take.isPending ? t(problemOf(take.error)) : undefined}
                w="100%"
              />
              <Button type="submit" loading={take.isPending} disabled={pin === ''}>
                {t('people.continue')}
              </Button>
            </Stack>
          </form>
        ) : (
          <Button
            key={name}
            variant="default"
            justify="flex-start"
            onClick={() => {
              take.reset();
              setPin('');
              setAsked(hasPin ? name : null);
              if (!hasPin) take.mutate({ name, pin: null });
            }}
          >
            {name}
          </Button>
        ),
      )}
      {take.isError && asked === null && <Alert color="red">{t('refused.other')}</Alert>}
      <Text className="quiet" fz="xs">
        {t('people.why')}
      </Text>
    </Stack>
  );
}

function problemOf(error: Error): 'people.wrongPin' | 'people.waits' | 'refused.other' {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'rate_limited') return 'people.waits';
  return code === 'invalid_request' ? 'people.wrongPin' : 'refused.other';
}
