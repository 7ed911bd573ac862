import { describe, expect, it } from 'vitest';
import { decide } from '../../server/engine/decide/decide.ts';
import { opened, page, run } from '../helpers/printed-page.ts';

const currency = (lines: string[]) => {
  const { invoice, fields } = decide(
    opened(page(lines.flatMap((line, i) => run(line, 60, 60 + i * 16)))),
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
});
