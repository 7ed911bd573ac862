import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { turnDarkGrounds } from '../../../server/engine/picture/negative.ts';
import { canvasOf, firstPage, scanned } from '../../helpers/scans.ts';

const letterhead = ['Example Trading Limited', '12 Harbour Road', 'Sampleton', 'hello@example.com'];
const below = ['Invoice number 2026-0117', 'Consulting services for March', 'Subtotal 1,250.00', 'Total 1,487.50'];

interface Ground {
  /** From 0, black, to 1. */
  grey: number;
  /** Beside it and above, in points. */
  margin: number;
  height: number;
  /** A name in large letters beside the rest. */
  name?: string;
}

async function pageWithHead(ground: Ground): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const { grey, margin, height, name = '' } = ground;
  const top = 842 - margin - height;
  page.drawRectangle({ x: margin, y: top, width: 595 - 2 * margin, height, color: rgb(grey, grey, grey) });
  letterhead.forEach((line, index) => {
    const y = top + height - 24 - index * 14;
    page.drawText(line, { x: 330, y, size: 9, font, color: rgb(1, 1, 1) });
  });
  page.drawText(name, { x: 60, y: top + 30, size: 48, font, color: rgb(1, 1, 1) });
  below.forEach((line, index) => {
    page.drawText(line, { x: 60, y: top - 60 - index * 24, size: 10, font });
  });
  return pdf.save();
}

it.each([
  ['one as dark as a shadow', { grey: 0.33, margin: 28, height: 120 }],
  ['a grey one', { grey: 0.6, margin: 28, height: 70 }],
  ['one as wide as the sheet, at its top', { grey: 0.15, margin: 0, height: 130 }],
  ['one with a name in large letters', { grey: 0.2, margin: 28, height: 90, name: 'SAMPLE' }],
])(
  'light print on a dark ground larger than a line is read from a scan: %s',
  async (_, ground) => {
    const scan = canvasOf(await scanned(await pageWithHead(ground), 4)).toBuffer('image/png');
    const read = (await openFile(scan)).pages[0]!.words.map((word) => word.text);
    const wanted = [...letterhead, ...below].join(' ').split(' ');
    expect(wanted.filter((word) => !read.includes(word))).toEqual([]);
  },
  60_000,
);

it('light print on a dark column is read though a shadow lies from it over the page', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.drawRectangle({ x: 0, y: 60, width: 170, height: 782, color: rgb(0.1, 0.15, 0.2) });
  letterhead.forEach((line, index) => {
    page.drawText(line, { x: 30, y: 740 - index * 16, size: 9, font, color: rgb(0.95, 0.95, 0.95) });
  });
  below.forEach((line, index) => {
    page.drawText(line, { x: 210, y: 740 - index * 24, size: 10, font });
  });
  const picture = await firstPage(await pdf.save(), 200, 20_000_000);
  const context = picture.getContext('2d');
  // Darkest at the left edge, where less than three quarters of the light is left.
  const shadow = context.createLinearGradient(0, 0, picture.width, 0);
  shadow.addColorStop(0, 'rgba(0, 0, 0, 0.5)');
  shadow.addColorStop(0.6, 'rgba(0, 0, 0, 0.3)');
  shadow.addColorStop(1, 'rgba(0, 0, 0, 0)');
  context.fillStyle = shadow;
  context.fillRect(0, 0, picture.width, picture.height);
  const read = (await openFile(picture.toBuffer('image/png'))).pages[0]!.words.map((word) => word.text);
  const wanted = [...letterhead, ...below].join(' ').split(' ');
  expect(wanted.filter((word) => !read.includes(word))).toEqual([]);
}, 60_000);

it('light print in a low dark box under a shadow is turned when the light is even, and is as dark then as other print', () => {
  const { data, width } = boxInShadow();
  const grey = { width, height: data.length / width, data: data.slice() };
  expect(turnDarkGrounds(grey, 22)).toBe(false);
  expect(grey.data).toEqual(data);
});

/** A page whose light falls off to the foot, with a dark box of a few lines in which letters stand. */
function boxInShadow() {
  const [width, height] = [1200, 1500];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const light = context.createLinearGradient(0, 0, 0, height);
  light.addColorStop(0, 'rgb(245, 245, 245)');
  light.addColorStop(0.5, 'rgb(150, 150, 150)');
  light.addColorStop(1, 'rgb(140, 140, 140)');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'rgb(45, 45, 45)';
  context.fillRect(600, 900, 320, 110);
  context.strokeStyle = 'rgb(150, 150, 150)';
  context.lineWidth = 5;
  for (let at = 0; at < 8; at++) context.strokeRect(630 + 34 * at, 935, 16, 24);
  return greyOf(canvas);
}

it('dark heads in bold, which nearly fill the low row of a deep colour that they stand in, are read from a scan', async () => {
  const heads = ['Denumire', 'Cantitate', 'Preț unitar', 'Cota TVA', 'Valoare', 'Total brut'];
  const canvas = createCanvas(1653, 2339);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'rgb(255, 128, 0)';
  context.fillRect(110, 700, 1430, 40);
  context.fillStyle = 'black';
  context.strokeRect(110, 700, 1430, 40);
  for (const [i, head] of heads.entries()) {
    context.font = 'bold 38px Liberation Serif';
    context.fillText(head, 116 + 238 * i, 734);
    context.fillRect(110 + 238 * i, 700, 2, 400);
    context.font = '28px Liberation Serif';
    for (let row = 0; row < 8; row++) context.fillText(`${head} ${row + 1}`, 116 + 238 * i, 790 + 40 * row);
  }
  const read = (await openFile(canvas.toBuffer('image/png'))).pages[0]!.words.filter(({ y, height }) => {
    const middle = ((y + height / 2) / 842) * canvas.height;
    return middle > 700 && middle < 750;
  });
  expect(read.map(({ text }) => text)).toEqual(heads.join(' ').split(' '));
}, 60_000);
