import { createRequire } from 'node:module';
import PostalMime from 'postal-mime';
import { detectEInvoiceType, detectFileType, isHeic, isTiff } from '../../checks/file-type.ts';
import { isMail, isOutlookMail } from '../../checks/mail-type.ts';
import type { MailProblem } from '../../contract/errors.ts';
import { maxAttachments, maxFilenameBytes, maxMailDepth, maxValue } from '../../contract/limits.ts';
import type { MailOrigin } from '../../contract/mail.ts';
import { pictureSize } from '../open/picture-size.ts';
import { isSoundCompoundFile } from './compound-file.ts';

export interface OpenedMail {
  origin: MailOrigin;
  /** What may be invoices, in the order of the mail. */
  files: { filename: string | null; bytes: Uint8Array<ArrayBuffer> }[];
}

interface Part {
  filename: string | null;
  mimeType: string;
  /** Whether it is shown within the text, as logos are. */
  inline: boolean;
  bytes: Uint8Array;
}

/** A picture in the text of a mail is taken only from this size: smaller ones are logos and marks of networks. */
const fewestPixels = 800;
const fewestBytes = 100 * 1024;

// By require, because Node and bundlers do not agree on what the default of such a module is.
const { default: MsgReader } = createRequire(import.meta.url)(
  '@kenjiuno/msgreader',
) as typeof import('@kenjiuno/msgreader');

class MailRefusal extends Error {
  readonly problem: MailProblem;
  constructor(problem: MailProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * What may be invoices in a mail (RFC 5322 with MIME, or Outlook's MS-OXMSG) and in the mails inside it: PDF wherever it stands,
 * because some programs attach it as a part of the text, e-invoices, TIFF, and pictures that are attached or as large as
 * photographs.
 */
export async function openMail(bytes: Uint8Array): Promise<OpenedMail | MailProblem> {
  try {
    const { origin, parts } = await partsOf(bytes);
    const files: OpenedMail['files'] = [];
    await collect(parts, files, 1);
    return files.length > 0 ? { origin, files } : 'no_attachments';
  } catch (error) {
    // Whatever it is that a damaged or hostile mail made a library say.
    return error instanceof MailRefusal ? error.problem : 'unreadable_mail';
  }
}

/** @param depth how many mails stand around these parts */
async function collect(parts: Part[], files: OpenedMail['files'], depth: number): Promise<void> {
  for (const part of parts) {
    if (part.mimeType === 'message/rfc822' || isMail(part.bytes)) {
      if (depth > maxMailDepth) throw new MailRefusal('too_many_attachments');
      await collect((await partsOf(part.bytes)).parts, files, depth + 1);
    } else if (mayBeInvoice(part)) {
      if (files.length === maxAttachments) throw new MailRefusal('too_many_attachments');
      files.push({ filename: cleanName(part.filename), bytes: Uint8Array.from(part.bytes) });
    }
  }
}

function mayBeInvoice({ bytes, inline, mimeType, filename }: Part): boolean {
  const type = detectFileType(bytes);
  if (type === 'application/pdf') return true;
  if (type !== null) return !inline || isPhotograph(bytes);
  if (isTiff(bytes) || isHeic(bytes)) return !inline;
  const eInvoice = detectEInvoiceType(bytes);
  if (eInvoice === 'application/zip') return mimeType.includes('zip') || endsIn(filename, '.zip');
  return eInvoice !== null && (/\bxml\b/.test(mimeType) || endsIn(filename, '.xml'));
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

async function partsOf(bytes: Uint8Array): Promise<{ origin: MailOrigin; parts: Part[] }> {
  return isOutlookMail(bytes) ? outlookParts(bytes) : mimeParts(bytes);
}

async function mimeParts(bytes: Uint8Array): Promise<{ origin: MailOrigin; parts: Part[] }> {
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  const parts = mail.attachments.map(({ filename, mimeType, disposition, related, contentId, content }): Part => {
    if (typeof content === 'string') throw new MailRefusal('unreadable_mail');
    const inline = disposition === 'inline' || related === true || contentId !== undefined;
    return { filename, mimeType, inline, bytes: new Uint8Array(content) };
  });
  const sender = mail.from ?? mail.sender;
  return { origin: originOf(sender?.name, sender?.address, mail.date), parts };
}

function outlookParts(bytes: Uint8Array): { origin: MailOrigin; parts: Part[] } {
  if (!isSoundCompoundFile(bytes)) throw new MailRefusal('unreadable_mail');
  const reader = new MsgReader(Uint8Array.from(bytes).buffer);
  const mail = reader.getFileData();
  if (mail.error !== undefined) throw new MailRefusal('unreadable_mail');
  const parts = (mail.attachments ?? []).slice(0, maxAttachments + 1).map((attachment): Part => {
    const { content, fileName } = reader.getAttachment(attachment);
    return {
      filename: fileName,
      mimeType: attachment.innerMsgContent ? 'message/rfc822' : (attachment.attachMimeTag ?? ''),
      inline: attachment.attachmentHidden === true || Boolean(attachment.pidContentId),
      bytes: content,
    };
  });
  const address = mail.senderSmtpAddress ?? mail.sentRepresentingSmtpAddress ?? mail.senderEmail;
  return { origin: originOf(mail.senderName, address, mail.clientSubmitTime ?? mail.messageDeliveryTime), parts };
}

function originOf(name: string | undefined, address: string | undefined, date: string | undefined): MailOrigin {
  const from = [name, address && `<${address}>`].filter(Boolean).join(' ');
  const time = Date.parse(date ?? '');
  return {
    from: from === '' ? null : from.slice(0, maxValue),
    date: Number.isNaN(time) ? null : new Date(time).toISOString(),
  };
}
