import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openBundle } from '../../../server/engine/bundle/open-bundle.ts';
import { checkSignature, knownSigners } from '../../../server/engine/e-invoice/signature.ts';
import { unpackEInvoice } from '../../../server/engine/e-invoice/unpack.ts';
import { archive, romanianInvoice, signatureOver } from '../../helpers/e-invoices.ts';
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
  const opened = await openBundle(mail);
  return typeof opened === 'string' ? opened : opened.files.map(({ filename }) => filename);
}

describe.each([
  ['as programs save it', eml],
  ['as Outlook saves it', msg],
])('a mail %s', (_, write) => {
  it('says who sent it, and when, and gives the bytes of what is attached', async () => {
    const attached = [pdf('Factură șț.pdf'), xml];
    const opened = await openBundle(write(...attached));
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

  it('of more files than an office gets in a month is refused', async () => {
    const many = Array.from({ length: 501 }, (_one, index) => pdf(`${index}.pdf`));
    expect(await names(write(...many.slice(1)))).toHaveLength(500);
    expect(await names(write(...many))).toBe('too_many_attachments');
  });

  it('whatever is changed in it, it is opened or refused, and gives no more than it holds', async () => {
    const mail = write(pdf('a.pdf'), xml, picture(801, 102_400));
    const changes = fc.array(fc.tuple(fc.nat(Math.min(mail.byteLength, 6_000) - 1), fc.nat(255)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(mail.byteLength), async (changed, end) => {
        const bytes = Buffer.from(mail);
        for (const [at, value] of changed) bytes[at] = value;
        const opened = await openBundle(changed.length % 2 ? bytes : bytes.subarray(0, end));
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
    expect(await openBundle(mail)).toBe('unreadable_mail');
  });
});

it('mails inside mails are opened, three deep', async () => {
  const three = eml(mailOf(mailOf(mailOf(pdf('deep.pdf')), pdf('between.pdf'))));
  expect(await names(three)).toEqual(['deep.pdf', 'between.pdf']);
  expect(await names(eml(mailOf(mailOf(mailOf(mailOf(pdf('deeper.pdf')))))))).toBe('too_many_attachments');
});

describe('an archive', () => {
  const buyer = { vat: 'RO18547290', name: 'Auto Test 2003 SRL' };
  const invoice = (number: string): string => romanianInvoice(buyer, { number });
  const file = (text: string): Uint8Array => Buffer.from(text);
  const portal = (number: string, id: string): Uint8Array =>
    archive(invoice(number), signatureOver(invoice(number)), id);

  /** What is in it: names, and of e-invoices the number and whether a signature is there that fits. */
  async function inside(files: Zippable): Promise<unknown> {
    const opened = await openBundle(zipSync(files, { level: 1 }));
    if (typeof opened === 'string') return opened;
    return opened.files.map(({ filename, bytes }) => {
      if (Buffer.from(bytes).toString('latin1', 0, 4) === '%PDF') return filename;
      const unpacked = unpackEInvoice(bytes);
      if (typeof unpacked === 'string') return `${filename} ${unpacked}`;
      const signature = checkSignature(unpacked.xml, unpacked.signature, knownSigners());
      return `${filename} ${unpacked.witness.header.invoice_number} ${signature}`;
    });
  }

  it('as the portal hands it out is kept as it is', async () => {
    expect(await openBundle(portal('A 1', '4213377001'))).toBe('one_file');
    const beside = { '1.xml': file(invoice('A 1')), '1.pdf': file('%PDF-1.7') };
    expect(await inside(beside)).toBe('one_file');
  });

  it('of archives, as programs save a month, has each e-invoice by itself with its signature', async () => {
    const month = {
      '4213377001.zip': portal('A 1', '4213377001'),
      'august/4213377002.zip': portal('A 2', '4213377002'),
    };
    expect(await inside(month)).toEqual(['4213377001.zip A 1 unknown_signer', '4213377002.zip A 2 unknown_signer']);
    expect(await inside({ 'month.zip': zipSync(month) })).toEqual(await inside(month));
  });

  it('of e-invoices and signatures has each with its own, whichever order they lie in', async () => {
    const files = {
      'semnatura_31.xml': file(signatureOver(invoice('B 31'))),
      'semnatura_1.xml': file(signatureOver(invoice('B 1'))),
      '1.xml': file(invoice('B 1')),
      '31.xml': file(invoice('B 31')),
      'unsigned.xml': file(invoice('B 7')),
      // It was signed before it was changed.
      'semnatura_8.xml': file(signatureOver(invoice('B 8'))),
      '8.xml': file(invoice('B 80')),
      'f/x.xml': file(signatureOver(invoice('B 9'))),
      'f/y.xml': file(invoice('B 9')),
      'f/z.xml': file(invoice('B 10')),
    };
    expect(await inside(files)).toEqual([
      '1.zip B 1 unknown_signer',
      '31.zip B 31 unknown_signer',
      'unsigned.xml B 7 none',
      '8.zip B 80 altered',
      'y.zip B 9 unknown_signer',
      'z.xml B 10 none',
    ]);
  });

  it('is written the same each time, so that a file that came before is known', async () => {
    const files = {
      '1.xml': file(invoice('C 1')),
      's.xml': file(signatureOver(invoice('C 1'))),
      '2.pdf': file('%PDF-1.7'),
      '3.pdf': file('%PDF-1.7'),
    };
    const [first, again] = [
      await openBundle(zipSync(files)),
      await openBundle(zipSync(files, { mtime: '2031-01-01' })),
    ];
    expect(first).toEqual(again);
  });

  it('has PDFs too, but for those that show what an e-invoice beside them says', async () => {
    const pdfs = { 'august/chirie.pdf': file('%PDF-1.7 a'), 'august/telefon.PDF': file('%PDF-1.7 b') };
    expect(await inside(pdfs)).toEqual(['chirie.pdf', 'telefon.PDF']);
    const both = {
      '4213377001.xml': file(invoice('D 1')),
      '4213377001.pdf': file('%PDF-1.7 a'),
      '4213377002.xml': file(invoice('D 2')),
      'vizualizare_4213377002 (1).pdf': file('%PDF-1.7 b'),
      'chirie.pdf': file('%PDF-1.7 c'),
      'alone/5.xml': file(invoice('D 3')),
      'alone/as printed.pdf': file('%PDF-1.7 d'),
    };
    expect(await inside(both)).toEqual([
      '4213377001.xml D 1 none',
      '4213377002.xml D 2 none',
      'chirie.pdf',
      '5.xml D 3 none',
    ]);
  });

  it('may lie in a mail, and a mail in it', async () => {
    const month = zipSync({ '1.zip': portal('E 1', '1'), '2.zip': portal('E 2', '2') });
    const mail = eml({ name: 'august.zip', type: 'application/zip', bytes: month }, pdf('chirie.pdf'));
    expect(await names(mail)).toEqual(['1.zip', '2.zip', 'chirie.pdf']);
    expect(await inside({ 'mesaj.eml': mail })).toEqual([
      '1.zip E 1 unknown_signer',
      '2.zip E 2 unknown_signer',
      'chirie.pdf',
    ]);
  });

  it('of an office program is none, and has nothing where nothing may be an invoice', async () => {
    const picture = createCanvas(1000, 10).toBuffer('image/png');
    expect(await inside({ '[Content_Types].xml': file('<Types/>'), 'word/media/image1.png': picture })).toBe(
      'one_file',
    );
    expect(await inside({ 'notes.txt': file('notes'), 'sigla/': new Uint8Array() })).toBe('no_attachments');
  });

  it('that would harm who unpacks it is refused, further in too', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}.xml`, file('<a/>')]));
    const bomb = { 'a.xml': new Uint8Array(60 * 1024 * 1024) };
    const halves = Object.fromEntries(
      [1, 2].map((half) => [
        `${half}.zip`,
        zipSync({ 'a.pdf': new Uint8Array(29 * 1024 * 1024), 'b.pdf': file('%PDF-1.7') }, { level: 1 }),
      ]),
    );
    for (const hostile of [many, bomb, { '../1.xml': file(invoice('F 1')) }]) {
      expect(await inside(hostile)).toBe('unsafe_file');
      expect(await inside({ 'inner.zip': zipSync(hostile, { level: 1 }), '1.pdf': file('%PDF-1.7') })).toBe(
        'unsafe_file',
      );
    }
    expect(await inside(halves)).toBe('unsafe_file');
    let deep = zipSync({ '1.pdf': file('%PDF-1.7'), '2.pdf': file('%PDF-1.7') });
    for (let depth = 0; depth < 4; depth++) deep = zipSync({ 'inner.zip': deep });
    expect(await openBundle(deep)).toBe('too_many_attachments');
  }, 60_000);

  it('whatever is changed in it, it is opened or refused', async () => {
    const whole = zipSync({ '1.zip': portal('G 1', '1'), '2.zip': portal('G 2', '2'), '3.pdf': file('%PDF-1.7') });
    const changes = fc.array(fc.tuple(fc.nat(whole.byteLength - 1), fc.nat(255)), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(whole.byteLength), async (changed, end) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changed) bytes[at] = value;
        const opened = await openBundle(changed.length % 2 ? bytes : bytes.subarray(0, end));
        expect(typeof opened === 'string' || opened.files.length > 0).toBe(true);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
