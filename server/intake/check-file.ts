import { detectEInvoiceType, detectFileType, type EInvoiceType, type FileType } from '../checks/file-type.ts';
import { type EInvoiceProblem, eInvoiceProblems, otherForms } from '../contract/errors.ts';
import { maxPages } from '../contract/limits.ts';
import { IntakeRefusal } from './refusal.ts';

/** What a file is, as far as it is looked at before it is read. */
export interface CheckedFile {
  mimeType: FileType | EInvoiceType;
  /** Null where reading says how many it has: of an e-invoice, and of a PDF that cannot be opened, or not soon enough. */
  pages: number | null;
}

/** What looks into a file, in a thread that can be ended. */
export interface LooksInside {
  /** Pages of the file as a PDF, as `PageCounter.count` says. */
  countPages: () => Promise<number | 'locked' | null>;
  /**
   * Why the file is no e-invoice, as `PageCounter.unpack` says; null where a program sends it: such files are not taken from
   * it then, and a PDF with a password is taken to fail, as the contract has it.
   */
  unpackEInvoice: (() => Promise<EInvoiceProblem | null>) | null;
}

const noneOfFive = 'The file is not a PDF, JPEG, PNG, GIF or WebP.';
const neither = 'The file is neither a PDF, JPEG, PNG, GIF, WebP or TIFF nor an e-invoice.';

/**
 * Format and pages of a file.
 * @param head its first bytes
 * @throws IntakeRefusal unsupported_file_type, too_many_pages, password_protected, or why a file is no e-invoice
 */
export async function checkFile(head: Uint8Array, looks: LooksInside): Promise<CheckedFile> {
  const mimeType = detectFileType(head);
  if (mimeType === null) {
    const eInvoiceType = looks.unpackEInvoice && detectEInvoiceType(head);
    if (!looks.unpackEInvoice || !eInvoiceType) {
      throw new IntakeRefusal('unsupported_file_type', looks.unpackEInvoice ? neither : noneOfFive);
    }
    const problem = await looks.unpackEInvoice();
    if (problem) throw new IntakeRefusal(problem, eInvoiceProblems[problem]);
    return { mimeType: eInvoiceType, pages: null };
  }
  if (mimeType !== 'application/pdf') return { mimeType, pages: 1 };
  const counted = await looks.countPages();
  if (counted === 'locked' && looks.unpackEInvoice) {
    throw new IntakeRefusal('password_protected', otherForms.password_protected);
  }
  const pages = counted === 'locked' ? null : counted;
  if (pages !== null && pages > maxPages) {
    throw new IntakeRefusal('too_many_pages', `The PDF has ${pages} pages; at most ${maxPages} are read.`);
  }
  return { mimeType, pages };
}
