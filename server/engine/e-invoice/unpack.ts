import { unzipSync } from 'fflate';
import { detectEInvoiceType } from '../../checks/file-type.ts';
import type { EInvoiceProblem } from '../../contract/errors.ts';
import { maxFileBytes } from '../../contract/limits.ts';
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

/** The portal's archive has two files; what people put together is refused before anything of it is unpacked. */
const mostEntries = 20;
/** Of all entries together: one invoice of the largest size, and what lies beside it. */
const mostUnpacked = 2 * maxFileBytes;

/**
 * Finds the e-invoice in a file: the XML itself, or the one in an archive, told by its root element and by no name.
 * Nothing is written anywhere; an archive's names are looked at for what they would do to who unpacks it.
 * @returns why there is none that can be read
 */
export function unpackEInvoice(bytes: Uint8Array): EInvoice | EInvoiceProblem {
  const files = detectEInvoiceType(bytes) === 'application/xml' ? [bytes] : unpacked(bytes);
  if (typeof files === 'string') return files;
  const documents = files
    .filter((file) => detectEInvoiceType(file) === 'application/xml')
    .map((xml) => ({ xml, document: parseXml(xml, maxFileBytes) }));
  const invoices = documents.flatMap(({ xml, document }) => {
    const witness = document && witnessOf(document);
    return document && witness ? [{ xml, document, witness }] : [];
  });
  const [invoice, another] = invoices;
  if (another) return 'several_einvoices';
  if (!invoice) return 'not_an_einvoice';
  // One that is damaged was a signature all the same.
  const others = documents.filter(({ xml }) => xml !== invoice.xml);
  const signature = others.find(({ document }) => document?.name === 'Signature') ?? others[0];
  return { ...invoice, signature: signature?.xml ?? null };
}

/** The entries of an archive, each no longer than it says to be. */
function unpacked(bytes: Uint8Array): Uint8Array[] | EInvoiceProblem {
  let entries = 0;
  let total = 0;
  let isUnsafe = false;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        entries += 1;
        total += originalSize;
        isUnsafe ||= entries > mostEntries || total > mostUnpacked || leadsElsewhere(name);
        // An archive may say that it has as many entries as there are numbers.
        if (isUnsafe) throw new UnsafeArchive();
        return originalSize > 0;
      },
    });
    return Object.values(files);
  } catch (error) {
    return error instanceof UnsafeArchive ? 'unsafe_file' : 'not_an_einvoice';
  }
}

class UnsafeArchive extends Error {}

/** Whether a name leads out of the folder that an archive is unpacked into. */
function leadsElsewhere(name: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..');
}
