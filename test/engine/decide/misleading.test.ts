import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, invoiceTitle, opened, page, printTable, run } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) =>
  decide(opened(page([...invoiceTitle, ...words.flat()])), { vat: 'RO18547290', name: null }, '2026-11-21');
const confidence = ({ fields }: ReturnType<typeof read>, path: string) => fields[path]?.confidence;

const customer = column(330, 160, [
  'Client',
  'Auto Test 2003 SRL',
  'CIF: RO18547290',
  'Calea Florești nr. 3, Cluj-Napoca',
]);
const vendor = (...more: string[]) =>
  column(60, 160, ['Furnizor', 'Brad Alb Impex S.R.L.', ...more, 'Str. Lungă nr. 5, Iași, jud. Iași']);

describe('what two witnesses say of something else is not high', () => {
  it.each([
    [
      'Correction of invoice no. 2025-0777, invoice date 15.12.2025',
      'Invoice no.: 2025-0777',
      'Invoice date: 15.12.2025',
    ],
    ['Înlocuiește factura nr. 2025-0777 din 15.12.2025', 'Nr. factură: 2025-0777', 'Data facturii: 15.12.2025'],
    ['Corecție la factura nr. 2025-0777 din 15.12.2025', 'Factura nr. 2025-0777', 'Total 300,00'],
    ['Korrektur zur Rechnung Nr. 2025-0777 vom 15.12.2025', 'Rechnungsnummer: 2025-0777', 'Gesamt 300,00'],
    ['As per proforma invoice no. 2025-0777 of 15.12.2025', 'Payment reference: 2025-0777', 'Thank you'],
    ['Eredeti számla száma: 2025-0777, számla kelte: 2025-12-15', 'Számlaszám: 2025-0777', 'Köszönjük'],
  ])('the number and date of another invoice, named twice: %s', (named, again, dated) => {
    const found = read(
      column(60, 40, ['Document: MT-1204', 'Data: 09.02.2026']),
      vendor('CIF: RO16702141'),
      customer,
      column(60, 260, [named]),
      column(60, 700, [again, dated]),
    );
    expect(confidence(found, 'invoice_number') ?? 'none').not.toBe('high');
    if (found.invoice.invoice_number === '2025-0777') expect(confidence(found, 'invoice_number')).toBe('low');
    if (found.invoice.invoice_date === '2025-12-15') expect(confidence(found, 'invoice_date')).toBe('low');
  });

  it('but the own number that a sentence repeats stays so', () => {
    const found = read(
      column(60, 40, ['Invoice no.: 2026-1204', 'Invoice date: 09.02.2026']),
      vendor('CIF: RO16702141'),
      customer,
      column(60, 700, [
        'Please pay and quote invoice no. 2026-1204',
        'Correction of invoice no. 2025-0777 of 15.12.2025',
      ]),
    );
    expect(found.invoice).toMatchObject({ invoice_number: '2026-1204', invoice_date: '2026-02-09' });
    expect(confidence(found, 'invoice_number')).toBe('high');
  });

  it.each([
    'Tipărit de Tipografia Veche SRL, CIF: RO16702141',
    'Plata se face către Alt Factor SA, CIF: RO16702141',
    'Program: Softul Nostru S.R.L. · CIF: RO16702141',
  ])('the tax number of another company: %s', (line) => {
    expect(confidence(read(vendor(), customer, column(60, 780, [line])), 'vendor.vat_number') ?? 'none').not.toBe(
      'high',
    );
    const own = read(vendor(), customer, column(60, 780, ['Brad Alb Impex S.R.L. · CIF: RO16702141']));
    expect(confidence(own, 'vendor.vat_number')).toBe('high');
  });

  it('name and tax number of who issues invoices for the vendor', () => {
    const agent = 'Factură emisă de Agent Expres SRL, CIF: RO16702141, în numele furnizorului';
    const found = read(
      column(60, 60, [agent]),
      vendor(),
      customer,
      column(60, 780, ['Agent Expres SRL · CIF: RO16702141']),
    );
    expect(confidence(found, 'vendor.vat_number') ?? 'none').not.toBe('high');
    if (found.invoice.vendor.name !== 'Brad Alb Impex S.R.L.') expect(confidence(found, 'vendor.name')).toBe('low');
  });

  it.each([
    ['Der Betrag wird von Ihrem Konto abgebucht.', 'IBAN: DE89370400440532013000'],
    ['', 'The amount will be collected from your account IBAN: DE89370400440532013000'],
  ])("the customer's account that is drawn on: %s %s", (above, line) => {
    const drawn = read(vendor('CIF: RO16702141'), customer, column(60, 640, [above, line].filter(Boolean)));
    expect(confidence(drawn, 'bank_details.iban')).toBe('low');
    const both = read(
      vendor('CIF: RO16702141'),
      customer,
      column(60, 640, [above, line].filter(Boolean)),
      column(60, 780, ['IBAN: RO49AAAA1B31007593840000']),
    );
    expect(both.invoice.bank_details.iban).toBe('RO49AAAA1B31007593840000');
    expect(confidence(both, 'bank_details.iban')).toBe('high');
  });

  it('nor is one below somebody\'s address: "domiciliat în" is no "recibo domiciliado"', () => {
    const below = (line: string) =>
      read(vendor('CIF: RO16702141'), customer, column(60, 640, [line, 'IBAN: DE89370400440532013000']));
    expect(confidence(below('Reprezentant: Ana Popa, domiciliată în Iași'), 'bank_details.iban')).toBe('high');
    expect(confidence(below('Reprezentant Ion Popa, domiciliat în Iași'), 'bank_details.iban')).toBe('medium');
    const ways = [
      'Mode de règlement : prélèvement',
      'Forma de pago: recibo domiciliado',
      'Pagamento: domiciliazione bancaria',
    ];
    for (const collected of ways) expect(below(collected).invoice.bank_details.iban, collected).toBeNull();
  });

  it.each([
    'Old account (closed) IBAN: DE89370400440532013000',
    'Suma va fi rambursată în contul IBAN: DE89370400440532013000',
    'Spenden Sie: IBAN: DE89370400440532013000',
    'Bitte zahlen Sie nicht mehr auf IBAN: DE89370400440532013000',
  ])('an account that is not the one to pay to: %s', (line) => {
    const alone = read(vendor('CIF: RO16702141'), customer, column(60, 640, [line]));
    expect(confidence(alone, 'bank_details.iban')).toBe('low');
    const own = read(vendor('CIF: RO16702141'), customer, column(60, 640, [line, 'IBAN: RO49AAAA1B31007593840000']));
    expect(own.invoice.bank_details.iban).toBe('RO49AAAA1B31007593840000');
    expect(confidence(own, 'bank_details.iban')).toBe('high');
    const bank = read(
      vendor('CIF: RO16702141'),
      customer,
      column(60, 640, ['Banca Nord SA, IBAN: DE89370400440532013000']),
    );
    expect(confidence(bank, 'bank_details.iban')).toBe('high');
  });

  it.each([
    ['Transportator: Rapid Drum SRL, IBAN: DE89370400440532013000', 'high'],
    ['Livrat de Rapid Drum SRL, IBAN: DE89370400440532013000', 'medium'],
  ])("another company's account is explained by a known label alone: %s", (line, expected) => {
    const own = column(60, 740, ['IBAN: RO49AAAA1B31007593840000']);
    const found = read(vendor('CIF: RO16702141'), customer, column(60, 640, [line]), own);
    expect(found.invoice.bank_details.iban).toBe('RO49AAAA1B31007593840000');
    expect(confidence(found, 'bank_details.iban')).toBe(expected);
    expect(confidence(read(vendor(), customer, column(60, 640, [line])), 'bank_details.iban') ?? 'none').not.toBe(
      'high',
    );
  });

  it("the vendor's account, where the debt is assigned to another", () => {
    const assigned = 'Creanță cesionată: plata către Alt Factor SA, IBAN: DE89370400440532013000';
    const found = read(
      vendor('CIF: RO16702141'),
      customer,
      column(60, 640, ['IBAN: RO49AAAA1B31007593840000', assigned]),
    );
    expect(confidence(found, 'bank_details.iban')).toBe('low');
  });

  it('the day of printing', () => {
    const head = (foot: string) =>
      read(
        column(60, 40, ['Factura MT-1204', 'Data: 09.02.2026']),
        vendor('CIF: RO16702141'),
        customer,
        column(60, 780, [foot]),
      );
    const evidence = (foot: string) => head(foot).fields.invoice_date?.evidence;
    expect(evidence('Tipărit la 09.02.2026 10:22')).not.toContain('seen_twice');
    expect(evidence('Factura MT-1204 / 09.02.2026')).toContain('seen_twice');
  });

  it('what is kept back as a security, as a prepayment', () => {
    const sums = (kept: string) =>
      read(
        vendor('CIF: RO16702141'),
        customer,
        printTable(
          [
            ['Total fără TVA', '100,00'],
            ['TVA 21%', '21,00'],
            ['Total factură', '121,00'],
            [kept, '-21,50'],
            ['Rest de plată', '99,50'],
          ],
          [
            { x: 330, align: 'left' },
            { x: 530, align: 'right' },
          ],
          400,
        ),
      );
    expect(confidence(sums('Garanție reținută'), 'prepaid_amount') ?? 'none').not.toBe('high');
    expect(confidence(sums('Avans încasat'), 'prepaid_amount')).toBe('high');
  });

  it('a date that breaks in a narrow column, as a number', () => {
    const found = read(
      column(60, 40, ['Delivery note:', '2026-07-']),
      run('18', 60, 66),
      column(200, 40, ['Invoice date:', '2026-07-']),
      run('25', 200, 66),
      vendor('CIF: RO16702141'),
      customer,
    );
    expect(found.invoice.delivery_note_number).toBeNull();
  });

  it('a sum before a discount, where VAT makes as much of it as the discount took off', () => {
    const right = (x: number) => ({ x, align: 'right' as const });
    const lines = printTable(
      [
        ['Désignation', 'Quantité', 'Prix unitaire HT', 'Montant HT'],
        ['Papier', '1', '600,00', '600,00'],
        ['Toner', '1', '600,00', '600,00'],
      ],
      [{ x: 60, align: 'left' }, right(300), right(420), right(530)],
      300,
    );
    const sums = (rows: string[][]) => printTable(rows, [{ x: 330, align: 'left' }, right(530)], 380);
    const found = read(
      vendor('CIF: RO16702141'),
      customer,
      lines,
      sums([
        ['Total HT', '1 200,00'],
        ['Remise', '-200,00'],
        ['TVA', '200,00'],
        ['Total TTC', '1 200,00'],
      ]),
    );
    expect(confidence(found, 'subtotal') ?? 'none').not.toBe('high');
  });
});
