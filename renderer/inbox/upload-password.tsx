import { Button, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxPassword } from '../../server/contract/limits.ts';
import { retryUpload, type Upload } from './uploads.ts';

/** Asks for the password of a PDF, and sends the file once more with it. */
export function UploadPassword({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') retryUpload(upload.key, password);
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <PasswordInput
          size="xs"
          w={200}
          maxLength={maxPassword}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          placeholder={t('uploads.password')}
          aria-label={`${t('uploads.password')}: ${upload.name}`}
        />
        <Button type="submit" size="compact-xs" variant="default" disabled={password === ''}>
          {t('uploads.unlock')}
        </Button>
      </Group>
    </form>
  );
}
