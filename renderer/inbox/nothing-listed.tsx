import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InboxQuery } from '../../server/contract/window.ts';
import { askOnly } from './inbox-view.ts';

/** In place of an empty list: what to do first, or that nothing fits what is asked for. */
export function NothingListed({ query }: { query: InboxQuery }) {
  const { t } = useTranslation();
  const { sort: _sort, order: _order, ...narrowing } = query;
  const narrowed = Object.keys(narrowing).length > 0;
  return (
    <div className="empty">
      <Text fz="lg" fw={600}>
        {t(query.toExport ? 'toExport.none' : narrowed ? 'inbox.nothingFound' : 'inbox.empty')}
      </Text>
      {narrowed ? (
        <Button mt="sm" variant="default" onClick={() => askOnly({})}>
          {t('inbox.showAll')}
        </Button>
      ) : (
        <Text className="quiet">{t('inbox.emptyHint')}</Text>
      )}
    </div>
  );
}
