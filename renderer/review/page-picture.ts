import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiError, api } from '../api.ts';

/** Resolutions that pages are drawn at, so that a little more zoom does not ask for another picture each time. */
const STEPS = [75, 110, 150, 200, 300, 450, 600];
const KEPT_MS = 5 * 60_000;

export interface ShownPicture {
  url: string;
  /** Size of the page in points. */
  width: number;
  height: number;
  number: number;
}

/** The resolution that is crisp where a point of the page is so many CSS pixels wide. */
export function dpiFor(pixelsPerPoint: number): number {
  const needed = 72 * pixelsPerPoint * devicePixelRatio;
  return STEPS.find((step) => step >= needed) ?? (STEPS.at(-1) as number);
}

/**
 * A page's picture, decoded and ready to be painted. While another resolution or page is on its way the one before
 * stays, so that nothing flickers.
 */
export function usePagePicture(
  id: string,
  number: number,
  dpi: number | null,
): { shown: ShownPicture | null; failed: ApiError | null; again: () => void } {
  const picture = useQuery({ ...pictureQuery(id, number, dpi ?? 0), enabled: dpi !== null });
  const [shown, setShown] = useState<ShownPicture | null>(null);
  const { data } = picture;
  useEffect(() => {
    if (!data) return;
    const url = URL.createObjectURL(data.blob);
    const image = new Image();
    image.src = url;
    let wanted = true;
    let isShown = false;
    const show = (): void => {
      if (!wanted) return;
      isShown = true;
      setShown({ url, width: data.width, height: data.height, number });
    };
    // A picture that cannot be decoded ahead is shown as far as it goes.
    image.decode().then(show, show);
    return () => {
      wanted = false;
      if (!isShown) URL.revokeObjectURL(url);
    };
  }, [data, number]);
  // What is shown is asked for anew by whatever is drawn from it later, so it goes only when another one stands in its place.
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown.url)), [shown]);
  return { shown, failed: picture.error as ApiError | null, again: () => void picture.refetch() };
}

/** Fetches a page ahead of its being looked at. */
export function prefetchPage(queries: QueryClient, id: string, number: number, dpi: number): void {
  void queries.prefetchQuery(pictureQuery(id, number, dpi));
}

function pictureQuery(id: string, number: number, dpi: number) {
  return {
    queryKey: ['page', id, number, dpi],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.page(id, number, dpi, signal),
    gcTime: KEPT_MS,
    retry: 1,
  };
}
