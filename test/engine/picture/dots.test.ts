import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { isPrintedWithNeedles, joinDots } from '../../../server/engine/picture/dots.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { firstPage, printedPage } from '../../helpers/scans.ts';

/** From dot to dot, and the size of one, in pixels of a page at 400 dpi: nine needles make a letter of twelve points. */
const pitch = 6;
const dot = 4;

/** Lines as a needle printer sets them: a dot wherever a letter would have ink, and white between the dots. */
async function needlePrinted(lines: string[]): Promise<Canvas> {
  const pdf = await PDFDocument.create();
  const sheet = pdf.addPage([520, 60 + 22 * lines.length]);
  const font = await pdf.embedFont(StandardFonts.CourierBold);
  for (const [i, line] of lines.entries())
    sheet.drawText(line, { x: 30, y: sheet.getHeight() - 50 - 22 * i, size: 13, font });
  const printed = await firstPage(await pdf.save(), 400, 40_000_000);
  const grey = greyOf(printed);
  const dotted = createCanvas(printed.width, printed.height);
  const context = dotted.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, dotted.width, dotted.height);
  context.fillStyle = '#333355';
  for (let y = pitch; y < grey.height - pitch; y += pitch)
    for (let x = pitch; x < grey.width - pitch; x += pitch)
      if (grey.data[y * grey.width + x]! < 128) context.fillRect(x - dot / 2, y - dot / 2, dot, dot);
  return dotted;
}

it('a page printed by needles whose dots stand apart is read, not refused', async () => {
  const goods = Array.from(
    { length: 14 },
    (_, i) => `${i + 1}  ARTICOL NUMARUL ${i + 1}   BUC   5   ${i + 2},50   ${5 * i},00`,
  );
  const page = await needlePrinted([
    'FACTURA NUMARUL 582904',
    'FURNIZOR MAGAZIN UNIVERSAL',
    ...goods,
    'TOTAL DE PLATA 2046,00 LEI',
  ]);
  const { pages } = await openFile(page.toBuffer('image/png'));
  const text = pages.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
  expect(text).toContain('FACTURA NUMARUL 582904');
  expect(text).toMatch(/2046,00 LEI/);
}, 120_000);

it('a form that was printed as usual and filled in by needles is read in both', async () => {
  const rows = Array.from({ length: 16 }, (_, i) => `59417430012${i + 10}  CIUPERCI   BUC   3   38,69   116,07`);
  const page = await needlePrinted(['', '', '', ...rows, 'TOTAL 1857,12 LEI']);
  const context = page.getContext('2d');
  context.fillStyle = 'black';
  context.font = '70px DejaVu Sans';
  for (const [i, line] of ['FACTURA FISCALA', 'Cod articol    Denumire articol    Valoare'].entries())
    context.fillText(line, 160, 180 + 130 * i);
  const { pages } = await openFile(page.toBuffer('image/png'));
  const text = pages.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
  expect(text).toContain('Denumire articol');
  expect(text.match(/CIUPERCI/g)?.length).toBeGreaterThan(12);
  expect(text).toMatch(/1857,12 LEI/);
}, 120_000);

it('a page of usual print is left as it is', async () => {
  const page = await printedPage(300, [
    'A line of usual print, with commas, full stops ...',
    'and another one; i, j, and dots: ....',
  ]);
  expect(joinDots(greyOf(page))).toBeNull();
});

it('the grain of a picture beside usual print is not taken for the dots of needles', async () => {
  const page = await printedPage(200, ['FACTURA 2041', 'Total 48,96 EUR']);
  const context = page.getContext('2d');
  context.fillStyle = 'black';
  // Grains of a point and a half, as a ground printed in grey leaves them on a scan at 200 dpi.
  for (let row = 0; row < 40; row++)
    for (let column = 0; column < 40; column++)
      context.fillRect(100 + 12 * column + ((row * 5) % 4), 700 + 12 * row + ((column * 7) % 4), 4, 4);
  expect(joinDots(greyOf(page))).not.toBeNull();
  expect(isPrintedWithNeedles(greyOf(page))).toBe(false);
});
