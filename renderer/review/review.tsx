import { Alert, Anchor, Button, Center, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../api.ts';
import { addressOf, goTo } from '../route.ts';
import { Editor } from './editor.tsx';
import { NotReviewable } from './not-reviewable.tsx';
import { PageView } from './page-view.tsx';
import { useShortcuts } from './shortcuts.ts';

/** One document: its page at left and its fields at right; or why there is nothing to review. */
export function Review({ id }: { id: string }) {
  const { t } = useTranslation();
  // Also while it is opened, and where there is nothing to review.
  useShortcuts({ back: () => goTo({ screen: 'inbox' }) });
  const document = useQuery({ queryKey: ['document', id], queryFn: () => api.document(id) });
  const replacedBy = document.data?.replacedBy ?? null;
  useEffect(() => {
    // Whoever goes back comes to what was before this.
    if (replacedBy !== null) location.replace(addressOf({ screen: 'review', id: replacedBy }));
  }, [replacedBy]);
  if (document.isPending || replacedBy !== null) {
    return (
      <Center h={300}>
        <Loader role="progressbar" aria-label={t('loading')} />
      </Center>
    );
  }
  // A server that is away for a moment takes nothing from what is being typed.
  const detail = document.data;
  const gone = document.error instanceof ApiError && document.error.code === 'not_found';
  if (gone || !detail) {
    return (
      <Stack p="md" align="flex-start">
        {gone ? (
          <Alert role="status" title={t('review.gone')}>
            {t('review.goneWhy')}
          </Alert>
        ) : (
          <Alert color="red" title={t('review.loadFailed')}>
            <Button size="xs" variant="default" onClick={() => void document.refetch()}>
              {t('again')}
            </Button>
          </Alert>
        )}
        <Anchor href={addressOf({ screen: 'inbox' })}>{t('review.back')}</Anchor>
      </Stack>
    );
  }
  const { row, extraction } = detail;
  // Another confirmation or reading gives another extraction to start from.
  if (extraction) return <Editor key={detail.reading} detail={detail} read={extraction} />;
  return (
    <div className="review">
      <PageView
        id={id}
        pages={row.pages ?? 1}
        hasFile={detail.hasFile}
        texts={[]}
        selected={null}
        candidate={null}
        hint={null}
        onWords={null}
      />
      <NotReviewable detail={detail} />
    </div>
  );
}
