import { Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '../../server/contract/window.ts';
import { droppedFiles } from './dropped-files.ts';
import { useInboxView } from './inbox-view.ts';

/** Takes files that are dropped or pasted anywhere in the window, whatever it shows. */
export function DropZone({
  onFiles,
  companies,
  children,
}: {
  onFiles: (files: File[]) => void;
  companies: Company[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const { query } = useInboxView();
  const ours = companies.find(({ vat }) => vat === query.company);
  const take = useRef(onFiles);
  take.current = onFiles;

  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    // Without this the browser would open the file in place of the window.
    const stay = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (event.dataTransfer) void droppedFiles(event.dataTransfer).then((files) => take.current(files));
    };
    const paste = (event: ClipboardEvent): void => {
      // Spreadsheets put a picture of copied cells beside their text, and the text is what is meant.
      if (event.clipboardData?.types.includes('text/plain')) return;
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) take.current(files);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', stay);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', stay);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  }, []);

  return (
    <>
      {children}
      {over && (
        <div className="drop-here" aria-hidden>
          <Stack gap={4} align="center">
            <Text fz="xl" fw={600}>
              {t('inbox.dropHere')}
            </Text>
            {companies.length > 1 && (
              <Text>{ours ? t('inbox.for', { company: ours.name ?? ours.vat }) : t('company.guessed')}</Text>
            )}
          </Stack>
        </div>
      )}
    </>
  );
}
