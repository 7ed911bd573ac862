import { Alert, Button, Code, Group, Select, Stack, Table, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyMode } from '../../server/contract/document.ts';
import { api } from '../api.ts';
import { Asked } from '../components/asked.tsx';
import { Copied } from '../components/copied.tsx';
import { useFormats } from '../i18n/format.ts';

/** Who may call the API: makes keys, shows each once, and revokes them. */
export function Keys() {
  const { t } = useTranslation();
  const formats = useFormats();
  const queries = useQueryClient();
  const [label, setLabel] = useState('');
  const [mode, setMode] = useState<KeyMode>('test');
  const access = useQuery({ queryKey: ['access'], queryFn: api.access });
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ['access'] });
  const create = useMutation({ mutationFn: () => api.createKey(mode, label), onSuccess: again });
  const revoke = useMutation({ mutationFn: api.revokeKey, onSuccess: again });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
    setLabel('');
  };
  return (
    <Stack gap="sm">
      {access.data && access.data.keys.length > 0 && (
        <Table>
          <Table.Tbody>
            {access.data.keys.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td>{key.label ?? '–'}</Table.Td>
                <Table.Td>
                  <Code>{key.hint}</Code>
                </Table.Td>
                <Table.Td className="quiet">
                  {key.lastUsedAt ? t('keyring.used', { at: formats.time(key.lastUsedAt) }) : t('keyring.unused')}
                </Table.Td>
                <Table.Td>
                  <Asked
                    size="compact-sm"
                    label={t('keyring.revoke')}
                    name={`${t('keyring.revoke')}: ${key.label ?? key.hint}`}
                    sure={t('keyring.revokeSure')}
                    act={() => revoke.mutate(key.id)}
                    danger
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {create.data && (
        <Alert title={t('keyring.once')} role="status">
          <Group>
            <Code>{create.data.key}</Code>
            <Copied value={create.data.key} name={t('keyring.title')} />
          </Group>
        </Alert>
      )}
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={t('keyring.label')}
            maxLength={100}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            autoComplete="off"
          />
          <Select
            label={t('keyring.mode')}
            w={390}
            allowDeselect={false}
            value={mode}
            onChange={(chosen) => chosen && setMode(chosen as KeyMode)}
            data={(['test', 'live'] as const).map((one) => ({ value: one, label: t(`keyring.${one}`) }))}
          />
          <Button type="submit" loading={create.isPending}>
            {t('keyring.create')}
          </Button>
        </Group>
      </form>
      {(access.isError || create.isError || revoke.isError) && <Alert color="red">{t('refused.other')}</Alert>}
    </Stack>
  );
}
