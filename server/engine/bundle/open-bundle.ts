import { detectEInvoiceType, detectFileType, isHeic, isTiff } from '../../checks/file-type.ts';
import { isMail } from '../../checks/mail-type.ts';
import type { BundleProblem } from '../../contract/errors.ts';
import { maxBundleDepth, maxBundled, maxFileBytes, maxFilenameBytes } from '../../contract/limits.ts';
import type { MailOrigin } from '../../contract/mail.ts';
import { entriesOf } from '../archive.ts';
import { pictureSize } from '../open/picture-size.ts';
import { isEInvoicePart, isSignaturePart, withoutViews, withSignatures } from './e-invoice-parts.ts';
import { mailParts } from './mail-parts.ts';
import type { Part } from './part.ts';

export interface OpenedBundle {
  /** Of a mail. */
  origin: MailOrigin | null;
  /** What may be invoices, in the order in which they lie there. */
  files: { filename: string | null; bytes: Uint8Array<ArrayBuffer> }[];
}

/** A picture in the text of a mail is taken only from this size: smaller ones are logos and marks of networks. */
const fewestPixels = 800;
const fewestBytes = 100 * 1024;
/** Of one archive: what may be invoices, each with its signature and its PDF, and what lies beside them. */
const mostEntries = 4 * maxBundled;
/** Of all archives in a file together: XML is a tenth as long where it is packed. */
const mostUnpacked = 4 * maxFileBytes;
/** What documents of office programs have inside, which are archives by their form. */
const marksOfDocuments: readonly string[] = ['[Content_Types].xml', 'mimetype', 'META-INF/MANIFEST.MF'];

class BundleRefusal extends Error {
  readonly problem: BundleProblem;
  constructor(problem: BundleProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * What may be invoices in a mail or an archive, and in the mails and archives inside it: PDF wherever it stands, because some
 * mail programs attach it as a part of the text, e-invoices, TIFF, and pictures that are attached or as large as photographs.
 * @returns one_file for an archive that is kept as it is: with one e-invoice, as the portal hands it out, or with nothing that
 *   can be told of
 */
export async function openBundle(bytes: Uint8Array): Promise<OpenedBundle | BundleProblem | 'one_file'> {
  const collected: Collected = { files: [], unpacked: 0 };
  try {
    if (isMail(bytes)) {
      const mail = await mailParts(bytes);
      if (!mail) return 'unreadable_mail';
      await collect(withSignatures(mail.parts), collected, 1);
      return collected.files.length > 0 ? { origin: mail.origin, files: collected.files } : 'no_attachments';
    }
    const parts = archiveParts(bytes, collected);
    if (!parts) return 'one_file';
    await collect(parts, collected, 1);
    return collected.files.length > 0 ? { origin: null, files: collected.files } : 'no_attachments';
  } catch (error) {
    // Whatever it is that a damaged or hostile mail made a library say.
    return error instanceof BundleRefusal ? error.problem : 'unreadable_mail';
  }
}

interface Collected extends Pick<OpenedBundle, 'files'> {
  /** Bytes that came out of archives. */
  unpacked: number;
}

/** @param depth how many mails and archives stand around these parts */
async function collect(parts: readonly Part[], collected: Collected, depth: number): Promise<void> {
  for (const part of parts) {
    const inside = await partsIn(part, collected);
    if (inside) {
      if (depth > maxBundleDepth) throw new BundleRefusal('too_many_attachments');
      await collect(inside, collected, depth + 1);
    } else if (mayBeInvoice(part)) {
      if (collected.files.length === maxBundled) throw new BundleRefusal('too_many_attachments');
      collected.files.push({ filename: cleanName(part.filename), bytes: Uint8Array.from(part.bytes) });
    }
  }
}

/** What is in a mail, or in an archive that is not kept as it is; null for any other file. */
async function partsIn(part: Part, collected: Collected): Promise<Part[] | null> {
  const { bytes, mimeType, isSigned } = part;
  if (isSigned) return null;
  if (mimeType === 'message/rfc822' || isMail(bytes)) {
    const mail = await mailParts(bytes);
    if (!mail) throw new BundleRefusal('unreadable_mail');
    return withSignatures(mail.parts);
  }
  return isArchive(part) ? archiveParts(bytes, collected) : null;
}

function isArchive({ bytes, mimeType, filename }: Part): boolean {
  return detectEInvoiceType(bytes) === 'application/zip' && (mimeType.includes('zip') || endsIn(filename, '.zip'));
}

/**
 * @returns null for an archive that is kept as it is: one e-invoice with what belongs to it, what cannot be opened, and the
 *   document of an office program
 */
function archiveParts(bytes: Uint8Array, collected: Collected): Part[] | null {
  const entries = entriesOf(bytes, { entries: mostEntries, bytes: mostUnpacked - collected.unpacked });
  if (entries === 'unsafe') throw new BundleRefusal('unsafe_file');
  if (entries === 'damaged' || entries.some(({ name }) => marksOfDocuments.includes(name))) return null;
  const parts = withoutViews(
    entries.map((entry): Part => ({ filename: entry.name, mimeType: '', inline: false, bytes: entry.bytes })),
  );
  const [one, another] = parts.filter((part) => !isSignaturePart(part) && (mayBeInvoice(part) || isMail(part.bytes)));
  if (one && !another && isEInvoicePart(one)) return null;
  collected.unpacked += entries.reduce((sum, entry) => sum + entry.bytes.byteLength, 0);
  return withSignatures(parts);
}

function mayBeInvoice(part: Part): boolean {
  const { bytes, inline, mimeType, filename } = part;
  const type = detectFileType(bytes);
  if (type === 'application/pdf') return true;
  if (type !== null) return !inline || isPhotograph(bytes);
  if (isTiff(bytes) || isHeic(bytes)) return !inline;
  if (isArchive(part)) return true;
  const isXml = detectEInvoiceType(bytes) === 'application/xml';
  return isXml && (/\bxml\b/.test(mimeType) || endsIn(filename, '.xml'));
}

function isPhotograph(bytes: Uint8Array): boolean {
  const size = pictureSize(bytes);
  return bytes.byteLength >= fewestBytes && size !== null && Math.max(size.width, size.height) >= fewestPixels;
}

function endsIn(filename: string | null, ending: string): boolean {
  return filename?.toLowerCase().endsWith(ending) ?? false;
}

/** Without folders, and without marks that have a name read otherwise than it is; null where nothing is left. */
function cleanName(name: string | null): string | null {
  const own = (name ?? '')
    .slice(0, 4 * maxFilenameBytes)
    .split(/[/\\]/)
    .at(-1)!;
  return own.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim() || null;
}
