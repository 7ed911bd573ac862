import { readFileSync } from 'node:fs';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { openPdf } from '../../server/engine/open/pdf.ts';
import { type Grey, greyOf, soften, warp } from '../../server/engine/picture/grey.ts';
import { apply, ontoQuad } from '../../server/engine/picture/homography.ts';
import { resource } from '../../server/resources.ts';

/** Lines that the tests look for on every picture. */
export const printed = [
  'Invoice number 2026-0117',
  'Date of issue 14.03.2026',
  'Vendor Example Trading Limited',
  'Customer Sample Works',
  'Consulting services for March 1,250.00',
  'Subtotal 1,250.00',
  'Value added tax 237.50',
  'Total amount due 1,487.50',
];

/** A page of print as a picture at `dpi`. Drawn from a PDF, because the machine may have no fonts of its own. */
export async function printedPage(dpi: number, lines: string[] = printed): Promise<Canvas> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  lines.forEach((line, index) => {
    page.drawText(line, { x: 70, y: 740 - index * 26, size: 12, font });
  });
  return firstPage(await pdf.save(), dpi, 20_000_000);
}

/** The first page of a PDF as a picture. */
export async function firstPage(bytes: Uint8Array, dpi: number, mostPixels: number): Promise<Canvas> {
  const pdf = await openPdf(bytes);
  const { canvas } = await pdf.render(1, dpi, mostPixels);
  await pdf.close();
  return canvas;
}

/** Grey pixels as a picture. */
export function canvasOf({ width, height, data }: Grey): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  for (const [at, value] of data.entries()) pixels.data.set([value, value, value, 255], at * 4);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

/** The picture turned clockwise, on a ground that shows where it does not reach. */
export function turned(picture: Canvas, degrees: number, ground = '#ffffff'): Canvas {
  const angle = (degrees * Math.PI) / 180;
  const width = Math.round(Math.abs(picture.width * Math.cos(angle)) + Math.abs(picture.height * Math.sin(angle)));
  const height = Math.round(Math.abs(picture.width * Math.sin(angle)) + Math.abs(picture.height * Math.cos(angle)));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate(angle);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas;
}

/** The picture lying on a dark table. */
export function onTable(picture: Canvas, degrees: number): Canvas {
  const sheet = turned(picture, degrees, '#3a3530');
  const canvas = createCanvas(sheet.width + 240, sheet.height + 240);
  const context = canvas.getContext('2d');
  context.fillStyle = '#3a3530';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(sheet, 120, 120);
  return canvas;
}

/** The first page of a PDF as an office scanner gives it at 200 dpi: a little askew, a little soft, with noise. */
export async function scanned(pdf: Uint8Array, seed: number): Promise<Grey> {
  const source = await firstPage(pdf, 200, 20_000_000);
  const canvas = createCanvas(source.width, source.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f2ee';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.filter = 'blur(0.7px)';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((((seed % 7) - 3) * Math.PI) / 360);
  context.drawImage(source, -canvas.width / 2, -canvas.height / 2);
  const grey = greyOf(canvas);
  addNoise(grey, seed, 18, () => 0.9);
  return grey;
}

/**
 * The first page of a PDF as a telephone of some eight megapixels sees it on a dark table: turned a little, from a little
 * below, soft, lit from one side, with noise.
 */
export async function photographed(pdf: Uint8Array, seed: number): Promise<Grey> {
  const table = greyOf(onTable(await firstPage(pdf, 220, 20_000_000), (seed % 7) - 3));
  const [width, height] = [2448, 3264];
  const lean = 0.03 + (seed % 3) * 0.02;
  // Where the corners of the photograph lie on the table: the far edge shows more of it.
  const corners = [
    [-lean * table.width, -lean * table.height],
    [(1 + lean) * table.width, -lean * table.height],
    [table.width, table.height],
    [0, table.height],
  ] as const;
  const dark = table.data[0]!;
  const onto = ontoQuad(width, height, corners)!;
  const seen = warp(table, onto, width, height);
  for (let at = 0; at < seen.data.length; at++) {
    const [x, y] = apply(onto, at % width, Math.floor(at / width));
    if (x < 0 || y < 0 || x >= table.width || y >= table.height) seen.data[at] = dark;
  }
  soften(seen);
  const fromLeft = seed % 2 === 0;
  addNoise(seen, seed, 12, (x, y) => 0.95 - 0.3 * (fromLeft ? x / width : 1 - x / width) - 0.1 * (y / height));
  return seen;
}

/** @param light how much of its light a pixel keeps, 0 to 1 */
function addNoise({ width, data }: Grey, seed: number, most: number, light: (x: number, y: number) => number): void {
  let state = seed * 2654435761 + 1;
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const noise = ((state >>> 16) % (2 * most + 1)) - most;
    const lit = data[at]! * light(at % width, Math.floor(at / width)) + 12 + noise;
    data[at] = Math.max(0, Math.min(255, lit));
  }
}

/** A PDF of four scanned pages, which take seconds to read. */
export async function fourScannedPages(): Promise<Buffer> {
  const pages = await PDFDocument.create();
  const scan = await pages.embedJpg(readFileSync(resource('samples', 'scan.jpg')));
  for (let number = 0; number < 4; number += 1) pages.addPage([595, 842]).drawImage(scan, { width: 595, height: 842 });
  return Buffer.from(await pages.save());
}
