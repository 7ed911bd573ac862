import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { type Column, cellsByColumn, columnsFor } from '../../../server/engine/lines/columns.ts';
import { headersOf } from '../../../server/engine/lines/header.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import { opened, type Place, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

const column = (left: number, right: number): Column => ({
  x: left,
  y: 0,
  width: right - left,
  height: 10,
  left,
  right,
  text: '',
  kinds: [],
  net: false,
  gross: false,
  percent: false,
});

const places = [63, 180, 240, 310, 380].map((x): Place => ({ x, align: 'left' }));

/** The texts of one row's cells, the first column being the description's. */
function cellsOf(text: string, end: string): string[] {
  const words = [...run(text, 40, 100), ...runTo(end, 300, 100)];
  const row = layOut(opened(page(words))).pages[0]!.rows[0]!;
  return cellsByColumn(row, [column(36, 268), column(268, 305)], [0]).map((items) =>
    items.map((item) => item.text).join(' '),
  );
}

describe('columns', () => {
  it('keep a figure that the text before it nearly touches', () => {
    expect(cellsOf('Soil taken off and stored at the side of the plot', '212.00')).toEqual([
      'Soil taken off and stored at the side of the plot',
      '212.00',
    ]);
  });

  it('leave a text that runs on over the next one whole', () => {
    expect(cellsOf('Soil taken off and stored at the side of the others', 'plot')).toEqual([
      'Soil taken off and stored at the side of the others plot',
      '',
    ]);
  });

  it('are cut at their labels, whatever text with figures runs across below the labels of a summary', () => {
    const rows = [
      ['48', 'CALDO DE POLLO', '2,64', '126,72'],
      ['10', 'MIEL DE FLORES', '4,13', '41,30'],
      ['6', 'LENTEJAS', '0,66', '3,96'],
    ];
    const ends = [78.5, 0, 380, 500];
    const words = [
      ...run('CANT.', 34, 100),
      ...run('DESCRIPCION', 82, 100),
      ...runTo('PRECIO', 380, 100),
      ...runTo('IMPORTE', 500, 100),
      ...rows.flatMap((cells, i) =>
        cells.flatMap((cell, at) => (at === 1 ? run(cell, 82, 118 + 18 * i) : runTo(cell, ends[at]!, 118 + 18 * i))),
      ),
      ...['BASE IMPONIBLE', '% IVA', 'CUOTA IVA', 'TOTAL'].flatMap((label, i) => run(label, 34 + 120 * i, 200)),
      ...['171,98', '10,00', '17,20', '189,18'].flatMap((figure, i) => runTo(figure, 90 + 120 * i, 214)),
      ...run('Domiciliación en cuenta 2100 de 0081 0216', 34, 260),
    ];
    const lines = readLines(layOut(opened(page(words)))).lines;
    expect(lines.map(({ quantity, description }) => [quantity?.value, description?.value])).toEqual([
      [48, 'CALDO DE POLLO'],
      [10, 'MIEL DE FLORES'],
      [6, 'LENTEJAS'],
    ]);
  });
});

it('are cut at their labels, whatever stands below a sum that a bracket goes on in', () => {
  const rows = [
    ['Leistung', 'Faktor', 'Anz.', 'Betrag'],
    ['Untersuchung', '2,3', '2', '112,94'],
    ['Reinigung', '2,3', '28', '101,36'],
  ];
  // A figure stands no farther from its neighbour than the groups of one number do.
  const places: Place[] = [
    { x: 40, align: 'left' },
    { x: 260, align: 'right' },
    { x: 300, align: 'right' },
    { x: 335, align: 'right' },
  ];
  const words = [
    ...printTable(rows, places, 100),
    ...runTo('Rechnungsbetrag (frei nach § 4 Nr. 14a UStG) 214,30', 335, 160),
    ...run('Konto 0300 6010 0038 1744 bei der Sparkasse Nordstadt, Bankleitzahl 300 606 01', 40, 200),
  ];
  const { lines } = readLines(layOut(opened(page(words))));
  expect(lines.map(({ quantity, total }) => [quantity?.value, total?.value])).toEqual([
    [2, 112.94],
    [28, 101.36],
  ]);
});

it('finds no columns under a head whose labels are all of products that rows write out', () => {
  const { pages } = layOut(opened(page(run('Cleaning, 4 h × 31.50 = 126.00', 60, 100))));
  const header = { from: 0, to: 0, columns: [] };
  expect(columnsFor(header, pages[0]!.rows, pages[0]!)).toEqual([]);
});

it('are parted where a line is drawn between their labels and below, and a year at the end of a text is no count', () => {
  const rule = (x: number) => ({ direction: 'vertical' as const, x, y: 92, width: 1, height: 60 });
  const words = [
    ...run('Denumirea', 63, 100),
    ...run('Cantitatea', 244, 100),
    ...run('Pretul unitar', 290, 100),
    ...run('Valoarea', 401, 100),
    ...run('revizie lift contract 88', 66, 128),
    ...run('din martie', 66, 140),
    ...run('2024', 150, 140),
    ...run('310.00', 302, 140),
    ...run('310.00', 416, 140),
  ];
  const { lines } = readLines(layOut(opened(page(words, [60, 240, 287, 389].map(rule)))));
  expect(lines).toMatchObject([
    {
      description: { value: 'revizie lift contract 88 din martie 2024' },
      quantity: null,
      unit_price: { value: 310 },
      total: { value: 310 },
      details: null,
    },
  ]);
});

it.each([
  ['0123', '4(2x3)', true],
  ['0', '1 2 3 4', true],
  ['2210', '44', false],
  ['1', '10 20 30', false],
])('the numbers of columns end a head, and OCR may join them: "%s", "%s"', (joined, last, isNumbers) => {
  const words = [
    ...printTable([['Denumirea', 'U.M.', 'Cantitatea', 'Pretul', 'Valoarea']], places, 100),
    ...run(joined, 63, 114),
    ...run(last, 380, 114),
    ...printTable([['Revizie lift', 'buc', '2', '155.00', '310.00']], places, 130),
  ];
  const [head] = headersOf(layOut(opened(page(words))).pages[0]!);
  expect(head).toMatchObject({ from: 0, to: isNumbers ? 2 : 1 });
});
