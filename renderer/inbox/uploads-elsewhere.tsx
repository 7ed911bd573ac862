import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../route.ts';
import { useUploads } from './uploads.ts';

/** How far the batch in hand is, in a line, for the screens that do not show it; the line leads to it. */
export function UploadsElsewhere() {
  const { t } = useTranslation();
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const received = uploads.filter(({ documentId }) => documentId !== null).length;
  const problems = uploads.filter(({ state }) => state === 'refused' || state === 'failed').length;
  return (
    <Text role="status" fz="sm" className="truncate">
      <Anchor href={addressOf({ screen: 'inbox' })} inherit>
        {t('uploads.received', { received, count: uploads.length })}
        {problems > 0 && <span className="wrong"> · {t('uploads.problems', { count: problems })}</span>}
      </Anchor>
    </Text>
  );
}
