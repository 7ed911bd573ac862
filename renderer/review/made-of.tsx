import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { Asked } from '../components/asked.tsx';

/** What is asked before a document is deleted: what it was made of goes with it. */
export function deleteSure(t: TFunction, { replaces }: DocumentDetail): string {
  return t(replaces.length > 0 ? 'arrange.deleteSure' : 'review.deleteSure');
}

/** The documents that this one was made of, and the way back to them. */
export function MadeOf({ replaces, restore }: Pick<DocumentDetail, 'replaces'> & { restore: (() => void) | null }) {
  const { t } = useTranslation();
  const names = replaces.map(({ id, filename }) => filename ?? id).join(' · ');
  return (
    <Text fz="sm" component="div" mt={4}>
      {t('arrange.madeOf', { names })}{' '}
      {restore && (
        <Asked size="compact-xs" label={t('arrange.restore')} sure={t('arrange.restoreSure')} act={restore} />
      )}
    </Text>
  );
}
