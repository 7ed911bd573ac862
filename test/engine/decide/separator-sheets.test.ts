import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { openPdf } from '../../../server/engine/open/pdf.ts';
import { readOpened } from '../../../server/engine/read-invoice.ts';
import { invoiceStack } from '../../helpers/invoice-stack.ts';
import { pdfWithCode } from '../../helpers/printed-codes.ts';
import { buyer } from '../../helpers/window.ts';

// The second has a page that says nothing of its own, so that only what is put between them tells them apart.
const first = await invoiceStack([{ number: 'AB 1204', date: '09.02.2026', net: 100 }]);
const second = await invoiceStack([{ number: 'AB 1204', date: '09.02.2026', net: 100, pages: 2 }]);

const sheet = (text: string): Promise<Uint8Array> => pdfWithCode(text, 'Code128', 90, 'squares');

async function joined(...parts: Uint8Array[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const part of parts) {
    const from = await PDFDocument.load(part);
    for (const page of await pdf.copyPages(from, from.getPageIndices())) pdf.addPage(page);
  }
  return pdf.save();
}

async function scanned(bytes: Uint8Array): Promise<Uint8Array> {
  const drawn = await openPdf(bytes);
  const pdf = await PDFDocument.create();
  for (let number = 1; number <= drawn.pageCount; number++) {
    const { canvas } = await drawn.render(number, 200, 20_000_000);
    const picture = await pdf.embedJpg(await canvas.encode('jpeg', 85));
    pdf.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
  }
  await drawn.close();
  return pdf.save();
}

const read = async (bytes: Uint8Array) =>
  readOpened(await openFile(bytes), { buyer: { vat: buyer.vat, name: buyer.name }, today: '2026-11-21' }).extraction;

describe('a sheet that parts the invoices of a stack', () => {
  it('begins another one behind it, and is none itself, wherever it lies', async () => {
    const patch = await sheet('PATCHT');
    const { splits, warnings, invoice } = await read(
      await joined(patch, first, patch, second, patch, patch, first, patch),
    );
    expect(splits).toEqual([
      { from: 1, to: 3 },
      { from: 4, to: 7 },
      { from: 8, to: 9 },
    ]);
    expect(warnings).toContain('multiple_invoices');
    // What is printed on the sheet is no word of the invoice.
    expect(invoice).toMatchObject({ invoice_number: 'AB 1204', total_amount: 121, notes: null });
    expect((await read(await joined(patch, first, patch))).splits).toBeUndefined();
  });

  it('is seen on a scanned stack', async () => {
    const patch = await sheet('PATCHT');
    const { splits } = await read(await scanned(await joined(first, patch, first)));
    expect(splits).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 3 },
    ]);
  }, 120_000);

  it('is one by what its code says: any other code parts nothing', async () => {
    expect((await read(await joined(first, await sheet('4006381333931'), second))).splits).toBeUndefined();
  });
});
