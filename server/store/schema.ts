import type { Generated } from 'kysely';
import type { DocumentErrorCode, DocumentStatus, KeyMode, Retention } from '../contract/document.ts';
import type { EventType } from '../contract/event.ts';
import type { Origin } from '../contract/window.ts';

/**
 * The tables. Times are UTC timestamps as the API writes them (they sort as text), bytes are blobs, the rest is text
 * and integers: types that SQLite and PostgreSQL both have. Null means erased, or not yet.
 */
export interface Tables {
  settings: SettingsTable;
  tenants: TenantsTable;
  keys: KeysTable;
  documents: DocumentsTable;
  document_keys: DocumentKeysTable;
  idempotency: IdempotencyTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  attempts: AttemptsTable;
  reviews: ReviewsTable;
  page_texts: PageTextsTable;
  acts: ActsTable;
  companies: CompaniesTable;
  contribution_keys: ContributionKeysTable;
  contributions: ContributionsTable;
  supplier_identifiers: SupplierIdentifiersTable;
  sign_ins: SignInsTable;
  sessions: SignInsTable;
  files: FilesTable;
  rates: RatesTable;
}

/** What the appliance knows of itself, by name. */
interface SettingsTable {
  name: string;
  value: string;
}

export interface TenantsTable {
  id: string;
  name: string;
  webhook_url: string | null;
  /** Live documents per calendar month; null is without limit. */
  monthly_quota: number | null;
  /** Sealed by the master key. */
  signing_secret: Buffer;
  created_at: string;
}

export interface KeysTable {
  id: string;
  tenant_id: string;
  mode: KeyMode;
  /** SHA-256 of the key in hexadecimal; the key itself is nowhere. */
  hash: string;
  /** What people recognise it by: its prefix and last four characters. */
  hint: string;
  label: string | null;
  /** The contract version it is bound to (interface.md 9.2). */
  version: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export interface DocumentsTable {
  id: string;
  tenant_id: string;
  mode: KeyMode;
  status: DocumentStatus;
  retention: Retention;
  /** Keyed digest of the client's reference, for lists. */
  reference: string | null;
  /** What describes the document (`About`), sealed by its key; null once the document was deleted. */
  about: Buffer | null;
  mime_type: string;
  pages: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  error_code: DocumentErrorCode | null;
  error_message: string | null;
  schema_version: string | null;
  reviewed_at: string | null;
  origin: Generated<Origin>;
  /** How many fields and warnings a person should look at (`leftToCheck`); null until it is read. */
  doubtful: number | null;
  /** Its row in `document_keys`. */
  keys: number;
  /** 1 while the file is kept, else 0. */
  has_file: number;
  /** The extraction as JSON, sealed by its key. */
  result: Buffer | null;
  result_deleted_at: string | null;
  /** What it has in common with others (`likeness.ts`). */
  file_mark: string | null;
  vendor_mark: string | null;
  invoice_mark: string | null;
  total_mark: string | null;
  number_mark: string | null;
  /** The document that was made of its pages and stands in its place as long as it is there. */
  replaced_by: string | null;
  /** Set by DELETE; such a row is only counted from then on. */
  deleted_at: string | null;
  /** Readings that the end of a process cut off. */
  cut_offs: Generated<number>;
  lease_owner: string | null;
  /** Names one claim, so that a late result of an earlier claim changes nothing. */
  lease_token: string | null;
  lease_expires_at: string | null;
  /** While a GET of a zero-retention document is being answered: which one, and until when it may take. */
  handover_token: string | null;
  handover_expires_at: string | null;
}

/**
 * A document's keys, each wrapped by the master key, all of one length; an erased key is zeros of that length. Rows are
 * only ever added at the end and overwritten in place. That is what makes erasing certain: SQLite copies rows to other
 * pages when it makes room or closes gaps, and leaves the old copy in a page's unused part, where not even
 * `secure_delete` finds it again. Rows of this table never move. What the keys sealed may linger; it cannot be read.
 */
interface DocumentKeysTable {
  number: Generated<number>;
  file: Buffer;
  result: Buffer;
  about: Buffer;
}

interface IdempotencyTable {
  tenant_id: string;
  mode: KeyMode;
  /** Keyed digest of the Idempotency-Key. */
  key: string;
  /** Keyed digest of the normalised request. */
  fingerprint: string;
  /** Keyed digest of the file's name, where the request gave one. */
  filename: string | null;
  document_id: string;
  expires_at: string;
}

interface EventsTable {
  id: string;
  tenant_id: string;
  document_id: string;
  type: EventType;
  /** The text that is sent, whose bytes never change, sealed by the key of what describes the document. */
  body: Buffer;
  created_at: string;
}

type DeliveryState = 'pending' | 'delivered' | 'stopped';

/** One schedule of attempts for an event; a resend begins another. */
interface DeliveriesTable {
  id: string;
  event_id: string;
  /** Sealed like the event's body: a document's URL can hold a client's token. */
  url: Buffer;
  /** Keyed digest of the URL's host and port, so that a claim can leave a busy receiver out. */
  host: string;
  state: DeliveryState;
  attempts: Generated<number>;
  next_attempt_at: string | null;
  created_at: string;
  lease_owner: string | null;
  lease_expires_at: string | null;
}

interface AttemptsTable {
  delivery_id: string;
  number: number;
  at: string;
  /** HTTP status, null when there was no answer. */
  status: number | null;
  problem: string | null;
  duration_ms: number;
}

/** What a person did with a document; all of it is sealed by the key of its extraction and go with it. */
interface ReviewsTable {
  document_id: string;
  /** What was typed and not confirmed yet. */
  draft: Buffer | null;
  /** The extraction as reading gave it; null until a person confirmed another one in its place. */
  first_reading: Buffer | null;
  /** Where the lines of the confirmed extraction go in the books (`bookings.ts`). */
  bookings: Buffer | null;
  updated_at: string;
}

/** The words of a document's pages, sealed by the key of its file and gone with it. */
interface PageTextsTable {
  document_id: string;
  pages: Buffer;
  /** What opening its file gave; null where that was too much to keep, or another version read it. */
  opened: Buffer | null;
  /** The version of the program that opened it. */
  opened_by: string | null;
}

/** What a person did with a document, sealed by the key of what describes it; ids sort by time. */
interface ActsTable {
  id: string;
  document_id: string;
  act: Buffer;
  /** Of an export: the invoice that went into the file, sealed by the key of its extraction; else null. */
  invoice: Buffer | null;
}

interface CompaniesTable {
  tenant_id: string;
  /** Normalised. */
  vat: string;
  name: string | null;
  used_at: string;
}

/** The key of each contribution, wrapped; rows are kept as those of `document_keys` are, so that erasing is certain. */
interface ContributionKeysTable {
  number: Generated<number>;
  key: Buffer;
}

/** What one confirmed invoice taught of its supplier (`suppliers.ts`). */
interface ContributionsTable {
  /** That of its key. */
  number: number;
  tenant_id: string;
  document_id: string;
  /** Keyed digest of the company and of what names its supplier. */
  supplier: string;
  taught_at: string;
  /** Sealed by its key. */
  body: Buffer;
  /** As in `documents`: the invoice is found again after its document has gone. */
  invoice_mark: string | null;
  total_mark: string | null;
  number_mark: string | null;
}

/** By what else a supplier is found: keyed digests of its VAT number, its accounts, its name. */
interface SupplierIdentifiersTable {
  identifier: string;
  contribution: number;
}

/** One-time tokens that sign a window in, and the sessions that they became. */
interface SignInsTable {
  /** SHA-256 of the token in hexadecimal; the token itself is nowhere. */
  hash: string;
  tenant_id: string;
  expires_at: string;
  /** Who works there, see `Session`. */
  person: string | null;
}

/** The documents' files, sealed, where appliances share a database; one alone has them in its folder. */
interface FilesTable {
  document_id: string;
  bytes: Buffer;
}

/** How fast a key submits, where appliances share a database; one alone has it in memory. */
interface RatesTable {
  key_id: string;
  /** As JSON. */
  bucket: string;
}
