import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { type Column, cellsByColumn } from '../../../server/engine/lines/columns.ts';
import { opened, page, run, runTo } from '../../helpers/printed-page.ts';

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
});
