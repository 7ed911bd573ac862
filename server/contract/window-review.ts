import { z } from 'zod';
import { type Booking, type Bookings, bookingSchema } from './booking.ts';
import type { DocumentErrorCode } from './document.ts';
import {
  type Confidence,
  type Extraction,
  type Invoice,
  invoiceSchema,
  lineSchema,
  type PageRange,
} from './invoice.ts';
import { maxPages, maxProse } from './limits.ts';
import type { MailOrigin } from './mail.ts';
import { warningCodes } from './warning-codes.ts';
import type { Company, DocumentRow } from './window.ts';

/** What the server and its window say to each other of the review of one document. Not part of the public contract. */

/** Of a field in an invoice, as `line_items.0.total`. */
const path = z.string().max(100);
/** What names a reading or a draft. */
const revision = z.string().max(200);

const placeSchema = z.object({
  page: z.int().min(1),
  /** x, y, width, height in points from the page's top left. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});

/**
 * What a person has made of an invoice so far. It is kept as it is typed, so that a reload or a restart loses nothing.
 */
const reviewDraftSchema = z.object({
  invoice: invoiceSchema,
  /** Paths in `invoice` that a person looked at and found right, or found rightly missing. */
  accepted: z.array(path),
  /** For each line of `invoice`, its index in the lines as they were read; null for an added one. */
  lines: z.array(z.int().min(0).nullable()),
  /** The same for the VAT by rate. */
  rates: z.array(z.int().min(0).nullable()),
  /** Where on the page a person took a value from, by its path. */
  places: z.record(path, placeSchema).default({}),
  /** What is typed in a field and is no value of its kind (yet), by its path. */
  unfinished: z.record(path, z.string().max(maxProse)).default({}),
  /** An account that is another one than before was checked with the supplier, by a way that was known before. */
  accountChecked: z.boolean().default(false),
  /** Warnings that a person has read and that keep nothing from being confirmed any more. */
  seenWarnings: z.array(z.enum(warningCodes)).default([]),
  /** Where each line of `invoice` goes in the books, or each VAT rate of one without lines. */
  bookings: z.array(bookingSchema.nullable()).default([]),
});

/**
 * A draft as the window sends it. Lines that are as they were read are null, so that it is small: what is typed must
 * arrive even when the page is left at once.
 */
export const sentDraftSchema = z.object({
  /** The reading that it is a draft of, as `DocumentDetail` names it. */
  reading: revision,
  /** The draft that it takes the place of, as `DocumentDetail` names it: another window may have left another one. */
  over: revision.nullable(),
  draft: reviewDraftSchema.extend({
    invoice: invoiceSchema.extend({ line_items: z.array(lineSchema.nullable()) }),
  }),
});

export type SentDraft = z.infer<typeof sentDraftSchema>;

/** Which save of which window a draft is: a later one of the same window goes on from an earlier one. */
const turnSchema = z.object({ window: z.string().max(64), step: z.int().min(0) });
export type Turn = z.infer<typeof turnSchema>;

/** A draft to keep, as it is typed. */
export const typedDraftSchema = sentDraftSchema.extend({ turn: turnSchema });
export type TypedDraft = z.infer<typeof typedDraftSchema>;
export type Place = z.infer<typeof placeSchema>;

export type ReviewDraft = z.infer<typeof reviewDraftSchema>;

const rangeSchema = z.object({ from: z.int().min(1), to: z.int().min(1) });

/** POST /app/documents/{id}/split */
export const splitSchema = z.object({
  /** The reading that it was decided on, as `DocumentDetail` names it. */
  reading: revision,
  /** The pages of each invoice of the document, all of its pages one after the other. */
  parts: z.array(rangeSchema).min(2).max(maxPages),
});
export type Split = z.infer<typeof splitSchema>;

/** Pages of a document, each turned clockwise by so many degrees. */
const chosenPagesSchema = z
  .array(
    z.object({ number: z.int().min(1), turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]) }),
  )
  .min(1)
  .max(maxPages);
export type ChosenPages = z.infer<typeof chosenPagesSchema>;

/** POST /app/documents/{id}/arrange */
export const arrangeSchema = z.object({
  /** The reading that was looked at, as `DocumentDetail` names it. */
  reading: revision,
  pages: chosenPagesSchema,
  /** What is put behind them: pages of another document. */
  behind: z.object({ id: z.string().max(100), pages: chosenPagesSchema }).nullable(),
});
export type Arrange = z.infer<typeof arrangeSchema>;

/** The document to go on with: what was made, or what is there again. */
export interface Arranged {
  id: string;
}

/** A document that was made of pages of another one. */
export interface Part extends PageRange {
  id: string;
}

/** What a person can do with a document that is written down. */
export type ActOf =
  | {
      kind: 'confirmed';
      /** The paths whose value was changed, `line_items` and `vat_breakdown` for rows that came, went or moved. */
      corrected: string[];
      /** With what earlier confirmations said; left out where none was written down. */
      judged?: Judgement;
    }
  | { kind: 'noted'; text: string }
  | { kind: 'read_again' }
  /** A confirmation was taken back. */
  | { kind: 'reopened' }
  /** Of other invoices in its file documents were made, of these pages. */
  | { kind: 'split'; parts: Part[] }
  /** These documents were erased, and their pages are its own again. */
  | { kind: 'joined' }
  /** It was made of pages of these documents, and stands in their place. */
  | { kind: 'arranged'; of: string[] }
  /** It could not be read, and was to be tried again. */
  | { kind: 'queued_again' }
  /** Which company it is for. */
  | { kind: 'assigned'; vat: string }
  /** It was paid on a day, an ISO 8601 date; wholly, or so much of it. */
  | { kind: 'paid'; on: string; amount: number | null }
  /** The payment noted last was none. */
  | { kind: 'payment_undone' }
  /** It went into a file for a program, whose SHA-256 is in hexadecimal; `automatic` where nobody asked for that one file. */
  | { kind: 'exported'; target: string; digest: string; automatic?: true };

/** What a person's confirmation says of a reading: counts and the fields' paths, no content. */
export interface Judgement {
  /** The paths that were looked at and found right. */
  accepted: string[];
  levels: Record<Confidence, Judged>;
  /** Values that reading did not give and a person added. */
  added: number;
  /** How many fields and warnings the reading left to check. */
  toCheck: number;
  /** What it would have taken to type what was not corrected, less a look at each thing to check. */
  savedSeconds: number;
}

/** Values that reading gave with one confidence: found right, corrected, or not looked at by themselves. */
export interface Judged {
  right: number;
  corrected: number;
  unseen: number;
}

/** What the office's own confirmations of the last year say of reading. */
export interface WindowProof {
  /** Confirmed ones whose confirmation was written down so. */
  documents: number;
  /** Read in that time and confirmed by nobody: nothing is known of them. */
  unconfirmed: number;
  /** Nothing was left to check, and nothing was corrected. */
  untouched: number;
  levels: Record<Confidence, Judged>;
  /** Values that reading did not give and a person added. */
  added: number;
  savedSeconds: number;
  /** Whose fields were corrected most, the most first; null names those that are not remembered. */
  suppliers: { name: string | null; corrected: number; fields: { path: string; count: number }[] }[];
}

/** Who did it and when; `by` is null where the machine does not know. */
export type Act = ActOf & { at: string; by: string | null };

/** How reading a document once more ended; null is well. */
export interface ReadAgain {
  errorCode: DocumentErrorCode | null;
}

/** What a draft that was saved is called from then on. */
export interface SavedDraft {
  revision: string;
}

/** Everything that a review of one document shows. */
export interface DocumentDetail {
  /** Of the mail that it was attached to. */
  mail: MailOrigin | null;
  row: DocumentRow;
  /** Who it is for; null as `DocumentRow.buyerVat` is. */
  buyer: Company | null;
  /** False once the file was erased: there is nothing to look at any more. */
  hasFile: boolean;
  /** The file is an e-invoice, and its pages only a view of it. */
  isEInvoice: boolean;
  /** When the file is erased where the invoice is confirmed; the past says at once. Null where it is gone. */
  fileGoesAt: string | null;
  reviewedAt: string | null;
  /** The extraction as the API gives it; null unless the document is read and has not expired. */
  extraction: Extraction | null;
  /** Where the lines of a confirmed extraction go in the books. */
  bookings: Bookings;
  /** What reading said, where a person has confirmed something else since. */
  first: Invoice | null;
  /** Names the extraction: another one, of another reading or a confirmation, has another name. */
  reading: string | null;
  draft: ReviewDraft | null;
  /** Names the draft, as `reading` names the extraction. */
  revision: string | null;
  /** The oldest first. */
  acts: Act[];
  /** What earlier invoices of its supplier taught; null where none did. */
  known: KnownSupplier | null;
  /** Where its lines may go in the books; null where nothing is known of that. */
  offers: BookingOffers | null;
  /** Documents that seem to be the same invoice, the newest first. */
  duplicates: Duplicate[];
  /** The document that was made of its pages and stands in its place; null for one that stands for itself. */
  replacedBy: string | null;
  /** Documents that it was made of and stands in the place of. */
  replaces: { id: string; filename: string | null }[];
}

/** Another document that seems to be the same invoice. */
export interface Duplicate {
  documentId: string;
  addedAt: string;
  /** Byte for byte. */
  isSameFile: boolean;
  /** One of both is the e-invoice, and the other one its paper: that is no mistake of anybody's. */
  isOtherForm: boolean;
  /** False once its extraction was erased: only what it taught tells of it. */
  isThere: boolean;
}

/** A supplier as its confirmed invoices show it, without the one that is looked at. */
export interface KnownSupplier {
  /** How many of them. */
  invoices: number;
  /** When the last of them was confirmed, YYYY-MM-DD. */
  last: string;
  accounts: string[];
  /** Another supplier, by its name or number, that was paid to the account that was read; null where none was. */
  accountOf: string | null;
}

/** What confirmed invoices of a supplier say of where the lines of another one go in the books: to be offered, with the reason. */
export interface BookingOffers {
  /** Those that say so, the newest first. */
  invoices: {
    documentId: string;
    /** Null once its extraction was erased. */
    number: string | null;
    /** When it was confirmed. */
    at: string;
  }[];
  /** For lines of these descriptions. */
  lines: (BookingOffer & { description: string | null })[];
  /** For every other line; null where they do not agree. */
  others: BookingOffer | null;
}

interface BookingOffer {
  booking: Booking;
  /** Indexes in `invoices`. */
  because: number[];
}

/** A word and its box on the page as it was sent: text, x, y, width, height in points from the top left. */
export type PageWord = [string, number, number, number, number];

/** What stands on a page: runs of words that belong together, in reading order. */
export type PageText = PageWord[][];
