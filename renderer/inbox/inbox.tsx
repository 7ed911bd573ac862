import { Button, FileButton, Group, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { Welcome } from '../welcome/welcome.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { DocumentList } from './document-list.tsx';
import { DropZone } from './drop-zone.tsx';
import { UploadList } from './upload-list.tsx';
import { upload } from './uploads.ts';

/** The formats that are taken; the server decides by content whatever a dialog let through. */
const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/gif,image/webp';

/** What an accountant sees all day. A first start begins with a few steps; what is dropped meanwhile waits for them. */
export function Inbox({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const [company] = settings.companies;
  const [welcome, setWelcome] = useState(company === undefined);
  const [waiting, setWaiting] = useState<File[]>([]);
  if (company && waiting.length > 0) {
    upload(waiting, company);
    setWaiting([]);
  }
  const take = (files: File[]): void => {
    if (company) upload(files, company);
    else setWaiting((before) => [...before, ...files]);
  };

  return (
    <DropZone onFiles={take}>
      {welcome ? (
        <Welcome settings={settings} waiting={waiting.length} onDone={() => setWelcome(false)} />
      ) : (
        <div className="inbox">
          <Group justify="space-between" gap="sm">
            <Title order={1} size="h3">
              {t('inbox.title')}
            </Title>
            <Group gap="sm">
              <CompanyChoice settings={settings} />
              <FileButton multiple accept={ACCEPTED} onChange={take}>
                {(props) => <Button {...props}>{t('inbox.choose')}</Button>}
              </FileButton>
            </Group>
          </Group>
          <UploadList />
          <DocumentList companies={settings.companies} />
        </div>
      )}
    </DropZone>
  );
}
