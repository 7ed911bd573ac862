import type { Attachment } from '../../page.ts';
import type { Witness } from '../witness.ts';
import { readCii } from './cii.ts';
import { isIsdoc, readIsdoc } from './isdoc.ts';
import { readUbl } from './ubl.ts';
import { looksLikeXml, parseXml, type XmlDocument } from './xml.ts';

/**
 * The e-invoice among a PDF's attachments, known by its content. Where a file carries several (an older form of the
 * same for older programs), the one that says most speaks.
 * @returns notes for what was attached as XML and could not be read, too
 */
export function readEInvoices(attachments: readonly Attachment[]): { witness: Witness | null; notes: string[] } {
  const notes: string[] = [];
  const read: Witness[] = [];
  for (const { bytes } of attachments) {
    if (!looksLikeXml(bytes)) continue;
    const witness = readEInvoice(bytes);
    if (typeof witness === 'string') notes.push(witness);
    else read.push(witness);
  }
  const richest = read.sort((a, b) => statements(b) - statements(a))[0];
  return { witness: richest ?? null, notes: [...new Set(notes)] };
}

function readEInvoice(bytes: Uint8Array): Witness | string {
  const parsed = parseXml(bytes);
  if (!parsed) return 'An attached XML file is damaged or not safe to read, and was left out.';
  return witnessOf(parsed) ?? 'An attached XML file is not an invoice, and was left out.';
}

/** What an XML document states as an e-invoice, known by its root; null where it is none. */
export function witnessOf(document: XmlDocument): Witness | null {
  const witness = ofRoot(document);
  return witness && Object.keys(witness.header).length >= 3 ? witness : null;
}

function ofRoot({ name, root }: XmlDocument): Witness | null {
  // The release candidate of ZUGFeRD 1.0 has CII's content under UBL's name.
  if (name === 'Invoice' && 'HeaderExchangedDocument' in root) return readCii(root);
  if (name === 'CrossIndustryInvoice' || name === 'CrossIndustryDocument') return readCii(root);
  if (name === 'Invoice' && isIsdoc(root)) return readIsdoc(root);
  return name === 'Invoice' || name === 'CreditNote' ? readUbl(root, name) : null;
}

const statements = ({ header, lines }: Witness): number => Object.keys(header).length + 5 * lines.length;
