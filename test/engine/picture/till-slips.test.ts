import type { Canvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { firstPage } from '../../helpers/scans.ts';

/** Lines in letters of one width, as a picture. */
async function monospaced(lines: string[], page: { width: number; size: number; leading: number }, dpi: number) {
  const pdf = await PDFDocument.create();
  const height = lines.length * page.leading + 80;
  const sheet = pdf.addPage([page.width, height]);
  const font = await pdf.embedFont(StandardFonts.Courier);
  lines.forEach((line, index) => {
    sheet.drawText(line, { x: 20, y: height - 50 - index * page.leading, size: page.size, font });
  });
  return firstPage(await pdf.save(), dpi, 40_000_000);
}

const read = async (picture: Canvas): Promise<string> => {
  const { pages } = await openFile(picture.toBuffer('image/png'));
  return pages.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
};

it('a long slip from a till is read upright, though its letters stand in columns as well as in lines', async () => {
  const goods = Array.from({ length: 48 }, (_, index) => `1,000 BUC X ${(index % 9) + 1},${10 + index} ${index % 3} A`);
  const slip = await monospaced(['BON FISCAL', ...goods, 'TOTAL LEI 116,15'], { width: 150, size: 7, leading: 9 }, 220);
  const text = await read(slip);
  expect(text).toContain('BON FISCAL');
  expect(text).toMatch(/TOTAL LEI 116[,.]15/);
}, 120_000);
