import { Alert, Button, Group, PasswordInput, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Asked } from '../components/asked.tsx';
import { Section } from './section.tsx';

/** Who shares this window, so that the history names people. */
export function People({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [pin, setPin] = useState('');
  const onSuccess = (now: WindowSettings): void => {
    queries.setQueryData(['settings'], now);
  };
  const save = useMutation({
    mutationFn: api.savePerson,
    onSuccess: (now) => {
      onSuccess(now);
      setName('');
      setPin('');
    },
  });
  const remove = useMutation({ mutationFn: api.removePerson, onSuccess });
  const { people, person } = settings;
  const isPin = pin === '' || /^\d{4,12}$/.test(pin);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPin) save.mutate({ name, pin: pin === '' ? null : pin });
  };
  return (
    <Section title={t('people.title')} hint={t('people.hint')}>
      <Stack gap="sm">
        {people.length > 0 && (
          <Table aria-label={t('settings.people')}>
            <Table.Tbody>
              {people.map((each) => (
                <Table.Tr key={each.name}>
                  <Table.Td>{each.name}</Table.Td>
                  <Table.Td className="quiet">{each.hasPin ? t('people.withPin') : t('people.withoutPin')}</Table.Td>
                  <Table.Td>
                    {each.hasPin && each.name !== person ? (
                      <Text className="quiet" fz="sm">
                        {t('people.theirs')}
                      </Text>
                    ) : (
                      <Asked
                        size="compact-sm"
                        label={t('people.remove')}
                        name={`${t('people.remove')}: ${each.name}`}
                        sure={t('people.removeSure')}
                        act={() => remove.mutate(each.name)}
                        danger
                      />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <form onSubmit={submit}>
          <Group align="flex-start">
            <TextInput
              label={t('people.name')}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              autoComplete="off"
            />
            <PasswordInput
              label={t('people.pin')}
              w={180}
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value)}
              inputMode="numeric"
              maxLength={12}
              autoComplete="new-password"
              error={isPin ? undefined : t('people.pinForm')}
            />
            <Button type="submit" mt={25} loading={save.isPending} disabled={name.trim() === '' || !isPin}>
              {t('people.add')}
            </Button>
          </Group>
        </form>
        {(save.isError || remove.isError) && <Alert color="red">{t('people.notTheirs')}</Alert>}
      </Stack>
    </Section>
  );
}
