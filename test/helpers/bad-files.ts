import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef, PDFString, StandardFonts } from 'pdf-lib';

/** Files that cannot be read, or are not to be tried for long. Made here, so that nothing hostile lies about. */

export const textNamedPdf: Uint8Array = Buffer.from('Invoice 17, total 119.00 EUR');

/** @param text on each page; null leaves them blank */
export async function pdfWithPages(count: number, text: string | null): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < count; number++) {
    const page = pdf.addPage([595, 842]);
    if (text !== null) page.drawText(text, { x: 60, y: 700, size: 12, font });
  }
  return pdf.save();
}

/** Has a header, and nothing that follows from it. */
export async function damagedPdf(): Promise<Uint8Array> {
  const whole = await pdfWithPages(1, 'Invoice');
  return Buffer.concat([whole.subarray(0, 60), Buffer.alloc(2000, 'Z')]);
}

/** Encrypted by the standard handler (PDF 1.7, 7.6.3) with a user password that is not the empty one. */
export async function passwordPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfWithPages(1, 'Invoice'));
  const { context } = pdf;
  const check = (fill: string): PDFHexString => PDFHexString.of(fill.repeat(32));
  context.trailerInfo.Encrypt = context.register(
    context.obj({ Filter: 'Standard', V: 1, R: 2, P: -4, O: check('4f'), U: check('55') }),
  );
  context.trailerInfo.ID = context.obj([check('01'), check('01')]);
  return pdf.save({ useObjectStreams: false });
}

/** A page whose content, a megabyte, unpacks to a gigabyte of spaces. Packed twice it would not be unpacked at all. */
export async function packedBomb(): Promise<Uint8Array> {
  const packing = createDeflate({ level: 9 });
  const piece = Buffer.alloc(1024 * 1024, ' ');
  Readable.from(
    (function* () {
      for (let count = 0; count < 1024; count++) yield piece;
    })(),
  ).pipe(packing);
  return pdfWithContent(await buffer(packing), ['FlateDecode']);
}

/** A page in a font whose one range of codes is sixteen million characters. @param table where the range stands */
export async function rangeBomb(table: 'Encoding' | 'ToUnicode'): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const range = table === 'Encoding' ? ['cid', '0'] : ['bf', '<0041>'];
  const map = context.stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00000000> <00ffffff>
    endcodespacerange 1 begin${range[0]}range <00000000> <00fffffd> ${range[1]} end${range[0]}range endcmap end end`,
    { Type: 'CMap', CMapName: 'X' },
  );
  const system = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 };
  const descriptor = { Type: 'FontDescriptor', FontName: 'A', Flags: 4, FontBBox: [0, 0, 1, 1], ItalicAngle: 0 };
  const glyphs = { Type: 'Font', Subtype: 'CIDFontType2', BaseFont: 'A', CIDSystemInfo: system };
  const font = {
    ...{ Type: 'Font', Subtype: 'Type0', BaseFont: 'A', Encoding: 'Identity-H' },
    DescendantFonts: [context.register(context.obj({ ...glyphs, FontDescriptor: descriptor }))],
    [table]: context.register(map),
  };
  const { node } = pdf.addPage([595, 842]);
  node.set(PDFName.of('Resources'), context.obj({ Font: { F: context.register(context.obj(font)) } }));
  node.set(PDFName.of('Contents'), context.register(context.stream('BT /F 12 Tf 60 700 Td <00000041> Tj ET')));
  return pdf.save({ useObjectStreams: false });
}

/** A page whose content says one thing again and again, until it is so many bytes. */
export function repeatedContent(what: string, bytes: number, [before, after] = ['', '']): Promise<Uint8Array> {
  const content = Buffer.concat([Buffer.from(before), Buffer.alloc(bytes, what), Buffer.from(after)]);
  return pdfWithContent(deflateSync(content, { level: 9 }), ['FlateDecode']);
}

/** A page that can be read, with a file attached that is called an e-invoice. */
export async function withAttachment(content: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfWithPages(1, 'Invoice 17 of 14.03.2026, total 119.00 EUR'));
  const { context, catalog } = pdf;
  const packed = deflateSync(content, { level: 9 });
  const dictionary = context.obj({ Type: 'EmbeddedFile', Length: packed.length, Filter: 'FlateDecode' });
  const file = context.register(PDFRawStream.of(dictionary, packed));
  const name = PDFString.of('factur-x.xml');
  const specification = context.register(context.obj({ Type: 'Filespec', F: name, UF: name, EF: { F: file } }));
  catalog.set(PDFName.of('Names'), context.obj({ EmbeddedFiles: { Names: [name, specification] } }));
  return pdf.save({ useObjectStreams: false });
}

/** A page of forms that draw forms, ten each, nine levels deep: a drawing that would take for ever. */
export async function endlessPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const form = (content: string, inner: PDFRef | null): PDFRef =>
    pdf.context.register(
      pdf.context.stream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 595, 842],
        Resources: inner ? { XObject: { X: inner } } : {},
      }),
    );
  let deepest = form('0 0 10 10 re f', null);
  for (let level = 0; level < 9; level++) deepest = form('/X Do\n'.repeat(10), deepest);
  page.node.set(PDFName.of('Resources'), pdf.context.obj({ XObject: { X: deepest } }));
  page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream('/X Do')));
  return pdf.save();
}

async function pdfWithContent(content: Uint8Array, filters: string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const dictionary = pdf.context.obj({ Length: content.length, Filter: filters.map((name) => PDFName.of(name)) });
  page.node.set(PDFName.of('Contents'), pdf.context.register(PDFRawStream.of(dictionary, content)));
  return pdf.save();
}

/** A white picture. */
export function blankPng(width: number, height: number): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer('image/png');
}

/** A valid PNG of one bit a pixel: small as a file, 1.6 GB once decoded to 20,000 x 20,000. */
export function widePng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of 100 by 100 whose data unpack to half a gigabyte. */
export function overfullPng(): Uint8Array {
  const small = Buffer.from(widePng(100, 100));
  const data = deflateSync(Buffer.alloc(512 * 1024 * 1024), { level: 1 });
  return Buffer.concat([small.subarray(0, 33), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A photograph of fur: full of strokes, and none of them a letter. */
export function furJpeg(): Uint8Array {
  const [width, height] = [500, 380];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#6b6247';
  context.fillRect(0, 0, width, height);
  // Always the same picture.
  let state = 7;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  for (let hair = 0; hair < 1200; hair++) {
    const [x, y, angle, length] = [random() * width, random() * height, random() * 2 * Math.PI, 10 + random() * 40];
    context.strokeStyle = `rgb(${80 + random() * 140}, ${60 + random() * 90}, ${30 + random() * 50})`;
    context.lineWidth = 1 + random() * 3;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + Math.cos(angle) * length, y + Math.sin(angle) * length);
    context.stroke();
  }
  return canvas.toBuffer('image/jpeg');
}

/** A PDF whose every page is a picture of fur. */
export async function furPdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const picture = await pdf.embedJpg(furJpeg());
  for (let count = 0; count < pages; count++)
    pdf.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
  return pdf.save();
}

/** A JPEG that ends in the middle of its tables. */
export function truncatedJpeg(): Uint8Array {
  const canvas = createCanvas(600, 400);
  canvas.getContext('2d').fillRect(100, 100, 200, 100);
  return canvas.toBuffer('image/jpeg').subarray(0, 400);
}

/**
 * A PDF whose catalogue lies in an object stream that inflates a thousandfold (PDF 1.7, 7.5.7): a quarter of a megabyte
 * that takes a PDF reader seconds before it knows of a single page.
 */
export function objectStreamBomb(): Uint8Array {
  const objects = '<< /Type /Catalog /Pages 3 0 R >> << /Type /Pages /Count 1 /Kids [4 0 R] >>';
  const start = '2 0 3 34 ';
  const inflated = Buffer.alloc(255 * 1024 * 1024, ' ');
  inflated.write(start + objects, 'latin1');
  const packed = deflateSync(inflated, { level: 9 });
  let file = Buffer.from('%PDF-1.7\n', 'latin1');
  const offsets = new Map<number, number>();
  const add = (number: number, dictionary: string, content: Buffer | null): void => {
    offsets.set(number, file.byteLength);
    const stream = content ? [Buffer.from('stream\n'), content, Buffer.from('\nendstream\n')] : [];
    file = Buffer.concat([file, Buffer.from(`${number} 0 obj\n${dictionary}\n`), ...stream, Buffer.from('endobj\n')]);
  };
  add(4, '<< /Type /Page /Parent 3 0 R /MediaBox [0 0 595 842] >>', null);
  add(1, `<< /Type /ObjStm /N 2 /First ${start.length} /Filter /FlateDecode /Length ${packed.byteLength} >>`, packed);
  const at = file.byteLength;
  const entry = (type: number, second: number, third: number): number[] => [
    type,
    ...[24, 16, 8, 0].map((shift) => (second >>> shift) & 0xff),
    third,
  ];
  const table = Buffer.from([
    ...entry(0, 0, 0),
    ...entry(1, offsets.get(1)!, 0),
    ...entry(2, 1, 0),
    ...entry(2, 1, 1),
    ...entry(1, offsets.get(4)!, 0),
    ...entry(1, at, 0),
  ]);
  add(5, `<< /Type /XRef /Size 6 /W [1 4 1] /Root 2 0 R /Length ${table.byteLength} >>`, table);
  return Buffer.concat([file, Buffer.from(`startxref\n${at}\n%%EOF\n`)]);
}
