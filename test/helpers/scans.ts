import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { openPdf } from '../../server/engine/open/pdf.ts';
import type { Grey } from '../../server/engine/picture/grey.ts';

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
