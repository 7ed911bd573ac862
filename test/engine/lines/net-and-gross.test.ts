import { describe, expect, it } from 'vitest';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { page, printTable, run, runTo } from '../../helpers/printed-page.ts';

describe('tables with and without VAT', () => {
  const shop = (head: string[], rows: string[][]) =>
    linesOf(
      page(printTable([head, ...rows], [left(40), right(260), right(350), right(400), right(480), right(560)], 100)),
    );
  const english = ['Description', 'Qty', 'Price ex VAT', 'VAT %', 'Price incl VAT', 'Total incl VAT'];
  const german = ['Bezeichnung', 'Menge', 'Preis ohne USt', 'USt %', 'Preis inkl USt', 'Betrag inkl USt'];

  it.each([
    ['English', english],
    ['German', german],
  ])('give the net prices and what they make, where amounts are printed with VAT alone (%s)', (_, head) => {
    const rows = [
      ['Desk lamp', '3', '20.00', '21 %', '24.20', '72.60'],
      ['Carriage', '', '5.00', '21 %', '6.05', '6.05'],
    ];
    expect(shop(head, rows)).toMatchObject([
      { description: 'Desk lamp', quantity: 3, unit_price: 20, vat_rate: 21, total: 60 },
      { description: 'Carriage', unit_price: 5, vat_rate: 21, total: 5 },
    ]);
  });

  it('give what net prices make, where a column of VAT is all that amounts have on top', () => {
    const rows = (vat: string) => [
      ['Work gloves', '30,0', '47,-', '21 %', vat, '1.706,10'],
      ['Carriage', '1,0', '80,-', '21 %', '16,80', '96,80'],
    ];
    const head = ['Description', 'Qty', 'Unit price', 'VAT %', 'VAT', 'Amount'];
    expect(shop(head, rows('296,10'))).toMatchObject([
      { quantity: 30, unit_price: 47, total: 1410 },
      { quantity: 1, unit_price: 80, total: 80 },
    ]);
    expect(shop(head, rows('269,10'))[0]).not.toMatchObject({ total: 1410 });
  });

  it('keep the printed amounts where the other price is no net one', () => {
    const rows = [['Desk lamp', '3', '19.00', '21 %', '24.20', '72.60']];
    expect(shop(english, rows)).toMatchObject([{ quantity: 3, unit_price: 24.2, total: 72.6 }]);
  });

  it('are read under labels that stand close, in one language above the other', () => {
    const lines = linesOf(
      page([
        ...[
          ['Megnevezés', 40, 'Description'],
          ['Mennyiség', 150, 'Quantity'],
          ['Egységár', 250, 'Unit price'],
          ['Nettó ÁFA %', 330, 'Net VAT %'],
          ['Bruttó', 480, 'Gross'],
        ].flatMap(([upper, x, lower]) => [...run(`${upper}`, Number(x), 100), ...run(`${lower}`, Number(x), 112)]),
        ...run('Íróasztali lámpa', 40, 130),
        ...[
          ['10', 190],
          ['50,00', 290],
          ['500,00', 355],
          ['20%', 388],
          ['600,00', 510],
        ].flatMap(([text, end]) => runTo(`${text}`, Number(end), 130)),
      ]),
    );
    expect(lines).toMatchObject([{ quantity: 10, unit_price: 50, total: 500, vat_rate: 20 }]);
  });
});
