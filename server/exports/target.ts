import type { Booked } from '../contract/booked.ts';
import type { ProgramForms } from '../contract/window.ts';
import type { ProblemCode } from './problem-codes.ts';
import type { Words } from './words.ts';

/** What a company has chosen for its files. */
export interface ExportSettings {
  /** Whose books they are for; null where a file takes invoices of all companies. */
  company: { vat: string; name: string | null } | null;
  /** Headings and names of codes, in the language of whoever reads the file. */
  words: Words;
  /** One line for each VAT rate in place of the invoice's own lines. */
  linePerRate: boolean;
  /** Of an invoice's number that is longer than the program's column, the part behind its last separator. */
  shortNumbers?: boolean;
  /** As this office's programs are set up. */
  forms?: ProgramForms;
}

/** The same for the books of one company. */
export type CompanySettings = ExportSettings & { company: NonNullable<ExportSettings['company']> };

/** Why something is left out of a file, or stands otherwise in it than in the invoice. */
export interface Problem {
  /** Its id. */
  document: string;
  code: ProblemCode;
  /** Of the field that it is about; null where it is about the whole invoice. */
  path: string | null;
  /** The invoice is left out. */
  blocking: boolean;
}

export interface ExportedFile {
  name: string;
  bytes: Uint8Array;
  /** The documents that are in it. */
  documents: string[];
}

export interface Exported {
  files: ExportedFile[];
  problems: Problem[];
}

/**
 * A program that takes invoices, as a pure function: the same invoices and settings give the same bytes.
 */
export interface Target {
  name: string;
  /** It keeps the books of one company, so only invoices of that one can go there. */
  perCompany: boolean;
  /** Each invoice is a file of its own. */
  perInvoice: boolean;
  /** Its file holds the assessment of every field, which is most of what there is of an invoice. */
  withFields: boolean;
  /** It takes where each line goes in the books. */
  takesBookings: boolean;
  write(invoices: readonly Booked[], settings: ExportSettings): Exported | Promise<Exported>;
}
