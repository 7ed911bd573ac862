import { Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Part } from '../../server/contract/window-review.ts';
import { Asked } from '../components/asked.tsx';
import { addressOf } from '../route.ts';
import { pagesText } from './pages-text.ts';

/** Where the other pages of the file are, and the way back. */
export function PartsMade({ parts, join }: { parts: Part[]; join: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <Text fz="sm" component="div" mt={4}>
      {t('cuts.made')}{' '}
      {parts.map((part, index) => (
        <Fragment key={part.id}>
          {index > 0 && ' · '}
          <Anchor href={addressOf({ screen: 'review', id: part.id })} fz="sm">
            {t('cuts.pages', { pages: pagesText(part) })}
          </Anchor>
        </Fragment>
      ))}{' '}
      {join && <Asked size="compact-xs" label={t('cuts.join')} sure={t('cuts.joinSure')} act={join} />}
    </Text>
  );
}
