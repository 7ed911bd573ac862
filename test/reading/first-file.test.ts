import { PDFDict, PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { createLog } from '../../server/log.ts';
import { createReaderPool } from '../../server/reading/reader-pool.ts';

/** Text with figures, and on the next page a picture in the coding of fax machines that has to be drawn: it may be a printed code. */
async function withFax(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText('Invoice 2026-0117 of 14.03.2026, total 119.00 EUR', {
    x: 50,
    y: 700,
    size: 11,
    font: await pdf.embedFont(StandardFonts.Helvetica),
  });
  // Rows without a black pixel are a bit each, and two marks end them.
  const fax = pdf.context.stream(Buffer.from('ffffffffffffffff001001', 'hex'), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 64,
    Height: 64,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 1,
    Filter: 'CCITTFaxDecode',
    DecodeParms: { K: -1, Columns: 64, Rows: 64 },
  });
  const pictures = PDFDict.withContext(pdf.context);
  pictures.set(PDFName.of('Fax'), pdf.context.register(fax));
  const second = pdf.addPage([595, 842]);
  second.node.normalizedEntries().Resources.set(PDFName.of('XObject'), pictures);
  const drawn = pdf.context.stream('q 97 0 0 97 60 400 cm /Fax Do Q');
  second.node.addContentStream(pdf.context.register(drawn));
  return pdf.save();
}

it('a thread reads a picture in the coding of faxes in its first file too', async () => {
  const pool = createReaderPool({ size: 1, log: createLog('silent'), deadlineMs: 60_000 });
  try {
    const { pages, extraction } = await pool.read({
      bytes: await withFax(),
      buyer: { vat: 'RO18547290', name: null },
      today: '2026-03-20',
    });
    expect(pages).toBe(2);
    expect(extraction.invoice.total_amount).toBe(119);
  } finally {
    await pool.stop();
  }
});
