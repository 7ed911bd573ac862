import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InboxQuery } from '../../server/contract/window.ts';
import { ask } from './inbox-view.ts';

/** In place of an empty list: what to do first, or that nothing fits what is asked for. */
export function NothingListed({ query }: { query: InboxQuery }) {
  const { t } = useTranslation();
  const narrowed = Boolean(query.search || query.state || query.company || query.origin);
  return (
    <div className="empty">
      <Text fz="lg" fw={600}>
        {t(narrowed ? 'inbox.nothingFound' : 'inbox.empty')}
      </Text>
      {narrowed ? (
        <Button
          mt="sm"
          variant="default"
          onClick={() => ask({ search: undefined, state: undefined, company: undefined, origin: undefined })}
        >
          {t('inbox.showAll')}
        </Button>
      ) : (
        <Text className="quiet">{t('inbox.emptyHint')}</Text>
      )}
    </div>
  );
}
