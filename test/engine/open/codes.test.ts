import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCodes } from '../../../server/engine/open/codes.ts';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { openPdf } from '../../../server/engine/open/pdf.ts';
import { drawings, pdfWithCode, type Symbology } from '../../helpers/printed-codes.ts';
import { scanned } from '../../helpers/scans.ts';
import { payloads } from '../witnesses/payloads.ts';

const made = (format: string): string => fc.sample(payloads[format]!, { numRuns: 1, seed: 3 })[0]!.text;
const transfer = made('epc');
const slip = made('hub3');
const codes: [Symbology, string, number][] = [
  ['QRCode', transfer, 30],
  ['PDF417', slip, 58],
  ['Code128', 'RE-2026-0417', 50],
];

describe('a printed code', () => {
  it.each(codes.flatMap((code) => drawings.map((drawing) => [...code, drawing] as const)))(
    '%s %j of %i mm is found on a page with text, drawn as %s',
    async (symbology, text, millimetres, drawing) => {
      const { codes: found } = await openFile(await pdfWithCode(text, symbology, millimetres, drawing));
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ page: 1, text: text.replace(/\r\n/g, '\n') });
      const { x, y, width } = found[0]!.box;
      expect(Math.abs(x - 80)).toBeLessThan(25);
      expect(y).toBeGreaterThan(500);
      expect(Math.abs(width - (millimetres / 25.4) * 72)).toBeLessThan(45);
    },
  );

  it.each(codes)('%s %j of %i mm is read from a scan of 200 dpi', async (symbology, text, millimetres) => {
    const grey = await scanned(await pdfWithCode(text, symbology, millimetres, 'path'), 5);
    const found = await readCodes({ grey, x: 0, y: 0, points: 72 / 200 }, 3);
    expect(found.map((code) => [code.page, code.text])).toEqual([[3, text.replace(/\r\n/g, '\n')]]);
    expect(found[0]!.box.y).toBeGreaterThan(500);
  });

  it('is not looked for where nothing is drawn like one', async () => {
    const plain = await openPdf(await pdfWithCode('RE-2026-0417', 'Code128', 3, 'path'));
    expect((await plain.page(1)).codePlaces).toEqual([]);
    await plain.close();
  });
});
