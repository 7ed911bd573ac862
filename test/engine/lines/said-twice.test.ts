import { expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, type Place, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

const left = (x: number): Place => ({ x, align: 'left' });
const right = (x: number): Place => ({ x, align: 'right' });

const linesOf = (...pages: Word[][]) =>
  readLines(layOut(opened(...pages.map((words, at) => page(words, [], at + 1))))).lines.map(
    ({ description, total }) => `${description?.value} ${total?.value}`,
  );

const row = (label: string, amount: string, y: number) => [...runTo(label, 440, y), ...runTo(amount, 540, y)];

const invoice = (number: string, tea = '100.00') => [
  ...column(40, 40, [
    'Example Trading Limited',
    '12 Harbour Road',
    'Sampleton',
    `Invoice no. ${number}`,
    'Date 12/03/2026',
  ]),
  ...printTable(
    [
      ['Description', 'Qty', 'Unit price', 'Amount'],
      ['Green tea', '1', tea, tea],
      ['Black tea', '2', '50.00', '100.00'],
    ],
    [left(40), right(300), right(400), right(540)],
    200,
  ),
  ...row('Total', '200.00', 300),
  ...run('Thank you for your order', 40, 700),
];

it('lines of a further copy in the same file are not given again', () => {
  const first = linesOf(invoice('118'));
  expect(first).toHaveLength(2);
  expect(linesOf(invoice('118'), [...invoice('118'), ...run('Copy', 300, 20)])).toEqual(first);
  // What goes on below the same head has lines of its own.
  expect(linesOf(invoice('118'), invoice('118', '90.00'))).toHaveLength(4);
});

it('details on later pages that come to what the lines come to are not given as well', () => {
  const charged = [
    ...printTable(
      [
        ['Bezeichnung', 'MwSt. %', 'Gesamtpreis'],
        ['Laden Karte 17', '19%', '30.50'],
        ['Laden Karte 18', '19%', '12.00'],
      ],
      [left(40), right(300), right(540)],
      100,
    ),
    ...row('Zwischensumme EUR (netto)', '42.50', 160),
    ...row('MwSt. 19%', '8.08', 178),
    ...row('Gesamtbetrag EUR', '50.58', 196),
  ];
  const details = (y: number, ...rows: string[][]) =>
    printTable(
      [['Adresse', 'Einheit', 'Menge', 'Tarif', 'Gesamtpreis'], ...rows],
      [left(40), left(250), right(350), right(440), right(540)],
      y,
    );
  const first = details(
    100,
    ['Hafenstr. 2 Altdorf', 'kWh', '50.000', '0.5000', '25.00'],
    ['Bahnweg 9 Altdorf', 'kWh', '10.980', '0.5000', '5.49'],
    ['Ringstr. 1 Altdorf', 'min', '0.000', '0.0840', '0.01'],
  );
  const second = (amount: string) => [
    ...first,
    ...row('Zwischensumme', '30.50', 165),
    ...run('Karte 18', 40, 200),
    ...details(230, ['Am Wehr 4 Neustadt', 'kWh', '24.000', '0.5000', amount]),
    ...row('Zwischensumme', amount, 270),
  ];
  expect(linesOf(charged, second('12.00'))).toEqual(['Laden Karte 17 30.5', 'Laden Karte 18 12']);
  expect(linesOf(charged, second('12.50')).length).toBeGreaterThan(2);
});
