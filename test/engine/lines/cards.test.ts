import { describe, expect, it } from 'vitest';
import { linesOf } from '../../helpers/printed-lines.ts';
import { page, run } from '../../helpers/printed-page.ts';

describe('products that are written as cards', () => {
  it('reads products that are written as cards, below each other or side by side', () => {
    const card = (x: number, top: number, name: string, values: string[]) => [
      ...run(name, x, top),
      ...['Quantity:', 'Unit price:', 'Net amount:'].flatMap((label, i) => [
        ...run(label, x, top + 12 * (i + 1)),
        ...run(values[i]!, x + 90, top + 12 * (i + 1)),
      ]),
    ];
    const sums = [...run('Subtotal: 382.00', 40, 400), ...run('Total due: 382.00', 40, 412)];
    const first = ['2 pcs', '145.00', '290.00'];
    const second = ['5 pcs', '18.40', '92.00'];
    const lines = [
      { description: 'Portable meter', quantity: 2, unit: 'pcs', unit_price: 145, total: 290 },
      { description: 'Buffer solution', quantity: 5, unit: 'pcs', unit_price: 18.4, total: 92 },
    ];
    const stacked = [
      ...card(40, 100, 'Item 1: Portable meter', first),
      ...card(40, 170, 'Item 2: Buffer solution', second),
    ];
    expect(linesOf(page([...stacked, ...sums]))).toEqual(lines);
    const beside = [...card(40, 100, 'Portable meter', first), ...card(300, 100, 'Buffer solution', second)];
    expect(linesOf(page([...beside, ...sums]))).toEqual(lines);
  });

  it('takes no labelled values for a card that do not multiply out', () => {
    const words = [
      ...run('Delivery to Perth', 40, 100),
      ...run('Quantity: 12', 40, 112),
      ...run('Amount: 4.00', 40, 124),
      ...run('Unit price: 3.00', 40, 136),
    ];
    expect(linesOf(page(words))).toEqual([]);
  });
});
