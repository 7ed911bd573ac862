import { describe, expect, it } from 'vitest';
import { decide } from '../../server/engine/decide/decide.ts';
import { left, right } from '../helpers/printed-lines.ts';
import { column, invoiceTitle, opened, page, printTable, run } from '../helpers/printed-page.ts';

const currency = (lines: string[]) => {
  const { invoice, fields } = decide(
    opened(page([...invoiceTitle, ...lines.flatMap((line, i) => run(line, 60, 60 + i * 16))])),
    { vat: 'RO18547290', name: null },
    '2026-11-21',
  );
  return [invoice.currency, fields.currency?.confidence];
};

describe('the currency', () => {
  it('is not sure by a sign that several countries share, however often it stands', () => {
    expect(currency(['Subtotal $100.00', 'GST 10% $10.00', 'Total $110.00'])).toEqual(['USD', 'medium']);
    expect(currency(['Subtotal $100.00', 'Tax $10.00', 'Total USD $110.00', 'Currency: USD'])).toEqual(['USD', 'high']);
    expect(currency(['Subtotal €100.00', 'VAT 21% €21.00', 'Total €121.00'])).toEqual(['EUR', 'high']);
  });

  it.each([
    ['Waluta: polski złoty', 'PLN'],
    ['Währung: Schweizer Franken', 'CHF'],
    ['Currency: British Pound', 'GBP'],
    ['Měna: česká koruna', 'CZK'],
  ])('is known by its whole name behind a label: %s', (line, code) => {
    expect(currency(['Subtotal 100.00', 'VAT 21% 21.00', 'Total 121.00', line])[0]).toBe(code);
    expect(currency(['Subtotal 100.00', 'VAT 21% 21.00', 'Total 121.00', line.replace(/.*: /, '')])[0]).toBeNull();
  });

  it('is known by its sign in capitals beside an amount, and not by a unit in small letters', () => {
    expect(currency(['Mezisoučet 4 000,00', 'CELKEM K ÚHRADĚ 4 840,00 KČ'])[0]).toBe('CZK');
    expect(currency(['Cable 12 ft 40.00', 'Total 40.00'])[0]).toBeNull();
  });

  it('is none that goods are called by, nor the letters of a lot', () => {
    const words = [
      ...column(60, 60, ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Client', 'CIF: RO18547290']),
      ...printTable(
        [
          ['Denumire', 'Lot', 'Cant.', 'Preț', 'Valoare'],
          ['Rafturi EUR lemn', 'FT2291', '3', '40,00', '120,00'],
          ['Total', null, null, null, '120,00'],
        ],
        [left(60), left(240), right(340), right(430), right(520)],
        300,
      ),
    ];
    const { invoice } = decide(
      opened(page([...invoiceTitle, ...words])),
      { vat: 'RO18547290', name: null },
      '2026-11-21',
    );
    expect(invoice.currency).toBe('RON');
  });

  it('is the one of the total, however many lines are priced in another, unless a label names that', () => {
    const services = Array.from({ length: 20 }, (_, i) => `Service ${i + 1} USD ${i + 5}.78`);
    const rate = 'Service charges (1 USD = 0.900000 EUR)';
    expect(currency(['TOTAL AMOUNT EUR 121.00', 'TOTAL VAT EUR 21.00', rate, ...services])).toEqual(['EUR', 'medium']);
    expect(currency(['TOTAL AMOUNT EUR 121.00', rate, ...services, 'Currency: USD'])[0]).toBe('USD');
  });

  it('stands in a cell of its own behind its amount', () => {
    const words = ['10.000,00', '2.100,00', '12.100,00'].flatMap((amount, i) => [
      ...run(amount, 400, 300 + 18 * i),
      ...run('Eur', 500, 300 + 18 * i),
    ]);
    const labels = ['Base imponible', 'IVA 21%', 'Total factura'].flatMap((label, i) => run(label, 200, 300 + 18 * i));
    const { invoice } = decide(
      opened(page([...words, ...labels, ...run('$', 30, 250)])),
      { vat: 'RO18547290', name: null },
      '2026-11-21',
    );
    expect(invoice.currency).toBe('EUR');
  });

  it('is not sure by fees and insured sums, where no sum of the invoice bears it', () => {
    const asides = ['Mahnpauschale 5,00 EUR', 'Haftpflicht bis 25.000,00 EUR'];
    expect(currency(['Nettobetrag 100,00', 'Gesamtbetrag 121,00', ...asides])[1]).not.toBe('high');
    expect(currency(['Nettobetrag 100,00 EUR', 'Gesamtbetrag 121,00 EUR', ...asides])).toEqual(['EUR', 'high']);
  });

  it("is the one of the vendor's country where none is printed and the customer has no other, and is never sure", () => {
    const sums = ['Base imponible 100,00', 'IVA 21% 21,00', 'Total factura 121,00'];
    const vendor = ['Hilaturas Orduña S.L.', 'C/ Batán 7, 26004 LOGROÑO', 'NIF: F77301554'];
    const printed = (customer: string[]) => currency([...vendor, '', ...customer, '', ...sums]);
    expect(printed(['Cliente: Pastelería Urquijo S.L.', 'NIF: B44172039'])).toEqual(['EUR', 'medium']);
    expect(printed(['Cliente: Pastelería Urquijo S.L.'])).toEqual(['EUR', 'low']);
    expect(printed(['Cliente: Auto Test 2003 SRL', 'NIF: RO18547290'])[0]).toBeNull();
    expect(currency(['Hilaturas Orduña S.L.', 'NIF: F77301559', ...sums])[0]).toBeNull();
    expect(currency([...vendor, '', 'Base imponible 100,00 USD', 'Total factura 121,00 USD'])[0]).toBe('USD');
  });

  it('and its rate are known where a scan lost the sign of equality, or read it into another line', () => {
    const printed = (lines: string[]) => {
      const words = lines.flatMap((line, i) => run(line, 60, 60 + i * 16));
      const buyer = { vat: 'RO18547290', name: null };
      const { invoice } = decide(opened(page(words)), buyer, '2026-11-21');
      return [invoice.currency, invoice.exchange_rate, invoice.exchange_rate_currency];
    };
    const inEuro = ['Total de plata: 3.146,00 EUR', 'TVA (21%) in lei: 2.739,42 LEI', 'Total in lei: 15.784,11 LEI'];
    expect(printed(['Curs BNR din 12.05.2026: 1 EUR = 5,0172 LEI', ...inEuro])).toEqual(['EUR', 5.0172, 'EUR']);
    expect(printed(['Curs BNR din 12.05.2026; 1 EUR 5.0172 LEi', `= ${inEuro[0]}`, ...inEuro.slice(1)])).toEqual([
      'EUR',
      5.0172,
      'EUR',
    ]);
  });
});

it('is not Malaysia’s by the province of Rome', () => {
  expect(currency(['Via dei Volsci 31, 00054 Fiumicino (RM)', 'Totale 951,60'])[0]).not.toBe('MYR');
  expect(currency(['Total RM 951.60'])[0]).toBe('MYR');
});

it('is not that of fees in sentences, however many speak of it', () => {
  const terms = [
    'Reconnecting the service costs 4 EUR',
    'Every call to our office is charged at 0.12 EUR a minute',
    'A printed copy of this bill costs 9 EUR from the first month',
    'Changing the contract early costs 25 EUR for each line',
  ];
  expect(currency(['Total de plata (lei)  418,30', ...terms])[0]).toBe('RON');
});
