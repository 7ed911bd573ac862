import { readFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../../server/engine/open/pdf.ts';
import { decodePicture } from '../../../server/engine/picture/decode-picture.ts';
import { type Grey, greyOf } from '../../../server/engine/picture/grey.ts';
import {
  animatedGif,
  animatedWebp,
  cmykJpeg,
  cornered,
  cornerLevels,
  deepPng,
  withOrientation,
} from '../../helpers/picture-files.ts';
import { printedPage } from '../../helpers/scans.ts';

/** The brightness in the middle of each quarter, from the top left to the bottom right. */
function quarters({ width, height, data }: Grey): number[] {
  return [0, 1, 2, 3].map((index) => {
    const [x, y] = [
      Math.floor(((index % 2) + 0.5) * 0.5 * width),
      Math.floor((Math.floor(index / 2) + 0.5) * 0.5 * height),
    ];
    return data[y * width + x]!;
  });
}

function expectCorners(grey: Grey, levels = cornerLevels, most = 8): void {
  for (const [index, level] of quarters(grey).entries()) expect(Math.abs(level - levels[index]!)).toBeLessThan(most);
}

describe('a picture is decoded as it is meant', () => {
  it('hardly smoothed at its own size: a stroke of one pixel stays where it is and loses a ninth', async () => {
    const canvas = createCanvas(64, 64);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 64, 64);
    context.fillStyle = '#000000';
    context.fillRect(32, 0, 1, 64);
    const { data } = (await decodePicture(canvas.toBuffer('image/png'))).grey;
    for (const y of [0, 31, 63]) expect([...data.subarray(64 * y + 30, 64 * y + 35)]).toEqual([255, 241, 28, 241, 255]);
  });

  it.each(['cmyk', 'ycck'] as const)('a JPEG of four inks, %s', async (form) => {
    expectCorners((await decodePicture(cmykJpeg(cornered(), form))).grey);
  });

  it.each([1, 2, 3, 4] as const)('a PNG of 16 bits in %i channels', async (channels) => {
    expectCorners((await decodePicture(deepPng(cornered(), channels))).grey);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a photograph with the orientation %i', async (orientation) => {
    // As the camera holds it: turned and mirrored so that what EXIF says puts it right.
    const [across, down] = orientation > 4 ? [240, 360] : [360, 240];
    const stored = createCanvas(across, down);
    const context = stored.getContext('2d');
    const matrices = [
      [1, 0, 0, 1, 0, 0],
      [-1, 0, 0, 1, 360, 0],
      [-1, 0, 0, -1, 360, 240],
      [1, 0, 0, -1, 0, 240],
      [0, 1, 1, 0, 0, 0],
      [0, -1, 1, 0, 0, 360],
      [0, -1, -1, 0, 240, 360],
      [0, 1, -1, 0, 240, 0],
    ] as const;
    const [a, b, c, d, e, f] = matrices[orientation - 1]!;
    context.setTransform(a, b, c, d, e, f);
    context.drawImage(cornered(), 0, 0);
    const grey = (await decodePicture(withOrientation(stored.toBuffer('image/jpeg'), orientation))).grey;
    expect([grey.width, grey.height]).toEqual([360, 240]);
    expectCorners(grey);
  });

  it.each([
    ['GIF', animatedGif],
    ['WebP', animatedWebp],
  ])('the first picture of a %s that moves', async (_, make) => {
    const second = createCanvas(360, 240);
    second.getContext('2d').fillRect(0, 0, 360, 240);
    expectCorners((await decodePicture(make([cornered(), second]))).grey);
  });

  it('what is half transparent, as on white paper', async () => {
    const canvas = createCanvas(360, 240);
    const context = canvas.getContext('2d');
    context.globalAlpha = 0.5;
    context.drawImage(cornered(), 0, 0);
    const levels = cornerLevels.map((level) => (level + 255) / 2);
    expectCorners((await decodePicture(canvas.toBuffer('image/png'))).grey, levels);
    expectCorners((await decodePicture(deepPng(canvas, 4))).grey, levels);
    expectCorners((await decodePicture(canvas.toBuffer('image/webp'))).grey, levels);
  });
});

describe('a picture that ends early', () => {
  const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
  /** Too lively for its lower half to be packed into the last bytes. */
  const lively = (): Buffer[] => {
    const canvas = createCanvas(200, 1600);
    const context = canvas.getContext('2d');
    for (let y = 0; y < 1600; y += 5)
      for (let x = 0; x < 200; x += 5) {
        context.fillStyle = `hsl(${(x * 7 + y * 13) % 360}, 60%, ${20 + ((x * y) % 60)}%)`;
        context.fillRect(x, y, 5, 5);
      }
    return types.map((type) => canvas.toBuffer(type as 'image/png'));
  };

  it.each([0.4, 0.7, 0.9, 0.99])(
    'is decoded as far as it goes, in every format, where %f of it is left',
    async (part) => {
      for (const whole of lively()) {
        expect(await decodePicture(whole)).toMatchObject({ grey: { height: 1600 }, breaksOff: false });
        const { grey, breaksOff } = await decodePicture(whole.subarray(0, Math.floor(whole.length * part)));
        expect(breaksOff).toBe(true);
        // The head is there, and what is missing at the foot is paper.
        expect(grey.data.subarray(0, 200 * 200).some((level) => level < 150)).toBe(true);
        if (part < 0.95) expect(grey.data.subarray(-200).every((level) => level > 250)).toBe(true);
      }
    },
  );

  it('is not one that lacks what follows its picture, or whose foot is transparent', async () => {
    const [, , , gif] = lively();
    expect(await decodePicture(gif!.subarray(0, -1))).toMatchObject({ breaksOff: false });
    const canvas = createCanvas(200, 1600);
    canvas.getContext('2d').fillRect(20, 20, 100, 100);
    for (const type of types)
      expect(await decodePicture(canvas.toBuffer(type as 'image/png'))).toMatchObject({
        grey: { height: 1600 },
        breaksOff: false,
      });
  });
});

/**
 * The printed page at 150 dpi, as scanners pack it. Made with libtiff's `ppm2tiff -c g4`, of which the strip is
 * kept, and OpenJPEG's `opj_compress -r 160`, because nothing that npm brings packs so.
 */
const [width, height] = [1240, 1754];
const kept = (name: string): Promise<Buffer> => readFile(new URL(`./pictures/${name}`, import.meta.url));

/** The strip as JBIG2 (ITU T.88, 7): what the page is, and one region in the same code as fax machines use. */
function asJbig2(strip: Buffer): Buffer {
  const segment = (number: number, type: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(11);
    head.writeUInt32BE(number, 0);
    head[4] = type;
    head[6] = 1;
    head.writeUInt32BE(data.length, 7);
    return Buffer.concat([head, data]);
  };
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  const region = Buffer.alloc(18);
  region.writeUInt32BE(width, 0);
  region.writeUInt32BE(height, 4);
  region[17] = 1;
  return Buffer.concat([segment(0, 48, page), segment(1, 38, Buffer.concat([region, strip]))]);
}

/** @param more entries of the picture's dictionary */
async function scanned(filter: string, content: Uint8Array, more: Literal): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const dictionary = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, Filter: filter, ...more };
  const picture = PDFRawStream.of(context.obj({ ...dictionary, Length: content.length }), content);
  const { node } = pdf.addPage([595, 842]);
  node.set(PDFName.of('Resources'), context.obj({ XObject: { Scan: context.register(picture) } }));
  node.set(PDFName.of('Contents'), context.register(context.stream('595 0 0 842 0 0 cm /Scan Do')));
  return pdf.save();
}

interface Literal {
  [name: string]: string | number | number[] | Literal;
}

describe('a scan inside a PDF is read', () => {
  const bilevel = { ColorSpace: 'DeviceGray', BitsPerComponent: 1 };
  const fax = { K: -1, Columns: width, Rows: height };

  it.each([
    [
      'a fax of group 4',
      async () => scanned('CCITTFaxDecode', await kept('page.g4'), { ...bilevel, DecodeParms: fax }),
    ],
    ['JBIG2', async () => scanned('JBIG2Decode', asJbig2(await kept('page.g4')), bilevel)],
    ['JPEG 2000', async () => scanned('JPXDecode', await kept('page.jp2'), {})],
  ])('%s', async (_, make) => {
    const pdf = await openPdf(await make());
    const seen = greyOf((await pdf.render(1, 150, 20_000_000)).canvas);
    await pdf.close();
    const wanted = greyOf(await printedPage(150));
    let off = 0;
    for (let at = 0; at < wanted.data.length; at++) off += Math.abs(wanted.data[at]! - seen.data[at]!);
    // A white page instead of the scan is as far off as all of its ink.
    let ink = 0;
    for (const level of wanted.data) ink += 255 - level;
    expect(off).toBeLessThan(0.4 * ink);
  });

  it('a JPEG of four inks', async () => {
    const reversed = { ColorSpace: 'DeviceCMYK', BitsPerComponent: 8, Decode: [1, 0, 1, 0, 1, 0, 1, 0] };
    const picture = cmykJpeg(cornered(), 'cmyk');
    const pdf = await openPdf(await scanned('DCTDecode', picture, { ...reversed, Width: 360, Height: 240 }));
    // Black ink alone is shown as grey as it looks on paper.
    expectCorners(greyOf((await pdf.render(1, 72, 1_000_000)).canvas), cornerLevels, 60);
    await pdf.close();
  });
});
