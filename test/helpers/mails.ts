import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';

/** A file in a mail. */
export interface Attached {
  name: string;
  type: string;
  bytes: Uint8Array;
  /** Shown within the text, as logos are. */
  inline?: boolean;
}

export const sender = { name: 'Ionuț Mărginean', address: 'facturi@furnizor.example' };
export const sent = '2026-03-14T08:30:00.000Z';

let mails = 0;

/** A mail as programs save one (RFC 5322, MIME). */
export function eml(...attached: Attached[]): Buffer {
  // What stands between the parts of a mail is not between those of one inside it.
  const cut = `cut-${mails++}`;
  const encoded = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
  const part = ({ name, type, bytes, inline }: Attached): string =>
    [
      `--${cut}`,
      `Content-Type: ${type}; name="${encoded(name)}"`,
      `Content-Disposition: ${inline ? 'inline' : 'attachment'}; filename="${encoded(name)}"`,
      // A mail inside a mail stands there as it is (RFC 2046, 5.2.1).
      ...(type === 'message/rfc822'
        ? ['', Buffer.from(bytes).toString('latin1')]
        : ['Content-Transfer-Encoding: base64', '', Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')]),
    ].join('\r\n');
  const lines = [
    'Received: from mail.furnizor.example by mail.birou.example; Sat, 14 Mar 2026 10:30:01 +0200',
    `From: ${encoded(sender.name)} <${sender.address}>`,
    'To: birou@contabil.example',
    'Date: Sat, 14 Mar 2026 10:30:00 +0200',
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${cut}"`,
    '',
    `--${cut}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Buna ziua',
    ...attached.map(part),
    `--${cut}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/** The same as Outlook saves it (MS-OXMSG): each property a stream, named by its tag and type. */
export function msg(...attached: Attached[]): Buffer {
  const [storage, stream, root] = [1, 2, 5];
  const entries: Entry[] = [{ name: 'Root Entry', type: root, length: 0, children: [] }];
  const add = (parent: number, name: string, bytes: Uint8Array | null): number => {
    entries.push({
      ...{ name, type: bytes ? stream : storage, length: bytes?.byteLength ?? 0 },
      // In memory of its own: the burner takes all that is there.
      ...(bytes ? { binaryProvider: () => Uint8Array.from(bytes) } : { children: [] }),
    });
    entries[parent]!.children!.push(entries.length - 1);
    return entries.length - 1;
  };
  const text = (parent: number, tag: string, value: string): number =>
    add(parent, `__substg1.0_${tag}001F`, Buffer.from(value, 'utf16le'));
  text(0, '0C1A', sender.name);
  text(0, '5D01', sender.address);
  // Times are counted in 100 nanoseconds from 1601 (MS-DTYP, 2.3.3).
  const time = Buffer.alloc(32 + 16);
  time.writeUInt32LE(0x00390040, 32);
  time.writeBigUInt64LE((BigInt(Date.parse(sent)) + 11_644_473_600_000n) * 10_000n, 40);
  add(0, '__properties_version1.0', time);
  for (const [index, { name, type, bytes, inline }] of attached.entries()) {
    const folder = add(0, `__attach_version1.0_#${index.toString(16).padStart(8, '0')}`, null);
    text(folder, '3707', name);
    text(folder, '370E', type);
    if (inline) text(folder, '3712', `part${index}@furnizor.example`);
    add(folder, '__substg1.0_37010102', bytes);
  }
  return Buffer.from(burn(entries));
}
