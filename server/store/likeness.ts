import { isEInvoice } from '../checks/file-type.ts';
import { isIban } from '../checks/iban.ts';
import type { Extraction, Invoice } from '../contract/invoice.ts';
import type { WarningCode } from '../contract/warning-codes.ts';
import type { Duplicate } from '../contract/window-review.ts';
import type { Db } from './db.ts';
import { openText } from './document-keys.ts';
import { accountsOf } from './suppliers.ts';
import { takeTurns } from './transactions.ts';
import type { Vault } from './vault.ts';

/**
 * What a document has in common with others, as keyed digests: equal for equal things of one tenant, and nothing can be
 * learnt from them. They go with the extraction; those of a confirmed invoice stay with what it taught.
 */
export interface Marks {
  vendor_mark: string | null;
  /** The vendor's invoice of this number and year. */
  invoice_mark: string | null;
  /** The vendor's invoice of this day and total. */
  total_mark: string | null;
  /** The number with letters and figures that look alike taken for one. */
  number_mark: string | null;
}

interface Marked {
  id: string;
  tenant_id: string;
  mime_type: string;
  file_mark: string | null;
}

/** What is left of the marks once the extraction is erased. */
export const noMarks = { file_mark: null, vendor_mark: null, invoice_mark: null, total_mark: null, number_mark: null };

/** So many confirmed invoices of a vendor are looked at for its accounts. */
const mostConfirmed = 20;
/** So many invoices of one vendor that share a mark are looked at. */
const mostAlike = 100;
/** So many of them, the newest, are named to a person. */
const mostNamed = 10;

export function fileMark(vault: Vault, tenantId: string, sha256: string): string {
  return vault.digest(`file ${tenantId} ${sha256}`);
}

/**
 * Who sent it, and which of the vendor's invoices it is: by its number in its year, and by its day and total. A number
 * comes round in another year, and what takes an invoice back or comes before it may bear the same one.
 */
export function marksOf(vault: Vault, tenantId: string, invoice: Invoice): Marks {
  const { vendor, bank_details, invoice_number, invoice_date, total_amount, document_type } = invoice;
  const who = vendor.vat_number?.replace(/^RO/, '') ?? bank_details.iban ?? (vendor.name && plain(vendor.name));
  if (!who) return { vendor_mark: null, invoice_mark: null, total_mark: null, number_mark: null };
  const isTakenBack = document_type === 'credit_note' || (total_amount ?? 0) < 0;
  const kind = isTakenBack ? 'credit_note' : document_type === 'proforma' ? 'proforma' : 'invoice';
  const mark = (what: string): string => vault.digest(`${what} ${tenantId} ${who}`);
  const number = invoice_number && plain(invoice_number);
  return {
    vendor_mark: mark('vendor'),
    invoice_mark: number ? mark(`${kind} ${number} ${invoice_date?.slice(0, 4) ?? ''}`) : null,
    total_mark: invoice_date && total_amount !== null ? mark(`${kind} ${invoice_date} ${total_amount}`) : null,
    number_mark: number ? mark(`number ${lookingAlike(number)}`) : null,
  };
}

/**
 * Makes the others wait who compare a document of this tenant, until this transaction ends: of two that are alike one sees
 * the other. A transaction of `serially` would not see what the one before it has written.
 */
export async function comparingAlone(trx: Db, tenantId: string): Promise<void> {
  await takeTurns(trx, `comparing ${tenantId}`);
}

/**
 * Adds what a person should check that only earlier documents can tell: whether this invoice is here already, and whether
 * the vendor's account is one that no confirmed invoice of the vendor names.
 * @param buyerVat whom it is for: each company has suppliers of its own
 */
export async function compared(
  trx: Db,
  vault: Vault,
  document: Marked,
  extraction: Extraction,
  buyerVat: string,
): Promise<Extraction> {
  const { invoice, warnings } = extraction;
  const marks = marksOf(vault, document.tenant_id, invoice);
  const iban = invoice.bank_details.iban;
  const found: WarningCode[] = [];
  if ((await duplicatesOf(trx, document, marks)).length > 0) found.push('possible_duplicate');
  // Nobody can pay to a number whose check digits fail: it was misread, and is doubtful for that.
  if (iban !== null && isIban(iban) && marks.vendor_mark !== null) {
    const learnt = await accountsOf(trx, vault, {
      tenantId: document.tenant_id,
      buyerVat,
      documentId: document.id,
      invoice,
    });
    const known = learnt ?? (await confirmedAccounts(trx, vault, document, marks.vendor_mark));
    if (known.length > 0 && !known.includes(iban)) found.push('iban_changed');
  }
  return { ...extraction, warnings: [...new Set([...warnings, ...found])] };
}

/**
 * The documents that seem to be the same invoice, the newest first: those whose extraction is there, and those that are
 * gone and have taught.
 */
export async function duplicatesOf(
  trx: Db,
  document: Marked,
  { invoice_mark, total_mark, number_mark }: Pick<Marks, 'invoice_mark' | 'total_mark' | 'number_mark'>,
): Promise<Duplicate[]> {
  const { file_mark } = document;
  const sameFile = file_mark === null ? [] : await sharing(trx, document, 'file_mark', file_mark);
  const sameNumber = invoice_mark === null ? [] : await sharing(trx, document, 'invoice_mark', invoice_mark);
  const sameTotal = total_mark === null ? [] : await sharing(trx, document, 'total_mark', total_mark);
  const alike = sameTotal.filter((other) => isSameOrUnknown(other.number_mark, number_mark));
  const ids = [...sameFile, ...sameNumber, ...alike].map(({ id }) => id);
  if (ids.length === 0) return [];
  const found = await trx
    .selectFrom('documents')
    .select(({ eb }) => ['id', 'created_at', 'mime_type', eb('result', 'is not', null).as('is_there')])
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .limit(mostNamed)
    .execute();
  return found.map(({ id, created_at, mime_type, is_there }) => ({
    documentId: id,
    addedAt: created_at,
    isSameFile: sameFile.some((other) => other.id === id),
    isOtherForm: isEInvoice(mime_type) !== isEInvoice(document.mime_type),
    isThere: Boolean(is_there),
  }));
}

const isSameOrUnknown = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** Other documents that share a mark, with those of their numbers. */
async function sharing(
  trx: Db,
  document: Marked,
  column: 'file_mark' | 'invoice_mark' | 'total_mark',
  mark: string,
): Promise<{ id: string; number_mark: string | null }[]> {
  const here = await others(trx, document)
    .select(['id', 'number_mark'])
    .where(column, '=', mark)
    .limit(mostAlike)
    .execute();
  if (column === 'file_mark') return here;
  const taught = await trx
    .selectFrom('contributions')
    .select(['document_id as id', 'number_mark'])
    .where(column, '=', mark)
    .where('tenant_id', '=', document.tenant_id)
    .where('document_id', '!=', document.id)
    .limit(mostAlike)
    .execute();
  return [...here, ...taught];
}

async function confirmedAccounts(trx: Db, vault: Vault, document: Marked, vendorMark: string): Promise<string[]> {
  const confirmed = await others(trx, document)
    .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
    .select(['documents.result', 'document_keys.result as result_key'])
    .where('vendor_mark', '=', vendorMark)
    .where('reviewed_at', 'is not', null)
    .orderBy('reviewed_at', 'desc')
    .limit(mostConfirmed)
    .execute();
  return confirmed.flatMap(({ result, result_key }) => {
    if (result === null) return [];
    const { invoice } = JSON.parse(openText(vault, result_key, result)) as Extraction;
    return invoice.bank_details.iban ?? [];
  });
}

function others(trx: Db, { id, tenant_id }: Marked) {
  return trx
    .selectFrom('documents')
    .where('tenant_id', '=', tenant_id)
    .where('mode', '=', 'live')
    .where('id', '!=', id)
    .where('replaced_by', 'is', null)
    .where('documents.result', 'is not', null);
}

/** The same for every way of writing it: letters and digits only. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const alike: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8' };

/** Of a number as `plain` gives it. */
const lookingAlike = (number: string): string => number.replace(/[OILSB]/g, (letter) => alike[letter]!);
