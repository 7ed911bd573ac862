import { Alert, Group, Loader, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { ChooseFiles } from '../components/choose-files.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { DocumentList } from './document-list.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';

const Welcome = lazy(async () => ({ default: (await import('../welcome/welcome.tsx')).Welcome }));
const CompanyForm = lazy(async () => ({ default: (await import('../components/company-form.tsx')).CompanyForm }));

/**
 * What an accountant sees all day. A first start begins with a few steps; what is dropped meanwhile waits for them.
 * @param waiting how many files wait until a company is given
 */
export function Inbox({
  settings,
  waiting,
  take,
}: {
  settings: WindowSettings;
  waiting: number;
  take: (files: File[]) => void;
}) {
  const { t } = useTranslation();
  const uploads = useUploads();
  const [begun, setBegun] = useState(settings.companies.length > 0);
  // Who drops invoices of their own wants to see them, and needs no more first steps.
  if (!begun && uploads.length > 0) setBegun(true);
  // Where programs have sent documents already, somebody may only want to look at them.
  const there = useQuery({
    queryKey: ['rows', 'any'],
    queryFn: ({ signal }) => api.rows({}, 0, signal),
    enabled: !begun,
  });
  // What was there first counts: the sample of the first steps must not end them.
  const found = useRef<number>(undefined);
  found.current ??= there.data?.total ?? (there.isError ? 0 : undefined);

  return (
    <>
      {!begun && found.current === undefined ? (
        <Loader m="xl" role="progressbar" aria-label={t('loading')} />
      ) : !begun && found.current === 0 ? (
        <Suspense>
          <Welcome settings={settings} waiting={waiting} onDone={() => setBegun(true)} />
        </Suspense>
      ) : (
        <div className="inbox">
          <Group justify="space-between" gap="sm">
            <Title order={1} size="h3">
              {t('inbox.title')}
            </Title>
            <Group gap="sm">
              <CompanyChoice companies={settings.companies} />
              <ExportMenu />
              <ChooseFiles take={take} />
            </Group>
          </Group>
          {waiting > 0 && (
            <Alert role="status" title={t('company.waiting', { count: waiting })}>
              <Suspense>
                <CompanyForm />
              </Suspense>
            </Alert>
          )}
          <UploadList />
          <DocumentList companies={settings.companies} />
        </div>
      )}
    </>
  );
}
