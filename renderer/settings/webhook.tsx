import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';

/** Where events go when a document names no URL of its own, and an event to try it out. */
export function Webhook() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const access = useQuery({ queryKey: ['access'], queryFn: api.access });
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (url: string) => api.setWebhook(url.trim() || null),
    onSuccess: (now) => {
      queries.setQueryData(['access'], now);
      setTyped(null);
    },
  });
  const url = typed ?? access.data?.webhookUrl ?? '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(url);
  };
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Group align="flex-end">
          <TextInput
            flex={1}
            type="url"
            label={t('webhook.url')}
            description={t('webhook.hint')}
            value={url}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={save.isError && t('webhook.wrong')}
            autoComplete="off"
          />
          <Button type="submit" variant="default" loading={save.isPending} disabled={typed === null}>
            {t('company.save')}
          </Button>
        </Group>
      </form>
      {access.data?.webhookUrl && typed === null && <Test />}
    </>
  );
}

function Test() {
  const { t } = useTranslation();
  const formats = useFormats();
  const test = useMutation({ mutationFn: api.testWebhook });
  const ms = test.data && formats.number(test.data.durationMs);
  return (
    <Group mt="sm">
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {t('webhook.test')}
      </Button>
      <Text role="status" fz="sm">
        {test.data && test.data.status !== null && t('webhook.answered', { status: test.data.status, ms })}
        {test.data?.problem && t('webhook.noAnswer', { why: t(`problem.${test.data.problem}`) })}
        {test.isError && t('refused.other')}
      </Text>
    </Group>
  );
}
