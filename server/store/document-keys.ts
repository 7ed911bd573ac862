import { parseExactly } from '../checks/exact-json.ts';
import type { MailOrigin } from '../contract/mail.ts';
import type { Db } from './db.ts';
import { prepared } from './prepared.ts';
import { open, seal, type Vault, wrappedKeyBytes } from './vault.ts';

/** What a key of a document seals. Each is erased at its own time. */
export type Sealed = 'file' | 'result' | 'about';

/** What describes a document; DELETE erases it. */
export interface About {
  externalId: string | null;
  metadata: Record<string, unknown> | null;
  filename: string | null;
  /** Normalised. */
  buyerVat: string;
  buyerName: string | null;
  /** The buyer is only the most likely one of the window's companies, and the invoice itself is to say which. */
  buyerGuessed?: boolean;
  /** It has named none of them so far: nobody knows whose the document is until a person says. */
  buyerUnknown?: boolean;
  /** Only so many of its first pages are its own: a person has made documents of the others. */
  ownPages?: number;
  webhookUrl: string | null;
  /** Of the mail that it was attached to. */
  mail?: MailOrigin;
}

/** A key that was overwritten, and one that is not there yet. */
export const erasedKey = Buffer.alloc(wrappedKeyBytes);

/** Keeps a new document's keys. @returns their number, which the document's row names */
export async function create(trx: Db, keys: { file: Buffer; about: Buffer }): Promise<number> {
  const [row] = await insert(trx, keys);
  if (!row) throw new Error('The keys of a document were not kept.');
  return row.number;
}

const insert = prepared((db, keys: { file: Buffer; about: Buffer }) =>
  db.insertInto('document_keys').values({ file: keys.file, result: erasedKey, about: keys.about }).returning('number'),
);

/** Puts the key of an extraction in its place; the length never changes. */
export async function putResultKey(trx: Db, number: number, wrapped: Buffer): Promise<void> {
  await putResult(trx, { number, wrapped });
}

const putResult = prepared((db, key: { number: number; wrapped: Buffer }) =>
  db.updateTable('document_keys').set({ result: key.wrapped }).where('number', '=', key.number),
);

/** Overwrites keys with zeros: whatever is left of what they sealed, nobody can read it from now on. */
export async function erase(trx: Db, numbers: number[], what: Sealed[]): Promise<void> {
  const zeros = Object.fromEntries(what.map((name) => [name, erasedKey]));
  await trx.updateTable('document_keys').set(zeros).where('number', 'in', numbers).execute();
}

export function sealJson(key: Buffer, value: unknown): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value), 'utf8'));
}

export function sealText(key: Buffer, text: string): Buffer {
  return seal(key, Buffer.from(text, 'utf8'));
}

/** Names something sealed: how it is sealed begins with random bytes of its own. */
export function nameOf(sealed: Buffer | null): string | null {
  return sealed?.subarray(0, 12).toString('hex') ?? null;
}

/** @throws when the key was erased */
export function openBytes(vault: Vault, wrapped: Buffer, sealed: Buffer): Buffer {
  return open(vault.unwrap(wrapped), sealed);
}

/** @throws when the key was erased */
export function openText(vault: Vault, wrapped: Buffer, sealed: Buffer): string {
  return openBytes(vault, wrapped, sealed).toString('utf8');
}

/** What describes a document that is not deleted. */
export function aboutOf(vault: Vault, row: { about: Buffer | null; about_key: Buffer }): About {
  if (row.about === null) throw new Error('A deleted document is described by nothing.');
  // `metadata` is given back as it came, whatever its numbers are.
  return parseExactly(openText(vault, row.about_key, row.about)) as About;
}
