import { Alert, Button, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What was asked for, once it is there; until then that it is coming, or that it could not be had, with another try. */
export function Answer<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Loader role="progressbar" aria-label={t('loading')} />;
  return (
    <Alert color="red" title={t('loadFailed')}>
      <Button size="xs" variant="default" onClick={() => void query.refetch()}>
        {t('again')}
      </Button>
    </Alert>
  );
}
