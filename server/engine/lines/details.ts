import { withoutEnd } from '../../checks/without-end.ts';
import type { Item } from '../layout/numbers.ts';
import { byKind, inAllLanguages, wordsOf } from '../lexicon/words.ts';
import { type ColumnKind, columnPhrases } from './column-words.ts';

/** What the lines of print below a description say of the goods, as far as their labels are known. */
export interface Details {
  lot: Item[];
  origin: Item[];
  order: Item[];
  deliveryNote: Item[];
}

/** Reads "Lot: A123; Origin: DE" and the like out of the lines of print under a description. */
export function readDetails(lines: readonly (readonly Item[])[]): Details {
  const details: Details = { lot: [], origin: [], order: [], deliveryNote: [] };
  for (const segment of lines.flatMap(segmentsOf)) {
    const labelled = labelOf(segment);
    if (!labelled) continue;
    const { kind, value } = labelled;
    const text = value.map((item) => item.text).join(' ');
    const coded = /\p{Nd}/u.test(text) && value.length <= 3;
    if (kind === 'lot' && coded && details.lot.length === 0) details.lot = value;
    if (kind === 'order' && coded && details.order.length === 0) details.order = value;
    if (kind === 'delivery_note' && coded && details.deliveryNote.length === 0) details.deliveryNote = value;
    const country = /^\p{L}[\p{L} .-]+$/u.test(text) && value.length <= 3;
    if (kind === 'origin' && country && details.origin.length === 0) details.origin = value;
  }
  return details;
}

/** A line of print cut where one statement ends and the next begins. */
function segmentsOf(line: readonly Item[]): Item[][] {
  const segments: Item[][] = [[]];
  for (const [i, item] of line.entries()) {
    // The next label begins another statement even where nothing parts the two.
    const label = segments.at(-1)!.length > 1 && startsLabel(line.slice(i, i + 4));
    if (label) segments.push([]);
    if (/^[;|·•,/–-]$/u.test(item.text)) {
      segments.push([]);
      continue;
    }
    segments.at(-1)!.push(item);
    if (/[;,|·•]$/u.test(item.text)) segments.push([]);
  }
  return segments.filter((segment) => segment.length > 1);
}

/** Whether the words are a column's label with a colon, as in "Exp: 11.2026", or with what it names, as in "Exp. 11.2026". */
function startsLabel(items: readonly Item[]): boolean {
  if (namesGoods(textOf(items))) return true;
  const colon = items.findIndex((item) => item.text.endsWith(':'));
  if (colon < 0) return false;
  return columnPhrases().is(textOf(items.slice(0, colon + 1)));
}

/** Kinds of labels that say something of single goods, and what follows them is a number or a date. */
const ofGoods = new Set<ColumnKind>(['code', 'customs', 'lot', 'expiry', 'order', 'delivery_note']);

/** "No.", ":", "#" between a label and its number. */
const isSign = (text: string): boolean => wordsOf('numbers').is(text) || /^[:#][.:]*$/.test(text);

/** Whether a text begins with such a label and its number, and nothing between them: "Lot A12", "Ref. no. 4410". */
export function namesGoods(text: string): boolean {
  if (!/^\p{Lu}/u.test(text)) return false;
  const label = columnPhrases().at(text, 0);
  if (!label || !ofGoods.has(label.kinds[0]!)) return false;
  // What goes on behind the label without a space is a code: "PO-99812".
  const value = text
    .slice(label.end)
    .split(' ')
    .slice(1)
    .find((word) => /[\p{L}\p{N}]/u.test(word) && !isSign(word));
  return value !== undefined && /\p{Nd}{2}|\p{L}-?\p{Nd}|\p{Nd}-?\p{L}/u.test(value);
}

/** A statement's label and what follows it. */
export interface Reference {
  kind: DetailKind;
  value: Item[];
}

/** The label that the segment begins with, and what follows it; a colon must stand between unless the value is a code. */
function labelOf(segment: readonly Item[]): Reference | null {
  const label = detailPhrases().at(textOf(segment), 0);
  const kind = label?.kinds[0];
  if (!kind) return null;
  // A code may begin like a label goes on: "Your order: PO-99812".
  let start = segment.filter((_, i) => lettersEnd(textOf(segment.slice(0, i + 1))) <= label.end).length;
  if (start === 0) return null;
  while (start < segment.length && isSign(segment[start]!.text)) start++;
  const colon = segment.slice(0, start).some((item) => item.text.includes(':'));
  const value = segment.slice(start).map((item) => ({ ...item, text: withoutEnd(item.text, /[;,.|·•]/u) }));
  if (value.length === 0 || (!colon && !/\p{Nd}/u.test(value[0]!.text))) return null;
  return { kind, value };
}

/** The order or delivery note that items name, alone or with its date ("Delivery note 1187 of 04.03.2026"). */
export function referenceIn(items: readonly Item[]): Reference | null {
  const labelled = labelOf(items);
  if (!labelled || (labelled.kind !== 'order' && labelled.kind !== 'delivery_note')) return null;
  const [code, ...rest] = labelled.value;
  const dated = rest.length <= 4 && /\p{Nd}{4}|\p{Nd}[./-]\p{Nd}/u.test(rest.map((item) => item.text).join(' '));
  return /\p{Nd}/u.test(code!.text) && (rest.length === 0 || dated) ? { kind: labelled.kind, value: [code!] } : null;
}

type DetailKind = 'lot' | 'origin' | 'order' | 'delivery_note';

/** Labels of columns, and those by which references of the whole invoice are known. */
const detailPhrases = inAllLanguages(({ columns, labels }) =>
  byKind<DetailKind>(['lot', 'origin', 'order', 'delivery_note'], {
    ...columns,
    order: [...(columns.order ?? []), ...labels.po_reference],
    delivery_note: [...(columns.delivery_note ?? []), ...labels.delivery_note_number],
  }),
);

const textOf = (items: readonly Item[]): string => items.map(({ text }) => text).join(' ');

/** Where a text's last letter or figure ends. */
const lettersEnd = (text: string): number => withoutEnd(text, /[^\p{L}\p{N}]/u).length;
