/** So much of a file tells whether it is a mail. */
const headBytes = 1_000;
/** What every mail has one of among its first headers, whatever stands before them (RFC 5322, 3.6). */
const header =
  /^(?:from|date|received|return-path|delivered-to|mime-version|message-id|subject|to|x-[a-z0-9-]{1,40}):/im;
const field = /^[!-9;-~]{1,76}:/;
/** The rest of a header that is longer than its line. */
const folded = /^[ \t]/;

/** Whether a file is a mail, as programs save one. @param bytes the file, or at least its first 1000 bytes */
export function isMail(bytes: Uint8Array): boolean {
  if (isOutlookMail(bytes)) return true;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes)).toString('latin1');
  const [first = '', second = ''] = head.split('\n', 2);
  // One line alone is also how notes begin.
  return field.test(first) && (field.test(second) || folded.test(second)) && header.test(head);
}

/** Whether a file is a container of Microsoft's compound form (MS-CFB, 2.2), which Outlook's mails are. */
export function isOutlookMail(bytes: Uint8Array): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 8)).toString('hex') === 'd0cf11e0a1b11ae1'
  );
}
