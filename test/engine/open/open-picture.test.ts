import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import type { OpenedFile } from '../../../server/engine/page.ts';
import { allPasses, PassRun } from '../../../server/engine/pass-run.ts';
import { boxAsSent } from '../../../server/engine/picture/as-sent.ts';
import { deskew } from '../../../server/engine/picture/deskew.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { compose } from '../../../server/engine/picture/homography.ts';
import { prepare } from '../../../server/engine/picture/prepare.ts';
import { furJpeg } from '../../helpers/bad-files.ts';
import { pdfWithCode } from '../../helpers/printed-codes.ts';
import { firstPage, onTable, printed, printedPage, turned } from '../../helpers/scans.ts';

const wanted = printed.join(' ').split(' ');

/** How many of the printed words were read as they are, out of 1. */
function share(opened: OpenedFile): number {
  const read = opened.pages.flatMap((page) => page.words.map((word) => word.text));
  return wanted.filter((word) => read.includes(word)).length / wanted.length;
}

describe('a page is read however it lies', () => {
  it.each([
    ['straight, at 300 dpi', 300, 0],
    ['straight, at 150 dpi', 150, 0],
    ['tilted by 4 degrees', 200, 4],
    ['tilted by 14 degrees the other way', 200, -14],
    ['on its right side', 200, 90],
    ['on its left side', 200, 270],
    ['upside down', 200, 180],
    ['upside down and tilted', 200, 176],
  ])(
    '%s',
    async (_, dpi, degrees) => {
      const picture = turned(await printedPage(dpi), degrees);
      const opened = await openFile(picture.toBuffer('image/jpeg'));
      expect(share(opened)).toBeGreaterThan(0.9);
      expect(opened.pages[0]).toMatchObject({ source: 'ocr', number: 1 });
    },
    30_000,
  );

  it('on a dark table, at a slant', async () => {
    const picture = onTable(await printedPage(200), 3);
    expect(share(await openFile(picture.toBuffer('image/jpeg')))).toBeGreaterThan(0.9);
  }, 30_000);
});

it.each([0.24, 0.14])(
  'is read where its print has a contrast of %f, and the page says that it is faint',
  async (contrast) => {
    const page = await printedPage(200);
    const faint = createCanvas(page.width, page.height);
    const context = faint.getContext('2d');
    context.fillStyle = '#e6e6e6';
    context.fillRect(0, 0, page.width, page.height);
    context.globalAlpha = contrast;
    context.globalCompositeOperation = 'multiply';
    context.drawImage(page, 0, 0);
    const grained = context.getImageData(0, 0, page.width, page.height);
    for (let at = 0, seed = 1; at < grained.data.length; at += 4) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      for (let colour = 0; colour < 3; colour++) grained.data[at + colour]! += (seed >> 16) % 11;
    }
    context.putImageData(grained, 0, 0);
    const opened = await openFile(faint.toBuffer('image/png'));
    expect(share(opened)).toBeGreaterThan(0.9);
    expect(opened.pages[0]!.trouble).toBe('faint');
  },
  30_000,
);

it('is read where its letters are narrow, and keeps the proportions that it was sent with', async () => {
  const page = await printedPage(200);
  const narrow = createCanvas(Math.round(page.width * 0.6), page.height);
  narrow.getContext('2d').drawImage(page, 0, 0, narrow.width, narrow.height);
  const opened = await openFile(narrow.toBuffer('image/png'));
  expect(share(opened)).toBeGreaterThan(0.9);
  const { width, height, words } = opened.pages[0]!;
  expect(height / width).toBeCloseTo(narrow.height / narrow.width, 1);
  // The last line's figure ends where it was drawn: 740 - 7 * 26 points over the foot of the sheet.
  const last = words.find(({ text }) => text === '1,487.50')!;
  const [, y, , lineHeight] = boxAsSent(opened.pages[0]!, [last.x, last.y, last.width, last.height]);
  const scale = 595 / narrow.width;
  expect((y + 0.77 * lineHeight) / scale / page.height).toBeCloseTo(1 - (740 - 7 * 26) / 842, 2);
}, 30_000);

it('reads words in order, with boxes that lead back to where they stand on the picture', async () => {
  const page = await printedPage(200);
  const opened = await openFile(turned(page, 5).toBuffer('image/png'));
  const { words } = opened.pages[0]!;
  const first = words.find((word) => word.text === 'Invoice')!;
  const last = words.find((word) => word.text === '1,487.50')!;
  expect(words.indexOf(first)).toBeLessThan(words.indexOf(last));
  expect(first.confidence).toBeGreaterThan(0.7);
  const straight = await openFile(page.toBuffer('image/png'));
  const there = straight.pages[0]!.words.find((word) => word.text === '1,487.50')!;
  // On the turned picture the same word is where turning carries it, in points of a picture 595 wide.
  const box = boxAsSent(opened.pages[0]!, [last.x, last.y, last.width, last.height]);
  const angle = (5 * Math.PI) / 180;
  const size = turned(page, 5);
  const scale = page.width / 595;
  const dx = (there.x + there.width / 2) * scale - page.width / 2;
  const dy = (there.y + there.height / 2) * scale - page.height / 2;
  const x = ((dx * Math.cos(angle) - dy * Math.sin(angle) + size.width / 2) * 595) / size.width;
  const y = ((dx * Math.sin(angle) + dy * Math.cos(angle) + size.height / 2) * 595) / size.width;
  expect(box[0] + box[2] / 2).toBeCloseTo(x, -1);
  expect(box[1] + box[3] / 2).toBeCloseTo(y, -1);
}, 30_000);

it('says that a page is blurred, and that a sharp one is not', async () => {
  const page = await printedPage(150, [...printed, ...printed]);
  const blurred = createCanvas(page.width, page.height);
  const context = blurred.getContext('2d');
  context.filter = 'blur(2.6px)';
  context.drawImage(page, 0, 0);
  const { trouble, words } = (await openFile(blurred.toBuffer('image/png'))).pages[0]!;
  expect(trouble).toBe('blurred');
  expect(words.length).toBeGreaterThan(12);
  expect((await openFile(page.toBuffer('image/png'))).pages[0]!.trouble).toBeUndefined();
}, 30_000);

it.each([0, 3])(
  'says that lines run out of a picture that is turned by %i degrees',
  async (degrees) => {
    const page = turned(await printedPage(150, [...printed, ...printed]), degrees);
    // Through the middle of the longer lines: the page's text begins at 70 of 595 points.
    const part = createCanvas(Math.round((150 / 595) * page.width), page.height);
    part.getContext('2d').drawImage(page, 0, 0);
    const { trouble, words } = (await openFile(part.toBuffer('image/png'))).pages[0]!;
    expect(words.length).toBeGreaterThan(12);
    expect(trouble).toBe('cut');
  },
  30_000,
);

it('imagines no words in a photograph of something else', async () => {
  await expect(openFile(furJpeg())).rejects.toMatchObject({ code: 'no_text_found' });
}, 60_000);

it('reads print that is light on a dark ground', async () => {
  const page = await printedPage(200);
  const canvas = createCanvas(page.width, page.height);
  const context = canvas.getContext('2d');
  context.drawImage(page, 0, 0);
  // The line with the total, in negative.
  const y = Math.round(((842 - 740 + 7 * 26 - 16) / 842) * page.height);
  const height = Math.round((24 / 842) * page.height);
  const row = context.getImageData(0, y, page.width, height);
  for (let at = 0; at < row.data.length; at += 4)
    for (let channel = 0; channel < 3; channel++) row.data[at + channel] = 255 - row.data[at + channel]! * 0.8;
  context.putImageData(row, 0, y);
  const read = (await openFile(canvas.toBuffer('image/png'))).pages[0]!.words.map((word) => word.text);
  expect(read).toContain('1,487.50');
}, 30_000);

it('reads print that is light on a dark ground in a frame, on a page that lies a little askew', async () => {
  const page = await printedPage(200);
  const context = page.getContext('2d');
  const y = Math.round(((842 - 740 + 4 * 26 - 17) / 842) * page.height);
  const height = Math.round((24 / 842) * page.height);
  const row = context.getImageData(170, y, 700, height);
  for (let at = 0; at < row.data.length; at += 4)
    for (let channel = 0; channel < 3; channel++) row.data[at + channel] = 255 - row.data[at + channel]! * 0.6;
  context.putImageData(row, 170, y);
  // The head of a table whose outline goes on below it.
  context.strokeStyle = '#666666';
  context.lineWidth = 4;
  context.strokeRect(172, y + 2, 696, 420);
  const grey = greyOf(page);
  const straight = deskew(grey);
  const askew = 0.008;
  const skewed = { ...straight, toSource: compose([1, 0, 0, askew, 1, 0, 0, 0, 1], straight.toSource) };
  const { grey: prepared } = prepare(grey, skewed, new PassRun(allPasses));
  const scale = prepared.width / page.width;
  // Between two words the ground is white, and so is what is left of the corners.
  const levels: number[] = [];
  for (let x = 180; x < 860; x += 5)
    for (const down of [4, height - 4]) {
      const at = Math.round((y + down - askew * x) * scale) * prepared.width + Math.round(x * scale);
      levels.push(prepared.data[at]!);
    }
  expect(levels.filter((level) => level > 200).length).toBeGreaterThan(0.97 * levels.length);
});

it.each([
  ['of every other row, pale', 0.78, 45, (row: number) => row % 2 === 0],
  ['of two heads, deep', 0.52, 24, (row: number) => row === 2 || row === 5],
])(
  'reads dark print on a ground %s, whose grain is as dark as print',
  async (_, tint, grain, isOnGround) => {
    const page = await printedPage(150);
    const context = page.getContext('2d');
    const pixels = context.getImageData(0, 0, page.width, page.height);
    const { data } = pixels;
    const rowHeight = (26 / 842) * page.height;
    const first = ((842 - 740 - 16) / 842) * page.height;
    let seed = 1;
    const noise = (): number => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647 - 0.5;
    };
    for (let y = 0; y < page.height; y++)
      for (let x = 0; x < page.width; x++) {
        const row = Math.floor((y - first) / rowHeight);
        const isTinted = row >= 0 && row < 16 && isOnGround(row) && x > 80 && x < page.width - 80;
        const off = grain * noise();
        for (let channel = 0; channel < 3; channel++) {
          const at = 4 * (y * page.width + x) + channel;
          data[at] = Math.max(0, Math.min(255, data[at]! * (isTinted ? tint : 0.95) + off));
        }
      }
    context.putImageData(pixels, 0, 0);
    const opened = await openFile(page.toBuffer('image/png'));
    expect(share(opened)).toBeGreaterThan(0.9);
    expect(opened.pages[0]!.words.length).toBeLessThan(1.2 * wanted.length);
  },
  60_000,
);

it('sees no letters in the squares of a printed code', async () => {
  const pdf = await pdfWithCode('https://example.com/pay?amount=1487.50&invoice=2026-0117', 'QRCode', 30, 'squares');
  const picture = (await firstPage(pdf, 200, 20_000_000)).toBuffer('image/png');
  const { codes, pages } = await openFile(picture);
  expect(codes.length).toBe(1);
  const { x, y, width, height } = codes[0]!.box;
  const inside = pages[0]!.words.filter((word) => {
    const [px, py] = [word.x + word.width / 2, word.y + word.height / 2];
    return px > x && px < x + width && py > y && py < y + height;
  });
  expect(inside).toEqual([]);
  expect(pages[0]!.words.length).toBeGreaterThan(24 * 7);
}, 30_000);

it('reads the pages of a PDF that holds only pictures, and says how far it is', async () => {
  const pdf = await PDFDocument.create();
  const picture = await pdf.embedJpg((await printedPage(150)).toBuffer('image/jpeg'));
  for (let count = 0; count < 2; count++)
    pdf.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
  const progress: string[] = [];
  const opened = await openFile(await pdf.save(), { onPage: (done, total) => progress.push(`${done}/${total}`) });
  expect(progress).toEqual(['1/2', '2/2']);
  expect(opened.pages.map((page) => page.source)).toEqual(['ocr', 'ocr']);
  expect(share(opened)).toBeGreaterThan(0.9);
  const total = opened.pages[0]!.words.find((word) => word.text === '1,487.50')!;
  expect(total.y + total.height / 2).toBeCloseTo(842 - 740 + 7 * 26 - 3, -1);
}, 60_000);

describe('a letterhead that is a picture, over text', () => {
  async function letter(): Promise<Uint8Array> {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const head = turned(await printedPage(200, ['Northwind Harbour Works']), 0);
    const strip = createCanvas(head.width, Math.round((60 / 842) * head.height));
    strip.getContext('2d').drawImage(head, 0, -Math.round((70 / 842) * head.height));
    page.drawImage(await pdf.embedPng(strip.toBuffer('image/png')), { x: 0, y: 700, width: 595, height: 60 });
    printed.forEach((line, index) => {
      page.drawText(line, { x: 70, y: 600 - index * 26, size: 12, font });
    });
    return pdf.save();
  }
  const texts = (opened: OpenedFile): string[] => opened.pages[0]!.words.map((word) => word.text);

  it('is read where the text does not say enough', async () => {
    const asked: string[][] = [];
    const isEnough = (opened: OpenedFile): boolean => {
      asked.push(texts(opened));
      return false;
    };
    const words = texts(await openFile(await letter(), { isEnough }));
    expect(words).toEqual(expect.arrayContaining(['Northwind', 'Harbour', '1,487.50']));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('1,487.50');
    expect(asked[0]).not.toContain('Northwind');
  }, 30_000);

  it('is read where it is the sheet that all of the text stands on, a legal form in dots too', async () => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const sheet = await pdf.embedPng((await printedPage(200, ['Northwind Harbour, S.L.U.'])).toBuffer('image/png'));
    for (let count = 0; count < 2; count++) {
      const page = pdf.addPage([595, 842]);
      page.drawImage(sheet, { x: 0, y: 0, width: 595, height: 842 });
      printed.forEach((line, index) => {
        page.drawText(line, { x: 70, y: 600 - index * 26, size: 12, font });
      });
    }
    const [first, second] = (await openFile(await pdf.save())).pages;
    const { words } = first!;
    expect(words.filter(({ source }) => source === 'ocr').map(({ text }) => text)).toEqual([
      'Northwind',
      'Harbour,',
      'S.L.U.',
    ]);
    expect(words.filter(({ source }) => source === 'text')).toHaveLength(printed.join(' ').split(' ').length);
    // It is the same on every page.
    expect(second!.words.every(({ source }) => source === 'text')).toBe(true);
  }, 30_000);

  it('is left alone where it does', async () => {
    const opened = await openFile(await letter(), { isEnough: () => true });
    expect(opened.pages[0]!.words.every((word) => word.source === 'text')).toBe(true);
    expect(share(opened)).toBe(1);
  });
});
