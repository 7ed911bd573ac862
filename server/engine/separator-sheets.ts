import type { OpenedFile } from './page.ts';

/** What the barcode of a "Patch T" sheet holds, which offices print to part the documents of a scanner's stack. */
const separator = 'PATCHT';

/** Numbers of the pages, from 1, that are such sheets. */
export function separatorSheets({ codes }: Pick<OpenedFile, 'codes'>): ReadonlySet<number> {
  return new Set(codes.flatMap(({ page, text }) => (text.trim().toUpperCase() === separator ? [page] : [])));
}

/** The same file with nothing on those pages: what is printed around the code is for people, and no invoice's. */
export function withoutSheets(opened: OpenedFile, sheets: ReadonlySet<number>): OpenedFile {
  if (sheets.size === 0) return opened;
  const isKept = (page: number): boolean => !sheets.has(page);
  return {
    ...opened,
    pages: opened.pages.map((page) => (isKept(page.number) ? page : { ...page, words: [], rules: [] })),
    codes: opened.codes.filter(({ page }) => isKept(page)),
  };
}
