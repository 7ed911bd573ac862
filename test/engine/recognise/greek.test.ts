import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';

const lines = [
  'ΤΙΜΟΛΟΓΙΟ ΠΑΡΟΧΗΣ ΥΠΗΡΕΣΙΩΝ',
  'Ημερομηνία έκδοσης 12/03/2026',
  'Προμηθευτής Παράδειγμα Εμπορική',
  'Διεύθυνση Λεωφόρος Δοκιμής 105',
  'Περιγραφή Ποσότητα Τιμή Αξία',
  'Συμβουλευτικές υπηρεσίες 1.250,00',
  'Μερικό σύνολο 1.250,00',
  'Τράπεζα IBAN: GR2412345671234567890123456',
];

/** The words of a page on which this is drawn in black. */
async function wordsOf(draw: (context: SKRSContext2D) => void): Promise<string[]> {
  const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
  GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Regular.ttf'), 'Printed');
  const canvas = createCanvas(1654, 2339);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  draw(context);
  const [page] = (await openFile(canvas.toBuffer('image/png'))).pages;
  return page!.words.map(({ text }) => text);
}

it('a page in Greek is read with the model of its letters, and what stands there in Latin ones too', async () => {
  const read = await wordsOf((context) => {
    context.font = '32px Printed';
    for (const [index, line] of lines.entries()) context.fillText(line, 160, 240 + index * 80);
  });
  const wanted = lines.join(' ').split(' ');
  const missing = wanted.filter((word) => !read.includes(word));
  expect(missing.length).toBeLessThanOrEqual(wanted.length / 10);
  expect(read).toEqual(expect.arrayContaining(['12/03/2026', '1.250,00', 'IBAN:', 'GR2412345671234567890123456']));
}, 60_000);

it('and so is a table of goods whose figures any model reads well', async () => {
  const goods = ['ΑΓΓΟΥΡΙΑ ΝΑΞΟΥ', 'ΚΑΡΟΤΑ ΛΑΡΙΣΑΣ', 'ΚΟΛΟΚΥΘΙΑ', 'ΜΕΛΙΤΖΑΝΕΣ', 'ΝΤΟΜΑΤΑ ΧΑΝΙΩΝ', 'ΠΙΠΕΡΙΕΣ ΒΕΡΟΙΑΣ'];
  const figures = ['14,50', '1,25', '0,00', '18,13', '13,00', '2,36', '20,49'];
  const read = await wordsOf((context) => {
    context.font = '30px Printed';
    for (const [index, name] of goods.entries()) {
      const y = 400 + index * 44;
      context.fillText(`10${118 + 7 * index}`, 120, y);
      context.fillText(name, 260, y);
      for (const [at, figure] of figures.entries()) context.fillText(figure, 700 + 120 * at, y);
    }
  });
  const wanted = goods.join(' ').split(' ');
  expect(wanted.filter((word) => !read.includes(word)).length).toBeLessThanOrEqual(wanted.length / 4);
}, 60_000);
