import { z } from 'zod';
import type { DocumentErrorCode, KeyMode, Retention } from './document.ts';
import type { EventType } from './event.ts';
import { type Confidence, type Extraction, invoiceSchema, lineSchema } from './invoice.ts';
import { maxBuyerVat, maxProse } from './limits.ts';
import type { WarningCode } from './warning-codes.ts';

/** The words between the server and its own window (the private API under /app). Not part of the public contract. */

/** Who may call the API for this window's tenant, and where its events go. */
export interface WindowAccess {
  /** Those not revoked; never the key itself. */
  keys: { id: string; hint: string; label: string | null; mode: KeyMode; lastUsedAt: string | null }[];
  webhookUrl: string | null;
}

/** Where a document came in. */
const origins = ['api', 'window'] as const;
export type Origin = (typeof origins)[number];

/** What a person has to know of a document: in work, or what is left to do with it. */
export const windowStates = ['reading', 'to_check', 'ready', 'confirmed', 'failed', 'expired'] as const;
export type WindowState = (typeof windowStates)[number];

export interface Company {
  /** Normalised VAT number. */
  vat: string;
  name: string | null;
}

/** How what is dropped is treated, and what stays of it. */
export interface WindowPreferences {
  retention: Retention;
  /** So many months after its last confirmed invoice a supplier is forgotten; 0 remembers none. */
  supplierMonths: number;
  /** Whether each dropped invoice itself says which of the companies it is for. */
  guessCompany: boolean;
}

/** What is known of a supplier of one of the companies. */
export interface Supplier {
  id: string;
  name: string | null;
  vat: string | null;
  buyerVat: string;
  /** How many confirmed invoices taught it, and how many of them nobody had to change. */
  invoices: number;
  untouched: number;
  /** When the first and the last of them were confirmed. */
  since: string;
  last: string;
  accounts: string[];
  /** Fields of which something is known that later invoices contradicted, and which is not asked for it any more. */
  setAside: string[];
}

/** A document that a supplier is known from. */
export interface Taught {
  documentId: string;
  /** When it was confirmed. */
  at: string;
  /** False once its extraction was erased: then nothing of the invoice can be said. */
  isThere: boolean;
  number: string | null;
  /** ISO 8601 date. */
  date: string | null;
}

/** One schedule of attempts to deliver an event. */
export interface WindowDelivery {
  id: string;
  eventId: string;
  type: EventType;
  documentId: string;
  url: string;
  state: 'pending' | 'delivered' | 'stopped';
  createdAt: string;
  nextAttemptAt: string | null;
  /** Exactly one of `status` and `problem` is set. */
  attempts: { at: string; status: number | null; problem: string | null; durationMs: number }[];
}

/** What a receiver made of a test event. */
export interface TestedWebhook {
  status: number | null;
  problem: string | null;
  durationMs: number;
}

/** Where a backup was written, and whether it can be restored without the master key. */
export interface WrittenBackup {
  path: string;
  documents: number;
  masterKey: 'included' | 'separate';
}

/** What the window needs to draw itself. */
export interface WindowSettings extends WindowPreferences {
  /** The one used last comes first; empty before the first is given. */
  companies: Company[];
  version: string;
  /** Where the API answers. */
  address: string;
  /** Where the data lies on the machine. */
  dataFolder: string;
  /** SHA-256 of the certificate there; null where it answers in the clear. */
  fingerprint: string | null;
  /** What the machine's policy sets, by its names there: a person cannot change it. */
  policy: Record<string, string>;
}

/** A row of the inbox. */
export interface DocumentRow {
  id: string;
  state: WindowState;
  origin: Origin;
  filename: string | null;
  externalId: string | null;
  /** Null where nobody knows yet which of the companies it is for. */
  buyerVat: string | null;
  vendor: string | null;
  invoiceNumber: string | null;
  /** ISO 8601 date. */
  invoiceDate: string | null;
  total: number | null;
  currency: string | null;
  /** Fields that a person should look at; null until it is read. A document is to be checked for its warnings too. */
  doubtful: number | null;
  warnings: WarningCode[];
  errorCode: DocumentErrorCode | null;
  pages: number | null;
  createdAt: string;
  /** When the extraction is erased; null until it is read, and once it is. */
  expiresAt: string | null;
}

/** So many rows are given at once: they fill a tall screen several times. */
export const rowsAtOnce = 100;

/** Asks for what nobody knows the company of. */
export const unknownCompany = 'unknown';

/** Which documents the inbox shows, and in what order. What is left out does not narrow it down. */
export const inboxQuerySchema = z.object({
  /** Words, each of which stands in the vendor, the number, the date, the file's name, the reference or the total. */
  search: z.string().max(200).optional(),
  state: z.enum(windowStates).optional(),
  /** Normalised VAT number of the buyer, or `unknownCompany`. */
  company: z.string().max(maxBuyerVat).optional(),
  origin: z.enum(origins).optional(),
  sort: z.enum(['added', 'vendor', 'number', 'date', 'total', 'state']).default('added'),
  order: z.enum(['up', 'down']).default('down'),
});
export type InboxQuery = z.input<typeof inboxQuerySchema>;

export type WindowCounts = Record<WindowState, number>;

export interface DocumentRows {
  rows: DocumentRow[];
  /** How many the query finds in all. */
  total: number;
  /** How many there would be in each state, whatever state the query names. */
  counts: WindowCounts;
}

/** Of everything that a query finds, in its order. */
export interface DocumentIds {
  ids: string[];
}

/** What was extracted, for an export; null where there is nothing, or nothing any more. */
export interface WindowInvoices {
  invoices: { row: DocumentRow; extraction: Extraction | null }[];
  total: number;
}

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
export type Place = z.infer<typeof placeSchema>;

export type ReviewDraft = z.infer<typeof reviewDraftSchema>;

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
  /** Which company it is for. */
  | { kind: 'assigned'; vat: string };

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
  row: DocumentRow;
  /** Who it is for; null as `DocumentRow.buyerVat` is. */
  buyer: Company | null;
  /** False once the file was erased: there is nothing to look at any more. */
  hasFile: boolean;
  reviewedAt: string | null;
  /** The extraction as the API gives it; null unless the document is read and has not expired. */
  extraction: Extraction | null;
  /** Names the extraction: another one, of another reading or a confirmation, has another name. */
  reading: string | null;
  draft: ReviewDraft | null;
  /** Names the draft, as `reading` names the extraction. */
  revision: string | null;
  /** The oldest first. */
  acts: Act[];
  /** What earlier invoices of its supplier taught; null where none did. */
  known: KnownSupplier | null;
  /** Documents that seem to be the same invoice, the newest first. */
  duplicates: Duplicate[];
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

/** A word and its box on the page as it was sent: text, x, y, width, height in points from the top left. */
export type PageWord = [string, number, number, number, number];

/** What stands on a page: runs of words that belong together, in reading order. */
export type PageText = PageWord[][];

/** POST /app/session: what the page shows with each request besides its cookie. */
export interface SignedIn {
  page: string;
}

/**
 * Sent over /app/events as it happens: a document came or changed, was deleted, somebody types in its review, or so many
 * of its pages are read.
 */
export type WindowEvent =
  | { type: 'document'; row: DocumentRow }
  | { type: 'deleted'; id: string }
  | { type: 'draft'; id: string; revision: string }
  | { type: 'progress'; id: string; done: number; total: number };

/** Body of every error under /app; `code` is what the window has a sentence for. */
export interface WindowError {
  error: { code: string; message: string };
}

/** One day of the appliance's work, where it stands. */
export interface ActivityDay {
  /** ISO 8601 date. */
  day: string;
  /** Documents read. */
  documents: number;
  pages: number;
  failed: number;
  /** Half of the day's readings took at most this long; null without one. */
  medianReadingMs: number | null;
}

/** What the appliance did lately, and what of the month's quota is used. */
export interface WindowActivity {
  /** The last 30 days, oldest first, each of them. */
  days: ActivityDay[];
  /** Of the documents read in that time whose reading is known: how many a person had to look at. */
  read: { documents: number; neededPerson: number };
  month: { month: string; documents: number; pages: number; failed: number; quota: number | null };
}
