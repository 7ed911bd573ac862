import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { detectEInvoiceType, detectFileType } from '../../checks/file-type.ts';
import { rootName } from '../witnesses/e-invoice/xml.ts';
import { nameOf, type Part } from './part.ts';

const invoiceRoots: readonly (string | null)[] = [
  'Invoice',
  'CreditNote',
  'CrossIndustryInvoice',
  'CrossIndustryDocument',
];
/** An archive that is written here has the same bytes each time: a file that came before is known by them. */
const noTime = new Date(1980, 0, 1);

/** Whether a file says that it is an e-invoice. What it holds is looked at when it is taken in. */
export function isEInvoicePart({ bytes }: Part): boolean {
  return invoiceRoots.includes(rootOf(bytes));
}

export function isSignaturePart({ bytes }: Part): boolean {
  return rootOf(bytes) === 'Signature';
}

/**
 * Files that lie together, each e-invoice as one file with the signature over it, as the portal hands them out. Whose a
 * signature is, its hash says; that of an invoice which was altered since goes by its name, or by where it lies.
 */
export function withSignatures(parts: readonly Part[]): Part[] {
  const signatures = parts.filter(isSignaturePart);
  if (signatures.length === 0) return [...parts];
  const invoices = parts.filter(isEInvoicePart);
  const digests = new Map(invoices.map((part) => [createHash('sha256').update(part.bytes).digest('base64'), part]));
  const signed = new Map<Part, Part>();
  for (const signature of signatures) {
    const invoice = digests.get(signedDigest(signature)) ?? nextTo(signature, invoices);
    if (invoice && !signed.has(invoice)) signed.set(invoice, signature);
  }
  return parts
    .filter((part) => !signatures.includes(part))
    .map((part) => {
      const signature = signed.get(part);
      return signature ? asOne(part, signature) : part;
    });
}

/**
 * Files of an archive without the PDFs that only show what an e-invoice beside them says: those of its name, and the only one
 * beside the only e-invoice.
 */
export function withoutViews(parts: readonly Part[]): Part[] {
  const invoices = parts.filter(isEInvoicePart).map(nameOf);
  const pdfs = parts.filter(isPdf).map(nameOf);
  return parts.filter((part) => {
    const { folder, stem } = nameOf(part);
    const beside = invoices.filter((invoice) => invoice.folder === folder);
    if (!isPdf(part) || beside.length === 0) return true;
    const words = stem.split(/[^\p{L}\p{N}]+/u);
    if (beside.some((invoice) => invoice.stem === stem || words.includes(invoice.stem))) return false;
    return beside.length > 1 || pdfs.filter((pdf) => pdf.folder === folder).length > 1;
  });
}

function rootOf(bytes: Uint8Array): string | null {
  return detectEInvoiceType(bytes) === 'application/xml' ? rootName(bytes) : null;
}

function signedDigest({ bytes }: Part): string {
  return /DigestValue>\s*([A-Za-z0-9+/=]+)/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? '';
}

/** The invoice whose name that of a signature ends in, or the only one where it lies. */
function nextTo(signature: Part, invoices: readonly Part[]): Part | undefined {
  const { folder, stem } = nameOf(signature);
  const beside = invoices.filter((invoice) => nameOf(invoice).folder === folder);
  const named = beside.filter((invoice) => stem.endsWith(nameOf(invoice).stem));
  named.sort((a, b) => nameOf(b).stem.length - nameOf(a).stem.length);
  return named[0] ?? (beside.length === 1 ? beside[0] : undefined);
}

function isPdf({ bytes }: Part): boolean {
  return detectFileType(bytes) === 'application/pdf';
}

function asOne(invoice: Part, signature: Part): Part {
  const { stem } = nameOf(invoice);
  const beside = nameOf(signature).stem;
  const files = { [`${stem}.xml`]: invoice.bytes, [`${beside === stem ? `${stem}-1` : beside}.xml`]: signature.bytes };
  const bytes = zipSync(files, { mtime: noTime });
  return { filename: `${stem}.zip`, mimeType: 'application/zip', inline: false, bytes, isSigned: true };
}
