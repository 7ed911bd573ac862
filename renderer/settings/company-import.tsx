import { Button, FileButton, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api.ts';
import { textOfFile } from './text-of-file.ts';

/** Beyond this no list of companies is as long. */
const MOST_BYTES = 1_000_000;

/** Takes companies from a file of a spreadsheet, and says of each row that is not taken what is wrong with it. */
export function CompanyImport() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const take = useMutation({
    mutationFn: async (file: File) => api.importCompanies(await textOfFile(file)),
    onSuccess: () =>
      Promise.all(['settings', 'companies'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  const isTooLarge = (take.variables?.size ?? 0) > MOST_BYTES;
  const done = take.data;
  return (
    <>
      <FileButton accept=".csv,.txt,text/csv" onChange={(file) => file && take.mutate(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={take.isPending}>
            {t('companyImport.choose')}
          </Button>
        )}
      </FileButton>
      {take.isError && (
        <Text role="alert" className="wrong" mt="xs">
          {t(isTooLarge ? 'companyImport.tooLarge' : 'refused.other')}
        </Text>
      )}
      {done && (
        <div role="status">
          <Text mt="xs">
            {t('companyImport.added', { count: done.added })}
            {done.known > 0 && `, ${t('companyImport.known', { count: done.known })}`}
          </Text>
          {done.refused.length > 0 && (
            <ul className="export-problems wrong">
              {done.refused.map(({ row, code }) => (
                <li key={row}>{t('companyImport.refused', { row, why: t(`companyRefusal.${code}`) })}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
