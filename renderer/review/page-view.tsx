import { ActionIcon, Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldAssessment } from '../../server/contract/invoice.ts';
import { api } from '../api.ts';

const ZOOMS = [1, 1.5, 2, 3];
/** Fit to the width a page is shown at about 110 dots per inch; twice that stays crisp on usual screens. */
const PLAIN_DPI = 150;
const ZOOMED_DPI = 300;

/** A page of the file as a picture, with a box around what is selected. */
export function PageView(props: {
  id: string;
  pages: number;
  hasFile: boolean;
  selected: FieldAssessment | undefined;
}) {
  const { t } = useTranslation();
  const { id, pages, hasFile, selected } = props;
  const [number, setNumber] = useState(1);
  const [zoom, setZoom] = useState(0);
  const scale = ZOOMS[zoom] ?? 1;
  const dpi = scale > 1.5 ? ZOOMED_DPI : PLAIN_DPI;
  const picture = useQuery({
    queryKey: ['page', id, number, dpi],
    queryFn: ({ signal }) => api.page(id, number, dpi, signal),
    enabled: hasFile,
    gcTime: 60_000,
    retry: 1,
  });
  const url = useObjectUrl(picture.data?.blob);
  const box = useRef<HTMLDivElement>(null);

  // A field on another page turns to that page.
  const [shownFor, setShownFor] = useState<FieldAssessment>();
  if (selected !== shownFor) {
    setShownFor(selected);
    if (selected?.page) setNumber(selected.page);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another box, page or size is shown
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected, url, scale]);

  if (!hasFile) {
    return (
      <section className="page-view" aria-label={t('page.label')}>
        <Alert m="md">{t('page.erased')}</Alert>
      </section>
    );
  }
  const shownBox = selected?.page === number ? selected.box : null;
  const size = picture.data;
  return (
    <section className="page-view" aria-label={t('page.label')}>
      <Group className="page-tools" justify="space-between" wrap="nowrap">
        <Group gap="xs">
          {pages > 1 && (
            <>
              <Turn label={t('page.previous')} onClick={() => setNumber(number - 1)} disabled={number <= 1} sign="‹" />
              <Text fz="sm">{t('page.of', { number, pages })}</Text>
              <Turn label={t('page.next')} onClick={() => setNumber(number + 1)} disabled={number >= pages} sign="›" />
            </>
          )}
        </Group>
        <Group gap="xs">
          <Turn label={t('page.smaller')} onClick={() => setZoom(zoom - 1)} disabled={zoom === 0} sign="−" />
          <Text fz="sm">{Math.round(scale * 100)} %</Text>
          <Turn
            label={t('page.larger')}
            onClick={() => setZoom(zoom + 1)}
            disabled={zoom === ZOOMS.length - 1}
            sign="+"
          />
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="page-scroll" tabIndex={0} aria-label={t('page.of', { number, pages })}>
        {picture.isPending && <Loader m="xl" aria-label={t('loading')} />}
        {picture.isError && (
          <Alert m="md" color="red" title={t('page.failed')}>
            <Button size="xs" variant="default" onClick={() => void picture.refetch()}>
              {t('again')}
            </Button>
          </Alert>
        )}
        {url && size && (
          <div className="page" style={{ width: `${scale * 100}%` }}>
            <img src={url} alt={t('page.of', { number, pages })} />
            {shownBox && (
              <div
                ref={box}
                className="page-box"
                style={{
                  left: `${(shownBox[0] / size.width) * 100}%`,
                  top: `${(shownBox[1] / size.height) * 100}%`,
                  width: `${(shownBox[2] / size.width) * 100}%`,
                  height: `${(shownBox[3] / size.height) * 100}%`,
                }}
              />
            )}
          </div>
        )}
      </section>
    </section>
  );
}

function Turn(props: { label: string; sign: string; disabled: boolean; onClick: () => void }) {
  return (
    <ActionIcon variant="default" aria-label={props.label} disabled={props.disabled} onClick={props.onClick}>
      {props.sign}
    </ActionIcon>
  );
}

/** An address for a blob, given back when the blob is shown no more. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const url = useMemo(() => (blob ? URL.createObjectURL(blob) : null), [blob]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}
