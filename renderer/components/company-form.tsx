import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { normaliseBuyerVat } from '../../server/checks/vat-numbers.ts';
import type { Company } from '../../server/contract/window.ts';
import { ApiError, api } from '../api.ts';

/** Asks for the company that the invoices are addressed to, and remembers it. */
export function CompanyForm({ onSaved }: { onSaved?: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [vat, setVat] = useState('');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: (company: Company) => api.saveCompany(company),
    onSuccess: (settings) => {
      queries.setQueryData(['settings'], settings);
      setVat('');
      setName('');
      setTried(false);
      onSaved?.();
    },
  });
  const normalised = normaliseBuyerVat(vat);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (normalised) save.mutate({ vat: normalised, name: name.trim() || null });
  };
  const serverSays = save.error instanceof ApiError ? t(`refused.${save.error.code}`, t('refused.other')) : null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('company.vat')}
          description={t('company.vatHint')}
          required
          value={vat}
          onChange={(event) => setVat(event.currentTarget.value)}
          error={(tried && !normalised ? t('company.vatWrong') : null) ?? serverSays}
          autoComplete="off"
        />
        <TextInput
          label={t('company.name')}
          description={t('company.nameHint')}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="organization"
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('company.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
