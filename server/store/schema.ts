import type { Generated } from 'kysely';
import type { DocumentErrorCode, DocumentStatus, KeyMode, Retention } from '../contract/document.ts';
import type { EventType } from '../contract/event.ts';

/**
 * The tables. Times are UTC timestamps as the API writes them (they sort as text), bytes are blobs, the rest is text
 * and integers: types that SQLite and PostgreSQL both have. Null means erased, or not yet.
 */
export interface Tables {
  settings: SettingsTable;
  tenants: TenantsTable;
  keys: KeysTable;
  documents: DocumentsTable;
  idempotency: IdempotencyTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  attempts: AttemptsTable;
}

/** What the appliance knows of itself, by name. */
export interface SettingsTable {
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
  external_id: string | null;
  /** JSON object as it was submitted. */
  metadata: string | null;
  filename: string | null;
  /** Normalised; null once the document was deleted. */
  buyer_vat: string | null;
  buyer_name: string | null;
  webhook_url: string | null;
  mime_type: string;
  pages: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  error_code: DocumentErrorCode | null;
  error_message: string | null;
  schema_version: string | null;
  reviewed_at: string | null;
  /** The file's key, wrapped by the master key; destroyed before the file is. */
  file_key: Buffer | null;
  /** The extraction's key, wrapped by the master key. */
  result_key: Buffer | null;
  /** The extraction as JSON, sealed by its key. */
  result: Buffer | null;
  result_deleted_at: string | null;
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

export interface IdempotencyTable {
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

export interface EventsTable {
  id: string;
  tenant_id: string;
  document_id: string;
  type: EventType;
  /** The text that is sent; its bytes never change. */
  body: string;
  created_at: string;
}

export type DeliveryState = 'pending' | 'delivered' | 'stopped';

/** One schedule of attempts for an event; a resend begins another. */
export interface DeliveriesTable {
  id: string;
  event_id: string;
  url: string;
  /** Host and port of the URL, so that a claim can leave a busy receiver out. */
  host: string;
  state: DeliveryState;
  attempts: Generated<number>;
  next_attempt_at: string | null;
  created_at: string;
  lease_owner: string | null;
  lease_expires_at: string | null;
}

export interface AttemptsTable {
  delivery_id: string;
  number: number;
  at: string;
  /** HTTP status, null when there was no answer. */
  status: number | null;
  problem: string | null;
  duration_ms: number;
}
