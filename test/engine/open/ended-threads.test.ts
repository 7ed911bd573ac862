import { createHook } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createDeflate } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPdf } from '../../../server/engine/open/pdf.ts';
import { arrangedPages } from '../../../server/engine/open/pdf-arrange.ts';
import { pagesOfPdf } from '../../../server/engine/open/pdf-pages.ts';
import { recogniseHere } from '../../../server/engine/recognise/ocr.ts';
import { resource } from '../../../server/resources.ts';

const require = createRequire(import.meta.url);

/** What Node made in the meantime that may abort the process when its thread is ended at a bad moment. */
const made: string[] = [];
const hook = createHook({
  init(_id, type) {
    if (/zlib|brotli|zstd/i.test(type)) made.push(type);
  },
});

beforeAll(() => {
  hook.enable();
});
afterAll(() => {
  hook.disable();
});

it('sees inflaters', () => {
  createDeflate().close();
  expect(made.splice(0)).not.toEqual([]);
});

it('draws a packed picture of a PDF without one', async () => {
  const canvas = createCanvas(30, 30);
  canvas.getContext('2d').fillRect(0, 0, 9, 9);
  const pdf = await PDFDocument.create();
  const picture = await pdf.embedPng(canvas.toBuffer('image/png'));
  pdf.addPage([200, 200]).drawImage(picture, { x: 0, y: 100, width: 100, height: 100 });
  const bytes = await pdf.save();
  made.splice(0);
  const open = await openPdf(bytes);
  const page = (await open.render(1, 72, 1e6)).canvas;
  await open.close();
  // The picture's black corner is there, so it was inflated.
  const ink = page.getContext('2d').getImageData(10, 10, 1, 1).data;
  expect([...ink]).toEqual([0, 0, 0, 255]);
  expect(made).toEqual([]);
});

it('makes pages a file of their own without one, which shows the same', async () => {
  const bytes = await readFile(resource('samples', 'invoice.pdf'));
  made.splice(0);
  const [part] = await pagesOfPdf(bytes, [{ from: 1, to: 1 }]);
  expect(made).toEqual([]);
  const [before, after] = await Promise.all([openPdf(bytes), openPdf(part!)]);
  expect((await after.page(1)).words).toEqual((await before.page(1)).words);
  await Promise.all([before.close(), after.close()]);
});

/** Where the middle of a first page's ink is, as parts of its width and height. */
async function inkOf(pdf: Awaited<ReturnType<typeof openPdf>>): Promise<{ x: number; y: number }> {
  const { canvas } = await pdf.render(1, 72, 1e6);
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const dark = Array.from({ length: width * height }, (_each, at) => at).filter((at) => data[4 * at]! < 128);
  const mean = (of: (at: number) => number): number => dark.reduce((sum, at) => sum + of(at), 0) / dark.length;
  return { x: mean((at) => at % width) / width, y: mean((at) => Math.floor(at / width)) / height };
}

it('turns a page and puts a picture behind it without one', async () => {
  const [bytes, picture] = await Promise.all(
    ['invoice.pdf', 'scan.jpg'].map((name) => readFile(resource('samples', name))),
  );
  made.splice(0);
  const pdf = await arrangedPages([
    { bytes: bytes!, pages: [{ number: 1, turn: 90 }] },
    { bytes: picture!, pages: [{ number: 1, turn: 0 }] },
  ]);
  expect(made).toEqual([]);
  const [before, after] = await Promise.all([openPdf(bytes!), openPdf(pdf)]);
  expect(after.pageCount).toBe(2);
  // To the right: what was far down is far left.
  const [was, is] = [await inkOf(before), await inkOf(after)];
  expect(is.x).toBeCloseTo(1 - was.y, 1);
  expect(is.y).toBeCloseTo(was.x, 1);
  await Promise.all([before.close(), after.close()]);
});

it('loads a model without one', async () => {
  const blank = { width: 64, height: 64, data: new Uint8Array(64 * 64).fill(255) };
  await recogniseHere(blank, { language: 'fra', layout: 'line', dpi: 300 });
  expect(made).toEqual([]);
});

// While modules wait for an `await` at the top of one of theirs, ending their thread aborts the process: V8 then takes
// the termination for a fault of the module and finds none. `require` refuses a program with such an `await`.
it.each([
  ['reader', 'This file runs in a reader thread only.'],
  ['reader-page-count', null],
  ['reader-page-cut', null],
  ['reader-page-picture', null],
  ['reader-explain', null],
])("the program of a %s thread has no await among its modules' tops", (name, refusal) => {
  const load = (): unknown => require(`../../../server/reading/${name}-thread.ts`);
  if (refusal === null) expect(load).not.toThrow();
  else expect(load).toThrow(refusal);
});
