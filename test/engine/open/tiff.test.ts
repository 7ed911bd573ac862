import type { Canvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxFileBytes } from '../../../server/contract/limits.ts';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { openPdf } from '../../../server/engine/open/pdf.ts';
import { pdfOfTiff } from '../../../server/engine/open/tiff.ts';
import { ReadingError } from '../../../server/engine/reading-error.ts';
import { printed, printedPage } from '../../helpers/scans.ts';
import { madeTiff, smallPicture, type TiffPage, tiffOf } from '../../helpers/tiff-files.ts';

let page: Canvas;
beforeAll(async () => {
  page = await printedPage(200);
});

const dpi = 200;

function wrapped(tiff: Uint8Array): Uint8Array {
  const pdf = pdfOfTiff(tiff);
  if (typeof pdf === 'string') throw new Error(pdf);
  return pdf;
}

/** How many dots of a picture are another colour than those of the page, out of 1. @param least what counts, of 255 */
async function difference(pdf: Uint8Array, least: number): Promise<number> {
  const opened = await openPdf(pdf);
  const { canvas } = await opened.render(1, dpi, 20_000_000);
  await opened.close();
  expect([canvas.width, canvas.height]).toEqual([page.width, page.height]);
  const [drawn, meant] = [canvas, page].map((each) =>
    each.getContext('2d').getImageData(0, 0, page.width, page.height),
  );
  let others = 0;
  for (let at = 0; at < meant!.data.length; at += 4)
    if (Math.abs(meant!.data[at]! - drawn!.data[at]!) > least) others++;
  return others / (page.width * page.height);
}

const forms: [string, Omit<TiffPage, 'picture' | 'dpi'>][] = [
  ...['none', 'g3', 'g3:2d', 'g3:fill', 'g4', 'lzw', 'zip', 'packbits'].flatMap(
    (coding): [string, Omit<TiffPage, 'picture' | 'dpi'>][] => [
      [`${coding}, white is 0`, { colours: 'bilevel', coding }],
      [`${coding}, white is 1`, { colours: 'bilevel', coding, oneIsWhite: true }],
    ],
  ),
  ...['none', 'lzw', 'lzw:2', 'zip:2', 'packbits', 'jpeg'].flatMap(
    (coding): [string, Omit<TiffPage, 'picture' | 'dpi'>][] => [
      [`${coding}, grey`, { colours: 'grey', coding }],
      [`${coding}, colours`, { colours: 'rgb', coding }],
    ],
  ),
  ['g4 in strips', { colours: 'bilevel', coding: 'g4', more: ['-r', '64'] }],
  ['lzw in many strips', { colours: 'grey', coding: 'lzw', more: ['-r', '8'] }],
  ['jpeg in strips, which share their tables', { colours: 'rgb', coding: 'jpeg', more: ['-r', '64'] }],
  ['jpeg of red, green and blue', { colours: 'rgb', coding: 'jpeg:r' }],
  ['g4 with its bits the other way round', { colours: 'bilevel', coding: 'g4', more: ['-f', 'lsb2msb'] }],
  ['g4 of the other byte order', { colours: 'bilevel', coding: 'g4', more: ['-B'] }],
];

describe('a page of a TIFF looks in the PDF as it does in the TIFF, and has its size', () => {
  it.each(forms)('%s', async (_, form) => {
    const pdf = wrapped(tiffOf({ picture: page, dpi, ...form }));
    // Of two colours what was between them went to one; JPEG and the edges of strips change a little.
    expect(await difference(pdf, form.colours === 'bilevel' ? 130 : 60)).toBeLessThan(0.0005);
  });
});

it('the pages of a TIFF of several codings are all read', async () => {
  const codings: Pick<TiffPage, 'coding' | 'colours'>[] = [
    { coding: 'g4', colours: 'bilevel' },
    { coding: 'lzw:2', colours: 'grey' },
    { coding: 'zip', colours: 'rgb' },
    { coding: 'packbits', colours: 'bilevel' },
    { coding: 'none', colours: 'grey' },
    { coding: 'jpeg', colours: 'rgb' },
    { coding: 'g3', colours: 'bilevel' },
  ];
  const tiff = tiffOf(...codings.map((form) => ({ picture: page, dpi, ...form })));
  const { pages } = await openFile(wrapped(tiff));
  expect(pages).toHaveLength(codings.length);
  const wanted = printed.join(' ').split(' ');
  for (const { words } of pages) {
    const read = words.map(({ text }) => text);
    expect(wanted.filter((word) => !read.includes(word)).length).toBeLessThan(wanted.length / 10);
  }
}, 120_000);

describe('a TIFF that is hostile or damaged has no pages', () => {
  const dots = new Uint8Array(64);
  const picture = smallPicture();
  it.each<[string, Buffer, string]>([
    ['of pictures that go round in a circle', madeTiff(dots, [{ tags: picture, next: 8 + 64 }]), 'unreadable_tiff'],
    ['of 10,000 pages', madeTiff(dots, Array(10_000).fill({ tags: picture })), 'too_many_pages'],
    ['of giant pages', madeTiff(dots, [{ tags: smallPicture({ 256: 4e9, 257: 4e9 }) }]), 'unreadable_tiff'],
    ['with a strip outside of the file', madeTiff(dots, [{ tags: smallPicture({ 273: 4e9 }) }]), 'unreadable_tiff'],
    ['with a strip longer than the file', madeTiff(dots, [{ tags: smallPicture({ 279: 4e9 }) }]), 'unreadable_tiff'],
    ['whose strips are missing', madeTiff(dots, [{ tags: smallPicture({ 278: 1 }) }]), 'unreadable_tiff'],
    ['without a picture', madeTiff(dots, [{ tags: [] }]), 'unreadable_tiff'],
    ['in a coding that nobody knows', madeTiff(dots, [{ tags: smallPicture({ 259: 34_712 }) }]), 'unreadable_tiff'],
    ['whose pages share one strip to be larger than a file may be', manyOfOne(), 'unreadable_tiff'],
    ['that ends behind its head', Buffer.from('II*\0\x08\0\0\0', 'latin1'), 'unreadable_tiff'],
  ])('%s', (_, tiff, problem) => {
    expect(pdfOfTiff(tiff)).toBe(problem);
  });

  it('and one with a picture of the page beside the page has the page alone', async () => {
    const tiff = madeTiff(dots, [{ tags: picture }, { tags: [[254, 4, 1], ...picture] }]);
    expect((await openPdf(wrapped(tiff))).pageCount).toBe(1);
  });
});

function manyOfOne(): Buffer {
  return madeTiff(
    new Uint8Array(640_000),
    Array(50).fill({ tags: smallPicture({ 256: 800, 257: 800, 278: 800, 279: 640_000 }) }),
  );
}

it('whatever is changed in a TIFF, it becomes a PDF or none, and no PDF that is larger than a file may be', async () => {
  const small = tiffOf(
    { picture: page, dpi, colours: 'bilevel', coding: 'g4', more: ['-r', '200'] },
    { picture: page, dpi, colours: 'bilevel', coding: 'g3' },
  );
  const mutated = fc.record({
    changes: fc.array(fc.tuple(fc.nat(small.byteLength - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
    described: fc.array(fc.tuple(fc.nat(399), fc.nat(255)), { maxLength: 6 }),
    end: fc.nat(small.byteLength),
    cut: fc.boolean(),
  });
  const opened: Promise<void>[] = [];
  fc.assert(
    fc.property(mutated, ({ changes, described, end, cut }) => {
      const bytes = Buffer.from(small);
      for (const [at, value] of changes) bytes[at] = value;
      // The descriptions are a small part of the file, and stand at its end.
      for (const [at, value] of described) bytes[bytes.byteLength - 1 - at] = value;
      const pdf = pdfOfTiff(cut ? bytes.subarray(0, end) : bytes);
      if (typeof pdf === 'string') return;
      expect(pdf.byteLength).toBeLessThan(maxFileBytes + 100_000);
      if (opened.length < 20) opened.push(opensOrNot(pdf));
    }),
    { numRuns: 3_000 },
  );
  await Promise.all(opened);
}, 60_000);

/** @throws when a PDF neither opens nor is said to be damaged */
async function opensOrNot(pdf: Uint8Array): Promise<void> {
  try {
    const opened = await openPdf(pdf);
    await opened.render(1, 50, 1_000_000);
    await opened.close();
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
  }
}
