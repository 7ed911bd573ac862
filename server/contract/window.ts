import { z } from 'zod';
import type { DocumentErrorCode, KeyMode, Retention } from './document.ts';
import type { EventType } from './event.ts';
import type { Extraction } from './invoice.ts';
import { maxBuyerVat } from './limits.ts';
import type { WarningCode } from './warning-codes.ts';

/** The words between the server and its own window (the private API under /app). Not part of the public contract. */

/** Who may call the API for this window's tenant, and where its events go. */
export interface WindowAccess {
  /** Those not revoked; never the key itself. */
  keys: { id: string; hint: string; label: string | null; mode: KeyMode; lastUsedAt: string | null }[];
  webhookUrl: string | null;
}

/** Where a document came in. */
export const origins = ['window', 'folder', 'api'] as const;
export type Origin = (typeof origins)[number];

/** What a person has to know of a document: in work, or what is left to do with it. */
export const windowStates = ['reading', 'to_check', 'ready', 'confirmed', 'failed', 'expired'] as const;
export type WindowState = (typeof windowStates)[number];

export interface Company {
  /** Normalised VAT number. */
  vat: string;
  name: string | null;
}

/** What is left to do with some documents: how many are in each state, and what is to be paid. */
export interface Work {
  toCheck: number;
  ready: number;
  failed: number;
  /** Of what is confirmed: what the program of accounts does not have, or not as it is now. */
  toExport: number;
  cameToday: number;
  /** When the first of those came in that are to be checked, are ready or have failed; null where there is none. */
  since: string | null;
  /** In the week of today, from Monday to Sunday; its sums are of all of it, confirmed or not. */
  due: { count: number; unconfirmed: number; sums: { currency: string | null; amount: number }[] };
}

/** The same for a company. */
export interface CompanyWork extends Work {
  /** Normalised VAT number, or `unknownCompany`. */
  vat: string;
}

/** What is left to do in the office. */
export interface OfficeWork {
  /** The program of accounts that is exported to; null where there is none. */
  program: string | null;
  all: Work;
  /** Those that have documents; who has waited longest comes first. */
  companies: CompanyWork[];
  /** The newest of what failed. */
  failed: DocumentRow[];
}

/** Why a row of a file of companies is not taken. */
export const companyRefusals = ['vat_missing', 'vat_wrong', 'repeated', 'name_too_long', 'too_many'] as const;
export type CompanyRefusal = (typeof companyRefusals)[number];

/** What became of a file of companies. */
export interface ImportedCompanies {
  added: number;
  /** They were there before; a name that the file gives is theirs now. */
  known: number;
  /** By rows as a spreadsheet counts them, from 1. */
  refused: { row: number; code: CompanyRefusal }[];
}

/** How what is dropped is treated, and what stays of it. */
export interface WindowPreferences {
  retention: Retention;
  /** So many months after its last confirmed invoice a supplier is forgotten; 0 remembers none. */
  supplierMonths: number;
  /** Full path of the folder that files are put into to be taken in; null for none. */
  watchedFolder: string | null;
  /** The program of accounts that was exported to last; null before the first time. */
  exportTarget: string | null;
  /** Where confirmed invoices are written to by themselves; null for nowhere. */
  exportFolder: ExportPlace | null;
  /** VAT numbers of the companies whose files have one line for each VAT rate unless something else is asked for. */
  linePerRate: string[];
  programForms: ProgramForms;
}

/**
 * How this office's programs of accounts are set up to take what they describe nowhere, or leave to a constant; each false
 * unless somebody says so.
 */
export interface ProgramForms {
  /** SAGA has the codes of Romanian companies without RO. */
  sagaBareCodes: boolean;
  /** WinMENTOR takes numbers with a decimal comma. */
  winmentorComma: boolean;
  /** WinMENTOR knows a partner by its VAT number with the country, not by its digits. */
  winmentorVatCodes: boolean;
}

/** A folder, by its full path, and the program that what is written there is for. */
export interface ExportPlace {
  target: string;
  path: string;
}

/** How it stands with the folder that is exported to; all but the first keep what is confirmed from being written. */
export const exportStates = ['writing', 'empty', 'away', 'read_only', 'full', 'failing'] as const;

/** What the last look at what is to be exported by itself showed. */
export interface ExportFolder extends ExportPlace {
  state: (typeof exportStates)[number];
  /** How many were written since the server started. */
  written: number;
  /** How many confirmed ones cannot be written as they are. */
  leftOut: number;
}

/** How it stands with the watched folder; all but the first stop it from taking anything. */
export const watchStates = ['watching', 'empty', 'away', 'read_only', 'full', 'quota_exceeded', 'failing'] as const;
export type WatchState = (typeof watchStates)[number];

/** What the last look at the watched folder showed. */
export interface WatchedFolder {
  path: string;
  state: WatchState;
  /** Files in the companies' folders that are not taken yet. */
  waiting: number;
  /** Files that another appliance has claimed. */
  held: number;
  /** Files that lie in no folder of a company. */
  beside: number;
  /** Some of the folders that are named by no VAT number. */
  strangers: string[];
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
  /** Of how many descriptions it is known where their lines went in the books. */
  bookings: number;
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
  /** Who shares this window; empty where nobody said. */
  people: Person[];
  /** Who works at this one, as the history names them; may be none of them. */
  person: string | null;
  /** The one used last comes first; empty before the first is given. */
  companies: Company[];
  version: string;
  /** Where the API answers. */
  address: string;
  /** Where the data lies on the machine. */
  dataFolder: string;
  /** SHA-256 of the certificate there; null where it answers in the clear. */
  fingerprint: string | null;
  /** The watched folder is settled for this machine, by its policy or environment. */
  watchedIsSettled: boolean;
  /** How it stands with the watched folder; null where there is none, or it was not looked at yet. */
  watched: WatchedFolder | null;
  /** The folder that is exported to is settled for this machine, as `watchedIsSettled`. */
  exportFolderIsSettled: boolean;
  /** How it stands with it; null where there is none, or it was not looked at yet. */
  exporting: ExportFolder | null;
  /** What the machine's policy sets, by its names there: a person cannot change it. */
  policy: Record<string, string>;
}

/** Somebody who shares the window with others. */
export interface Person {
  name: string;
  hasPin: boolean;
}

const personName = z.string().trim().min(1).max(60);
/** So that one who walks by is not somebody else, and not a password: it is asked for at the appliance's own window. */
const pinSchema = z.string().regex(/^\d{4,12}$/);
export const personSchema = z.object({ name: personName, pin: pinSchema.nullable() });
export type SentPerson = z.input<typeof personSchema>;

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
  /** ISO 8601 date by which it is to be paid. */
  dueDate: string | null;
  /** What is left to pay; the total where nothing else is said. */
  amountDue: number | null;
  currency: string | null;
  /** Fields that a person should look at; null until it is read. A document is to be checked for its warnings too. */
  doubtful: number | null;
  warnings: WarningCode[];
  /** What a document calls itself that its type does not say. */
  otherKind: Extraction['otherKind'] | null;
  errorCode: DocumentErrorCode | null;
  pages: number | null;
  createdAt: string;
  /** When the extraction is erased; null until it is read, and once it is. */
  expiresAt: string | null;
}

/** So many rows are given at once: they fill a tall screen several times. */
export const rowsAtOnce = 100;

const maxSearch = 200;
/** The longest name of a supplier by which documents are asked for. */
export const maxSupplierName = 200;
/** An amount as a number prints. */
const amountText = /^-?\d{1,12}(\.\d{1,4})?$/;

/** Which documents the inbox shows, and in what order. What is left out does not narrow it down. */
export const inboxQuerySchema = z.object({
  /** Words, each of which stands in what the invoice says, the file's name, the reference, a note, or the total. */
  search: z.string().max(maxSearch).optional(),
  state: z.enum(windowStates).optional(),
  /** Normalised VAT number of the buyer, or `unknownCompany`. */
  company: z.string().max(maxBuyerVat).optional(),
  origin: z.enum(origins).optional(),
  /** When it came in. */
  added: z.enum(['today']).optional(),
  /** Whether all that it asks for was noted as paid. */
  paid: z.enum(['yes', 'no']).optional(),
  /** A program of accounts: what is confirmed and is not there yet, or not as it is now. */
  toExport: z.string().max(40).optional(),
  /** A supplier as `InboxChoices` names it. */
  supplier: z.string().max(maxSupplierName).optional(),
  /** YYYY-MM of the invoice's date. */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  /** The total is at least, and at most, so much, whatever its currency. */
  totalFrom: z.string().regex(amountText).optional(),
  totalTo: z.string().regex(amountText).optional(),
  sort: z.enum(['added', 'vendor', 'number', 'date', 'total', 'state']).default('added'),
  order: z.enum(['up', 'down']).default('down'),
});
export type InboxQuery = z.input<typeof inboxQuerySchema>;

export type WindowCounts = Record<WindowState, number>;

/** What a file that was dropped became: the first document, and of a mail or an archive the others that are in it. */
export interface TakenIn extends DocumentRow {
  others: DocumentRow[];
}

export interface DocumentRows {
  rows: DocumentRow[];
  /** How many the query finds in all. */
  total: number;
  /** How many there would be in each state, whatever state the query names. */
  counts: WindowCounts;
  /** Of the rows of which a payment was noted: whether all of it is paid, or a part. */
  paid: Record<string, 'all' | 'part'>;
  /** Not all documents are open yet: there may be more of them at the end, for who asks again. */
  unfinished?: true;
  /** Of each row, where the query names a program: what changed since it went there, by paths. */
  changed?: Record<string, string[]>;
  /** The same: what keeps it from going there, as keys of sentences. */
  leftOut?: Record<string, { code: string; path: string | null }[]>;
}

/** What a list can be narrowed down to: the suppliers and the months of its invoices. */
export interface InboxChoices {
  /** By name; of very many the first. */
  suppliers: { supplier: string; name: string }[];
  /** YYYY-MM, the newest first. */
  months: string[];
}

/** A question to the list that a person has given a name. */
export const savedViewSchema = z.object({
  name: z.string().trim().min(1).max(60),
  query: inboxQuerySchema,
});
export type SavedView = z.input<typeof savedViewSchema>;

/** Of everything that a query finds, in its order. */
export interface DocumentIds {
  ids: string[];
}

/** POST /app/session: what the page shows with each request besides its cookie. */
export interface SignedIn {
  page: string;
}

/**
 * Sent over /app/events as it happens: a document came or changed, was deleted, somebody types in its review, so many
 * of its pages are read, or it stands otherwise with the watched folder or the one that is exported to.
 */
export type WindowEvent =
  | { type: 'document'; row: DocumentRow }
  | { type: 'deleted'; id: string }
  | { type: 'draft'; id: string; revision: string }
  | { type: 'progress'; id: string; done: number; total: number }
  | { type: 'watched'; watched: WatchedFolder | null }
  | { type: 'exporting'; exporting: ExportFolder | null };

/**
 * Body of every error under /app; `code` is what the window has a sentence for, `inside` which of the files of a mail or an
 * archive is the reason.
 */
export interface WindowError {
  error: { code: string; message: string; inside?: string };
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
