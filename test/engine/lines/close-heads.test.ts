import { expect, it } from 'vitest';
import type { Rule } from '../../../server/engine/page.ts';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { page, printTable, run, runTo } from '../../helpers/printed-page.ts';

it('parts labels that stand no farther apart than words where rows have as many figures below them, if not all rows', () => {
  const rows = [
    ['Descrição', 'Qtd.', 'Preço', 'Desc. IVA', null, 'Valor'],
    ['Parafusos', '10', '2,50', '10,0', '23', '22,50'],
    ['Pregos', '4', '3,00', null, '6', '12,00'],
    ['Buchas', '8', '1,25', '5,0', '23', '9,50'],
    ['Anilhas', '6', '0,50', null, '23', '3,00'],
    ['Porcas', '20', '0,40', null, '6', '8,00'],
    ['Chaves', '2', '7,00', '50,0', '23', '7,00'],
  ];
  const places = [left(40), right(240), right(300), right(381), right(398), right(480)];
  const heads = printTable([['Descrição', 'Qtd.', 'Preço']], places, 100);
  const words = [...heads, ...run('Desc. IVA', 354, 100), ...runTo('Valor', 480, 100)];
  const found = linesOf(page([...words, ...printTable(rows.slice(1), places, 118)]));
  expect(found.map(({ description, vat_rate, total }) => [description, vat_rate, total])).toEqual([
    ['Parafusos', 23, 22.5],
    ['Pregos', 6, 12],
    ['Buchas', 23, 9.5],
    ['Anilhas', 23, 3],
    ['Porcas', 6, 8],
    ['Chaves', 23, 7],
  ]);
});

it('parts labels of figures that stand at one distance, though the last one begins behind its figures', () => {
  const places = [left(40), right(240), right(300), right(370), right(396)];
  const words = [
    ...run('Omschrijving', 40, 100),
    ...runTo('Aantal', 240, 100),
    ...run('Prijs/Prix Bedrag/Montant BTW%', 262, 100),
    ...printTable(
      [
        ['Schroeven', '10', '2,50', '25,00', '21'],
        ['Brood', '4', '3,00', '12,00', '6'],
        ['Pluggen', '8', '1,25', '10,00', '21'],
      ],
      places,
      112,
    ),
  ];
  expect(linesOf(page(words)).map(({ vat_rate, total }) => [vat_rate, total])).toEqual([
    [21, 25],
    [6, 12],
    [21, 10],
  ]);
});

it('reads the amounts of this month under a head of several columns, and no part of the work as a count', () => {
  const places = [left(40), right(280), right(350), right(430), right(500), right(550)];
  const words = [
    ...run('Lucrare', 40, 100, 8),
    ...runTo('Valoare contract', 280, 100, 8),
    ...run('Executat (lei fără TVA)', 340, 100, 8),
    ...runTo('%', 550, 100, 8),
    ...runTo('anterior', 350, 118, 8),
    ...runTo('luna curentă', 430, 118, 8),
    ...runTo('cumulat', 500, 118, 8),
    ...printTable(
      [
        ['Fundații', '10.000,00', '4.000,00', '3.000,00', '7.000,00', '70,0%'],
        ['Zidărie', '20.000,00', '0,00', '5.000,00', '5.000,00', '25,0%'],
        ['TOTAL', '30.000,00', '4.000,00', '8.000,00', '12.000,00', '40,0%'],
      ],
      places,
      136,
    ),
  ];
  const under: Rule = { direction: 'horizontal', x: 300, y: 113, width: 210, height: 0.7 };
  expect(linesOf(page(words, [under]))).toEqual([
    { description: 'Fundații', total: 3000 },
    { description: 'Zidărie', total: 5000 },
  ]);
});

const goods = [left(40), left(80), right(300), right(380), right(480)];
const rows = [
  ['Pos', 'Bezeichnung', 'Menge', 'Preis', 'Betrag'],
  ['1', 'Kabel', '10', '2,50', '25,00'],
  [null, 'Zuschlag auf Kupfer', null, null, '4,00'],
  ['2', 'Stecker', '4', '3,00', '12,00'],
];
const printed = printTable(rows, goods, 100);

it('takes named amounts for lines with which all come to the net sum less the freight that is printed before it', () => {
  const sums = (freight: string) => [
    ...run(freight, 80, 190),
    ...runTo('6,00', 300, 190),
    ...run('Nettobetrag', 80, 204),
    ...runTo('47,00', 300, 204),
  ];
  expect(linesOf(page([...printed, ...sums('Frachtpauschale')])).map(({ total }) => total)).toEqual([25, 4, 12]);
  expect(linesOf(page([...printed, ...sums('Lieferwoche')])).map(({ total }) => total)).toEqual([25, 12]);
});

it('takes for no line what weighs the goods, with their sum under its name at the end of the row', () => {
  const places = [left(40), left(80), right(300), right(380), right(480)];
  const table = [
    ['Trays', 'Omschrijving', 'Aantal', 'Prijs', 'Bedrag'],
    ['4', 'Varen', '12', '2,50', '30,00'],
    ['2', 'Palm', '8', '5,00', '40,00'],
    [null, 'Vracht Noordstad', null, null, '15,00'],
  ];
  const words = [
    ...printTable(table, places, 100),
    ...run('Bruto 84', 250, 190),
    ...run('kg netto 61', 304, 190),
    ...runTo('Totaal goederen: 85,00', 480, 190),
  ];
  expect(linesOf(page(words)).map(({ description, total }) => [description, total])).toEqual([
    ['Varen', 30],
    ['Palm', 40],
    ['Vracht Noordstad', 15],
  ]);
});
