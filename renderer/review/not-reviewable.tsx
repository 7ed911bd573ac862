import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { ApiError, api } from '../api.ts';
import { Asked } from '../components/asked.tsx';
import { noteDocument } from '../inbox/uploads.ts';
import { addressOf, goTo } from '../route.ts';
import { History } from './history.tsx';
import { deleteSure, MadeOf } from './made-of.tsx';

/** A document of which there is nothing to review: why, and what can be done about it. */
export function NotReviewable({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { row, hasFile, replaces } = detail;
  const retry = useMutation({
    mutationFn: () => api.retry(row.id),
    onSuccess: async (queued) => {
      noteDocument(queued);
      for (const key of [['document', row.id], ['rows'], ['ids']]) await queries.invalidateQueries({ queryKey: key });
    },
  });
  const remove = useMutation({
    mutationFn: () => api.deleteDocument(row.id),
    onSuccess: () => goTo({ screen: 'inbox' }),
  });
  const restore = useMutation({
    mutationFn: () => api.restore(row.id),
    onSuccess: ({ id }) => {
      queries.removeQueries({ queryKey: ['document', id] });
      goTo({ screen: 'review', id });
    },
  });
  const acts = useRef<HTMLDivElement>(null);
  // Whoever opens it by keyboard is at what can be done with it.
  useEffect(() => {
    if (document.activeElement === document.body) acts.current?.querySelector('button')?.focus();
  }, []);
  const problem = retry.error ?? remove.error ?? restore.error;
  const what = row.errorCode ? t(`failedHow.${row.errorCode}`) : null;
  return (
    <Stack p="md" align="flex-start" gap="sm" className="review-fields">
      <Anchor href={addressOf({ screen: 'inbox' })}>{t('review.back')}</Anchor>
      <h1 className="review-title">{row.filename ?? row.id}</h1>
      <Alert role="status" title={row.errorCode ? t(`failed.${row.errorCode}`) : undefined}>
        {what ?? t(`notReviewable.${row.state}`)}
      </Alert>
      <Group gap="xs" ref={acts}>
        {row.state === 'failed' && hasFile && (
          <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
            {t('review.retry')}
          </Button>
        )}
        <Asked label={t('review.delete')} sure={deleteSure(t, detail)} act={() => remove.mutate()} danger />
      </Group>
      {replaces.length > 0 && <MadeOf replaces={replaces} restore={() => restore.mutate()} />}
      {row.state === 'failed' && !hasFile && <span className="quiet">{t('review.retryGone')}</span>}
      {problem && (
        <Alert color="red" role="alert">
          {t(`refused.${problem instanceof ApiError ? problem.code : 'other'}`, t('refused.other'))}
        </Alert>
      )}
      <History detail={detail} />
    </Stack>
  );
}
