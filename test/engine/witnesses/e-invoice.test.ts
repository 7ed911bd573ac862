import fc from 'fast-check';
import { PDFDocument, rgb } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { readInvoice } from '../../../server/engine/read-invoice.ts';
import { readEInvoices } from '../../../server/engine/witnesses/e-invoice/read-e-invoices.ts';
import { opened, page, run } from '../../helpers/printed-page.ts';
import { cii, hybrid, printed, type Sample, sample, ubl, zugferd1 } from './hybrid.ts';

const buyer = { vat: 'RO18547290', name: null };
const today = '2026-11-21';
const read = (...file: Parameters<typeof hybrid>) => decide(hybrid(...file), buyer, today);
const forms = { 'Factur-X': cii, 'ZUGFeRD 1.0': zugferd1, UBL: ubl };

const expected = {
  vendor: { name: 'Nordlicht Werkzeuge GmbH', address: 'Hafenweg 12, 24103 Kiel', vat_number: 'DE271483066' },
  customer: { name: 'Auto Test 2003 SRL', address: 'Calea Florești 3, 400509 Cluj-Napoca', vat_number: 'RO18547290' },
  invoice_number: 'RE-2025/0417',
  invoice_date: '2025-03-14',
  due_date: '2025-04-13',
  po_reference: 'B-77105',
  currency: 'EUR',
  subtotal: 294.9,
  vat_amount: 56.03,
  total_amount: 350.93,
  bank_details: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
};

describe('an e-invoice inside a PDF', () => {
  it.each(Object.entries(forms))('in %s that agrees with the page makes its values high', (_, form) => {
    const { invoice, fields, warnings } = read(printed(sample), form(sample));
    expect(invoice).toMatchObject(expected);
    expect(invoice.line_items).toMatchObject(
      sample.lines.map((line) => ({
        description: line.name,
        quantity: Number(line.quantity),
        unit_price: Number(line.price),
        vat_rate: 19,
        total: Number(line.total),
      })),
    );
    for (const path of ['invoice_number', 'invoice_date', 'due_date', 'vendor.name', 'subtotal', 'total_amount'])
      expect(fields[path], path).toMatchObject({
        confidence: 'high',
        source: 'text',
        evidence: expect.arrayContaining(['einvoice_agrees']),
      });
    expect(fields['line_items.1.total']).toMatchObject({ confidence: 'high' });
    expect(warnings).not.toContain('einvoice_mismatch');
    expect(invoice.quality_flags.notes).toBeNull();
  });

  it('gives what the page does not show, as its own and at most medium', () => {
    const words = printed({ ...sample, order: '' }).filter((word) => word.text !== 'Bestellnummer:');
    const { invoice, fields } = read(words, cii(sample));
    expect(invoice.po_reference).toBe('B-77105');
    expect(fields.po_reference).toEqual({
      confidence: 'medium',
      page: null,
      box: null,
      source: 'einvoice',
      evidence: [],
    });
  });

  it('speaks alone where the page is a picture without words', () => {
    const { invoice, fields } = read([], ubl(sample), 'anything.dat');
    expect(invoice).toMatchObject(expected);
    expect(invoice.line_items).toHaveLength(3);
    expect(new Set(Object.values(fields).map(({ confidence }) => confidence))).toEqual(new Set(['medium']));
  });

  it.each(Object.entries(forms))(
    'in %s makes an article’s code no description, if it says the same code',
    (_, form) => {
      const named = (names: string[]): Sample => ({
        ...sample,
        lines: sample.lines.map((line, at) => ({ ...line, name: names[at] ?? line.name })),
      });
      const coded = named(['BK-4711', '40 017 225', 'SF12/X']);
      const { fields } = read([...run('Rechnung', 60, 20, 16), ...printed(coded)], form(coded));
      const words = read([...run('Rechnung', 60, 20, 16), ...printed(sample)], form(sample)).fields;
      for (const path of sample.lines.map((_line, at) => `line_items.${at}.description`)) {
        expect(fields[path]?.confidence ?? 'none', path).not.toBe('high');
        expect(words[path]?.confidence, path).toBe('high');
      }
      expect(fields['line_items.0.total']?.confidence).toBe('high');
    },
  );

  it('of another invoice adds nothing to the page', () => {
    const other: Sample = {
      ...sample,
      number: 'X-1',
      date: '2019-01-02',
      order: 'ZZ-9',
      seller: { ...sample.seller, name: 'Ganz Andere AG', vat: 'ATU13585627' },
      buyer: { ...sample.buyer, name: 'Frau Niemand' },
      gross: '12.00',
    };
    const words = printed({ ...sample, order: '' }).filter((word) => word.text !== 'Bestellnummer:');
    const { invoice, warnings } = read(words, cii(other));
    expect(invoice).toMatchObject({ ...expected, po_reference: null });
    expect(warnings).toContain('einvoice_mismatch');
  });

  it('is found among other attachments, whatever they are', () => {
    const file = hybrid(printed(sample), ubl(sample), 'data.bin');
    file.attachments.unshift({ name: 'photo.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) });
    expect(decide(file, buyer, today).fields.invoice_number?.evidence).toContain('einvoice_agrees');
  });
});

/** One field altered in the XML: what changes, and the path that must be named. */
const alterations: [string, fc.Arbitrary<Partial<Sample>>][] = [
  ['invoice_number', fc.stringMatching(/^[A-Z]{2}-[0-9]{6}$/).map((number) => ({ number }))],
  ['invoice_date', fc.integer({ min: 1, max: 28 }).map((day) => ({ date: `2023-07-${String(day).padStart(2, '0')}` }))],
  ['due_date', fc.integer({ min: 1, max: 28 }).map((day) => ({ due: `2025-09-${String(day).padStart(2, '0')}` }))],
  ['due_date', fc.constant({ due: sample.date })],
  [
    'po_reference',
    fc
      .stringMatching(/^B-[0-9]{5}$/)
      .filter((order) => order !== sample.order)
      .map((order) => ({ order })),
  ],
  [
    'vendor.name',
    fc
      .stringMatching(/^[A-Z][a-z]{6,9}$/)
      .map((name) => ({ seller: { ...sample.seller, name: `${name} Werkzeuge GmbH` } })),
  ],
  [
    'vendor.address',
    fc.integer({ min: 13, max: 99 }).map((house) => ({ seller: { ...sample.seller, street: `Hafenweg ${house}` } })),
  ],
  ['vendor.vat_number', fc.constant({ seller: { ...sample.seller, vat: 'DE811569869' } })],
  [
    'customer.name',
    fc.stringMatching(/^[A-Z][a-z]{6,9}$/).map((name) => ({ buyer: { ...sample.buyer, name: `${name} Trans SRL` } })),
  ],
  ['customer.vat_number', fc.constant({ buyer: { ...sample.buyer, vat: 'RO16702141' } })],
  ['bank_details.iban', fc.constant({ iban: 'RO49AAAA1B31007593840000' })],
  ['bank_details.bic', fc.constant({ bic: 'DEUTDEFF' })],
  ['subtotal', fc.constantFrom('294.91', '249.90', sample.gross, sample.lines[0]!.total).map((net) => ({ net }))],
  ['vat_amount', fc.constantFrom('56.30', '0.00', sample.net).map((vat) => ({ vat }))],
  ['total_amount', fc.constantFrom('350.94', '530.93', sample.net, '0').map((gross) => ({ gross }))],
  ...sample.lines.flatMap((line, at): [string, fc.Arbitrary<Partial<Sample>>][] => {
    const altered = (change: Partial<Sample['lines'][number]>): Partial<Sample> => ({
      lines: sample.lines.map((each, i) => (i === at ? { ...line, ...change } : each)),
    });
    return [
      [
        `line_items.${at}.description`,
        fc.stringMatching(/^[A-Z][a-z]{5,8}$/).map((name) => altered({ name: `${line.name} ${name}` })),
      ],
      [`line_items.${at}.quantity`, fc.integer({ min: 13, max: 99 }).map((n) => altered({ quantity: String(n) }))],
      [`line_items.${at}.unit_price`, fc.constantFrom('3.75', '100.00', '0.99').map((price) => altered({ price }))],
      [`line_items.${at}.vat_rate`, fc.constant(altered({ rate: '7' }))],
      [`line_items.${at}.total`, fc.constantFrom('150.01', '990.00', '1.00').map((total) => altered({ total }))],
    ];
  }),
];

describe('an e-invoice altered in one field', () => {
  it.each(Object.entries(forms))('in %s is always flagged, and the page keeps its value', (_, form) => {
    const honest = read(printed(sample), form(sample)).invoice;
    for (const [path, alteration] of alterations) {
      fc.assert(
        fc.property(alteration, (change) => {
          const { invoice, fields, warnings } = read(printed(sample), form({ ...sample, ...change }));
          expect(warnings, path).toContain('einvoice_mismatch');
          expect(invoice.quality_flags.notes, path).toContain(path);
          expect(fields[path]?.confidence, path).toBe('low');
          expect({ ...invoice, quality_flags: null }).toEqual({ ...honest, quality_flags: null });
        }),
        { numRuns: 3 },
      );
    }
  });
});

describe('XML that cannot be trusted', () => {
  const plain = decide(opened(page(printed(sample))), buyer, today).invoice;
  const bomb = `<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">${Array.from({ length: 9 }, (_, i) => `<!ENTITY c${i} "${`&c${i - 1};`.repeat(10)}">`).join('')}]>`;
  const cases: [string, string | Uint8Array][] = [
    ['cut off in the middle', cii(sample).slice(0, 2000)],
    ['with a document type and entities', cii(sample).replace('<rsm:Cross', `${bomb}<rsm:Cross`)],
    ['nested without end', `<Invoice>${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</Invoice>`],
    ['of ten million bytes', `<Invoice>${'<ID>1</ID>'.repeat(1_000_000)}</Invoice>`],
    ['that is something else', '<Order><ID>4711</ID></Order>'],
    ['that is an empty invoice', '<Invoice/>'],
    ['in no encoding', new Uint8Array([0x3c, 0x49, 0xff, 0xfe, 0x3e, 0xff, 0x3c, 0x2f])],
  ];
  it.each(cases)('%s is left out with a note', (_, xml) => {
    const { invoice, warnings } = read(printed(sample), xml);
    expect({ ...invoice, quality_flags: null }).toEqual({ ...plain, quality_flags: null });
    expect(invoice.quality_flags.notes).toMatch(/left out/);
    expect(warnings).not.toContain('einvoice_mismatch');
  });

  it('never fails reading, whatever its bytes', () => {
    const bytes = new TextEncoder().encode(cii(sample));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        (changes) => {
          const spoiled = bytes.slice();
          for (const [at, byte] of changes) spoiled[at] = byte;
          expect(() => readEInvoices([{ name: 'x.xml', bytes: spoiled }])).not.toThrow();
        },
      ),
    );
  });

  it('reads UTF-16, a declared legacy encoding, and characters by number', () => {
    const text = ubl(sample).replace('Calea Florești 3', 'M&#252;hle &amp; S&#xF6;hne 3');
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    const latin = new Uint8Array(
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text.replace('Kiel', 'Köln')}`, 'latin1'),
    );
    const address = (bytes: Uint8Array) => readEInvoices([{ name: '', bytes }]).witness?.header;
    expect(address(utf16)?.['customer.address']).toBe('Mühle & Söhne 3, 400509 Cluj-Napoca');
    expect(address(latin)?.['vendor.address']).toBe('Hafenweg 12, 24103 Köln');
  });
});

describe('a credit note', () => {
  it('printed with minus signs agrees with the norm, which has none', () => {
    const words = [
      ...printed({ ...sample, lines: [], net: '-294.90', vat: '-56.03', gross: '-350.93' }),
      ...run('Gutschrift', 60, 20),
    ];
    const xml = cii({ ...sample, lines: [] }).replace('>380<', '>381<');
    const { invoice, warnings } = read(words, xml);
    expect(invoice).toMatchObject({ subtotal: -294.9, vat_amount: -56.03, total_amount: -350.93 });
    expect(warnings).not.toContain('einvoice_mismatch');
  });
});

describe('a PDF whose page is only a picture', () => {
  const withPage = async (attached: string | null): Promise<Uint8Array> => {
    const pdf = await PDFDocument.create();
    pdf.addPage([595, 842]).drawRectangle({ x: 100, y: 300, width: 300, height: 200, color: rgb(0.2, 0.4, 0.8) });
    if (attached !== null) await pdf.attach(new TextEncoder().encode(attached), 'any name.bin', {});
    return pdf.save();
  };

  it('is read by its e-invoice alone, and without one has no text', async () => {
    const { extraction } = await readInvoice(await withPage(cii(sample)), { buyer, today });
    expect(extraction.invoice).toMatchObject(expected);
    await expect(readInvoice(await withPage(null), { buyer, today })).rejects.toMatchObject({ code: 'no_text_found' });
    await expect(readInvoice(await withPage('<Order/>'), { buyer, today })).rejects.toMatchObject({
      code: 'no_text_found',
    });
  });
});
