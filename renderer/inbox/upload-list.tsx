import { Button, Group, Paper, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../route.ts';
import { useReadingProgress } from './reading-progress.ts';
import { UploadPassword } from './upload-password.tsx';
import {
  asksPassword,
  cancelAll,
  cancelUpload,
  forgetFinished,
  isOpen,
  mayRetry,
  retryUpload,
  type Upload,
  useUploads,
} from './uploads.ts';

/** The batch in hand: how far it is, and every file that is under way or did not come through, with the reason. */
export function UploadList() {
  const { t } = useTranslation();
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const count = uploads.length;
  const received = uploads.filter(({ documentId }) => documentId !== null).length;
  const ended = uploads.filter(({ state }) => state === 'read' || state === 'failed').length;
  const refused = uploads.filter(({ state }) => state === 'refused' || state === 'failed').length;
  const open = uploads.some(isOpen);
  const shown = uploads.filter(({ state }) => state !== 'read');
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('uploads.label')}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text role="status" fw={600}>
            {t('uploads.received', { received, count })} · {t('uploads.read', { count: ended })}
            {refused > 0 && <span className="wrong"> · {t('uploads.problems', { count: refused })}</span>}
          </Text>
          <Button size="xs" variant="default" onClick={open ? cancelAll : forgetFinished}>
            {t(open ? 'uploads.cancelAll' : 'uploads.close')}
          </Button>
        </Group>
        {/* Half of it is the way here, half of it the reading. */}
        <Progress value={((received + ended) / (2 * count)) * 100} aria-label={t('uploads.label')} />
        {shown.length > 0 && (
          <ScrollArea.Autosize mah={150} viewportProps={{ tabIndex: 0, 'aria-label': t('uploads.label') }}>
            <Stack gap={2}>
              {shown.map((upload) => (
                <UploadLine key={upload.key} upload={upload} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Stack>
    </Paper>
  );
}

/** Hundreds of them stand still while one changes. */
const UploadLine = memo(({ upload }: { upload: Upload }) => {
  const { t } = useTranslation();
  const { key, name, state, documentId } = upload;
  const wrong = state === 'refused' || state === 'failed';
  const locked = asksPassword(upload);
  const again = mayRetry(upload) && !locked;
  return (
    <Group gap="sm" wrap="nowrap" mih={26}>
      <Text truncate flex="0 1 320px" title={name} fz="sm">
        {documentId ? <a href={addressOf({ screen: 'review', id: documentId })}>{name}</a> : name}
      </Text>
      <Text flex={1} fz="sm" className={wrong ? 'wrong' : 'quiet'}>
        <Words upload={upload} />
      </Text>
      {locked && <UploadPassword upload={upload} />}
      {(again || isOpen(upload)) && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${t(again ? 'uploads.retry' : 'uploads.cancel')}: ${name}`}
          onClick={() => (again ? retryUpload(key) : cancelUpload(key))}
        >
          {t(again ? 'uploads.retry' : 'uploads.cancel')}
        </Button>
      )}
    </Group>
  );
});

function Words({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const { state, reason, inside, sent, documentId } = upload;
  const progress = useReadingProgress(documentId ?? '');
  if (state === 'refused') return `${inside ? `${inside}: ` : ''}${t(`refused.${reason}`, t('refused.other'))}`;
  if (state === 'failed') return t(`failed.${reason}`);
  if (progress) return t('uploads.reading', { ...progress });
  return t(`uploads.${state}`, { percent: Math.round(sent * 100) });
}
