import { Alert, Button, Code, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.ts';
import { Copied } from '../components/copied.tsx';

/** Shows the secret when it is asked for, and makes a new one after asking twice: the old one is worth nothing then. */
export function SigningSecret() {
  const { t } = useTranslation();
  const [sure, setSure] = useState(false);
  const reveal = useMutation({ mutationFn: api.signingSecret });
  const rotate = useMutation({ mutationFn: api.rotateSecret, onSuccess: () => setSure(false) });
  const secret = rotate.data?.secret ?? reveal.data?.secret;
  return (
    <>
      {secret && (
        <Group mb="sm" role="status">
          <Code className="breaks">{secret}</Code>
          <Copied value={secret} name={t('secret.title')} />
        </Group>
      )}
      <Group>
        {!secret && (
          <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>
            {t('secret.reveal')}
          </Button>
        )}
        <Button
          variant="default"
          color="red"
          loading={rotate.isPending}
          onClick={() => (sure ? rotate.mutate() : setSure(true))}
          onBlur={() => setSure(false)}
        >
          {t(sure ? 'secret.rotateSure' : 'secret.rotate')}
        </Button>
      </Group>
      {(reveal.isError || rotate.isError) && <Alert color="red">{t('refused.other')}</Alert>}
    </>
  );
}
