import { detectFileType, type FileType } from '../checks/file-type.ts';
import { maxPages } from '../contract/limits.ts';
import { IntakeRefusal } from './refusal.ts';

/** What a file is, as far as it is looked at before it is read. */
export interface CheckedFile {
  mimeType: FileType;
  /** Null for a PDF that cannot be opened, or not soon enough; reading says how many it has, or what is wrong with it. */
  pages: number | null;
}

/**
 * Format and pages of a file.
 * @param head its first bytes
 * @param countPages pages of the file as a PDF, as `PageCounter.count` says
 * @throws IntakeRefusal unsupported_file_type or too_many_pages
 */
export async function checkFile(head: Uint8Array, countPages: () => Promise<number | null>): Promise<CheckedFile> {
  const mimeType = detectFileType(head);
  if (mimeType === null) {
    throw new IntakeRefusal('unsupported_file_type', 'The file is not a PDF, JPEG, PNG, GIF or WebP.');
  }
  if (mimeType !== 'application/pdf') return { mimeType, pages: 1 };
  const pages = await countPages();
  if (pages !== null && pages > maxPages) {
    throw new IntakeRefusal('too_many_pages', `The PDF has ${pages} pages; at most ${maxPages} are read.`);
  }
  return { mimeType, pages };
}
