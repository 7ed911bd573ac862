import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { detectFileType } from '../../checks/file-type.ts';
import { ReadingError } from '../reading-error.ts';
import { guarded, load } from './pdf-load.ts';
import { pdfOfPicture } from './picture-pdf.ts';

/** Pages of a file, in ascending order, each turned clockwise by so many degrees. */
export interface ChosenPages {
  bytes: Uint8Array;
  pages: readonly { number: number; turn: number }[];
}

/**
 * One PDF of pages of files, which are PDFs or pictures, one file's after the other's. The pages show what they showed;
 * pdf.js takes them out of their files, because it opens what other libraries give up on.
 * @throws ReadingError when a file cannot be opened, or has no such pages
 */
export async function arrangedPages([first, ...others]: readonly [ChosenPages, ...ChosenPages[]]): Promise<Uint8Array> {
  const { document, close } = await load(await asPdf(first.bytes));
  const chosen = [first, ...others];
  try {
    const infos = [
      { document: null, includePages: numbersOf(first) } as Parameters<typeof document.extractPages>[0][0],
    ];
    for (const other of others) infos.push({ document: await asPdf(other.bytes), includePages: numbersOf(other) });
    const pages = await guarded(() => document.extractPages(infos));
    const turns = chosen.flatMap((file) => file.pages.map(({ turn }) => turn));
    return await turned(pages, turns);
  } finally {
    await close();
  }
}

async function asPdf(bytes: Uint8Array): Promise<Uint8Array> {
  return detectFileType(bytes) === 'application/pdf' ? bytes : pdfOfPicture(bytes);
}

function numbersOf({ pages }: ChosenPages): number[] {
  return pages.map(({ number }) => number - 1);
}

/** @param pdf null where pdf.js could not write it, which it says nothing of */
async function turned(pdf: Uint8Array | null, turns: readonly number[]): Promise<Uint8Array> {
  const written = pdf && (await guarded(() => PDFDocument.load(pdf, { updateMetadata: false })));
  // What pdf.js cannot open, or does not find, it leaves out.
  if (!pdf || written?.getPageCount() !== turns.length) throw new ReadingError('unreadable_file');
  if (turns.every((turn) => turn === 0)) return pdf;
  for (const [index, page] of written.getPages().entries()) {
    page.setRotation(degrees((page.getRotation().angle + turns[index]!) % 360));
  }
  return written.save({ updateFieldAppearances: false });
}
