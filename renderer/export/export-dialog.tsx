import { Alert, Button, Checkbox, Group, Kbd, Loader, Modal, Select, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import type { ExportWish } from '../../server/contract/window-exports.ts';
import { api } from '../api.ts';
import {
  canPickFolder,
  forgetFolder,
  mayWriteInto,
  type PickedFolder,
  pickFolder,
  rememberedFolder,
  writeInto,
} from './export-folder.ts';
import { ExportPreviewTables } from './export-preview.tsx';
import { saveFile } from './save-file.ts';

const EVERY = 'every';

interface ExportDialogProps {
  target: string;
  /** What is exported. */
  wanted: Pick<ExportWish, 'language' | 'query' | 'ids'>;
  onClose: () => void;
}

/** What goes into a program of accounts: whose books, what is written, what is left out and why, and the sums to compare. */
export function ExportDialog({ target, wanted, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const settings = useQuery<WindowSettings>({ queryKey: ['settings'], queryFn: () => api.settings() });
  const companies = settings.data?.companies ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  const [asksLinePerRate, setLinePerRate] = useState<boolean | null>(null);
  const [again, setAgain] = useState(false);
  const [shortNumbers, setShortNumbers] = useState(false);
  const [folder, setFolder] = useState<PickedFolder | null>(null);
  useEffect(() => {
    if (canPickFolder()) void rememberedFolder().then(setFolder);
  }, []);
  const [only] = companies;
  const asked = companies.length === 1 ? only : companies.find(({ vat }) => vat === (picked ?? wanted.query.company));
  const everyCompany = companies.length > 1 && asked === undefined;
  const linePerRate = asksLinePerRate ?? settings.data?.linePerRate.includes(asked?.vat ?? '') ?? false;
  const whose = asked ? { company: asked.vat, linePerRate } : { everyCompany };
  const wish: ExportWish = { ...wanted, target, again, shortNumbers, ...whose };
  const preview = useQuery({
    queryKey: ['export', wish],
    queryFn: () => api.previewExport(wish),
    enabled: companies.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const save = useMutation({
    async mutationFn() {
      // Before anything is written down as exported.
      const into = folder && (await mayWriteInto(folder)) ? folder : null;
      const { blob, name } = await api.exportFile(wish);
      try {
        if (!into) throw new Error('There is no folder to write to.');
        await writeInto(into, blob, name);
        return { place: into.name };
      } catch {
        saveFile(blob, name);
        return { place: name };
      }
    },
    onSuccess() {
      // What is written now waits no more, and the program is remembered.
      for (const changed of ['rows', 'ids', 'companies', 'document', 'settings'])
        void queries.invalidateQueries({ queryKey: [changed] });
    },
  });
  const written = preview.data?.written ?? 0;
  const canSave = written > 0 && !preview.isPlaceholderData && !save.isPending;
  const saveNow = useRef<(() => void) | null>(null);
  saveNow.current = canSave ? () => save.mutate() : null;
  // The preview may have a hundred links: nobody goes through them all to save.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      saveNow.current?.();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('exportDialog.title', { target: t(`exportTarget.${target}`) })}
      closeButtonProps={{ 'aria-label': t('uploads.close') }}
      transitionProps={{ duration: 0 }}
      // The lock would put a style element into the page, which the page's policy forbids.
      lockScroll={false}
      // Its head is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <Group align="flex-end" gap="md">
        <Select
          label={t('exportDialog.company')}
          w={340}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t('inbox.nothingFound')}
          comboboxProps={{ withinPortal: false }}
          value={asked?.vat ?? EVERY}
          data={[
            ...(companies.length > 1 ? [{ value: EVERY, label: t('exportDialog.everyCompany') }] : []),
            ...companies
              .map(({ vat, name }) => ({ value: vat, label: name ? `${name} (${vat})` : vat }))
              .toSorted((a, b) => a.label.localeCompare(b.label, 'ro')),
          ]}
          onChange={setPicked}
        />
        {/* With every company each has what is chosen for it. */}
        {asked && (
          <Checkbox
            label={t('exportDialog.linePerRate')}
            checked={linePerRate}
            onChange={({ currentTarget }) => setLinePerRate(currentTarget.checked)}
            mb={8}
          />
        )}
        <Checkbox
          label={t('exportDialog.again')}
          checked={again}
          onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
          mb={8}
        />
        {(shortNumbers || preview.data?.problems.some(({ code }) => code === 'number_too_long')) && (
          <Checkbox
            label={t('exportDialog.shortNumbers')}
            checked={shortNumbers}
            onChange={({ currentTarget }) => setShortNumbers(currentTarget.checked)}
            mb={8}
          />
        )}
      </Group>
      <Text fz="sm" className="quiet" mt="xs">
        {t(`exportHint.${target}`)}
      </Text>
      {canPickFolder() && (
        <Group gap="xs" mt="xs">
          <Text fz="sm">{folder ? t('exportDialog.into', { name: folder.name }) : t('exportDialog.intoNone')}</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void pickFolder().then((picked) => picked && setFolder(picked))}
          >
            {t('exportDialog.pickFolder')}
          </Button>
          {folder && (
            <Button size="compact-sm" variant="subtle" onClick={() => void forgetFolder().then(() => setFolder(null))}>
              {t('exportDialog.noFolder')}
            </Button>
          )}
        </Group>
      )}
      {preview.isPending && companies.length > 0 && <Loader m="md" role="progressbar" aria-label={t('loading')} />}
      {(preview.isError || save.isError) && (
        <Alert color="red" role="alert" mt="md">
          {t('export.failed')}
        </Alert>
      )}
      {preview.data && <ExportPreviewTables preview={preview.data} />}
      <Group justify="flex-end" className="dialog-end">
        {save.isSuccess && (
          <Text role="status" fz="sm">
            {t('exportDialog.saved', { name: save.data.place })}
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          {t('uploads.close')}
        </Button>
        <Button
          onClick={() => save.mutate()}
          loading={save.isPending}
          disabled={written === 0 || preview.isPlaceholderData}
          aria-keyshortcuts="Control+Enter"
          rightSection={
            <Kbd size="xs" aria-hidden>
              Ctrl+Enter
            </Kbd>
          }
        >
          {t('exportDialog.save', { count: written })}
        </Button>
      </Group>
    </Modal>
  );
}
