import { Decimal } from 'decimal.js';
import { parseNumber } from '../../checks/amounts.ts';
import { isIban } from '../../checks/iban.ts';
import type { Facts } from '../candidates/facts.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import { same, sortOf } from '../witnesses/same.ts';
import type { AddressPart, Form, PartyLabel } from './form.ts';
import { forms } from './forms.ts';

/** A label with its value, which is part of a line or a line of its own. */
interface Value {
  line: TextLine;
  start: number;
  text: string;
}

const addressOrder: readonly AddressPart[] = ['street', 'more', 'postcode', 'city'];
/** A label in a party's block begins at most this far right of the heading, in points. */
const indent = 130;
/** A value below stands at most so many heights under its label, which may take up two rows. */
const belowReach = 5;

/**
 * Values of a rendering that a portal made of an e-invoice, by their paths; empty on every other document. Text
 * extraction runs labels and values together there, so each value is taken from its place beside or below its label.
 */
export function readRendering(layout: Layout, facts: Facts): ReadonlyMap<string, Found<string | number>> {
  const { lines } = facts.document;
  const form = forms.find(({ own }) => own.every((words) => lines.some((line) => words.test(folded(line.text)))));
  const values = new Map<string, Found<string | number>>();
  if (!form) return values;
  const give = (path: string, value: Value | null): void => {
    const given = value && typed(path, value, layout, facts);
    if (given && !values.has(path)) values.set(path, given);
  };
  for (const [label, path, where] of form.once) {
    for (const line of lines) give(path, valueAt(line, label, where, form, facts));
  }
  for (const party of ['vendor', 'customer'] as const) {
    const parts = new Map<PartyLabel, Value>();
    for (const line of lines.filter((each) => isInBlock(each, party, form, facts))) {
      for (const [label, name] of form.party) {
        const value = parts.has(name) ? null : valueAt(line, label, 'beside', form, facts);
        if (value) parts.set(name, value);
      }
    }
    for (const name of ['name', 'vat_number', 'email', 'phone'] as const) {
      if (party === 'vendor' || name === 'name' || name === 'vat_number')
        give(`${party}.${name}`, parts.get(name) ?? null);
    }
    const address = addressOf(parts);
    if (address) values.set(`${party}.address`, address);
  }
  confirmSums(values);
  return values;
}

/** A field as the rendering's own label has it; what reading found otherwise stays where both are the same. */
export function asRendered<T>(
  rendering: ReadonlyMap<string, Found<string | number>>,
  path: string,
  shown: Found<T> | null,
): Found<T> | null {
  const own = rendering.get(path);
  if (!own) return shown;
  // Of an address the labels tell what belongs to it and in which order.
  if (shown && !path.endsWith('address') && same(path, shown.value as string | number, own.value)) return shown;
  return own as Found<T>;
}

/** Net and VAT that make the gross confirm each other. */
function confirmSums(values: Map<string, Found<string | number>>): void {
  const paths = ['subtotal', 'vat_amount', 'total_amount'];
  const [net, vat, gross] = paths.map((path) => values.get(path));
  if (!net || !vat || !gross || !new Decimal(net.value).add(vat.value).eq(gross.value)) return;
  for (const path of paths) {
    const sum = values.get(path)!;
    values.set(path, { ...sum, evidence: [...sum.evidence, 'sums_agree'] });
  }
}

/** The text behind a label in its own cell, in the next cell of its row, or in the cell under it. */
function valueAt(line: TextLine, label: RegExp, where: 'beside' | 'below', form: Form, facts: Facts): Value | null {
  const colon = line.text.indexOf(':');
  const own = colon < 0 ? line.text : line.text.slice(0, colon);
  if (!label.test(folded(own))) return null;
  const rest = colon < 0 ? '' : line.text.slice(colon + 1).trim();
  if (rest !== '') return { line, start: line.text.indexOf(rest, colon), text: rest };
  const { rows } = facts.document.pages[line.page - 1]!;
  const next = where === 'beside' ? rows[line.row]![line.cell + 1] : under(rows, line, form);
  return next && !isLabel(next, form) ? { line: next, start: 0, text: next.text } : null;
}

/** The first cell below that begins where the label does and is no second row of a label. */
function under(rows: readonly (readonly TextLine[])[], line: TextLine, form: Form): TextLine | undefined {
  return rows
    .slice(line.row + 1, line.row + 4)
    .flat()
    .find(
      (cell) =>
        Math.abs(cell.x - line.x) < 10 &&
        cell.y - line.y < belowReach * line.height &&
        /\p{N}/u.test(cell.text) &&
        !isLabel(cell, form),
    );
}

function isLabel({ text }: TextLine, form: Form): boolean {
  const own = folded(text.split(':')[0]!);
  return [...form.once.map(([label]) => label), ...form.party.map(([label]) => label)].some((label) => label.test(own));
}

/** The nearest heading above a line, among those that stand about where the line begins, is this party's. */
function isInBlock(line: TextLine, party: 'vendor' | 'customer', form: Form, facts: Facts): boolean {
  const above = facts.document.lines.filter(
    (other) =>
      other.page === line.page &&
      other.y <= line.y + 2 &&
      line.x - other.x > -15 &&
      line.x - other.x < indent &&
      Object.values(form.blocks).some((heading) => heading.test(folded(other.text))),
  );
  const nearest = above.sort((a, b) => b.y - a.y || b.x - a.x)[0];
  return nearest !== undefined && form.blocks[party].test(folded(nearest.text));
}

/** The value as its field has it; null where the text is not of that kind. */
function typed(
  path: string,
  { line, start, text }: Value,
  layout: Layout,
  facts: Facts,
): Found<string | number> | null {
  const place = placeOf(line, start, start + text.length);
  const given = (value: string | number): Found<string | number> => found(value, place, line, ['labelled']);
  if (sortOf(path) === 'amount') {
    const number =
      parseNumber(text, layout.style, line.ocr) ?? parseNumber(text.split(' ')[0]!, layout.style, line.ocr);
    const optional = path === 'prepaid_amount' || path === 'discount_amount';
    if (!number || (optional && number.value.isZero())) return null;
    return given((optional ? number.value.abs() : number.value).toNumber());
  }
  if (sortOf(path) === 'date') {
    const date = facts.dates.all.find((each) => each.line === line && each.start >= start);
    return date ? given(date.iso) : null;
  }
  const compact = text.replace(/[\s.-]/g, '').toUpperCase();
  if (path === 'bank_details.iban') return isIban(compact) ? given(compact) : null;
  if (path === 'currency') return /^[A-Z]{3}$/.test(text) ? given(text) : null;
  if (path.endsWith('vat_number')) return /^[A-Z]{0,3}\d[A-Z\d]{3,14}$/.test(compact) ? given(compact) : null;
  return given(text);
}

function addressOf(parts: ReadonlyMap<PartyLabel, Value>): Found<string> | null {
  const [street, city] = [parts.get('street'), parts.get('city')];
  if (!street || !city) return null;
  const town = [parts.get('postcode')?.text, city.text].filter(Boolean).join(' ');
  const text = addressOrder.flatMap((part) =>
    part === 'postcode' ? [] : part === 'city' ? [town] : (parts.get(part)?.text ?? []),
  );
  return found(text.join(', '), placeOf(street.line), street.line, ['labelled']);
}

const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').replace(/ł/gi, 'l').toLowerCase().trim();
