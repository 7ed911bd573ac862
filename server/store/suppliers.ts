import { timestamp } from '../clock.ts';
import type { Invoice } from '../contract/invoice.ts';
import type { KnownSupplier } from '../contract/window-review.ts';
import {
  accountIdentifier,
  type Contribution,
  furtherIdentifiersOf,
  identifiersOf,
} from '../suppliers/contribution.ts';
import type { Db } from './db.ts';
import { evenWhenFull } from './disk-full.ts';
import { openText, sealJson } from './document-keys.ts';
import type { Tables } from './schema.ts';
import { serially } from './transactions.ts';
import { type Vault, wrappedKeyBytes } from './vault.ts';

/** What is sealed of a contribution. */
interface Body {
  contribution: Contribution;
  supplier: { name: string | null; vat: string | null };
  /** For which company. */
  buyerVat: string;
  /** Whether a person changed nothing of what was read. */
  untouched: boolean;
}

/** So many confirmed invoices of a supplier are what is known of it: the newest. */
export const mostKnown = 20;
/** How many contributions one pass erases. */
const atOnce = 20;
const erasedKey = Buffer.alloc(wrappedKeyBytes);

/** Keeps what a confirmed invoice teaches, in place of what its document taught before. */
export async function teach(
  trx: Db,
  vault: Vault,
  taught: {
    tenantId: string;
    buyerVat: string;
    documentId: string;
    now: number;
    invoice: Invoice;
    contribution: Contribution;
    untouched: boolean;
    marks: Pick<Tables['contributions'], 'invoice_mark' | 'total_mark' | 'number_mark'>;
  },
): Promise<void> {
  const { tenantId, buyerVat, documentId, now, invoice, contribution, untouched, marks } = taught;
  await forgetDocument(trx, documentId);
  const identifiers = identifiersOf(invoice);
  const [names] = identifiers;
  if (names === undefined) return;
  const { key, wrapped } = vault.newKey();
  const { number } = await trx
    .insertInto('contribution_keys')
    .values({ key: wrapped })
    .returning('number')
    .executeTakeFirstOrThrow();
  const { name, vat_number } = invoice.vendor;
  const body: Body = { contribution, supplier: { name, vat: vat_number }, buyerVat, untouched };
  const digest = digestsFor(vault, tenantId, buyerVat);
  await trx
    .insertInto('contributions')
    .values({
      number,
      tenant_id: tenantId,
      document_id: documentId,
      supplier: digest(names),
      taught_at: timestamp(now),
      body: sealJson(key, body),
      invoice_mark: marks.invoice_mark,
      total_mark: marks.total_mark,
      number_mark: marks.number_mark,
    })
    .execute();
  await trx
    .insertInto('supplier_identifiers')
    .values(
      [...identifiers, ...furtherIdentifiersOf(invoice)].map((each) => ({
        identifier: digest(each),
        contribution: number,
      })),
    )
    .execute();
}

/** Each company has suppliers of its own: nothing says that two companies share one. */
function digestsFor(vault: Vault, tenantId: string, buyerVat: string): (identifier: string) => string {
  const company = buyerVat.replace(/^RO/, '');
  return (identifier) => vault.digest(`supplier ${tenantId} ${company} ${identifier}`);
}

/** Whom an invoice names: by identifiers in groups, the surest first; a group that leads to several suppliers leads to none. */
export interface Named {
  tenantId: string;
  buyerVat: string;
  /** What the document itself taught says nothing more of it. */
  documentId: string;
  identifiers: readonly (readonly string[])[];
}

/** What is known of the supplier that an invoice names, the newest first. */
export async function recall(db: Db, vault: Vault, named: Named): Promise<Contribution[]> {
  const supplier = await supplierOf(db, vault, named);
  const known = supplier === null ? [] : await newest(db, vault, supplier, named.documentId);
  return known.map(({ contribution }) => contribution);
}

/**
 * The same in short, for a person; null where nothing is known.
 * @param iban the account that was read
 */
export async function knownSupplier(
  db: Db,
  vault: Vault,
  named: Named,
  iban: string | null,
): Promise<KnownSupplier | null> {
  const supplier = await supplierOf(db, vault, named);
  const found = supplier === null ? [] : await newest(db, vault, supplier, named.documentId);
  const known = found.map(({ contribution }) => contribution);
  const [last] = known;
  if (supplier === null || !last) return null;
  const { invoices } = await db
    .selectFrom('contributions')
    .select(({ fn }) => fn.countAll<number>().as('invoices'))
    .where('supplier', '=', supplier)
    .where('document_id', '!=', named.documentId)
    .executeTakeFirstOrThrow();
  const accounts = [...new Set(known.flatMap(({ account }) => account ?? []))];
  const isOthers = iban !== null && !accounts.includes(iban);
  const accountOf = isOthers ? await otherPaidTo(db, vault, named, { iban, supplier }) : null;
  return { invoices: Number(invoices), last: last.day, accounts, accountOf };
}

/** Another supplier of the same company whose account this is, as a person confirmed. */
async function otherPaidTo(
  db: Db,
  vault: Vault,
  { tenantId, buyerVat }: Named,
  { iban, supplier }: { iban: string; supplier: string },
): Promise<string | null> {
  const identifier = digestsFor(vault, tenantId, buyerVat)(accountIdentifier(iban));
  const rows = await bodies(db)
    .innerJoin('supplier_identifiers', 'supplier_identifiers.contribution', 'contributions.number')
    .where('identifier', '=', identifier)
    .where('supplier', '!=', supplier)
    .orderBy('taught_at', 'desc')
    .limit(mostKnown)
    .execute();
  const found = rows.map((row) => bodyOf(vault, row)).find(({ contribution }) => contribution.account === iban);
  return found?.supplier.name ?? found?.supplier.vat ?? null;
}

/** The supplier that an invoice names; null where nothing is known of it. */
export async function supplierOf(
  db: Db,
  vault: Vault,
  { tenantId, buyerVat, documentId, identifiers }: Named,
): Promise<string | null> {
  const digest = digestsFor(vault, tenantId, buyerVat);
  for (const group of identifiers) {
    if (group.length === 0) continue;
    const [only, ...others] = await db
      .selectFrom('supplier_identifiers')
      .innerJoin('contributions', 'contributions.number', 'supplier_identifiers.contribution')
      .select('supplier')
      .distinct()
      .where('identifier', 'in', group.map(digest))
      .where('document_id', '!=', documentId)
      .limit(2)
      .execute();
    if (only && others.length === 0) return only.supplier;
  }
  return null;
}

/** What confirmed invoices taught of a supplier, the newest first, without this document's. */
export async function newest(
  db: Db,
  vault: Vault,
  supplier: string,
  documentId: string,
): Promise<{ documentId: string; contribution: Contribution }[]> {
  const rows = await bodies(db)
    .where('supplier', '=', supplier)
    .where('document_id', '!=', documentId)
    .orderBy('taught_at', 'desc')
    .limit(mostKnown)
    .execute();
  return rows.map((row) => ({ documentId: row.document_id, contribution: bodyOf(vault, row).contribution }));
}

/** The accounts that a supplier is known to be paid to; null where nothing is known of it. */
export async function accountsOf(
  trx: Db,
  vault: Vault,
  { invoice, ...whose }: { tenantId: string; buyerVat: string; documentId: string; invoice: Invoice },
): Promise<string[] | null> {
  // Its account is what may be another one.
  const identifiers = identifiersOf({ ...invoice, bank_details: { ...invoice.bank_details, iban: null } });
  const known = await recall(trx, vault, { ...whose, identifiers: [identifiers] });
  return known.length === 0 ? null : known.flatMap(({ account }) => account ?? []);
}

/**
 * Whether nothing speaks against an account that a person confirms: the supplier is paid to it already, also by what this
 * document has taught before, or nobody knows yet where it is paid to. Null where nothing is known of the supplier.
 */
export async function isKnownAccount(
  trx: Db,
  vault: Vault,
  confirmed: { tenantId: string; buyerVat: string; documentId: string; invoice: Invoice },
): Promise<boolean | null> {
  const { iban } = confirmed.invoice.bank_details;
  const accounts = await accountsOf(trx, vault, confirmed);
  if (accounts === null) return null;
  if (iban === null || accounts.length === 0 || accounts.includes(iban)) return true;
  const before = await bodies(trx).where('document_id', '=', confirmed.documentId).executeTakeFirst();
  return before !== undefined && bodyOf(vault, before).contribution.account === iban;
}

/** Forgets a supplier. @returns false when the tenant has no such supplier */
export async function forget(db: Db, tenantId: string, supplier: string): Promise<boolean> {
  return serially(db, async (trx) => {
    const rows = await trx
      .selectFrom('contributions')
      .select('number')
      .where('tenant_id', '=', tenantId)
      .where('supplier', '=', supplier)
      .execute();
    await erase(trx, rows);
    return rows.length > 0;
  });
}

/** Takes back what a document taught, which itself stays. */
export async function forgetWhatTaught(db: Db, documentId: string): Promise<void> {
  await serially(db, (trx) => forgetDocument(trx, documentId));
}

/** The same within a transaction. */
export async function forgetDocument(trx: Db, documentId: string): Promise<void> {
  await erase(
    trx,
    await trx.selectFrom('contributions').select('number').where('document_id', '=', documentId).execute(),
  );
}

/**
 * Erases what is known of suppliers from whom nothing was confirmed for so long.
 * @param kept.since a supplier whose last confirmation is earlier is forgotten
 * @returns how many; as long as it is not 0 there may be more
 */
export async function eraseDue(db: Db, kept: { tenantId: string; since: string }): Promise<number> {
  const due = await db
    .selectFrom('contributions')
    .select('number')
    .where('tenant_id', '=', kept.tenantId)
    .where('supplier', 'not in', (recent) =>
      recent
        .selectFrom('contributions as recent')
        .select('recent.supplier')
        .where('recent.tenant_id', '=', kept.tenantId)
        .where('recent.taught_at', '>=', kept.since),
    )
    .limit(atOnce)
    .execute();
  if (due.length > 0) await evenWhenFull(db, () => serially(db, (trx) => erase(trx, due)));
  return due.length;
}

async function erase(trx: Db, rows: { number: number }[]): Promise<void> {
  const numbers = rows.map(({ number }) => number);
  if (numbers.length === 0) return;
  await trx.updateTable('contribution_keys').set({ key: erasedKey }).where('number', 'in', numbers).execute();
  await trx.deleteFrom('supplier_identifiers').where('contribution', 'in', numbers).execute();
  await trx.deleteFrom('contributions').where('number', 'in', numbers).execute();
}

/** What each confirmed invoice taught, sealed by a key of its own. */
export function bodies(db: Db) {
  return db
    .selectFrom('contributions')
    .innerJoin('contribution_keys', 'contribution_keys.number', 'contributions.number')
    .select(['contributions.supplier as supplier_id', 'document_id', 'taught_at', 'body', 'key']);
}

export const bodyOf = (vault: Vault, { key, body }: { key: Buffer; body: Buffer }): Body =>
  JSON.parse(openText(vault, key, body)) as Body;
