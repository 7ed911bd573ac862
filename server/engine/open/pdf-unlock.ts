import { PDFDocument, PDFInvalidObject, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import type { ConversionProblem } from '../../contract/errors.ts';
import { ReadingError } from '../reading-error.ts';
import { load } from './pdf-load.ts';

/**
 * The same PDF without its password (ISO 32000-2, 7.6), so that nobody needs it again. pdf.js says whether the password is
 * right, and whether what came of it opens with as many pages.
 * @param password the reader's or the owner's
 * @returns the file itself where it opens without one
 */
export async function unlockPdf(
  file: Uint8Array,
  password: string,
): Promise<Uint8Array<ArrayBuffer> | ConversionProblem> {
  try {
    if ((await pagesOf(file)) !== 'locked') return Uint8Array.from(file);
    const pages = await pagesOf(file, password);
    if (pages === 'locked') return 'wrong_password';
    const options = { updateMetadata: false };
    const document = await PDFDocument.load(file, { ...options, password });
    // With the password the library takes a table of objects that is a stream for encrypted, and guesses where they begin.
    const locked = await PDFDocument.load(file, { ...options, ignoreEncryption: true });
    const { Root, Info, Encrypt } = locked.context.trailerInfo;
    const { context } = document;
    Object.assign(context.trailerInfo, { Root, Info });
    for (const [place, object] of context.enumerateIndirectObjects()) {
      // By what the lock itself says a password could be found out.
      if (place === Encrypt || isOfTables(object)) context.delete(place);
    }
    const unlocked = Uint8Array.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
    return (await pagesOf(unlocked)) === pages ? unlocked : 'cannot_unlock';
  } catch {
    // Whatever it is that a damaged or hostile file made the library say.
    return 'cannot_unlock';
  }
}

/** Whether it is a table or a packet of objects, which are written anew. */
function isOfTables(object: PDFObject): boolean {
  if (object instanceof PDFInvalidObject) return true;
  const type = object instanceof PDFRawStream ? object.dict.get(PDFName.of('Type')) : undefined;
  return type === PDFName.of('ObjStm') || type === PDFName.of('XRef');
}

/** @throws ReadingError for a PDF that cannot be opened with any password */
async function pagesOf(file: Uint8Array, password?: string): Promise<number | 'locked'> {
  try {
    const { document, close } = await load(file, password);
    const pages = document.numPages;
    await close();
    return pages;
  } catch (error) {
    if (error instanceof ReadingError && error.code === 'password_protected') return 'locked';
    throw error;
  }
}
