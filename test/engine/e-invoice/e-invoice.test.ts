import fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it, test } from 'vitest';
import type { Extraction } from '../../../server/contract/invoice.ts';
import { packOpened, unpackOpened } from '../../../server/engine/open/opened-file.ts';
import { pagePicture } from '../../../server/engine/open/page-picture.ts';
import { readInvoice, readOpened } from '../../../server/engine/read-invoice.ts';
import { archive, fingerprint, romanianInvoice, seller, signatureOver, sumsOf } from '../../helpers/e-invoices.ts';
import { cii, sample } from '../witnesses/hybrid.ts';

const buyer = { vat: 'RO18547290', name: 'Auto Test 2003 SRL' };
const today = '2026-11-23';
const read = (file: string | Uint8Array) => readInvoice(Buffer.from(file), { buyer, today });
const levels = ({ fields }: Extraction, level: string) =>
  Object.keys(fields).filter((path) => fields[path]!.confidence === level);
const plain = romanianInvoice(buyer);

async function pdfSaying(...texts: string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  texts.forEach((text, row) => {
    page.drawText(text, { x: 60, y: 780 - 20 * row, size: 10, font });
  });
  return pdf.save();
}

describe('an e-invoice that comes as a file of its own', () => {
  it('gives all that it says, from the file', async () => {
    const { extraction, mimeType, pages } = await read(plain);
    expect({ mimeType, pages, warnings: extraction.warnings, signature: extraction.signature }).toEqual({
      mimeType: 'application/xml',
      pages: 1,
      warnings: [],
      signature: 'none',
    });
    const { gross, vat, net } = sumsOf({ quantities: [1, 2, 4], transport: 0 });
    expect(extraction.invoice).toMatchObject({
      vendor: { name: seller.name, vat_number: seller.vat, address: 'Str. Lungă nr. 5, 500035 Brașov' },
      customer: { name: buyer.name, vat_number: buyer.vat },
      invoice_number: 'FMN 2026-00417',
      invoice_date: '2026-08-03',
      due_date: '2026-09-02',
      document_type: 'invoice',
      currency: 'RON',
      subtotal: net / 100,
      vat_amount: vat / 100,
      total_amount: gross / 100,
      notes: 'Întocmit de: Țepeș Ștefania',
      vat_breakdown: [{ rate: 21, base: net / 100, amount: vat / 100 }],
    });
    expect(extraction.invoice.line_items).toHaveLength(3);
    expect(extraction.invoice.line_items[1]).toMatchObject({ quantity: 2, unit: 'buc', unit_price: 12.5, total: 25 });
    expect(new Set(Object.values(extraction.fields).map(({ source }) => source))).toEqual(new Set(['einvoice']));
  });

  it('is high where sums close or check digits hold, and medium where only the file says so', async () => {
    const { extraction } = await read(plain);
    expect(levels(extraction, 'low')).toEqual([]);
    expect(levels(extraction, 'high')).toEqual(
      expect.arrayContaining([
        ...['vendor.vat_number', 'customer.vat_number', 'bank_details.iban', 'subtotal', 'vat_amount', 'total_amount'],
        ...['amount_due', 'line_items.0.quantity', 'line_items.0.unit_price', 'line_items.2.total'],
        ...['vat_breakdown.0.rate', 'vat_breakdown.0.base'],
      ]),
    );
    expect(levels(extraction, 'medium')).toEqual(
      expect.arrayContaining(['invoice_number', 'invoice_date', 'vendor.name', 'currency', 'line_items.0.description']),
    );
  });

  it('leaves open what does not close, and says that it does not', async () => {
    const { extraction } = await read(
      plain.replace('TaxInclusiveAmount currencyID="RON">', 'TaxInclusiveAmount currencyID="RON">9'),
    );
    expect(extraction.warnings).toContain('totals_mismatch');
    for (const path of ['subtotal', 'vat_amount', 'total_amount', 'amount_due']) {
      expect(extraction.fields[path]?.confidence, path).toBe('medium');
    }
  });

  it('has one wrong line left out of what is proven', async () => {
    const wrong = plain.replace('<cbc:InvoicedQuantity unitCode="H87">2<', '<cbc:InvoicedQuantity unitCode="H87">3<');
    const { extraction } = await read(wrong);
    expect(extraction.warnings).toContain('totals_mismatch');
    expect(extraction.fields['line_items.1.quantity']?.confidence).toBe('medium');
    expect(extraction.fields['line_items.0.quantity']?.confidence).toBe('high');
  });

  it('is high in all that it says where the signature holds, and low in all where it does not', async () => {
    const signature = signatureOver(plain);
    const readSigned = async (beside: string | null, signers: string[]) =>
      (await readInvoice(Buffer.from(archive(plain, beside)), { buyer, today, signers })).extraction;
    const intact = await readSigned(signature, [fingerprint]);
    expect(Object.keys(intact.fields)).toEqual(levels(intact, 'high'));
    expect([intact.signature, intact.warnings]).toEqual(['intact', []]);
    const altered = await readSigned(signatureOver(`${plain} `), [fingerprint]);
    expect(Object.keys(altered.fields)).toEqual(levels(altered, 'low'));
    expect([altered.signature, altered.warnings]).toEqual(['altered', ['einvoice_altered']]);
    const unsigned = levels((await read(plain)).extraction, 'high');
    for (const [beside, state] of [
      [signature, 'unknown_signer'],
      ['<Signature>', 'unreadable'],
      [null, 'none'],
    ] as const) {
      const left = await readSigned(beside, []);
      expect([left.signature, levels(left, 'high')]).toEqual([state, unsigned]);
    }
  });

  it('comes with its signature in the archive of the portal, whatever its files are called', async () => {
    const signature = signatureOver(plain);
    for (const file of [archive(plain, signature), archive(plain, signature, 'ă î')]) {
      const { extraction, mimeType } = await read(file);
      expect([mimeType, extraction.signature]).toEqual(['application/zip', 'unknown_signer']);
      expect(extraction.invoice.quality_flags.notes).toMatch(/certificate is none that is known/);
    }
    expect((await read(archive(`${plain}\n`, signature))).extraction.signature).toBe('altered');
    expect((await read(archive(plain, null))).extraction.signature).toBe('none');
  });

  it('may be a credit note, or CII, or in UTF-16', async () => {
    const credit = (await read(romanianInvoice(buyer, { root: 'CreditNote' }))).extraction;
    expect([credit.invoice.document_type, credit.warnings]).toEqual(['credit_note', []]);
    const international = (await read(cii(sample))).extraction;
    expect(international.invoice).toMatchObject({ invoice_number: sample.number, total_amount: 350.93 });
    expect(international.fields.total_amount?.confidence).toBe('high');
    const wide = Buffer.from(`\ufeff${plain.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect((await read(wide)).extraction.invoice.vendor.name).toBe(seller.name);
  });

  it('has charges on the whole among its lines, so that books and sums have them', async () => {
    const { extraction } = await read(romanianInvoice(buyer, { transport: 45 }));
    expect(extraction.warnings).toEqual([]);
    expect(extraction.invoice.line_items[3]).toMatchObject({ description: 'Transport', total: 45, vat_rate: 21 });
    expect(extraction.fields['line_items.3.total']?.confidence).toBe('high');
  });

  it('that is for another company is warned of', async () => {
    const other = romanianInvoice({ vat: 'RO9900816346', name: 'Alta' });
    expect((await read(other)).extraction.warnings).toEqual(['buyer_vat_mismatch']);
    expect(
      (await readInvoice(Buffer.from(other), { buyer: { vat: seller.vat, name: null }, today })).extraction.warnings,
    ).toEqual(['buyer_vat_mismatch', 'buyer_is_vendor']);
  });

  it('says itself which of the companies it is for', async () => {
    const others = [{ vat: 'RO9900816346', name: 'Alta' }];
    const file = Buffer.from(romanianInvoice(others[0]!));
    const said = await readInvoice(file, { buyer, otherBuyers: others, today });
    expect([said.buyer, said.extraction.warnings]).toEqual([others[0], []]);
  });

  it('is read or refused, and nothing else, whatever was changed in it', async () => {
    const whole = romanianInvoice(buyer, { transport: 45 });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(40), fc.string({ maxLength: 40 }), async (at, length, text) => {
        const changed = whole.slice(0, at) + text + whole.slice(at + length);
        const outcome = await read(changed).catch((error): string => error.code);
        if (typeof outcome === 'string') expect(outcome).toBe('unreadable_file');
        else
          for (const [path, { source }] of Object.entries(outcome.extraction.fields))
            expect(source, path).toBe('einvoice');
      }),
      { numRuns: 100 },
    );
  });

  it('is decided again from what was kept of opening it', async () => {
    const { opened, ...first } = await read(archive(plain, signatureOver(plain)));
    const kept = unpackOpened(packOpened(opened)!);
    expect(readOpened(kept, { buyer, today })).toEqual(first);
    expect(readOpened(kept, { buyer, today, signers: [fingerprint] }).extraction.signature).toBe('intact');
  });
});

describe('the page of an e-invoice', () => {
  it('is drawn by us, with every value where it is said to stand', async () => {
    const { extraction, texts } = await read(romanianInvoice(buyer, { transport: 45 }));
    for (const [path, field] of Object.entries(extraction.fields)) {
      expect(field.box, path).not.toBeNull();
      const [x, y, width, height] = field.box!;
      const within = texts[field.page! - 1]!.flat().filter(
        ([, wx, wy, ww, wh]) =>
          wx + ww / 2 > x && wx + ww / 2 < x + width && wy + wh / 2 > y && wy + wh / 2 < y + height,
      );
      expect(within.length, path).toBeGreaterThan(0);
    }
    const words = texts.flat(2).map(([text]) => text);
    for (const word of ['Factură', 'Furnizor', 'Cumpărător', 'Șurub', 'țeavă,', '03.08.2026', 'CTR', 'Ștefania'])
      expect(words).toContain(word);
  });

  it('goes on over as many pages as it takes, with the heads of its columns on each', async () => {
    const long = romanianInvoice(buyer, { quantities: Array.from({ length: 120 }, (_, at) => at + 1) });
    const { pages, texts, extraction } = await read(long);
    expect(pages).toBeGreaterThan(2);
    expect(extraction.fields['line_items.119.total']?.page).toBe(
      pages - (texts[pages - 1]!.flat().length < 60 ? 1 : 0),
    );
    for (const page of texts.slice(0, -1)) expect(page.flat().map(([text]) => text)).toContain('Denumire');
    const picture = await pagePicture(Buffer.from(long), pages, 100);
    expect([picture.width, picture.height]).toEqual([595, 842]);
    await expect(pagePicture(Buffer.from(long), pages + 1, 100)).rejects.toThrow();
  });

  it('is cut off in words where an invoice would never end', async () => {
    const endless = plain
      .replace('Țepeș Ștefania', 'cuvinte '.repeat(1_200))
      .replace(
        /<cac:InvoiceLine>/,
        (line) =>
          Array.from(
            { length: 6_000 },
            (_, at) =>
              `<cac:InvoiceLine><cbc:ID>${at}</cbc:ID><cac:Item><cbc:Name>Rând ${at}</cbc:Name></cac:Item></cac:InvoiceLine>`,
          ).join('') + line,
      );
    const { pages, texts } = await read(endless);
    expect(pages).toBe(100);
    expect(texts[99]!.flat().map(([text]) => text)).toContain('desenat:');
  });

  it('is the PDF inside, where that shows this invoice', async () => {
    const pdf = await pdfSaying(
      'Factura FMN 2026-00417',
      'Fabrica de Mobila Noua S.R.L.',
      'Total 105,88',
      'Data 03.08.2026',
    );
    const file = romanianInvoice(buyer, { pdfs: [await pdfSaying('Contract', 'Total 105,88'), pdf] });
    const { extraction, texts, pages } = await read(file);
    expect(pages).toBe(1);
    expect(texts[0]!.flat().map(([text]) => text)).toContain('Fabrica');
    expect(extraction.fields.total_amount).toMatchObject({ source: 'einvoice', page: 1, confidence: 'high' });
    expect(extraction.fields.total_amount?.box?.[1]).toBeCloseTo(842 - 740 - 8, -1);
    expect(extraction.fields['bank_details.iban']?.box).toBeNull();
    const { width, height } = await pagePicture(Buffer.from(file), 1, 60);
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
  });

  test.each([
    ['another invoice', () => pdfSaying('Factura FMN 2026-00999', 'Total 105,88')],
    ['no total of it', () => pdfSaying('Factura FMN 2026-00417', 'Total 1.105,88')],
    ['nothing that can be opened', async () => Buffer.from(`%PDF-1.7\n${'x'.repeat(2000)}`)],
  ])('is ours where the PDF inside shows %s', async (_name, pdf) => {
    const { texts, extraction } = await read(romanianInvoice(buyer, { pdfs: [await pdf()] }));
    expect(texts[0]!.flat().map(([text]) => text)).toContain('Furnizor');
    expect(extraction.fields['bank_details.iban']?.box).not.toBeNull();
  });
});
