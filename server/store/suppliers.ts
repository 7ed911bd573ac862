import { timestamp } from '../clock.ts';
import type { Invoice } from '../contract/invoice.ts';
import type { Supplier, Taught } from '../contract/window.ts';
import type { KnownSupplier } from '../contract/window-review.ts';
import { accountIdentifier, type Contribution, identifiersOf } from '../suppliers/contribution.ts';
import { standing } from '../suppliers/said.ts';
import type { Db } from './db.ts';
import { evenWhenFull } from './disk-full.ts';
import { openText, sealJson } from './document-keys.ts';
import { extractionOf } from './documents.ts';
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
const mostKnown = 20;
/** So many of the documents that taught of one are listed: those of years. */
const mostListed = 200;
/** How many contributions one pass erases. */
const atOnce = 20;
/** Few enough that a request never waits long for its turn. */
const openedAtOnce = 100;
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
    .values(identifiers.map((each) => ({ identifier: digest(each), contribution: number })))
    .execute();
}

/** Each company has suppliers of its own: nothing says that two companies share one. */
function digestsFor(vault: Vault, tenantId: string, buyerVat: string): (identifier: string) => string {
  const company = buyerVat.replace(/^RO/, '');
  return (identifier) => vault.digest(`supplier ${tenantId} ${company} ${identifier}`);
}

/** Whom an invoice names: by identifiers in groups, the surest first; a group that leads to several suppliers leads to none. */
interface Named {
  tenantId: string;
  buyerVat: string;
  /** What the document itself taught says nothing more of it. */
  documentId: string;
  identifiers: readonly (readonly string[])[];
}

/** What is known of the supplier that an invoice names, the newest first. */
export async function recall(db: Db, vault: Vault, named: Named): Promise<Contribution[]> {
  const supplier = await supplierOf(db, vault, named);
  return supplier === null ? [] : newest(db, vault, supplier, named.documentId);
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
  const known = supplier === null ? [] : await newest(db, vault, supplier, named.documentId);
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

async function supplierOf(
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

async function newest(db: Db, vault: Vault, supplier: string, documentId: string): Promise<Contribution[]> {
  const rows = await bodies(db)
    .where('supplier', '=', supplier)
    .where('document_id', '!=', documentId)
    .orderBy('taught_at', 'desc')
    .limit(mostKnown)
    .execute();
  return rows.map((row) => bodyOf(vault, row).contribution);
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

/** The suppliers of all companies of a tenant, those that were confirmed last first. */
export async function list(db: Db, vault: Vault, tenantId: string): Promise<Supplier[]> {
  const rows = await bodies(db).where('tenant_id', '=', tenantId).orderBy('taught_at', 'desc').execute();
  const known = Map.groupBy(
    rows.map((row) => ({ ...row, ...bodyOf(vault, row) })),
    (each) => each.supplier_id,
  );
  return [...known].map(([id, each]) => ({
    id,
    name: each.find(({ supplier }) => supplier.name)?.supplier.name ?? null,
    vat: each.find(({ supplier }) => supplier.vat)?.supplier.vat ?? null,
    buyerVat: each[0]!.buyerVat,
    invoices: each.length,
    untouched: each.filter(({ untouched }) => untouched).length,
    since: each.at(-1)!.taught_at,
    last: each[0]!.taught_at,
    accounts: [...new Set(each.flatMap(({ contribution }) => contribution.account ?? []))],
    setAside: standing(each.slice(0, mostKnown).map(({ contribution }) => contribution)).setAside,
  }));
}

/** The documents that a supplier is known from, the newest first; none where the tenant has no such supplier. */
export async function taughtBy(db: Db, vault: Vault, tenantId: string, supplier: string): Promise<Taught[]> {
  const rows = await db
    .selectFrom('contributions')
    .innerJoin('documents', 'documents.id', 'contributions.document_id')
    .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
    .select(['document_id', 'taught_at', 'documents.result', 'document_keys.result as result_key'])
    .where('contributions.tenant_id', '=', tenantId)
    .where('supplier', '=', supplier)
    .orderBy('taught_at', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map((row) => {
    const invoice = extractionOf(vault, row)?.invoice;
    return {
      documentId: row.document_id,
      at: row.taught_at,
      isThere: invoice !== undefined,
      number: invoice?.invoice_number ?? null,
      date: invoice?.invoice_date ?? null,
    };
  });
}

/** The suppliers that documents are known to be from, by the documents' ids; what is forgotten has none. */
export async function namesOf(
  db: Db,
  vault: Vault,
  tenantId: string,
  documents: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let at = 0; at < documents.length; at += openedAtOnce) {
    const rows = await bodies(db)
      .where('tenant_id', '=', tenantId)
      .where('document_id', 'in', documents.slice(at, at + openedAtOnce))
      .execute();
    for (const row of rows) {
      const { name, vat } = bodyOf(vault, row).supplier;
      if (name ?? vat) names.set(row.document_id, (name ?? vat)!);
    }
    // Requests of others come in between.
    await new Promise(setImmediate);
  }
  return names;
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

function bodies(db: Db) {
  return db
    .selectFrom('contributions')
    .innerJoin('contribution_keys', 'contribution_keys.number', 'contributions.number')
    .select(['contributions.supplier as supplier_id', 'document_id', 'taught_at', 'body', 'key']);
}

const bodyOf = (vault: Vault, { key, body }: { key: Buffer; body: Buffer }): Body =>
  JSON.parse(openText(vault, key, body)) as Body;
