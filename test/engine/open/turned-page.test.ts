import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { boxAsSent } from '../../../server/engine/picture/as-sent.ts';

const lines = [
  'Factura nr. 100 din 12.01.2026',
  'Denumire Cantitate Pret Valoare',
  'Scaun de birou 4 120,00 480,00',
  'Total 480,00',
];

/** A page whose own text runs at an angle, against the clock, with a few words that run from left to right. */
async function sheetAt(angle: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const sheet = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const [right, down] = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[angle] as [number, number];
  for (const [i, line] of lines.entries()) {
    const [x, y] = [297 + 20 * i * down - 100 * right, 421 - 20 * i * right - 100 * down];
    sheet.drawText(line, { x, y, size: 10, font, rotate: degrees(angle) });
  }
  sheet.drawText('ARHIVA 2026', { x: 30, y: 810, size: 8, font });
  return pdf.save();
}

it.each([0, 90, 180, 270])('reads a page that was set at %i degrees along its text', async (angle) => {
  const [page] = (await openFile(await sheetAt(angle))).pages;
  const words = page!.words.map(({ text }) => text);
  const own = lines.join(' ').split(' ');
  expect(words.filter((text) => own.includes(text))).toEqual(own);
  expect([page!.width, page!.height]).toEqual(angle % 180 === 0 ? [595, 842] : [842, 595]);
  // The words that run otherwise stand where they stood, once the page is turned back.
  const { x, y, width, height } = page!.words.find(({ text }) => text === 'ARHIVA')!;
  const box = page!.asSent ? boxAsSent(page!.asSent, [x, y, width, height]) : [x, y, width, height];
  expect(box[0]).toBeCloseTo(30, 0);
  expect(box[1]).toBeGreaterThan(842 - 810 - 8);
  expect(box[1]! + box[3]!).toBeLessThan(842 - 810 + 4);
});

it.each([90, 180, 270])('tells what runs at %i degrees beside the text, as it is read', async (angle) => {
  const pdf = await PDFDocument.create();
  const sheet = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const [i, line] of lines.entries()) sheet.drawText(line, { x: 100, y: 700 - 20 * i, size: 10, font });
  const [right, down] = { 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[angle] as [number, number];
  const set = (text: string, step: number) =>
    sheet.drawText(text, { x: 300 + step * down, y: 300 - step * right, size: 10, font, rotate: degrees(angle) });
  set('Preise für das', 0);
  set('nächste Quartal', 12);
  set('Formular 12', 60);
  const [page] = (await openFile(await pdf.save())).pages;
  expect(page!.aside).toEqual(['Preise für das nächste Quartal', 'Formular 12']);
});

it('tells of nothing beside the text where all of it runs one way', async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const sheet = pdf.addPage([595, 842]);
  for (const [i, line] of lines.entries()) sheet.drawText(line, { x: 100, y: 700 - 20 * i, size: 10, font });
  expect((await openFile(await pdf.save())).pages[0]).not.toHaveProperty('aside');
});
