import { Button, Container, FileButton, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company, WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { CompanyForm } from '../components/company-form.tsx';
import { DocumentList } from './document-list.tsx';
import { DropZone } from './drop-zone.tsx';
import { UploadList } from './upload-list.tsx';
import { upload } from './uploads.ts';

/** The formats that are taken; the server decides by content whatever a dialog let through. */
const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/gif,image/webp';

/** What an accountant sees all day. The company is asked for once, before the first file or with it. */
export function Inbox({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const [waiting, setWaiting] = useState<File[]>([]);
  const company = settings.companies[0];
  const take = (files: File[]): void => {
    if (company) upload(files, company);
    else setWaiting((before) => [...before, ...files]);
  };

  if (!company) return <FirstCompany waiting={waiting} onFiles={take} onSaved={() => setWaiting([])} />;
  return (
    <DropZone onFiles={take}>
      <Container fluid p="md">
        <Stack gap="md">
          <Group justify="space-between" align="flex-end">
            <Title order={1} size="h3">
              {t('inbox.title')}
            </Title>
            <Group align="flex-end">
              <CompanyChoice companies={settings.companies} />
              <ChooseFiles onFiles={take} />
            </Group>
          </Group>
          <UploadList />
          <DocumentList />
        </Stack>
      </Container>
    </DropZone>
  );
}

function ChooseFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  return (
    <FileButton multiple accept={ACCEPTED} onChange={onFiles}>
      {(props) => <Button {...props}>{t('inbox.choose')}</Button>}
    </FileButton>
  );
}

/** An accounting firm works for several companies: dropped files belong to the one that is chosen. */
function CompanyChoice({ companies }: { companies: Company[] }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const choose = useMutation({
    mutationFn: (company: Company) => api.saveCompany(company),
    onSuccess: (settings) => queries.setQueryData(['settings'], settings),
  });
  return (
    <Select
      label={t('inbox.company')}
      w={320}
      allowDeselect={false}
      value={companies[0]?.vat ?? null}
      data={companies.map(({ vat, name }) => ({ value: vat, label: name ? `${name} (${vat})` : vat }))}
      onChange={(vat) => {
        const company = companies.find((one) => one.vat === vat);
        if (company) choose.mutate(company);
      }}
    />
  );
}

function FirstCompany(props: { waiting: File[]; onFiles: (files: File[]) => void; onSaved: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const saved = (): void => {
    const company = queries.getQueryData<WindowSettings>(['settings'])?.companies[0];
    if (company && props.waiting.length > 0) upload(props.waiting, company);
    props.onSaved();
  };
  return (
    <DropZone onFiles={props.onFiles}>
      <Container size="xs" py="xl">
        <Paper withBorder p="lg">
          <Stack>
            <Title order={1} size="h3">
              {t('company.title')}
            </Title>
            <Text>{t('company.intro')}</Text>
            {props.waiting.length > 0 && <Text fw={600}>{t('company.waiting', { count: props.waiting.length })}</Text>}
            <CompanyForm onSaved={saved} />
          </Stack>
        </Paper>
      </Container>
    </DropZone>
  );
}
