import type { NumberStyle } from '../../checks/amounts.ts';
import { fold } from '../../checks/fold.ts';
import { bottomOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { boxAround, type Cell, cellFrom } from '../layout/rows.ts';
import { covered } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { type BodyRow, bodyFigures } from './body-rows.ts';
import { type ColumnKind, columnPhrases } from './column-words.ts';
import type { Column } from './columns.ts';
import { headless, nowhere, type Table, tableOfRows } from './found-table.ts';
import { type HeaderColumn, labelColumn } from './header.ts';
import { rolesOf } from './roles.ts';
import { isTotalsRow } from './totals-row.ts';

/** What a column's label says of one product, such as "Quantity: 4 pcs". */
interface Field {
  label: HeaderColumn;
  value: Item[];
}

/** A product that is written out field by field, without a table. */
interface Card {
  name: Item[];
  fields: Field[];
  /** Indexes of its rows on the page: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
}

/** How much has to multiply out (`rolesOf`) for cards to be believed: of one alone more than of several. */
const enoughCloses = { alone: 0.8, several: 0.5 };

/**
 * The products of a page that are written as cards, "Label: value" below "Label: value", as a table whose columns are
 * these labels. It is believed where quantities times prices are the amounts.
 */
export function tableOfCards(page: PageLayout, style: NumberStyle): Table | null {
  const cards = cardsOf(page);
  const columns = columnsOf(cards);
  const rows = cards.map((card) => rowOf(card, columns, page, style));
  const roles = rolesOf(
    columns,
    rows.map(({ figures }) => figures),
  );
  if (roles.total === null || roles.closes < (cards.length > 1 ? enoughCloses.several : enoughCloses.alone))
    return null;
  return tableOfRows(page, { columns, roles, rows }, { from: cards[0]!.from, to: cards.at(-1)!.to });
}

function cardsOf(page: PageLayout): Card[] {
  const ocr = page.page.source === 'ocr';
  const cards: Card[] = [];
  let open: Card[] = [];
  for (const [i, row] of page.rows.entries()) {
    const sets = sideBySide(fieldsOf(row, ocr));
    // What stands apart belongs to the next products, and so does a label that these have already.
    const goesOn = sets.length === open.length && isNear(page.rows[i - 1], row);
    if (!goesOn || sets.some((set, at) => repeats(open[at]!.fields, set))) {
      open = sets.map((set) => ({ name: nameAbove(page, i, set[0]!, sets.length), fields: [], from: i, to: i }));
      cards.push(...open);
    }
    for (const [at, card] of open.entries()) {
      card.fields.push(...sets[at]!);
      card.to = i + 1;
    }
  }
  return cards.filter(isProduct);
}

/** A row's fields by the products that stand beside each other: each begins with the same label. */
function sideBySide(fields: readonly Field[]): Field[][] {
  const sets: Field[][] = [];
  for (const field of fields) {
    const set = sets.at(-1);
    if (!set || repeats(set, [field])) sets.push([field]);
    else set.push(field);
  }
  return sets;
}

/** All of a row as fields; none where anything else stands there. */
function fieldsOf(row: NumberedRow, ocr: boolean): Field[] {
  const fields: Field[] = [];
  for (const cell of row.cells) {
    const colon = cell.words.findIndex(({ text }) => text.endsWith(':'));
    const end = colon < 0 ? cell.words.length : colon + 1;
    const last = fields.at(-1);
    const items = itemsIn(row, cell);
    // What follows a label is its value, even where it could be a label itself.
    const label = colon < 0 && last?.value.length === 0 ? null : labelOf(cell, end, ocr);
    if (label) fields.push({ label, value: items.filter(({ words }) => cell.words.indexOf(words[0]!) >= end) });
    else if (last?.value.length === 0) last.value.push(...items);
    else return [];
  }
  return fields.every(({ value }) => value.length > 0) ? fields : [];
}

/** The label that the first words of a cell are, when a column's label is all that they are. */
function labelOf(cell: Cell, end: number, ocr: boolean): HeaderColumn | null {
  const part = cellFrom(cell.words.slice(0, end));
  const label = labelColumn([part], ocr);
  const known = covered(columnPhrases().find(part.text, ocr));
  return known === tokensOf(part.text).length && label.kinds.length > 0 ? label : null;
}

const itemsIn = (row: NumberedRow, cell: Cell) => row.items.filter(({ words }) => cell.words.includes(words[0]!));

/** Rows of one card have less white between them, in heights of the lower one. */
const rowGap = 1.2;
/** What stands over a label begins no farther from where it does, in heights of the label. */
const oneEdge = 0.6;

const isNear = (above: NumberedRow | undefined, row: NumberedRow) =>
  above !== undefined && row.y - bottomOf(above) < rowGap * row.height;

const textOfLabel = ({ text }: HeaderColumn) => fold(text);

const repeats = (fields: readonly Field[], more: readonly Field[]) =>
  more.some(({ label }) => fields.some((field) => textOfLabel(field.label) === textOfLabel(label)));

/** What stands right above a card's first label, without the number of the product. */
function nameAbove(page: PageLayout, at: number, { label }: Field, beside: number): Item[] {
  const row = page.rows[at - 1];
  if (!row || !isNear(row, page.rows[at]!) || row.cells.length !== beside || isTotalsRow(row)) return [];
  const cell = beside === 1 ? row.cells[0]! : row.cells.find(({ x }) => Math.abs(x - label.x) < oneEdge * label.height);
  if (!cell || !/\p{L}{3}/u.test(cell.text)) return [];
  const items = itemsIn(row, cell);
  const numbered = items.slice(0, 3).findIndex(({ text }) => /\p{Nd}[:.)]$/u.test(text));
  return items.slice(numbered + 1);
}

/** Whether a name, an amount and what it is made of are all there. */
function isProduct({ name, fields }: Card): boolean {
  const has = (...kinds: ColumnKind[]) => fields.some(({ label }) => label.kinds[0] && kinds.includes(label.kinds[0]));
  return (name.length > 0 || has('description')) && has('amount', 'gross_amount') && has('quantity', 'price');
}

/** A column for each label; they lie nowhere on the page, so that nothing else gets into them. */
function columnsOf(cards: readonly Card[]): Column[] {
  const labels = new Map<string, HeaderColumn>();
  for (const { label } of cards.flatMap(({ fields }) => fields)) {
    if (!labels.has(textOfLabel(label))) labels.set(textOfLabel(label), label);
  }
  const named = [...labels.values()].some(({ kinds }) => kinds[0] === 'description');
  return [...(named ? [] : [headless('description')]), ...labels.values()].map((label) => ({ ...label, ...nowhere }));
}

function rowOf(
  { name, fields, from, to }: Card,
  columns: readonly Column[],
  page: PageLayout,
  style: NumberStyle,
): BodyRow {
  const rows = page.rows.slice(name.length > 0 ? from - 1 : from, to);
  const cells = columns.map((column) =>
    column.text === '' ? name : (fields.find(({ label }) => textOfLabel(label) === textOfLabel(column))?.value ?? []),
  );
  const row: NumberedRow = {
    page: page.page.number,
    ...boxAround(rows),
    cells: rows.flatMap((each) => each.cells),
    words: rows.flatMap((each) => each.words),
    items: rows.flatMap((each) => each.items),
    text: rows.map((each) => each.text).join('  '),
  };
  return { row, cells, figures: bodyFigures(cells, columns, style) };
}
