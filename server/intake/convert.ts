import { detectFileType, isHeic, isTiff } from '../checks/file-type.ts';
import type { Context } from '../context.ts';
import { conversionProblems, otherForms } from '../contract/errors.ts';
import type { SealedFile } from '../store/files.ts';
import { IntakeRefusal } from './refusal.ts';

/** What converts, in a thread that can be ended. */
export type Converts = Pick<Context, 'asPdf'>;

/**
 * What is kept of a file that a person brings, where that is not the file itself: of a TIFF a PDF with its pages, and of a
 * PDF with a password one without.
 * @param file.head its first bytes
 * @param file.content gives the file away
 * @param password of the PDF, where a person said it; it is kept nowhere
 * @returns null for a file that is kept as it is
 * @throws IntakeRefusal heic_photo, unreadable_tiff, too_many_pages, wrong_password or cannot_unlock
 */
export async function convert(
  { asPdf }: Converts,
  { head, content }: { head: Uint8Array; content: () => Uint8Array | SealedFile },
  password: string | null,
): Promise<Buffer | null> {
  if (isHeic(head)) throw new IntakeRefusal('heic_photo', otherForms.heic_photo);
  const tiff = isTiff(head);
  if (!tiff && (password === null || detectFileType(head) !== 'application/pdf')) return null;
  const pdf = (await asPdf(content(), password)) ?? (tiff ? 'unreadable_tiff' : 'cannot_unlock');
  if (typeof pdf === 'string') throw new IntakeRefusal(pdf, conversionProblems[pdf]);
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}
