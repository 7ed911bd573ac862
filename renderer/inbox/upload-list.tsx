import { Button, Group, Paper, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cancelUpload, forgetFinished, retryUpload, type Upload, useUploads } from './uploads.ts';

/** The batch in hand: how far it is, and every file that is under way or was refused, with the reason. */
export function UploadList() {
  const { t } = useTranslation();
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const accepted = uploads.filter(({ state }) => state === 'accepted').length;
  const open = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  const shown = uploads.filter(({ state }) => state !== 'accepted');
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('uploads.label')}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text role="status" fw={600}>
            {t('uploads.progress', { accepted, count: uploads.length })}
          </Text>
          {open === 0 && (
            <Button size="xs" variant="default" onClick={forgetFinished}>
              {t('uploads.close')}
            </Button>
          )}
        </Group>
        <Progress value={(accepted / uploads.length) * 100} aria-label={t('uploads.label')} />
        {shown.length > 0 && (
          <ScrollArea.Autosize mah={180}>
            <Stack gap={4}>
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

function UploadLine({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const underWay = upload.state === 'waiting' || upload.state === 'sending';
  const words =
    upload.state === 'refused'
      ? t(`refused.${upload.reason}`, t('refused.other'))
      : t(`uploads.${upload.state}`, { percent: Math.round(upload.sent * 100) });
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between" mih={30}>
      <Text truncate flex="0 1 320px" title={upload.name}>
        {upload.name}
      </Text>
      <Text flex={1} fz="sm" className={upload.state === 'refused' ? 'wrong' : 'quiet'}>
        {words}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${t(underWay ? 'uploads.cancel' : 'uploads.retry')}: ${upload.name}`}
        onClick={() => (underWay ? cancelUpload(upload.key) : retryUpload(upload.key))}
      >
        {t(underWay ? 'uploads.cancel' : 'uploads.retry')}
      </Button>
    </Group>
  );
}
