import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { allPasses, PassRun } from '../../../server/engine/pass-run.ts';
import { deskew } from '../../../server/engine/picture/deskew.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { prepare } from '../../../server/engine/picture/prepare.ts';
import { firstPage } from '../../helpers/scans.ts';

/** A form whose frames are typed, as programs for needle printers have them. */
const form = [
  'Furnizor: Exemplu Comert SRL',
  'C.I.F.: RO18547290',
  '+----+-------------------------+------+-----------+',
  '|Nr. |  Denumirea produselor   | U.M. |  Valoarea |',
  '+----+-------------------------+------+-----------+',
  '|  1 |  Hartie copiator A4     | TOP  |   2319,60 |',
  '|  2 |  Dosar plic albastru    | BUC  |    345,60 |',
  '+----+-------------------------+------+-----------+',
  '|    |  Total de plata         |      |   2665,20 |',
  '+----+-------------------------+------+-----------+',
];

async function typed(lines: readonly string[]) {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Courier);
  lines.forEach((line, index) => {
    page.drawText(line, { x: 60, y: 760 - index * 12, size: 10, font });
  });
  return firstPage(await pdf.save(), 200, 20_000_000);
}

it('frames of dashes with a sign where they cross are lines, however short the dashes between two crossings run', async () => {
  const grey = greyOf(await typed(form));
  const { rules } = prepare(grey, deskew(grey), new PassRun(allPasses));
  const across = rules.filter(({ direction }) => direction === 'horizontal');
  expect(across).toHaveLength(4);
  for (const { width } of across) expect(width).toBeGreaterThan(0.45 * grey.width);
});

it('a page with more rows of dashes than of words is read', async () => {
  const { pages } = await openFile((await typed(form)).toBuffer('image/png'));
  const text = pages[0]!.words.map((word) => word.text).join(' ');
  for (const part of ['Exemplu', 'RO18547290', 'Hartie copiator', 'Dosar plic']) expect(text).toContain(part);
});
