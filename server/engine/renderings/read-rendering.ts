import { Decimal } from 'decimal.js';
import { kindOf, namesOf } from '../../contract/fields.ts';
import type { Facts } from '../candidates/facts.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import type { FoundLine } from '../lines/found-line.ts';
import { same } from '../witnesses/same.ts';
import { type Form, forms, type PartyLabel, saysOne, type Texts } from './form.ts';
import { folded, headingOver, type Value, valueAt } from './label-values.ts';
import { readPositions } from './read-positions.ts';
import { typed } from './typed.ts';

/** What a rendering says: values of the header by their paths, and lines where it gives them no table. */
export interface Rendering {
  values: ReadonlyMap<string, Found<string | number>>;
  lines: FoundLine[];
}

/**
 * Reads a rendering that a portal made of an e-invoice; empty on every other document. Text extraction runs labels and
 * values together there, so each value is taken from its place beside or below its label.
 */
export function readRendering(layout: Layout, facts: Facts): Rendering {
  const { lines } = facts.document;
  const form = forms().find(({ own }) =>
    own.every((words) => lines.some((line) => saysOne([words], folded(line.text)))),
  );
  const values = new Map<string, Found<string | number>>();
  if (!form) return { values, lines: [] };
  const give = (path: string, value: Value | null): void => {
    const given = value && typed(path, value, layout, facts);
    if (given && !values.has(path)) values.set(path, given);
  };
  for (const [path, { beside, below, box }] of Object.entries(form.once)) {
    for (const line of lines) {
      const value = valueAt(line, beside ?? below ?? [], beside ? 'beside' : 'below', form, facts);
      if (value && (!box || saysOne(box, headingOver(line, form.boxes, facts) ?? ''))) give(path, value);
    }
  }
  for (const party of ['vendor', 'customer'] as const) {
    const own = lines.filter((line) => isInBlock(line, party, form, facts));
    const parts = new Map<PartyLabel, Value>();
    for (const line of own) {
      for (const [name, label] of Object.entries(form.party) as [PartyLabel, Texts][]) {
        const value = parts.has(name) ? null : valueAt(line, label, 'beside', form, facts);
        if (value) parts.set(name, value);
      }
    }
    for (const name of namesOf(`${party}.`)) {
      if (name !== 'address') give(`${party}.${name}`, parts.get(name) ?? null);
    }
    const address = addressOf(parts) ?? addressUnder(own, form);
    if (address) values.set(`${party}.address`, address);
  }
  confirmSums(values);
  const sum = values.has('discount_amount') ? null : values.get('subtotal')?.value;
  return { values, lines: readPositions(form, layout, facts, typeof sum === 'number' ? sum : null) };
}

/**
 * A field as the rendering's own label has it. Where both are the same, what reading knows of it stays, and the label says
 * that it was no guess.
 */
export function asRendered<T>({ values }: Rendering, path: string, shown: Found<T> | null): Found<T> | null {
  const own = values.get(path);
  if (!own) return shown;
  // Of an address the labels tell what belongs to it and in which order.
  if (shown && kindOf(path) !== 'address' && same(path, shown.value as string | number, own.value))
    return {
      ...shown,
      evidence: [...new Set([...own.evidence, ...shown.evidence.filter((fact) => fact !== 'guessed')])],
    };
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

/** The nearest heading of a party above the line is this party's. */
function isInBlock(line: TextLine, party: 'vendor' | 'customer', form: Form, facts: Facts): boolean {
  const heading = headingOver(line, [...form.vendor, ...form.customer], facts);
  return heading !== null && saysOne(form[party], heading);
}

function addressOf(parts: ReadonlyMap<PartyLabel, Value>): Found<string> | null {
  const [street, city] = [parts.get('street'), parts.get('city')];
  if (!street || !city) return null;
  const text = (names: readonly PartyLabel[]): string => names.flatMap((name) => parts.get(name)?.text ?? []).join(' ');
  const lines = [text(['street', 'house']), text(['more']), text(['postcode', 'city'])].filter((line) => line !== '');
  return found(lines.join(', '), placeOf(street.line), street.line, ['labelled']);
}

/** The lines below an address's heading, as far as they follow each other. */
function addressUnder(own: readonly TextLine[], { address, party }: Form): Found<string> | null {
  const at = address ? own.findIndex((line) => saysOne(address.heading, folded(line.text))) : -1;
  const head = own[at];
  if (!address || !head) return null;
  const column = own.slice(at + 1).filter((line) => line.page === head.page && Math.abs(line.x - head.x) < 5);
  const end = column.findIndex((line, i) => {
    const before = i === 0 ? head : column[i - 1]!;
    const text = folded(line.text);
    const isLabel =
      saysOne([...address.end, ...Object.values(party).flat()], text) ||
      saysOne(Object.values(party).flat(), text.split(':')[0]!);
    return isLabel || line.y - before.y > 2.5 * before.height;
  });
  const lines = end < 0 ? column : column.slice(0, end);
  const [first] = lines;
  return first ? found(lines.map((line) => line.text).join(', '), placeOf(first), first, ['labelled']) : null;
}
