import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.ts';

/** Where events go when a document names no URL of its own. */
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
  );
}
