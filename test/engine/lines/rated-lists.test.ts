import { describe, expect, it } from 'vitest';
import { linesOf } from '../../helpers/printed-lines.ts';
import { page, run, runTo } from '../../helpers/printed-page.ts';

describe('lists whose amounts have rates behind them', () => {
  const charges = [
    ['Rent of the shop', '1,450.00', '21%'],
    ['Winter discount', '-60.00', '21%'],
    ['Water', '38.20', '11%'],
    ['Insurance of the shop', '205.00', 'n/a*'],
  ] as const;
  const list = charges.flatMap(([name, amount, rate], i) => [
    ...run(name, 60, 300 + 20 * i),
    ...runTo(amount, 500, 300 + 20 * i),
    ...runTo(rate, 535, 300 + 20 * i),
  ]);
  const sums = (right: number) =>
    [
      ['Net total', '1,633.20'],
      ['VAT', '296.10'],
      ['Total', '1,929.30'],
    ].flatMap(([name, amount], i) => [...run(name!, 350, 385 + 16 * i), ...runTo(amount!, right, 385 + 16 * i)]);

  it.each([500, 535])('reads them where their sum ends below the amounts or below the rates', (right) => {
    const lines = linesOf(page([...list, ...sums(right)]));
    expect(lines).toMatchObject([
      { description: 'Rent of the shop', total: 1450, vat_rate: 21 },
      { description: 'Winter discount', total: -60, vat_rate: 21 },
      { description: 'Water', total: 38.2, vat_rate: 11 },
      { description: 'Insurance of the shop', total: 205 },
    ]);
    expect(lines[3]).not.toHaveProperty('vat_rate');
  });

  it('charges no discount that is taken off below all of them', () => {
    const rows = [
      ['Painting', '300.00'],
      ['Floors', '200.00'],
      ['Lamps', '40.00'],
      ['Subtotal', '540.00'],
      ['Discount', '-40.00'],
      ['Net total', '500.00'],
    ];
    const lines = linesOf(
      page(
        rows.flatMap(([name, amount], i) => [...run(name!, 60, 300 + 16 * i), ...runTo(amount!, 500, 300 + 16 * i)]),
      ),
    );
    expect(lines).toMatchObject([{ total: 300 }, { total: 200 }, { total: 40 }]);
  });
});

it('keeps what a table counts where it doubts the same rows as a list has', () => {
  const goods = [
    ['Server, large', '1', '46.3000', '46.30'],
    ['Addresses', '2', '1.7000', '3.40'],
    ['Storage by use', null, null, '6.15'],
    ['Domain', '3', '9.9200', '29.76'],
    ['Credit for the fault in May', null, null, '-3.09'],
  ] as const;
  const words = goods.flatMap(([name, count, price, amount], i) => [
    ...run(name, 40, 200 + 16 * i),
    ...(count ? runTo(count, 390, 200 + 16 * i) : []),
    ...(price ? runTo(price, 480, 200 + 16 * i) : []),
    ...runTo(amount, 550, 200 + 16 * i),
  ]);
  const head = [
    ...run('Service', 40, 180),
    ...runTo('Quantity', 390, 180),
    ...runTo('Price', 480, 180),
    ...runTo('Amount', 550, 180),
  ];
  const sum = [...run('Net', 480, 290), ...runTo('82.52', 550, 290)];
  expect(linesOf(page([...head, ...words, ...sum]))).toMatchObject([
    { quantity: 1, unit_price: 46.3, total: 46.3 },
    { quantity: 2, unit_price: 1.7, total: 3.4 },
    { description: 'Storage by use', total: 6.15 },
    { quantity: 3, unit_price: 9.92, total: 29.76 },
    { description: 'Credit for the fault in May', total: -3.09 },
  ]);
});

it('reads products written with the sign of old hands, below a sentence that holds words of heads', () => {
  const words = [
    ...run('Rechnung für Stellplatz Nr. 7 im zweiten Geschoss der Anlage', 40, 180),
    ...run('Dauerkarte', 40, 205),
    ...run('3 Mo. à 52,70', 400, 205),
    ...runTo('158,10', 550, 205),
    ...run('Ersatzkarte', 40, 219),
    ...run('2 Stk. à 8,00', 400, 219),
    ...runTo('16,00', 550, 219),
    ...run('Summe netto', 400, 233),
    ...runTo('174,10', 550, 233),
  ];
  expect(linesOf(page(words))).toMatchObject([
    { description: 'Dauerkarte', quantity: 3, unit: 'Mo.', unit_price: 52.7, total: 158.1 },
    { description: 'Ersatzkarte', quantity: 2, unit: 'Stk.', unit_price: 8, total: 16 },
  ]);
});

describe('groups of charges under heads with what they come to', () => {
  const list = (...rows: [string, string, number?][]) =>
    linesOf(
      page(
        rows.flatMap(([name, amount, x = 60], i) => [
          ...run(name, x, 300 + 15 * i),
          ...runTo(amount, 500, 300 + 15 * i),
        ]),
      ),
    );

  it('are read without the heads, rounded only in their sum, and short names among them', () => {
    expect(
      list(
        ['Alarm', '2.4793', 45],
        ['G4 5 MB', '2.4793'],
        ['Line of the workshop', '22.3140', 45],
        ['Talk M', '16.5289'],
        ['Roaming', '5.7851'],
        ['Net total', '24.79', 45],
        ['VAT 21%', '5.21', 45],
        ['Total', '30.00', 45],
      ),
    ).toMatchObject([
      { description: 'G4 5 MB', total: 2.4793 },
      { description: 'Talk M', total: 16.5289 },
      { description: 'Roaming', total: 5.7851 },
    ]);
  });

  it('are charges where they stand at the same edge', () => {
    expect(
      list(['Setting up', '30.00'], ['Hosting', '30.00'], ['Support', '12.00'], ['Net total', '72.00']),
    ).toMatchObject([{ total: 30 }, { total: 30 }, { total: 12 }]);
  });
});
