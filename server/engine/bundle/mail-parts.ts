import { createRequire } from 'node:module';
import PostalMime from 'postal-mime';
import { isOutlookMail } from '../../checks/mail-type.ts';
import { maxBundled, maxValue } from '../../contract/limits.ts';
import type { MailOrigin } from '../../contract/mail.ts';
import { isSoundCompoundFile } from './compound-file.ts';
import type { Part } from './part.ts';

// By require, because Node and bundlers do not agree on what the default of such a module is.
const { default: MsgReader } = createRequire(import.meta.url)(
  '@kenjiuno/msgreader',
) as typeof import('@kenjiuno/msgreader');

interface MailParts {
  origin: MailOrigin;
  parts: Part[];
}

/**
 * What is attached to a mail (RFC 5322 with MIME, or Outlook's MS-OXMSG), with what it says of itself.
 * @returns null where it is damaged
 * @throws whatever a damaged or hostile mail makes a library say
 */
export async function mailParts(bytes: Uint8Array): Promise<MailParts | null> {
  return isOutlookMail(bytes) ? outlookParts(bytes) : mimeParts(bytes);
}

async function mimeParts(bytes: Uint8Array): Promise<MailParts | null> {
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  const parts: Part[] = [];
  for (const { filename, mimeType, disposition, related, contentId, content } of mail.attachments) {
    if (typeof content === 'string') return null;
    const inline = disposition === 'inline' || related === true || contentId !== undefined;
    parts.push({ filename, mimeType, inline, bytes: new Uint8Array(content) });
  }
  const sender = mail.from ?? mail.sender;
  return { origin: originOf(sender?.name, sender?.address, mail.date), parts };
}

function outlookParts(bytes: Uint8Array): MailParts | null {
  if (!isSoundCompoundFile(bytes)) return null;
  const reader = new MsgReader(Uint8Array.from(bytes).buffer);
  const mail = reader.getFileData();
  if (mail.error !== undefined) return null;
  const parts = (mail.attachments ?? []).slice(0, maxBundled + 1).map((attachment): Part => {
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
