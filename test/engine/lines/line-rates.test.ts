import { describe, expect, it } from 'vitest';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { page, printTable, run } from '../../helpers/printed-page.ts';

describe('the VAT rate of a line', () => {
  it('reads the VAT rate from a code that the page explains, or from the label over its VAT', () => {
    const places = [left(40), right(300), right(380), right(450), right(540)];
    const coded = page([
      ...printTable(
        [
          ['Description', 'Qty', 'Unit price', 'Amount', 'VAT'],
          ['Bread', '2', '3.00', '6.00', 'B'],
          ['Wine', '1', '12.00', '12.00', 'A'],
        ],
        places,
        100,
      ),
      ...run('A = VAT 20%, B = VAT 5.5%', 40, 200),
    ]);
    expect(linesOf(coded).map((line) => line.vat_rate)).toEqual([5.5, 20]);
    const labelled = page(
      printTable(
        [
          ['Description', 'Qty', 'Unit price', 'Amount', 'VAT 20%'],
          ['Bread', '2', '3.00', '6.00', '1.20'],
          ['Wine', '1', '12.00', '12.00', '2.40'],
        ],
        places,
        100,
      ),
    );
    expect(linesOf(labelled).map((line) => line.vat_rate)).toEqual([20, 20]);
  });

  it('reads no rate of VAT as a rate of 0 where the page says why in its column', () => {
    const places = [left(40), right(300), right(360), right(420), right(500)];
    const printed = (reason: string) =>
      linesOf(
        page(
          printTable(
            [
              ['Nazwa', 'Ilość', 'Cena', 'VAT%', 'Wartość'],
              ['Woda', '2', '10,00', '23', '20,00'],
              ['Kaucja', '3', '1,00', reason, '3,00'],
            ],
            places,
            100,
          ),
        ),
      ).map(({ vat_rate }) => vat_rate ?? null);
    expect(printed('np')).toEqual([23, 0]);
    expect(printed('xx')).toEqual([23, null]);
  });

  it('reads the VAT rate from a code under a head that says nothing, which the summary of rates explains', () => {
    const lettered = page([
      ...printTable(
        [
          ['Description', 'Qty', 'Unit price', 'Amount', 'Xt.'],
          ['Double room', '2', '80.00', '160.00', 'B'],
          ['Bar', '1', '12.00', '12.00', 'A'],
          ['City levy', '2', '3.00', '6.00', 'C'],
        ],
        [left(40), right(300), right(380), right(450), right(540)],
        100,
      ),
      ...printTable(
        [
          ['Net A 20%', '12.00', 'VAT', '2.40'],
          ['Net B 10%', '160.00', 'VAT', '16.00'],
          ['C = exempt', '6.00', '0.00', '6.00'],
        ],
        [left(260), right(400), left(420), right(540)],
        220,
      ),
    ]);
    const rates = (read: ReturnType<typeof linesOf>) => read.map(({ vat_rate, unit }) => [vat_rate, unit]);
    expect(rates(linesOf(lettered))).toEqual([
      [10, undefined],
      [20, undefined],
      [0, undefined],
    ]);
    const numbered = (head: string) =>
      page([
        ...printTable(
          [
            ['Description', 'Qty', 'Unit price', 'Amount', 'Z'],
            ['Apple juice', '4', '6.50', '26.00', '1'],
            ['Lager', '2', '70.00', '140.00', '2'],
            ['Crate deposit', '3', '4.00', '12.00', '5'],
          ],
          [left(40), right(300), right(380), right(450), right(540)],
          100,
        ),
        ...printTable(
          [
            [head, 'Rate', 'Base', 'VAT'],
            ['1', '5.50', '26.00', '1.43'],
            ['2', '20.00', '140.00', '28.00'],
            ['5', '0.00', '12.00', '0.00'],
          ],
          [left(40), right(120), right(200), right(280)],
          300,
        ),
      ]);
    expect(linesOf(numbered('Z')).map(({ vat_rate }) => vat_rate)).toEqual([5.5, 20, 0]);
    // Under a head of their own the figures may be anything.
    expect(linesOf(numbered('No')).map(({ vat_rate }) => vat_rate)).toEqual([undefined, undefined, undefined]);
  });

  it('reads codes of rates that are numbers from a summary that adds up', () => {
    const rows = [
      ['Description', 'Qty', 'Unit price', 'Amount', 'VAT code'],
      ['Gloves', '40', '5.00', '200.00', '2'],
      ['Water', '10', '1.00', '10.00', '1'],
    ];
    const summary = [
      ['Code', 'Base', 'Rate', 'VAT'],
      ['1', '10.00', '5.50 %', '0.55'],
      ['2', '200.00', '20.00 %', '40.00'],
    ];
    const words = (codes: string[][]) => [
      ...printTable(rows, [left(40), right(250), right(330), right(420), right(500)], 100),
      ...printTable(codes, [left(40), right(150), right(220), right(300)], 200),
    ];
    const rates = (codes: string[][]) => linesOf(page(words(codes))).map((line) => line.vat_rate);
    expect(rates(summary)).toEqual([20, 5.5]);
    // Numbers beside anything else are no codes.
    expect(rates([summary[0]!, ['1', '10.00', '5.50 %', '0.99'], ['2', '200.00', '20.00 %', '44.00']])).toEqual([
      undefined,
      undefined,
    ]);
  });
});
