import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMail } from '../../../server/engine/mail/open-mail.ts';
import { type Attached, eml, msg, sender, sent } from '../../helpers/mails.ts';

const pdf = (name: string, more: Partial<Attached> = {}): Attached => ({
  ...{ name, type: 'application/pdf', bytes: Buffer.from(`%PDF-1.7 ${name}`) },
  ...more,
});
const picture = (width: number, bytes: number, more: Partial<Attached> = {}): Attached => {
  const png = createCanvas(width, 10).toBuffer('image/png');
  const padded = Buffer.concat([png, Buffer.alloc(Math.max(0, bytes - png.byteLength))]);
  return { name: `${width}.png`, type: 'image/png', bytes: padded, ...more };
};
const xml: Attached = { name: 'f.xml', type: 'text/xml', bytes: Buffer.from('<?xml version="1.0"?><Invoice/>') };
const mailOf = (...attached: Attached[]): Attached => ({
  ...{ name: 'inner.eml', type: 'message/rfc822', bytes: eml(...attached) },
});

async function names(mail: Uint8Array): Promise<unknown> {
  const opened = await openMail(mail);
  return typeof opened === 'string' ? opened : opened.files.map(({ filename }) => filename);
}

describe.each([
  ['as programs save it', eml],
  ['as Outlook saves it', msg],
])('a mail %s', (_, write) => {
  it('says who sent it, and when, and gives the bytes of what is attached', async () => {
    const attached = [pdf('Factură șț.pdf'), xml];
    const opened = await openMail(write(...attached));
    if (typeof opened === 'string') throw new Error(opened);
    expect(opened.origin).toEqual({ from: `${sender.name} <${sender.address}>`, date: sent });
    expect(opened.files.map(({ filename, bytes }) => [filename, Buffer.from(bytes)])).toEqual(
      attached.map(({ name, bytes }) => [name, Buffer.from(bytes)]),
    );
  });

  it('has PDFs wherever they stand, and pictures in its text only where they are as large as photographs', async () => {
    const inline = { inline: true };
    const mail = write(
      pdf('in-text.pdf', inline),
      picture(799, 200_000, inline),
      picture(800, 100_000, inline),
      picture(801, 102_400, inline),
      picture(120, 0),
    );
    expect(await names(mail)).toEqual(['in-text.pdf', '801.png', '120.png']);
  });

  it('has nothing where only its signature, a text or a page of the web is attached', async () => {
    const page = { name: 'oferta.html', type: 'text/html', bytes: Buffer.from('<html></html>') };
    const mail = write(picture(200, 0, { inline: true }), page, {
      ...{ name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('notes') },
    });
    expect(await names(mail)).toBe('no_attachments');
  });

  it('gives names without folders and without marks that have them read otherwise', async () => {
    const mail = write(pdf('..\\..\\x/\u202efdp.exe\u2069 1.pdf'), pdf('\u200f\u0007'));
    expect(await names(mail)).toEqual(['fdp.exe 1.pdf', null]);
  });

  it('of more files than fifty is refused', async () => {
    const many = Array.from({ length: 51 }, (_one, index) => pdf(`${index}.pdf`));
    expect(await names(write(...many.slice(1)))).toHaveLength(50);
    expect(await names(write(...many))).toBe('too_many_attachments');
  });

  it('whatever is changed in it, it is opened or refused, and gives no more than it holds', async () => {
    const mail = write(pdf('a.pdf'), xml, picture(801, 102_400));
    const changes = fc.array(fc.tuple(fc.nat(Math.min(mail.byteLength, 6_000) - 1), fc.nat(255)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(mail.byteLength), async (changed, end) => {
        const bytes = Buffer.from(mail);
        for (const [at, value] of changed) bytes[at] = value;
        const opened = await openMail(changed.length % 2 ? bytes : bytes.subarray(0, end));
        const given =
          typeof opened === 'string' ? 0 : opened.files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
        expect(given).toBeLessThan(4 * mail.byteLength);
      }),
      { numRuns: 150, examples: [[[[2555, 1]], 0]] },
    );
  }, 60_000);
});

describe('a mail as Outlook saves it, which leads back to itself,', () => {
  const sector = (number: number): number => (number + 1) * 512;
  const entry = (mail: Buffer, index: number): number => sector(mail.readInt32LE(0x30)) + 128 * index;
  const large = pdf('large.pdf', { bytes: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(5_000)]) });

  it.each<[string, (mail: Buffer) => void]>([
    [
      'by its table of sectors',
      (mail) => {
        const table = sector(mail.readInt32LE(0x4c));
        const folders = mail.readInt32LE(0x30);
        mail.writeInt32LE(folders, table + 4 * folders);
      },
    ],
    [
      'by its table of small sectors',
      (mail) => {
        const table = sector(mail.readInt32LE(0x3c));
        mail.writeInt32LE(1, table);
        mail.writeInt32LE(0, table + 4);
      },
    ],
    ['by its folders', (mail) => mail.writeInt32LE(0, entry(mail, 1) + 0x44)],
    ['by a folder that is its own', (mail) => mail.writeInt32LE(2, entry(mail, 2) + 0x48)],
    [
      'by a stream that is longer than all of it',
      (mail) => {
        for (const index of Array(12).keys()) mail.writeUInt32LE(0x7f_ff_ff_ff, entry(mail, index) + 0x78);
      },
    ],
    ['by a table of more sectors than it has', (mail) => mail.writeInt32LE(0x7f_ff_ff_ff, 0x2c)],
    ['by more tables of tables than it has', (mail) => mail.writeInt32LE(0x7f_ff_ff_ff, 0x48)],
    ['by a root that is none', (mail) => mail.writeUInt8(2, entry(mail, 0) + 0x42)],
  ])('%s is refused', async (_way, damage) => {
    const mail = msg(large, xml);
    expect(await names(mail)).toEqual(['large.pdf', 'f.xml']);
    damage(mail);
    expect(await openMail(mail)).toBe('unreadable_mail');
  });
});

it('mails inside mails are opened, three deep', async () => {
  const three = eml(mailOf(mailOf(mailOf(pdf('deep.pdf')), pdf('between.pdf'))));
  expect(await names(three)).toEqual(['deep.pdf', 'between.pdf']);
  expect(await names(eml(mailOf(mailOf(mailOf(mailOf(pdf('deeper.pdf')))))))).toBe('too_many_attachments');
});
