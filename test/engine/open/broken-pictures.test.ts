import { crc32, deflateSync } from 'node:zlib';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { decodePicture } from '../../../server/engine/picture/decode-picture.ts';
import { readInvoice } from '../../../server/engine/read-invoice.ts';
import { overfullPng, pngChunk } from '../../helpers/bad-files.ts';
import { printed, printedPage } from '../../helpers/scans.ts';

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
type Type = (typeof types)[number];
const context = { buyer: { vat: 'RO18547290', name: null }, today: '2026-03-31' };

let page: Canvas;
beforeAll(async () => {
  page = await printedPage(150, [...printed, ...printed]);
});

const fileOf = (canvas: Canvas, type: Type): Buffer => canvas.toBuffer(type as 'image/png');
const cutAt = (file: Uint8Array, part: number): Buffer => Buffer.from(file.subarray(0, Math.floor(part * file.length)));

describe.each(types)('a picture that breaks off, %s', (type) => {
  it.each([0.75, 0.9])(
    'is read as far as it goes where %f of it is left, says so, and nothing of it is certain',
    async (part) => {
      const { extraction, texts } = await readInvoice(cutAt(fileOf(page, type), part), context);
      const read = JSON.stringify(texts);
      expect(read).toContain('2026-0117');
      expect(extraction.invoice.quality_flags.notes).toContain('Page 1 breaks off');
      const levels = Object.values(extraction.fields).map(({ confidence }) => confidence);
      expect(levels.length).toBeGreaterThan(2);
      expect(levels).not.toContain('high');
    },
    60_000,
  );

  it('cannot be read where nothing of it is left', async () => {
    const file = fileOf(page, type);
    await expect(openFile(file.subarray(0, 60))).rejects.toMatchObject({ code: 'unreadable_file' });
    await expect(openFile(cutAt(file, 0.03))).rejects.toMatchObject({ code: 'unreadable_file' });
  }, 60_000);

  it('is not the whole one', async () => {
    const { pages } = await openFile(fileOf(page, type));
    expect(pages[0]!.trouble).not.toBe('broken');
    expect(pages[0]!.words.map(({ text }) => text)).toContain('1,487.50');
  }, 60_000);
});

describe('a cut is seen wherever it is', () => {
  /** Small, and different in every row. */
  const small = createCanvas(40, 64);
  const context = small.getContext('2d');
  for (let y = 0; y < 64; y++)
    for (let x = 0; x < 40; x += 4) {
      context.fillStyle = `hsl(${(x * 17 + y * 41) % 360}, 60%, ${20 + ((x * y) % 60)}%)`;
      context.fillRect(x, y, 4, 1);
    }

  it.each(types)('in %s', async (type) => {
    const file = fileOf(small, type);
    const { grey: whole, breaksOff } = await decodePicture(file);
    expect(breaksOff).toBe(false);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: file.length - 1 }), async (length) => {
        const read = await decodePicture(Buffer.from(file.subarray(0, length))).catch((error) => error.code);
        if (read === 'unreadable_file') return;
        // What follows the picture in its file may be missing.
        if (!read.breaksOff) expect(Buffer.compare(read.grey.data, whole.data)).toBe(0);
      }),
      {
        numRuns: 150,
        examples: [[0], [12], [file.length - 1], [file.length - 2], [file.length - 4], [file.length - 12]],
      },
    );
  });

  it.each(['image/png', 'image/gif'] as const)('as are bytes that were changed in the picture of %s', async (type) => {
    const file = fileOf(small, type);
    const { grey: whole } = await decodePicture(file);
    const start = type === 'image/png' ? file.indexOf('IDAT') : Math.floor(file.length / 2);
    for (const at of [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => Math.floor(start + part * (file.length - 20 - start)))) {
      const changed = Buffer.from(file).fill(0, at, at + 8);
      const read = await decodePicture(changed).catch((error) => error.code);
      if (read === 'unreadable_file') continue;
      if (type === 'image/png') expect(read.breaksOff).toBe(true);
      else if (!read.breaksOff) expect(read.grey.data.length).toBe(whole.data.length);
    }
  });
});

describe('damage is seen that a file does not announce', () => {
  it('in a JPEG whose end was put behind the half of it', async () => {
    const file = Buffer.concat([cutAt(fileOf(page, 'image/jpeg'), 0.5), Buffer.from([0xff, 0xd9])]);
    expect((await decodePicture(file)).breaksOff).toBe(true);
  });

  it('in a JPEG that has a marker where none may be, or one out of order', async () => {
    const file = fileOf(page, 'image/jpeg');
    const middle = file.indexOf(Buffer.from([0xff, 0xda])) + 5000;
    for (const marker of [0x3a, 0xd3]) {
      const marked = Buffer.concat([file.subarray(0, middle), Buffer.from([0xff, marker]), file.subarray(middle)]);
      expect((await decodePicture(marked)).breaksOff).toBe(true);
    }
  });

  it.each([2, 6])('in a PNG of colour type %i whose rows end early though all its sums hold', async (colourType) => {
    const [width, height] = [60, 80];
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header[8] = 8;
    header[9] = colourType;
    const row = Buffer.alloc(1 + (colourType === 2 ? 3 : 4) * width, 200);
    row[0] = 0;
    const rows = (count: number): Buffer =>
      Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        pngChunk('IHDR', header),
        pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: count }, () => row)))),
        pngChunk('IEND', Buffer.alloc(0)),
      ]);
    expect((await decodePicture(rows(height))).breaksOff).toBe(false);
    expect((await decodePicture(rows(height / 2))).breaksOff).toBe(true);
  });

  it('in a PNG of which only what does not matter was changed it is not', async () => {
    const file = fileOf(page, 'image/png');
    const note = Buffer.from(pngChunk('tEXt', Buffer.from('Comment\0scanned')));
    note.writeUInt32BE(crc32(Buffer.from('another')), note.length - 4);
    const noted = Buffer.concat([file.subarray(0, 33), note, file.subarray(33)]);
    expect((await decodePicture(noted)).breaksOff).toBe(false);
  });

  it('and what unpacks to more than it announces is not unpacked for it', async () => {
    expect((await decodePicture(overfullPng())).grey).toMatchObject({ width: 100, height: 100 });
  });
});

describe('a picture in a PDF that breaks off', () => {
  const scanned = async (content: Uint8Array, filter: string): Promise<Uint8Array> => {
    const pdf = await PDFDocument.create();
    const sheet = pdf.addPage([595, 842]);
    const dictionary = pdf.context.obj({
      Type: 'XObject',
      Subtype: 'Image',
      Width: page.width,
      Height: page.height,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
      Filter: filter,
      Length: content.length,
    });
    sheet.node.setXObject(PDFName.of('Scan'), pdf.context.register(PDFRawStream.of(dictionary, content)));
    sheet.node.addContentStream(pdf.context.register(pdf.context.stream(`q 595 0 0 842 0 0 cm /Scan Do Q`)));
    return pdf.save();
  };

  it('is read as far as it goes, and says so', async () => {
    const jpeg = fileOf(page, 'image/jpeg');
    const { pages } = await openFile(await scanned(cutAt(jpeg, 0.7), 'DCTDecode'));
    expect(pages[0]!.trouble).toBe('broken');
    expect(pages[0]!.words.map(({ text }) => text)).toContain('2026-0117');
    const sound = await openFile(await scanned(jpeg, 'DCTDecode'));
    expect(sound.pages[0]!.trouble).toBeUndefined();
  }, 60_000);

  it('makes the file unreadable where nothing of it can be decoded', async () => {
    const jpeg = fileOf(page, 'image/jpeg');
    const { data } = page.getContext('2d').getImageData(0, 0, page.width, page.height);
    const rows = Buffer.from(data.filter((_, index) => index % 4 !== 3));
    for (const [content, filter] of [
      [cutAt(jpeg, 0.02), 'DCTDecode'],
      [cutAt(deflateSync(rows), 0.3), 'FlateDecode'],
    ] as const)
      await expect(openFile(await scanned(content, filter))).rejects.toMatchObject({ code: 'unreadable_file' });
  }, 60_000);
});
