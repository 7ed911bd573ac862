import { describe, expect, it } from 'vitest';
import { withField } from '../../server/checks/field-paths.ts';
import {
  applyReview,
  correctedPaths,
  doubtfulPaths,
  untouchedDraft,
  withoutReadLines,
  withReadLines,
} from '../../server/checks/review.ts';
import { chargedBesideVat, sumsOf } from '../../server/checks/sums.ts';
import { type Extraction, type FieldAssessment, invoiceSchema } from '../../server/contract/invoice.ts';
import { decide } from '../../server/engine/decide/decide.ts';
import { invoiceTitle, opened, page, printTable } from '../helpers/printed-page.ts';

const today = '2026-11-21';
const buyer = 'RO9900816346';

const medium: FieldAssessment = { confidence: 'medium', page: 1, box: [1, 2, 3, 4], source: 'text', evidence: [] };
const low: FieldAssessment = { ...medium, confidence: 'low', evidence: ['contradicted'] };

/** Net 100 and VAT 21 were read well, the total as 127 by mistake. */
function misread(): Extraction {
  const party = { name: null, address: null, vat_number: null };
  const invoice = invoiceSchema.parse({
    vendor: { ...party, name: 'Furnizor SRL', email: null, phone: null },
    customer: { ...party, vat_number: buyer },
    bank_details: { iban: null, bic: null, bank_name: null },
    invoice_number: 'A 1',
    invoice_date: '2026-11-01',
    currency: 'RON',
    subtotal: 100,
    vat_amount: 21,
    total_amount: 127,
    line_items: [{ description: 'Hârtie', quantity: 2, unit_price: 50, total: 100 }],
    quality_flags: { low_confidence_fields: ['vat_amount', 'total_amount', 'vendor.vat_number'] },
  });
  const fields = Object.fromEntries(
    ['vendor.name', 'customer.vat_number', 'invoice_number', 'invoice_date', 'currency', 'subtotal']
      .concat(['description', 'quantity', 'unit_price', 'total'].map((name) => `line_items.0.${name}`))
      .map((path) => [path, medium]),
  );
  return {
    invoice,
    fields: { ...fields, vat_amount: low, total_amount: low },
    warnings: ['totals_mismatch', 'vendor_vat_missing', 'not_an_invoice'],
  };
}

describe('a review', () => {
  it('changes nothing before a person did anything', () => {
    const read = misread();
    const reviewed = applyReview(read, untouchedDraft(read), buyer, today, false);
    expect(reviewed.fields).toEqual(read.fields);
    expect(reviewed.warnings.toSorted()).toEqual(read.warnings.toSorted());
    expect(doubtfulPaths(reviewed).toSorted()).toEqual(['total_amount', 'vat_amount', 'vendor.vat_number']);
  });

  it('lets a corrected total end the doubt about what now adds up', () => {
    const read = misread();
    const draft = { ...untouchedDraft(read), invoice: withField(read.invoice, 'total_amount', 121) };
    const reviewed = applyReview(read, draft, buyer, today, false);
    expect(reviewed.fields.total_amount).toMatchObject({ confidence: 'high', source: 'person' });
    expect(reviewed.fields.vat_amount).toMatchObject({
      confidence: 'medium',
      evidence: ['sums_agree'],
      box: [1, 2, 3, 4],
    });
    expect(reviewed.warnings).not.toContain('totals_mismatch');
    expect(doubtfulPaths(reviewed)).toEqual(['vendor.vat_number']);
  });

  it('ends the warning of sums by what is corrected of the amount to pay', () => {
    const read = misread();
    const invoice = { ...read.invoice, total_amount: 121, prepaid_amount: 21, amount_due: 121 };
    const before = { ...read, invoice };
    const draft = { ...untouchedDraft(before), invoice: withField(invoice, 'amount_due', 100) };
    expect(applyReview(before, draft, buyer, today, false).warnings).not.toContain('totals_mismatch');
  });

  it('does not call a sum right that a correction leaves wrong', () => {
    const read = misread();
    const draft = { ...untouchedDraft(read), invoice: withField(read.invoice, 'total_amount', 131) };
    const reviewed = applyReview(read, draft, buyer, today, false);
    expect(reviewed.fields.vat_amount?.confidence).toBe('low');
    expect(reviewed.warnings).toContain('totals_mismatch');
  });

  it('makes accepted fields high and takes away what spoke against them', () => {
    const read = misread();
    const draft = { ...untouchedDraft(read), accepted: ['vat_amount', 'vendor.vat_number'] };
    const reviewed = applyReview(read, draft, buyer, today, false);
    expect(reviewed.fields.vat_amount).toMatchObject({ confidence: 'high', evidence: ['confirmed'], source: 'text' });
    expect(doubtfulPaths(reviewed)).toEqual(['total_amount']);
  });

  it('follows lines that were moved and knows an added one as a person’s', () => {
    const read = misread();
    const line = read.invoice.line_items[0]!;
    const draft = {
      ...untouchedDraft(read),
      invoice: { ...read.invoice, line_items: [{ ...line, description: 'Transport', total: 0 }, line] },
      lines: [null, 0],
    };
    const { fields } = applyReview(read, draft, buyer, today, false);
    expect(fields['line_items.0.description']?.source).toBe('person');
    expect(fields['line_items.1.description']).toEqual(medium);
  });

  it('is sent without the lines that are as they were read, and whole again on the other side', () => {
    const read = misread();
    const line = read.invoice.line_items[0]!;
    const draft = {
      ...untouchedDraft(read),
      invoice: { ...read.invoice, line_items: [{ ...line, description: 'Transport' }, line] },
      lines: [null, 0],
    };
    const sent = withoutReadLines(read, draft);
    expect(sent.invoice.line_items).toEqual([{ ...line, description: 'Transport' }, null]);
    expect(withReadLines(read, sent)).toEqual(draft);
    expect(withReadLines({ ...read, invoice: { ...read.invoice, line_items: [] } }, sent)).toBeNull();
    expect(withReadLines(read, { ...sent, lines: [null] })).toBeNull();
    expect(correctedPaths(read, draft)).toEqual(['line_items']);
    const shorter = { ...draft, invoice: { ...draft.invoice, line_items: [], notes: 'paid' }, lines: [] };
    expect(correctedPaths(read, shorter)).toEqual(['notes', 'line_items']);
  });

  it('leaves nothing doubtful once it is confirmed, and keeps the warnings that still hold', () => {
    const read = misread();
    const reviewed = applyReview(read, untouchedDraft(read), buyer, today, true);
    expect(Object.values(reviewed.fields).every((field) => field.confidence === 'high')).toBe(true);
    expect(Object.values(reviewed.fields).every((field) => field.evidence?.includes('confirmed'))).toBe(true);
    expect(doubtfulPaths(reviewed)).toEqual([]);
    expect(reviewed.warnings).toEqual(['totals_mismatch', 'vendor_vat_missing']);
  });

  it('looks again at warnings about a value that was corrected', () => {
    const read = misread();
    const corrected = withField(
      withField(read.invoice, 'vendor.vat_number', 'RO9900816340'),
      'invoice_date',
      '2027-01-01',
    );
    const reviewed = applyReview(read, { ...untouchedDraft(read), invoice: corrected }, buyer, today, false);
    expect(reviewed.warnings).toContain('vendor_vat_unverified');
    expect(reviewed.warnings).toContain('invoice_date_in_future');
    expect(reviewed.warnings).not.toContain('vendor_vat_missing');
  });

  it('keeps money decimal where binary floating point would not add up', () => {
    const read = misread();
    const invoice = { ...read.invoice, subtotal: 0.1, vat_amount: 0.2, total_amount: 0.3, line_items: [] };
    const reviewed = applyReview(read, { ...untouchedDraft(read), invoice, lines: [] }, buyer, today, false);
    expect(reviewed.warnings).not.toContain('totals_mismatch');
  });

  it('judges the VAT by rate by its arithmetic, and knows which rate was which', () => {
    const plain = misread();
    const vat_breakdown = [
      { rate: 11, base: 40, amount: 4.4, reason: null, category: null },
      { rate: 21, base: 60, amount: 12.6, reason: null, category: null },
    ];
    const invoice = { ...plain.invoice, vat_amount: 12.6, total_amount: 112.6, vat_breakdown };
    const ofRates = ['rate', 'base', 'amount'].flatMap((name) => [0, 1].map((at) => `vat_breakdown.${at}.${name}`));
    const read = {
      ...plain,
      invoice,
      fields: { ...plain.fields, ...Object.fromEntries(ofRates.map((path) => [path, medium])) },
    };
    // The first rate was not on the page: without it the bases make what a person typed as net.
    const draft = {
      ...untouchedDraft(read),
      invoice: { ...invoice, subtotal: 60, vat_breakdown: vat_breakdown.slice(1) },
      rates: [1],
    };
    const reviewed = applyReview(read, draft, buyer, today, false);
    expect(reviewed.fields['vat_breakdown.0.base']).toMatchObject({ confidence: 'medium', source: 'text' });
    expect(reviewed.fields['vat_breakdown.0.amount']).toEqual(medium);
    expect(correctedPaths(read, draft)).toEqual(['subtotal', 'vat_breakdown']);
  });
});

describe('sums without cents', () => {
  const forints = (amount: number, more = {}) => {
    const { invoice } = misread();
    return {
      ...invoice,
      currency: 'HUF',
      line_items: [],
      subtotal: 318_372,
      vat_amount: amount + 514,
      total_amount: 318_886 + amount,
      vat_breakdown: [
        { rate: 27, base: 308_086, amount, reason: null, category: null },
        { rate: 5, base: 10_286, amount: 514, reason: null, category: null },
      ],
      ...more,
    };
  };
  const open = (invoice: ReturnType<typeof forints>) => sumsOf(invoice).filter(({ holds }) => !holds);

  it('are rounded to whole units, and hold', () => {
    expect(open(forints(83_183))).toEqual([]);
    expect(open(forints(83_184)).map(({ paths }) => paths)).toEqual([
      ['vat_breakdown.0.base', 'vat_breakdown.0.rate', 'vat_breakdown.0.amount'],
    ]);
  });

  it('are to the cent where any amount has one', () => {
    expect(open(forints(83_183, { vat_amount: 83_697.22, total_amount: 402_069.22 })).length).toBeGreaterThan(0);
  });
});

describe('deposits on packaging, which bear no VAT', () => {
  const left = (x: number) => ({ x, align: 'left' as const });
  const right = (x: number) => ({ x, align: 'right' as const });
  const read = (lines: string[][], sums: string[][]): Extraction =>
    decide(
      opened(
        page([
          ...invoiceTitle,
          ...printTable(
            [['Denumire', 'Cantitate', 'Preț', 'Valoare'], ...lines],
            [left(60), right(300), right(420), right(530)],
            300,
          ),
          ...printTable(sums, [left(330), right(530)], 420),
        ]),
      ),
      { vat: buyer, name: null },
      today,
    );
  const goods = ['Apă minerală', '100', '2,00', '200,00'];
  const sgr = ['Garanție SGR', '100', '0,50', '50,00'];
  const printed = (total: string) => [
    ['Total fără TVA', '200,00'],
    ['TVA 21%', '42,00'],
    ['Garanție SGR', '50,00'],
    ['Total de plată', total],
  ];

  it.each([
    ['in a row of the sums', [goods]],
    ['as a line', [goods, sgr]],
  ])('are counted in, where the page has them %s', (_, lines) => {
    const extraction = read(lines, printed('292,00'));
    expect(extraction.invoice).toMatchObject({ subtotal: 200, vat_amount: 42, total_amount: 292 });
    const besideVat = chargedBesideVat(extraction);
    expect(besideVat).toBe(50);
    expect(sumsOf(extraction.invoice, besideVat).filter(({ holds }) => !holds)).toEqual([]);
    expect(sumsOf(extraction.invoice).some(({ holds }) => !holds)).toBe(true);
  });

  it('end no warning and prove nothing of a total that a person made another', () => {
    const extraction = read([goods], printed('292,00'));
    const corrected = (total: number) =>
      applyReview(
        extraction,
        { ...untouchedDraft(extraction), invoice: withField(extraction.invoice, 'total_amount', total) },
        buyer,
        today,
        false,
      );
    expect(corrected(242).warnings).toContain('totals_mismatch');
    const again = withField(corrected(242).invoice, 'total_amount', 292);
    const back = applyReview(extraction, { ...untouchedDraft(extraction), invoice: again }, buyer, today, false);
    expect(back.warnings).not.toContain('totals_mismatch');
  });

  it('are not what parts the sums where reading found that they do not agree', () => {
    expect(chargedBesideVat(misread())).toBe(0);
    const { invoice } = misread();
    expect(sumsOf(invoice, chargedBesideVat(misread())).some(({ holds }) => !holds)).toBe(true);
  });
});
