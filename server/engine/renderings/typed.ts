import { parseNumber } from '../../checks/amounts.ts';
import { isIban } from '../../checks/iban.ts';
import { fieldOf, kindOf } from '../../contract/fields.ts';
import type { Facts } from '../candidates/facts.ts';
import { placeOf } from '../candidates/text-lines.ts';
import { found } from '../evidence.ts';
import { isTaxNumber } from '../fields/trade-register.ts';
import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import type { Value } from './label-values.ts';

/** The value as its field has it; null where the text is not of that kind. */
export function typed(
  path: string,
  { line, start, text }: Value,
  layout: Layout,
  facts: Facts,
): Found<string | number> | null {
  const place = placeOf(line, start, start + text.length);
  const given = (value: string | number, mended = false): Found<string | number> =>
    found(value, place, line, ['labelled', mended && 'guessed']);
  const kind = kindOf(path);
  if (kind === 'amount' || kind === 'number') {
    const plain = text.endsWith('%') ? text.slice(0, -1).trimEnd() : text;
    const number =
      parseNumber(plain, layout.style, line.ocr) ?? parseNumber(plain.split(' ')[0]!, layout.style, line.ocr);
    const { unsigned } = fieldOf(path);
    if (!number || (unsigned && number.value.isZero())) return null;
    return given((unsigned ? number.value.abs() : number.value).toNumber(), number.mended);
  }
  if (kind === 'date') {
    const date = facts.dates.all.find((each) => each.line === line && each.start >= start);
    return date ? given(date.iso) : null;
  }
  const compact = text.replace(/[\s.-]/g, '').toUpperCase();
  if (kind === 'iban') return isIban(compact) ? given(compact) : null;
  if (kind === 'currency') return /^[A-Z]{3}$/.test(text) ? given(text) : null;
  if (kind === 'register' && isTaxNumber(facts, text)) return null;
  if (kind === 'vat') return /^[A-Z]{0,3}\d[A-Z\d]{3,14}$/.test(compact) ? given(compact) : null;
  return given(text);
}
