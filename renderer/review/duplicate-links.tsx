import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Duplicate } from '../../server/contract/window-review.ts';
import { useFormats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';

/** Documents that seem to be the same invoice, each with the way to both side by side. */
export function DuplicateLinks({ id, duplicates }: { id: string; duplicates: Duplicate[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return duplicates.map(({ documentId, addedAt, isThere }, index) => {
    const words = t('duplicates.added', { at: formats.time(addedAt) });
    return (
      <Fragment key={documentId}>
        {index > 0 && ', '}
        {isThere ? (
          <a href={addressOf({ screen: 'beside', id, other: documentId })}>{words}</a>
        ) : (
          `${words} ${t('suppliers.erased')}`
        )}
      </Fragment>
    );
  });
}
