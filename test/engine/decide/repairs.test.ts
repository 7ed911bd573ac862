import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIban } from '../../../server/checks/iban.ts';
import { checkVatNumber } from '../../../server/checks/vat-numbers.ts';
import { decide } from '../../../server/engine/decide/decide.ts';
import { invoiceTitle, opened, page, run, runTo } from '../../helpers/printed-page.ts';

/** A scanned invoice of these lines; an empty one leaves its place white. */
function scanned(lines: string[], buyer = 'RO18547290') {
  const words = [...invoiceTitle, ...lines.flatMap((line, i) => (line === '' ? [] : run(line, 60, 60 + i * 16)))];
  const read = words.map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
  return decide(opened({ ...page(read), source: 'ocr' }), { vat: buyer, name: null }, '2026-11-21');
}
const vendor = ['Furnizor: Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5, Iași, jud. Iași'];

describe('what check digits put right', () => {
  it('is an account with O for 0, whatever follows it in its line, but it is not confirmed', () => {
    const { invoice, fields } = scanned([...vendor, 'IBAN: RO49AAAA1B31OO7593840000 BIC AAAAROBU']);
    expect(invoice.bank_details.iban).toBe('RO49AAAA1B31007593840000');
    expect(fields['bank_details.iban']).toMatchObject({ confidence: 'medium' });
    const exact = scanned([...vendor, 'IBAN: RO49AAAA1B31007593840000']);
    expect(exact.fields['bank_details.iban']).toMatchObject({ confidence: 'high' });
  });

  it('is a tax number with I for 1, but it is not confirmed', () => {
    const { invoice, fields } = scanned([...vendor, 'CUI: ROI67O2141']);
    expect(invoice.vendor.vat_number).toBe('RO16702141');
    expect(fields['vendor.vat_number']?.confidence).not.toBe('high');
  });

  it.each([
    ['a zero that was read as both', 'RO39KLMN0161500007777111', 'RO39KLMN0O161500007777111'],
    ['two such signs', 'RO48KLMN500SV00007777111', 'RO48KLMN5S00SV0000O7777111'],
    ['a 1 that was read as a T', 'RO18KLMN1B31007593840000', 'ROT8KLMN1B31007593840000'],
    ['a bracket for a nought', 'RO49KLMN0161500007777222', 'RO49KLMN(161500007777222'],
    ["a 1 for a letter of the bank's", 'IE13QIBI90112233445566', 'IE13Q1BI90112233445566'],
    ['one of two letters for a nought', 'RO49KLMN390000455817RO03', 'RO49KLMN390000455817ROO3'],
    ["a 1 for a letter of its country's", 'IT60X0542811101000000123456', '1T60X0542811101000000123456'],
    ['a sign that is none of an account', 'RO39KLMN0161500007777111', 'RO3&KLMN0161500007777111'],
  ])('is an account with %s', (_, iban, read) => {
    const { invoice, fields } = scanned([...vendor, `IBAN: ${read}`]);
    expect(invoice.bank_details.iban).toBe(iban);
    expect(fields['bank_details.iban']?.confidence).not.toBe('high');
  });

  it('is no account where nothing that could have been read agrees', () => {
    expect(scanned([...vendor, 'IBAN: RO3&KLMN0161500007777999']).invoice.bank_details.iban).toBeNull();
  });

  it.each([
    ['a digit that was read as a letter unlike it', 'CUI: RO36111115', 'CUI: ROZ6111115'],
    ['a letter that was read as a digit', 'VAT no: IE1234563OH', 'VAT no: IE12345630H'],
    ['the letter before a number', 'NIF/CIF: A20111118', 'NIF/CIF: 420111118'],
    ['its label misread', 'C.U.I.: RO36111115', 'C.U.l.: RO36111115'],
    ['an undotted label misread', 'CIF: 36111115', 'ClF:36111115'],
    ["its country's letters misread", 'C.I.F.: RO14471202', 'C.l.F.: 80 14471202'],
    ['an O read as two noughts', 'CUI: RO14471202', 'CUI: R0014471202'],
    ['both its letters and a digit misread', 'CUI: RO14471202', 'CUI: R0144712O2'],
    ['its last letter read as a digit', 'NIF/CIF: 30111223Z', 'NIF/CIF: 301112237'],
  ])('is a tax number with %s', (_, printed, read) => {
    const { invoice, fields } = scanned([...vendor, read]);
    expect(invoice.vendor.vat_number).toBe(printed.replace(/.*: ?/, ''));
    if (read.replace(/.*: ?/, '') !== invoice.vendor.vat_number)
      expect(fields['vendor.vat_number']?.confidence).not.toBe('high');
  });

  it('is confirmed where it is the number that the client sent', () => {
    const { fields } = scanned([...vendor, 'Client: Auto Test 2003 SRL', 'CUI: ROI8547290']);
    expect(fields['customer.vat_number']).toMatchObject({ confidence: 'high' });
  });
});

describe("the buyer's number that the client sent", () => {
  it.each([
    ['a digit misread', 'CUI: RO18547390'],
    ['a digit too many', 'CUI: RO185472790'],
    ['a digit lost', 'CUI: RO1854790'],
    ['a letter in it, without its prefix', 'CUI: 18A47290'],
  ])('is known with %s, but the page does not confirm it', (_, read) => {
    const { invoice, fields, warnings } = scanned([...vendor, 'CUI: RO16702141', 'Client: Auto Test 2003 SRL', read]);
    expect(invoice.customer.vat_number?.replace('RO', '')).toBe('18547290');
    expect(fields['customer.vat_number']?.confidence).not.toBe('high');
    expect(invoice.vendor.vat_number).toBe('RO16702141');
    expect(warnings).not.toContain('buyer_vat_mismatch');
  });

  it("does not vouch for the vendor's number, which stands apart from its name", () => {
    const white = Array.from({ length: 9 }, () => '');
    const confidence = (customers: string) =>
      scanned([
        ...['Brad Alb Impex S.R.L.', ...white, 'CUI: RO16702141', ...white],
        ...['Client: Auto Test 2003 SRL', `CUI: ${customers}`],
      ]).fields['vendor.vat_number']?.confidence;
    expect(confidence('RO18547290')).toBe('high');
    expect(confidence('RO18547390')).toBe('medium');
  });

  it('is not found in another number that is right, nor in one that differs in more', () => {
    for (const other of ['RO18547304', 'RO18537390']) {
      const { invoice } = scanned([...vendor, 'CUI: RO16702141', 'Client: Auto Test 2003 SRL', `CUI: ${other}`]);
      expect(invoice.customer.vat_number).toBe(other);
    }
  });
});

/** Letters that OCR takes figures for. */
const confusables: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B' };

/** The text with one of its figures misread, the `at`th of those that may be; null where there is none. */
function misread(text: string, at: number): string | null {
  const places = [...text].flatMap((figure, index) => (confusables[figure] ? [index] : []));
  const place = places[at % Math.max(1, places.length)];
  return place === undefined ? null : text.slice(0, place) + confusables[text[place]!] + text.slice(place + 1);
}

const figures = (count: number) => fc.integer({ min: 10 ** (count - 1), max: 10 ** count - 1 }).map(String);

describe('what is put right is never high, because what put it right is used up', () => {
  it('an account, printed once or twice', () => {
    const account = figures(16)
      .map((digits) => {
        const checks = Array.from({ length: 97 }, (_, index) => String(index + 2).padStart(2, '0'));
        return checks.map((check) => `RO${check}AAAA${digits}`).find((iban) => isIban(iban))!;
      })
      .filter((iban) => iban !== undefined);
    fc.assert(
      fc.property(account, fc.nat(20), fc.boolean(), (iban, at, twice) => {
        const tail = misread(iban.slice(8), at);
        fc.pre(tail !== null);
        // One misread account in a hundred agrees with its check digits as it was read.
        fc.pre(!isIban(`${iban.slice(0, 8)}${tail}`));
        const line = `IBAN: ${iban.slice(0, 8)}${tail}`;
        const { invoice, fields } = scanned([...vendor, line, ...(twice ? ['Banca Exemplu', line] : [])]);
        expect([iban, null]).toContain(invoice.bank_details.iban);
        expect(fields['bank_details.iban']?.confidence).not.toBe('high');
        expect(fields['bank_details.bank_name']?.confidence).not.toBe('high');
      }),
      { numRuns: 30 },
    );
  });

  it("a vendor's tax number, printed once or twice", () => {
    const number = figures(7)
      .map((digits) =>
        Array.from({ length: 10 }, (_, check) => `RO${digits}${check}`).find(
          (vat) => checkVatNumber(vat, null)?.checkDigitOk,
        ),
      )
      .filter((vat) => vat !== undefined && vat !== 'RO18547290');
    fc.assert(
      fc.property(number, fc.nat(20), fc.boolean(), (vat, at, twice) => {
        const read = misread(vat!.slice(2), at);
        fc.pre(read !== null);
        const line = `CUI: RO${read}`;
        const { fields } = scanned([...vendor, line, ...(twice ? ['Capital social 200 lei', line] : [])]);
        expect(fields['vendor.vat_number']?.confidence).not.toBe('high');
      }),
      { numRuns: 30 },
    );
  });

  /** Two lines and their sums, of which cells are read otherwise than they are printed. */
  function invoiceOf(net: number, change: (cell: string, row: number, column: number) => string) {
    const lei = (hundredths: number): string => {
      const [whole, cents] = (hundredths / 100).toFixed(2).split('.');
      return `${whole!.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
    };
    const vat = Math.round(net * 0.21);
    const rows = [
      ['Denumire', 'Cant', 'Pret', 'Valoare'],
      ['Reparatii', '2', lei(net), lei(2 * net)],
      ['Transport', '1', lei(net), lei(net)],
      ['Total fara TVA', '', '', lei(3 * net)],
      ['TVA 21%', '', '', lei(3 * vat)],
      ['Total de plata', '', '', lei(3 * net + 3 * vat)],
    ].map((cells, row) => cells.map((cell, column) => (cell === '' ? '' : change(cell, row, column))));
    const words = rows.flatMap((cells, row) =>
      cells.flatMap((cell, column) => {
        if (cell === '') return [];
        const y = 300 + row * 18;
        return column === 0 ? run(cell, 60, y) : runTo(cell, [0, 300, 400, 500][column]!, y);
      }),
    );
    const head = [...vendor, 'Factura nr. 118 din 14.03.2026'].flatMap((line, i) => run(line, 60, 60 + i * 16));
    const read = [...head, ...words].map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
    return decide(opened({ ...page(read), source: 'ocr' }), { vat: 'RO18547290', name: null }, '2026-11-21');
  }
  const paths: Record<string, string> = {
    '1 1': 'line_items.0.quantity',
    '1 2': 'line_items.0.unit_price',
    '1 3': 'line_items.0.total',
    '2 2': 'line_items.1.unit_price',
    '2 3': 'line_items.1.total',
    '3 3': 'subtotal',
    '4 3': 'vat_amount',
    '5 3': 'total_amount',
  };
  // Of whole hundreds, so that VAT has no fraction to round.
  const price = fc.integer({ min: 12, max: 1_500 }).map((whole) => whole * 100);

  it('is high where nothing was put right, so that what follows says something', () => {
    fc.assert(
      fc.property(price, (net) => {
        const { fields } = invoiceOf(net, (cell) => cell);
        expect(Object.values(paths).map((path) => fields[path]?.confidence)).toEqual(
          Object.values(paths).map(() => 'high'),
        );
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['a figure that was read as a letter', (cell: string, at: number) => misread(cell, at)],
    [
      'a decimal comma that was read as a point',
      (cell: string) => (/\..*,/.test(cell) ? cell.replace(',', '.') : null),
    ],
    ['a decimal comma that was not read', (cell: string) => (/,/.test(cell) ? cell.replace(',', '') : null)],
    [
      'a decimal comma of which the place was left',
      (cell: string) => (/^\d+,/.test(cell) ? cell.replace(',', ' ') : null),
    ],
  ])(
    'an amount with %s',
    (_, spoil) => {
      fc.assert(
        fc.property(price, fc.constantFrom(...Object.keys(paths)), fc.nat(20), (net, where, at) => {
          let spoilt: string | null = null;
          const { fields } = invoiceOf(net, (cell, row, column) => {
            if (where !== `${row} ${column}`) return cell;
            spoilt = spoil(cell, at);
            return spoilt ?? cell;
          });
          fc.pre(spoilt !== null);
          expect(fields[paths[where]!]?.confidence).not.toBe('high');
        }),
        { numRuns: 30 },
      );
    },
    60_000,
  );

  it('labels without their diacritics mean the same', () => {
    const lines = [
      'Furnizor: Brad Alb Impex S.R.L.',
      'Număr factură: BA 118',
      'Data facturării: 14.03.2026',
      'Scadență: 13.04.2026',
      'Bază de impozitare 100,00',
      'Valoare totală fără TVA 100,00',
      'Total plată 121,00',
    ];
    const plain = lines.map((line) => line.normalize('NFD').replace(/\p{M}/gu, ''));
    expect(plain).not.toEqual(lines);
    expect(scanned(plain).invoice).toEqual(scanned(lines).invoice);
    expect(scanned(lines).invoice).toMatchObject({ invoice_date: '2026-03-14', due_date: '2026-04-13' });
  });
});

describe('a scan on which no amount shows cents', () => {
  const table = (cents: string, currency: string) =>
    [
      ['Denumire', 'Cant', 'Pret', 'Valoare'],
      ['Reparatii', '2', `1200${cents}`, `2400${cents}`],
      ['Transport', '1', `600${cents}`, `600${cents}`],
      ['Total fara TVA', '', '', `3000${cents}`],
      ['TVA 21%', '', '', `630${cents}`],
      ['Total de plata', '', '', `3630${cents} ${currency}`],
    ].flatMap((cells, row) =>
      cells.flatMap((cell, column) => {
        const y = 300 + row * 18;
        return cell === '' ? [] : column === 0 ? run(cell, 60, y) : runTo(cell, [0, 300, 400, 500][column]!, y);
      }),
    );
  const read = (cents: string, currency: string) => {
    const words = [
      ...invoiceTitle,
      ...vendor.flatMap((line, i) => run(line, 60, 60 + i * 16)),
      ...table(cents, currency),
    ];
    const ocr = words.map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
    return decide(opened({ ...page(ocr), source: 'ocr' }), { vat: 'RO18547290', name: null }, '2026-11-21').fields;
  };

  it('may have lost its commas everywhere: its sums and lines agree, but are not confirmed', () => {
    const fields = read('', 'RON');
    const amounts = ['total_amount', 'subtotal', 'vat_amount', 'line_items.0.unit_price', 'line_items.0.total'];
    for (const path of amounts) expect(fields[path], path).toMatchObject({ confidence: 'low' });
    expect(read(',00', 'RON').total_amount).toMatchObject({ confidence: 'high' });
  });

  it('is as it is printed where the currency has none', () => {
    expect(read('', 'HUF').total_amount).toMatchObject({ confidence: 'high' });
  });
});
