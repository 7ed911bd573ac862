import { Button, FileButton, Group, Modal, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountsIn } from '../../server/checks/account-table.ts';
import { rowsOfCsv } from '../../server/checks/read-csv.ts';
import type { Account } from '../../server/contract/accounts.ts';
import type { Company } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { textOfFile } from './text-of-file.ts';

/** Beyond this no list of accounts is as long. */
const MOST_CHARACTERS = 1_000_000;
/** So many rows that are not taken are named. */
const mostNamed = 10;

/** The accounts that a company's books have: typed, pasted or from a file, one a row. They are offered in the review. */
export function CompanyAccounts({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { vat, name } = company;
  const { data } = useQuery({ queryKey: ['accounts', vat], queryFn: () => api.accounts(vat) });
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? textOf(data?.accounts ?? []);
  const { accounts, refused } = accountsIn(rowsOfCsv(text));
  const save = useMutation({
    mutationFn: () => api.keepAccounts(vat, { accounts }),
    onSuccess(kept) {
      queries.setQueryData(['accounts', vat], kept);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('accounts.title', { company: name ?? vat })}
      closeButtonProps={{ 'aria-label': t('uploads.close') }}
      transitionProps={{ duration: 0 }}
      // The lock would put a style element into the page, which the page's policy forbids.
      lockScroll={false}
      // Its head is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <Textarea
        label={t('accounts.list')}
        description={t('accounts.hint')}
        rows={14}
        maxLength={MOST_CHARACTERS}
        value={text}
        disabled={!data}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        spellCheck={false}
      />
      <div role="status">
        <Text fz="sm" mt="xs">
          {t('accounts.count', { count: accounts.length })}
        </Text>
        {refused.length > 0 && (
          <Text fz="sm" className="wrong">
            {t('accounts.refused', { rows: refused.slice(0, mostNamed).join(', ') + (refused[mostNamed] ? '…' : '') })}
          </Text>
        )}
      </div>
      {save.isError && (
        <Text role="alert" className="wrong" mt="xs">
          {t('refused.other')}
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <FileButton
          accept=".csv,.txt,text/csv"
          onChange={(file) => file && file.size <= MOST_CHARACTERS && void textOfFile(file).then(setTyped)}
        >
          {(props) => (
            <Button {...props} variant="default">
              {t('companyImport.choose')}
            </Button>
          )}
        </FileButton>
        <Button loading={save.isPending} disabled={!data} onClick={() => save.mutate()}>
          {t('company.save')}
        </Button>
      </Group>
    </Modal>
  );
}

/** As a person types them: the account and its name in a row, between them what no name has. */
function textOf(accounts: readonly Account[]): string {
  return accounts.map(({ code, name }) => (name === null ? code : `${code};${name.replaceAll(';', ',')}`)).join('\n');
}
