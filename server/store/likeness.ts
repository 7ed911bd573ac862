import type { Extraction, Invoice } from '../contract/invoice.ts';
import type { WarningCode } from '../contract/warning-codes.ts';
import type { Db } from './db.ts';
import { openText } from './document-keys.ts';
import { takeTurns } from './transactions.ts';
import type { Vault } from './vault.ts';

/**
 * What a document has in common with others, as keyed digests: equal for equal things of one tenant, and nothing can be
 * learnt from them. They go with the extraction.
 */
interface Marks {
  vendor_mark: string | null;
  invoice_mark: string | null;
}

interface Marked {
  id: string;
  tenant_id: string;
  file_mark: string | null;
}

/** What is left of the marks once the extraction is erased. */
export const noMarks = { file_mark: null, vendor_mark: null, invoice_mark: null };

/** So many confirmed invoices of a vendor are looked at for its accounts. */
const mostConfirmed = 20;

export function fileMark(vault: Vault, tenantId: string, sha256: string): string {
  return vault.digest(`file ${tenantId} ${sha256}`);
}

/** Who sent it, and which of the vendor's invoices it is: by its number, else by its date and its total. */
export function marksOf(vault: Vault, tenantId: string, invoice: Invoice): Marks {
  const { vendor, invoice_number, invoice_date, total_amount } = invoice;
  const who = vendor.vat_number?.replace(/^RO/, '') ?? (vendor.name && plain(vendor.name));
  if (!who) return { vendor_mark: null, invoice_mark: null };
  const which = invoice_number
    ? `number ${plain(invoice_number)}`
    : invoice_date && total_amount !== null && `${invoice_date} ${total_amount}`;
  return {
    vendor_mark: vault.digest(`vendor ${tenantId} ${who}`),
    invoice_mark: which ? vault.digest(`invoice ${tenantId} ${who} ${which}`) : null,
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
 * the vendor's account is one that no confirmed invoice of the vendor names. Only those count whose extraction is there.
 */
export async function compared(trx: Db, vault: Vault, document: Marked, extraction: Extraction): Promise<Extraction> {
  const { invoice, warnings } = extraction;
  const marks = marksOf(vault, document.tenant_id, invoice);
  const iban = invoice.bank_details.iban;
  const found: WarningCode[] = [];
  if (await isHereAlready(trx, document, marks)) found.push('possible_duplicate');
  if (iban !== null && marks.vendor_mark !== null) {
    const known = await confirmedAccounts(trx, vault, document, marks.vendor_mark);
    if (known.length > 0 && !known.includes(iban)) found.push('iban_changed');
  }
  return { ...extraction, warnings: [...new Set([...warnings, ...found])] };
}

async function isHereAlready(trx: Db, document: Marked, { invoice_mark }: Marks): Promise<boolean> {
  for (const [column, mark] of [
    ['file_mark', document.file_mark],
    ['invoice_mark', invoice_mark],
  ] as const) {
    if (mark === null) continue;
    const twin = await others(trx, document).select('id').where(column, '=', mark).limit(1).executeTakeFirst();
    if (twin) return true;
  }
  return false;
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
    .where('documents.result', 'is not', null);
}

/** The same for every way of writing it: letters and digits only. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
