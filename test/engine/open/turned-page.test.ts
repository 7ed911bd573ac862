import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { boxAsSent } from '../../../server/engine/picture/as-sent.ts';
import { readInvoice } from '../../../server/engine/read-invoice.ts';

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
  const box = boxAsSent(page!, [x, y, width, height]);
  expect(box[0]).toBeCloseTo(30, 0);
  expect(box[1]).toBeGreaterThan(842 - 810 - 8);
  expect(box[1] + box[3]).toBeLessThan(842 - 810 + 4);
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
  // Its lines are read one after the other behind the page's own, and lead back to where they stand.
  const texts = page!.words.map(({ text }) => text);
  expect(texts.slice(-7).join(' ')).toBe('Preise für das nächste Quartal Formular 12');
  const form = page!.words.find(({ text }) => text === 'Formular')!;
  expect(form.y).toBeGreaterThan(842);
  expect(form.width).toBeGreaterThan(form.height);
  const [x, y, width, height] = boxAsSent(page!, [form.x, form.y, form.width, form.height]);
  const [startX, startY] = [300 + 60 * down, 842 - (300 - 60 * right)];
  const ends = angle === 180 ? [x + width, y + height / 2] : [x + width / 2, angle === 90 ? y + height : y];
  expect(Math.abs(ends[0]! - startX)).toBeLessThan(6);
  expect(Math.abs(ends[1]! - startY)).toBeLessThan(6);
  expect(width > height).toBe(angle === 180);
});

it('tells of nothing beside the text where all of it runs one way', async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const sheet = pdf.addPage([595, 842]);
  for (const [i, line] of lines.entries()) sheet.drawText(line, { x: 100, y: 700 - 20 * i, size: 10, font });
  expect((await openFile(await pdf.save())).pages[0]).not.toHaveProperty('aside');
});

it('reads the company that is printed upwards in the margin, and shows where', async () => {
  const pdf = await PDFDocument.create();
  const sheet = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const margin = 'Hilaturas Orduña S.L. - C/ Batán 7, 26004 Logroño - CIF F77301554 - Tomo 9, Folio 122, Hoja 384';
  sheet.drawText(margin, { x: 24, y: 250, size: 8, font, rotate: degrees(90) });
  const own = [
    'FACTURA',
    'Factura nº 118',
    'Fecha: 12/02/2026',
    'Cliente',
    'Pastelería Urquijo S.L.',
    'Avda. Pirineos 12',
  ];
  for (const [i, line] of [...own, '22004 Huesca', 'NIF: B44172039'].entries())
    sheet.drawText(line, { x: 100, y: 780 - 16 * i, size: 10, font });
  for (const [i, line] of ['Base imponible 100,00', 'IVA 21% 21,00', 'Total factura 121,00 EUR'].entries())
    sheet.drawText(line, { x: 300, y: 400 - 16 * i, size: 10, font });
  const read = await readInvoice(await pdf.save(), {
    buyer: { vat: 'ESB44172039', name: null },
    today: '2026-11-21',
  });
  const { invoice, fields } = read.extraction;
  expect(invoice.vendor).toMatchObject({ name: 'Hilaturas Orduña S.L.', vat_number: 'F77301554' });
  const [x, y, width, height] = fields['vendor.vat_number']!.box!;
  expect(x).toBeGreaterThan(14);
  expect(x + width).toBeLessThan(30);
  expect(height).toBeGreaterThan(3 * width);
  expect(y).toBeGreaterThan(842 - 600);
});
