import { describe, expect, it } from 'vitest';
import { isBankOf } from '../../server/checks/romanian-banks.ts';
import { postcodeAgrees } from '../../server/checks/romanian-counties.ts';
import { checkAddress } from '../../server/engine/cross-checks.ts';
import { decide } from '../../server/engine/decide/decide.ts';
import { invoiceTitle, opened, page, printTable, run } from '../helpers/printed-page.ts';

const read = (lines: string[]) =>
  decide(
    opened(
      page([
        ...invoiceTitle,
        ...lines.flatMap((line, i) => run(line, 60, 60 + i * 16)),
        ...printTable(
          [
            ['Total fără TVA', '100,00'],
            ['TVA 21%', '21,00'],
            ['Total de plată EUR', '121,00'],
          ],
          [
            { x: 330, align: 'left' },
            { x: 530, align: 'right' },
          ],
          400,
        ),
      ]),
    ),
    { vat: 'RO18547290', name: null },
    '2026-11-21',
  );

describe('cross-checks of the page', () => {
  it('hold the printed bank beside the letters of its account', () => {
    const account = 'IBAN: RO66BACX0000001234567890';
    expect(read([account, 'Banca: UniCredit Bank']).fields['bank_details.bank_name']?.confidence).toBe('high');
    expect(read([account, 'Banca: Raiffeisen Bank']).fields['bank_details.bank_name']?.confidence).toBe('low');
    expect(read([account, 'Banca: Banca Exemplu']).fields['bank_details.bank_name']?.confidence).toBe('medium');
    expect(isBankOf('DE89370400440532013000', 'bcr')).toBeNull();
  });

  it('are not sure of an account that a doubtful currency chose among several', () => {
    const accounts = ['Cont EUR: RO49 AAAA 1B31 0075 9384 0000', 'Cont RON: RO66 BACX 0000 0012 3456 7890'];
    const confidence = (lines: string[]) => read([...accounts, ...lines]).fields['bank_details.iban']?.confidence;
    expect(confidence(['Moneda: EUR'])).toBe('high');
    expect(confidence(['Moneda: EUR', 'Moneda: RON'])).toBe('low');
  });

  it('hold a Romanian postal code beside the county that is named', () => {
    const evidence = (address: string) =>
      read(['Furnizor', 'Atelier Exemplu SRL', address, 'CUI: RO16702141']).fields['vendor.address']?.evidence;
    expect(evidence('Str. Lungă nr. 5, 400509 Cluj-Napoca, jud. Cluj')).toContain('postcode_agrees');
    expect(evidence('Str. Lungă nr. 5, 410509 Oradea, jud. Cluj')).not.toContain('postcode_agrees');
    expect(postcodeAgrees('Str. Lungă 5, 030167 București, Sector 3')).toBe(true);
    expect(postcodeAgrees('Str. Lungă 5, 030167 București, sectorul 4')).toBe(false);
    expect(postcodeAgrees('Strada Mare 1, Iasi, RO-IS, 700123')).toBe(true);
    expect(postcodeAgrees('Str. Mică 2, Județul Caraș-Severin, 320123 Reșița')).toBe(true);
    expect(postcodeAgrees('Str. Mică 2, jud. Bihor, 400123')).toBe(false);
    for (const unknown of ['Str. Mică 2, Cluj-Napoca 400123', 'Str. Mică 2, jud. Cluj', 'jud. Nicăieri 400123', ''])
      expect(postcodeAgrees(unknown)).toBeNull();
  });

  it('make a misread postal code doubtful on a scan, and leave a printed one alone', () => {
    const address = (source: 'text' | 'ocr') =>
      checkAddress({ value: 'Str. Lungă 5, 410509, jud. Cluj', place: null, source, evidence: [] })?.evidence;
    expect(address('ocr')).toEqual(['contradicted']);
    expect(address('text')).toEqual([]);
  });

  it.each([
    ['on the transfer', 'La plată menționați AB-20417'],
    ['at the foot', 'AB-20417 pagina 1'],
  ])("find the invoice's number again %s", (_, text) => {
    expect(read(['Număr factură: AB-20417']).fields.invoice_number?.evidence).not.toContain('seen_twice');
    const { fields } = read(['Număr factură: AB-20417', text]);
    expect(fields.invoice_number).toMatchObject({
      confidence: 'high',
      evidence: expect.arrayContaining(['labelled', 'seen_twice']),
    });
  });

  it("find the invoice's number in what the file calls itself", () => {
    const file = opened(page(run('Număr factură: AB-20417', 60, 60)));
    file.info.title = 'Factura AB-20417';
    expect(decide(file, { vat: 'RO18547290', name: null }, '2026-11-21').fields.invoice_number?.confidence).toBe(
      'high',
    );
  });

  it('find a VAT number in two places', () => {
    const lines = ['Furnizor', 'Atelier Exemplu SRL', 'CUI: RO16702141', 'Str. Lungă nr. 5, Iași'];
    expect(read(lines).fields['vendor.vat_number']?.evidence).not.toContain('seen_twice');
    const again = [...lines, '', 'Atelier Exemplu SRL, C.I.F. 16702141'].map((line) => line || '-');
    expect(read(again).fields['vendor.vat_number']?.evidence).toContain('seen_twice');
  });

  it.each([
    ['2025-07-31', 19, false],
    ['2025-07-31', 21, true],
    ['2025-08-01', 21, false],
    ['2025-08-01', 11, false],
    // An advance was invoiced at the rate of its day.
    ['2025-09-15', 19, false],
    ['2027-01-15', 19, true],
  ])('hold a Romanian rate of VAT on %s beside the law: %s %%', (date, rate, unusual) => {
    const [year, month, day] = date.split('-');
    const file = opened(
      page([
        ...run('Furnizor: Atelier Exemplu SRL', 60, 60),
        ...run('CUI: RO16702141', 60, 76),
        ...run(`Data facturii: ${day}.${month}.${year}`, 60, 92),
        ...run(`TVA ${rate}%`, 330, 400),
        ...run((rate * 10).toFixed(2).replace('.', ','), 500, 400),
        ...run('Total fără TVA', 330, 380),
        ...run('1000,00', 500, 380),
        ...run('Total de plată lei', 330, 420),
        ...run(`${1000 + rate * 10},00`, 500, 420),
      ]),
    );
    const { warnings } = decide(file, { vat: 'RO18547290', name: null }, '2027-12-31');
    expect(warnings.includes('vat_rate_unusual')).toBe(unusual);
  });

  it('hold the rate of exchange beside the sums that it turns into each other', () => {
    const rate = 'Curs BNR: 1 EUR = 4,9764 RON';
    expect(read([rate, 'Total în lei 602,14']).fields.exchange_rate?.confidence).toBe('high');
    expect(read([rate, 'Total în lei 620,14']).fields.exchange_rate?.confidence).toBe('medium');
  });

  it.each([
    ['of another day', 'Curs BNR din ziua avansului: 1 EUR = 4,9911 RON'],
    ['by its unit', 'Curs de referință 4,9911 lei/euro'],
    ['of another currency', 'Curs BNR: 1 USD = 4,3127 RON'],
    ['in words that nobody foresaw', 'Blorba zgrunt 1 EUR = 4,9911 lei'],
    ['as a mere figure', 'Blorba zgrunt 4,9911'],
  ])('leave the rate of exchange open beside another one, %s', (_, other) => {
    const rate = 'Curs BNR: 1 EUR = 4,9764 RON';
    for (const lines of [
      [rate, other],
      [other, rate],
    ]) {
      const { invoice, fields } = read([...lines, 'Total în lei 602,14']);
      // The one that the sums know is still the likelier one.
      expect(invoice.exchange_rate).toBe(4.9764);
      for (const path of ['exchange_rate', 'exchange_rate_currency']) expect(fields[path]?.confidence).toBe('medium');
    }
    expect(read([rate, rate, 'Total în lei 602,14']).fields.exchange_rate?.confidence).toBe('high');
  });

  it('give a rate into another currency than lei no label: the field is one of lei', () => {
    const rate = 'Kurs wymiany EUR: 4,2950';
    const found = read([rate, 'Razem PLN 519,70']);
    expect(found.fields.exchange_rate?.confidence ?? 'none').not.toBe('high');
  });
});
