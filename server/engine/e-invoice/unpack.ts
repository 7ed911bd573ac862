import { detectEInvoiceType } from '../../checks/file-type.ts';
import type { EInvoiceProblem } from '../../contract/errors.ts';
import { maxFileBytes } from '../../contract/limits.ts';
import { entriesOf } from '../archive.ts';
import { witnessOf } from '../witnesses/e-invoice/read-e-invoices.ts';
import { parseXml, type XmlDocument } from '../witnesses/e-invoice/xml.ts';
import type { Witness } from '../witnesses/witness.ts';

/** An e-invoice as it was sent. */
export interface EInvoice {
  /** The file that the signature is about, byte for byte. */
  xml: Uint8Array;
  document: XmlDocument;
  /** What it states. */
  witness: Witness;
  /** The signature that lies beside it in its archive; null where none does. */
  signature: Uint8Array | null;
}

/** The portal's archive has two files. Of all entries together: one invoice of the largest size, and what lies beside it. */
const mostUnpacked = { entries: 20, bytes: 2 * maxFileBytes };

/**
 * Finds the e-invoice in a file: the XML itself, or the one in an archive, told by its root element and by no name.
 * @returns why there is none that can be read
 */
export function unpackEInvoice(bytes: Uint8Array): EInvoice | EInvoiceProblem {
  const entries = detectEInvoiceType(bytes) === 'application/xml' ? [{ bytes }] : entriesOf(bytes, mostUnpacked);
  if (typeof entries === 'string') return entries === 'unsafe' ? 'unsafe_file' : 'not_an_einvoice';
  const documents = entries
    .map((entry) => entry.bytes)
    .filter((file) => detectEInvoiceType(file) === 'application/xml')
    .map((xml) => ({ xml, document: parseXml(xml, maxFileBytes) }));
  const invoices = documents.flatMap(({ xml, document }) => {
    const witness = document && witnessOf(document);
    return document && witness ? [{ xml, document, witness }] : [];
  });
  const [invoice, another] = invoices;
  // What holds several is taken apart before (`bundle/open-bundle.ts`).
  if (!invoice || another) return 'not_an_einvoice';
  // One that is damaged was a signature all the same.
  const others = documents.filter(({ xml }) => xml !== invoice.xml);
  const signature = others.find(({ document }) => document?.name === 'Signature') ?? others[0];
  return { ...invoice, signature: signature?.xml ?? null };
}
