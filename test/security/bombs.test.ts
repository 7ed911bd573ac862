import { deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { zipSync } from 'fflate';
import { PDFDocument, PDFName, type PDFObject, PDFRawStream, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { all, parseXml, textAt } from '../../server/engine/witnesses/e-invoice/xml.ts';
import { createLog } from '../../server/log.ts';
import { createPageCounter, type PageCounter } from '../../server/reading/reader-page-count.ts';
import { createReaderPool, type ReaderPool } from '../../server/reading/reader-pool.ts';
import { withAttachment } from '../helpers/bad-files.ts';
import { archive, romanianInvoice } from '../helpers/e-invoices.ts';

const mebibyte = 1024 * 1024;

describe('XML that is attached to make its reader work for ever, or read what it should not', () => {
  const parse = (text: string) => parseXml(Buffer.from(text));
  const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1};`.repeat(10)}">`).join('');

  it.each([
    ['a billion laughs', `<!DOCTYPE a [<!ENTITY a "ha">${laughs}]><Invoice>&a11;</Invoice>`],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Invoice>&x;</Invoice>'],
    ['an external document type', '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><Invoice/>'],
    ['a document type in other letters', '<!doctype a [<!entity x "boom">]><Invoice>&x;</Invoice>'],
    ['elements in elements', `${'<a>'.repeat(500_000)}${'</a>'.repeat(500_000)}`],
    ['elements that never end', '<a>'.repeat(500_000)],
    ['more than any invoice holds', `<Invoice>${'<a/>'.repeat(2_000_000)}</Invoice>`],
    ['tags that never end', '<'.repeat(mebibyte)],
    ['two roots', '<Invoice/><Invoice/>'],
  ])('%s: it is left out', (_name, text) => {
    expect(parse(text)).toBeNull();
  });

  it('a document type is seen in every encoding', () => {
    const text = '<!DOCTYPE a [<!ENTITY x "boom">]><Invoice>&x;</Invoice>';
    const bigEndian = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), bigEndian, Buffer.from(`\ufeff${text}`)]) {
      expect(parseXml(bytes)).toBeNull();
    }
  });

  it('entities that nobody defined, and elements with the names that every object has, are text like other text', () => {
    const parsed = parse(
      '<Invoice><ID>&x;&lt;</ID><__proto__><polluted>1</polluted></__proto__><constructor><prototype/></constructor></Invoice>',
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    if (parsed) {
      expect(textAt(parsed.root, 'ID')).toBe('&x;<');
      expect(all(parsed.root, 'toString')).toEqual([]);
    }
  });

  it('a text that no invoice has is no text', () => {
    expect(textAt(parse(`<Invoice><ID>${'9'.repeat(1_000_000)}</ID></Invoice>`)!.root, 'ID')).toBeNull();
  });
});

describe('a PDF or picture that is small and means to be large', () => {
  let pool: ReaderPool;
  let counter: PageCounter;
  beforeAll(() => {
    const log = createLog('silent');
    pool = createReaderPool({ size: 1, log, deadlineMs: 60_000 });
    counter = createPageCounter({ log });
  });
  afterAll(() => Promise.all([pool.stop(), counter.stop()]));

  /** A page that can be read, and whatever is added to it. */
  async function withPage(add: (pdf: PDFDocument) => void): Promise<Uint8Array> {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    pdf.addPage([595, 842]).drawText('Invoice 17 of 14.03.2026, total 119.00 EUR', { x: 60, y: 700, size: 12, font });
    add(pdf);
    return pdf.save({ useObjectStreams: false });
  }

  /** A stream of zeros, packed. */
  const packed = (size: number, fill: string): Buffer => deflateSync(Buffer.alloc(size, fill), { level: 1 });

  function image(pdf: PDFDocument, dictionary: Record<string, string | number>, content: Buffer): void {
    const stream = pdf.context.obj({ Type: 'XObject', Subtype: 'Image', Length: content.length, ...dictionary });
    const drawn = pdf.context.register(PDFRawStream.of(stream, content));
    const { node } = pdf.getPage(0);
    node.set(PDFName.of('Resources'), pdf.context.obj({ XObject: { I: drawn } }));
    node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream('595 0 0 842 0 0 cm /I Do')));
  }

  /** A JPEG of 16 by 16 whose header says otherwise. */
  function lyingJpeg(side: number): Buffer {
    const canvas = createCanvas(16, 16);
    canvas.getContext('2d').fillRect(0, 0, 16, 16);
    const bytes = Buffer.from(canvas.toBuffer('image/jpeg'));
    const header = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(side, header + 5);
    bytes.writeUInt16BE(side, header + 7);
    return bytes;
  }

  const set = (pdf: PDFDocument, name: string, value: PDFObject): void => pdf.catalog.set(PDFName.of(name), value);
  const nested = (pdf: PDFDocument): PDFObject => {
    let inner: PDFObject = pdf.context.obj([]);
    for (let level = 0; level < 3_000; level++) inner = pdf.context.obj([inner]);
    return inner;
  };
  const grey = { ColorSpace: 'DeviceGray', BitsPerComponent: 8 };

  /** An archive whose one file says to be as long as it is not. */
  function lyingArchive(says: number): Uint8Array {
    const bytes = Buffer.from(zipSync({ 'a.xml': new Uint8Array(200 * mebibyte) }, { level: 9 }));
    bytes.writeUInt32LE(says, bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
    return bytes;
  }
  const invoice = romanianInvoice({ vat: 'RO18547290', name: null });
  const stuffed = (inside: string): Uint8Array => Buffer.from(invoice.replace('<cac:', `${inside}<cac:`));

  const cases: [string, () => Promise<Uint8Array>, string[]][] = [
    ['an archive of 200 MB', async () => zipSync({ 'a.xml': new Uint8Array(200 * mebibyte) }), ['unreadable_file']],
    ['an archive that says to be small', async () => lyingArchive(1_000), ['unreadable_file']],
    ['an archive that says to be larger than all memory', async () => lyingArchive(0xfffffff0), ['unreadable_file']],
    ['an archive that breaks off', async () => archive(invoice, null).slice(0, 300), ['unreadable_file']],
    ['an e-invoice with a million elements', async () => stuffed('<a/>'.repeat(1_100_000)), ['unreadable_file']],
    [
      'an e-invoice with a tag of a million attributes',
      async () => stuffed(`<a ${Array.from({ length: 400_000 }, (_, at) => `b${at}="1"`).join(' ')}/>`),
      ['unreadable_file'],
    ],
    [
      'an e-invoice in many layers',
      async () => stuffed(`${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}`),
      ['unreadable_file'],
    ],
    [
      'an e-invoice with a text of megabytes',
      async () => stuffed(`<a>${'&amp;'.repeat(2 * mebibyte)}</a>`),
      ['succeeded'],
    ],
    [
      'an e-invoice with a file of megabytes inside',
      async () => stuffed(`<a>${'JVBERi0'.repeat(mebibyte)}</a>`),
      ['succeeded'],
    ],
    ['an attachment of 500 MB', () => withAttachment(Buffer.alloc(500 * mebibyte, ' ')), ['succeeded']],
    [
      'a picture that claims 60,000 by 60,000',
      () =>
        withPage((pdf) =>
          image(pdf, { Width: 60_000, Height: 60_000, Filter: 'FlateDecode', ...grey }, packed(mebibyte, '\0')),
        ),
      ['no_text_found', 'unreadable_file', 'file_too_complex'],
    ],
    [
      'a JPEG inside that is larger than the page says',
      () => withPage((pdf) => image(pdf, { Width: 10, Height: 10, Filter: 'DCTDecode', ...grey }, lyingJpeg(65_500))),
      ['no_text_found', 'unreadable_file', 'file_too_complex'],
    ],
    ['a JPEG that claims 65,500 by 65,500', async () => lyingJpeg(65_500), ['image_too_large']],
    [
      'arrays in arrays',
      () => withPage((pdf) => set(pdf, 'Extra', nested(pdf))),
      ['succeeded', 'unreadable_file', 'file_too_complex'],
    ],
    [
      'a page of a thousand kilometres',
      () => withPage((pdf) => pdf.getPage(0).setSize(1e9, 1e9)),
      ['succeeded', 'no_text_found', 'unreadable_file', 'file_too_complex'],
    ],
    ['a title of a megabyte', () => withPage((pdf) => pdf.setTitle('9 a '.repeat(mebibyte / 4))), ['succeeded']],
  ];

  it.each(cases)(
    '%s ends, and the next file is read',
    async (_name, make, outcomes) => {
      const bytes = await make();
      const context = { buyer: { vat: 'RO1', name: null }, today: '2026-03-31' };
      const outcome = await pool.read({ bytes: Uint8Array.from(bytes), ...context }).then(
        ({ extraction }) => {
          expect(JSON.stringify(extraction).length).toBeLessThan(mebibyte);
          return 'succeeded';
        },
        (error) => error.code,
      );
      expect(outcomes).toContain(outcome);
      expect(
        Buffer.from(bytes).subarray(0, 5).toString() === '%PDF-' &&
          (await counter.count(Buffer.from(bytes), { tenantId: 'one', keyId: 'its' })),
      ).not.toBe(0);
      const next = await withPage(() => undefined);
      expect((await pool.read({ bytes: next, ...context })).extraction.invoice.invoice_number).toBe('17');
    },
    120_000,
  );
});
