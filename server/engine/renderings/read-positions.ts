import { Decimal } from 'decimal.js';
import { isToTheCent } from '../../checks/cents.ts';
import { lineSchema } from '../../contract/invoice.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import type { FoundLine } from '../lines/found-line.ts';
import { type Form, saysOne } from './form.ts';
import { folded, valueAt } from './label-values.ts';
import { typed } from './typed.ts';

const nothing = Object.fromEntries(Object.keys(lineSchema.shape).map((name) => [name, null]));

/**
 * Lines of a rendering that gives each its own boxes, from one heading to the next.
 * @param sum what the lines must add up to; null where it is not printed
 */
export function readPositions(form: Form, layout: Layout, facts: Facts, sum: number | null): FoundLine[] {
  if (!form.positions) return [];
  const { heading, cells } = form.positions;
  const { lines: all } = facts.document;
  const starts = all.flatMap((line, at) => (saysOne(heading, folded(line.text)) ? [at] : []));
  const lines = starts.map((start, i) => {
    const own = all.slice(start, starts[i + 1] ?? all.length);
    const line: Record<string, Found<string | number> | null> = { ...nothing };
    for (const [cell, label] of Object.entries(cells)) {
      for (const each of own) {
        const value = line[cell] ? null : valueAt(each, label, 'beside', form, facts);
        if (value) line[cell] = typed(`line_items.0.${cell}`, value, layout, facts);
      }
    }
    return line as unknown as FoundLine;
  });
  return isClosed(lines, sum) ? lines.map(closed) : lines;
}

/** Every line multiplies out, and all add up to what is printed apart from them. */
function isClosed(lines: readonly FoundLine[], sum: number | null): boolean {
  const totals = lines.map(({ quantity, unit_price: price, total }) => {
    const closes = quantity && price && total && isToTheCent(new Decimal(quantity.value).mul(price.value), total.value);
    return closes ? total.value : null;
  });
  if (sum === null || totals.includes(null)) return false;
  return totals.reduce((all: Decimal, total) => all.add(total!), new Decimal(0)).eq(sum);
}

function closed(line: FoundLine): FoundLine {
  const withSum = <T>(value: Found<T> | null): Found<T> | null =>
    value && { ...value, evidence: [...value.evidence, 'sums_agree'] };
  return {
    ...line,
    quantity: withSum(line.quantity),
    unit_price: withSum(line.unit_price),
    total: withSum(line.total),
  };
}
