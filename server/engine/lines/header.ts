import { currencyOf } from '../../checks/amounts.ts';
import { isWider, partedWhere, wideGap } from '../layout/gaps.ts';
import { bottomOf, rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import { boxAround, type Cell, cellFrom } from '../layout/rows.ts';
import { covered, type Match } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import type { Box } from '../page.ts';
import { type Features, weigh } from '../weights.ts';
import { unitCode } from '../witnesses/units.ts';
import { type ColumnKind, columnPhrases, isQualifier, qualifierPhrases } from './column-words.ts';
import { cutWhereAligned, labelCuts, stackedCuts } from './label-cuts.ts';

/** What a table's header says about one column. */
export interface HeaderColumn extends Box {
  text: string;
  /** Meanings of its label, the likeliest first; empty where the label is not known. */
  kinds: ColumnKind[];
  net: boolean;
  gross: boolean;
  percent: boolean;
}

/** The labelled head of a table. */
export interface Header {
  /** Indexes of its rows on the page: `from` inclusive, `to` exclusive, the row of column numbers included. */
  from: number;
  to: number;
  columns: HeaderColumn[];
}

const mostHeaderRows = 5;
/** So many rows below labels are looked at to see where their columns part. */
const rowsLookedAt = 24;

/** Finds the heads of line tables on a page, top to bottom, not overlapping. */
export function headersOf(page: PageLayout): Header[] {
  const { rows } = page;
  const ocr = page.page.source === 'ocr';
  const windows: { header: Header; score: number }[] = [];
  for (let from = 0; from < rows.length; from++) {
    for (let to = from + 1; to <= Math.min(rows.length, from + mostHeaderRows); to++) {
      if (!canHead(rows[to - 1]!) || (to - from > 1 && !mayGoOn(rows[to - 2]!, rows[to - 1]!, page))) break;
      const columns = labelColumnsIn(rows.slice(from, to), ocr, rows.slice(to, to + rowsLookedAt));
      const score = headWeight(columns, to - from);
      if (score > 0) windows.push({ header: { from, to, columns }, score });
    }
  }
  windows.sort((a, b) => b.score - a.score || a.header.from - b.header.from);
  const chosen: Header[] = [];
  for (const { header } of windows) {
    if (chosen.some((other) => header.from < other.to && other.from < header.to)) continue;
    chosen.push(withLowerRows(withRowsBeside(header, rows, ocr), rows, ocr));
  }
  return chosen.sort((a, b) => a.from - b.from);
}

/** Rows with amounts or running text are no part of a header. */
function canHead(row: NumberedRow): boolean {
  if (row.items.some((item) => item.number && item.number.decimals === 2 && !item.number.percent)) return false;
  return row.cells.every((cell) => cell.words.length <= 9 || isLabelsOnly(cell));
}

/** Labels that are nearly all of a cell: more of its words. */
const nearlyAll = 0.8;

/** Whether labels of several columns that stand close together are nearly all that the cell holds. */
function isLabelsOnly(cell: Cell): boolean {
  return covered(columnPhrases().find(cell.text)) > nearlyAll * tokensOf(cell.text).length;
}

/** Rows of one head have less white between them, in heights of the lower one. */
const headGap = 0.9;

function closeBelow(upper: NumberedRow, lower: NumberedRow): boolean {
  const height = Math.max(...lower.cells.map((cell) => cell.height));
  return lower.y - bottomOf(upper) < headGap * height;
}

/** In a grid, rows of one head stand no farther apart, in heights of the lower one. */
const gridGap = 2;

/** Labels close below others, or in a grid below one of several columns, with a drawn line between that is no wider than they need. */
const mayGoOn = (upper: NumberedRow, lower: NumberedRow, { page }: PageLayout): boolean =>
  closeBelow(upper, lower) ||
  page.rules.some(
    (rule) =>
      rule.direction === 'horizontal' &&
      lower.y - bottomOf(upper) < gridGap * lower.height &&
      rule.y > bottomOf(upper) - 1 &&
      rule.y < lower.y + 1 &&
      rule.x < lower.x &&
      rightOf(rule) > rightOf(lower) &&
      (rule.x > rightOf(upper.cells[0]!) || rightOf(rule) < upper.cells.at(-1)!.x),
  );

/** Cells of one label stand over each other by more of the narrower one. */
const stacked = 0.3;

/**
 * The labels of rows, stacked cells taken together, from left to right.
 * @param below rows under the labels; they tell labels of two columns that stand no farther apart than words
 */
export function labelColumnsIn(
  rows: readonly NumberedRow[],
  ocr: boolean,
  below: readonly NumberedRow[],
): HeaderColumn[] {
  const clusters: Cell[][] = [];
  for (const row of rows) {
    const heads = row.cells.filter(({ text }) => !statesRate.test(text));
    for (const cell of rejoined(heads).flatMap((each) => (ocr ? [each] : cutWhereAligned(each, below)))) {
      let best: { cluster: Cell[]; overlap: number } | null = null;
      for (const cluster of clusters) {
        const box = boxAround(cluster);
        const overlap = Math.min(rightOf(box), rightOf(cell)) - Math.max(box.x, cell.x);
        if (cluster.some((other) => row.words.includes(other.words[0]!))) continue;
        if (overlap > stacked * Math.min(box.width, cell.width) && (!best || overlap > best.overlap)) {
          best = { cluster, overlap };
        }
      }
      if (best) best.cluster.push(cell);
      else clusters.push([cell]);
    }
  }
  const labels = clusters.flatMap((cluster) => labelColumns(cluster, ocr, below)).sort((a, b) => a.x - b.x);
  // Remains of drawn lines look like small letters to OCR.
  return ocr ? labels.filter(({ kinds, text }) => kinds.length > 0 || /[\p{L}\p{Nd}]{2}/u.test(text)) : labels;
}

/** "Cota TVA: 19%" printed over the table is said of the whole invoice and heads no column. */
const statesRate = /\p{L}\s?[:=]\s?\d{1,2}(?:[.,]\d{1,2})?\s?%$/u;

/** Puts the words of one label together again where a wide space parted them: each alone would say nothing. */
function rejoined(cells: readonly Cell[]): Cell[] {
  const known = (text: string) =>
    columnPhrases()
      .find(text)
      .some((hit) => !isQualifier(hit.kinds));
  const joined: Cell[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    const near = last && !isWider(last.words.at(-1)!, cell.words[0]!, wideGap);
    const isWhole = ({ text }: Cell) =>
      columnPhrases()
        .find(`${text} ${cell.text}`)
        .some((hit) => hit.start < text.length && hit.end > text.length);
    if (near && (!known(last.text) || !known(cell.text)) && isWhole(last))
      joined[joined.length - 1] = cellFrom([...last.words, ...cell.words]);
    else joined.push(cell);
  }
  return joined;
}

/** One column from a cluster of stacked cells, or several where its lines hold labels side by side. */
function labelColumns(cluster: Cell[], ocr: boolean, below: readonly NumberedRow[]): HeaderColumn[] {
  const cuts = cluster.length === 1 ? [labelCuts(cluster[0]!, ocr, below)] : stackedCuts(cluster, ocr);
  if (!cuts) return [labelColumn(cluster, ocr)];
  const lines = cluster.map(({ words }, i) => {
    return partedWhere(words, (_before, _word, at) => cuts[i]!.includes(at)).map(cellFrom);
  });
  return lines[0]!.map((_, i) =>
    labelColumn(
      lines.map((parts) => parts[i]!),
      ocr,
    ),
  );
}

/** What one label says. */
export function labelColumn(cells: Cell[], ocr: boolean): HeaderColumn {
  const text = cells.map((cell) => cell.text).join(' ');
  const hits = columnPhrases().find(text, ocr);
  const qualified = qualifierPhrases().find(text, ocr);
  const meant = hits.filter((hit) => !isQualifier(hit.kinds));
  const longest = [...meant].sort((a, b) => b.to - b.from - (a.to - a.from))[0];
  const own = (longest?.kinds ?? []).filter((kind) => kind !== 'net_word' && kind !== 'gross_word');
  const others = meant.filter((hit) => hit !== longest).flatMap((hit) => hit.kinds);
  const kinds = [...new Set([...own, ...others])].filter((kind) => kind !== 'net_word' && kind !== 'gross_word');
  return {
    ...boxAround(cells),
    text,
    kinds: isPricePerUnit(text) ? ['price'] : kinds.length === 0 && isCurrency(text, qualified) ? ['amount'] : kinds,
    net: qualified.some((hit) => hit.kinds.includes('net_word')),
    gross: qualified.some((hit) => hit.kinds.includes('gross_word')) || own.includes('gross_amount'),
    percent: text.includes('%'),
  };
}

/** "EUR", "USD (excl. VAT)": a label that says nothing but the currency heads amounts; "(EUR)" is the rest of another one. */
function isCurrency(text: string, qualifiers: readonly Match<ColumnKind>[]): boolean {
  const rest = qualifiers.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  const words = rest
    .replace(/[([]\s*[)\]]/u, '')
    .split(/[\s/,:–-]+/u)
    .filter((word) => word !== '');
  return words.length === 1 && currencyOf(words[0]!) !== null;
}

/** "EUR/kWh", "Lei/UM": money for each of a unit, or of what units are called, and nothing else. */
function isPricePerUnit(text: string): boolean {
  const [, money, unit] = /^\(?([\p{L}€$£]{1,5})\s?\/\s?([\p{L}.²³]{1,12})\)?$/u.exec(text) ?? [];
  const isUnit = unit !== undefined && (unitCode(unit) !== null || columnPhrases().whole(unit)?.kinds[0] === 'unit');
  return isUnit && currencyOf(money!) !== null;
}

/** How likely the labels of so many rows are the head of a table of lines; 0 where they cannot be. */
function headWeight(columns: HeaderColumn[], rows = 1): number {
  const features = headFeatures(columns);
  return features ? weigh('table_head', { ...features, further_row: rows - 1 }) : 0;
}

/** What speaks for labels as the head of a table of lines; null where it would say neither what was sold nor for how much. */
function headFeatures(columns: HeaderColumn[]): Features | null {
  if (columns.length < 2) return null;
  const kinds = new Set(columns.map((column) => column.kinds[0]).filter((kind) => kind !== undefined));
  const any = (...wanted: ColumnKind[]) => wanted.some((kind) => kinds.has(kind));
  const money = any('amount', 'gross_amount', 'price', 'price_gross');
  const measured = any('quantity', 'unit', 'price', 'price_gross');
  // Codes and amounts alone are what summaries of VAT are made of.
  const what = any('description') || (any('code') && any('quantity', 'price'));
  if (!money || !(what || any('quantity')) || kinds.size < 2) return null;
  if (!measured && !what) return null;
  return {
    known_label: kinds.size,
    unknown_label: columns.filter((column) => column.kinds.length === 0).length,
    wordy_label: columns.filter((column) => column.text.split(' ').length > mostWords || isReference(column)).length,
    unmeasured: !measured,
  };
}

/** A label of a column has no more words. */
const mostWords = 7;

/** Words with a date or a long number are the invoice's references above its table; no label goes on with a company's number. */
const isReference = ({ text, kinds }: HeaderColumn) =>
  (text.split(' ').length > 2 && /\p{Nd}{4}/u.test(text)) || (kinds.length > 0 && /\p{Nd}{6}/u.test(text));

/** Rows beside a head may make it so much less likely: a label of theirs that nobody knows, and a little more. */
const mayCost = 0.6;

/** What begins farther above the foot of a row stands beside it, in heights; boxes touch by less. */
const reachesBeside = 0.05;

/** Takes in rows that stand beside the header's own: labels of several lines are often set to the middle. */
function withRowsBeside(header: Header, rows: readonly NumberedRow[], ocr: boolean): Header {
  const beside = (upper: NumberedRow, lower: NumberedRow) => lower.y < bottomOf(upper) - reachesBeside * lower.height;
  const bare = (row: NumberedRow) => canHead(row) && row.items.every((item) => !item.number);
  let { from, to } = header;
  while (from > 0 && beside(rows[from - 1]!, rows[from]!) && bare(rows[from - 1]!)) from--;
  while (to < rows.length && beside(rows[to - 1]!, rows[to]!) && bare(rows[to]!)) to++;
  if (from === header.from && to === header.to) return header;
  const columns = labelColumnsIn(rows.slice(from, to), ocr, rows.slice(to, to + rowsLookedAt));
  return headWeight(columns) >= headWeight(header.columns) - mayCost ? { from, to, columns } : header;
}

/** Takes in what the label rows below still belong to the header: units, brackets, and the row of column numbers. */
function withLowerRows(header: Header, rows: readonly NumberedRow[], ocr: boolean): Header {
  let { to, columns } = header;
  for (;;) {
    const numbers = rows.slice(to, to + mostHeaderRows + 1).findIndex((each) => isColumnNumbers(each, columns));
    const bare = (each: NumberedRow) => each.items.every((item) => !item.number || item.number.percent);
    if (numbers >= 0 && rows.slice(to, to + numbers).every(bare)) {
      const end = to + numbers;
      const labels = labelColumnsIn(rows.slice(header.from, end), ocr, rows.slice(end + 1, end + rowsLookedAt));
      return { ...header, to: end + 1, columns: labels };
    }
    const row = rows[to];
    if (!row || to - header.from >= mostHeaderRows + 2) break;
    if (!canHead(row) || !closeBelow(rows[to - 1]!, row) || !looksLikeLabels(row, columns)) break;
    if (standsBesideFigures(row, rows[to + 1])) break;
    to++;
    columns = labelColumnsIn(rows.slice(header.from, to), ocr, rows.slice(to, to + rowsLookedAt));
  }
  return { ...header, to, columns };
}

/** Whether the row is the upper part of a line's texts, whose figures stand beside their middle. */
function standsBesideFigures(row: NumberedRow, next: NumberedRow | undefined): boolean {
  const figures = next?.items.filter(({ number }) => number && number.decimals === 2 && !number.percent) ?? [];
  return figures.length > 1 && next!.y < bottomOf(row) - reachesBeside * row.height;
}

/** A label stands under another one by more of the narrower one. */
const underLabel = 0.5;

function looksLikeLabels(row: NumberedRow, columns: HeaderColumn[]): boolean {
  let beyondDescription = false;
  for (const cell of row.cells) {
    const under = columns.find((column) => {
      const overlap = Math.min(rightOf(column), rightOf(cell)) - Math.max(column.x, cell.x);
      return overlap > underLabel * Math.min(cell.width, column.width);
    });
    if (!under || cell.words.length > 4) return false;
    // "VAT" may have its rate below it.
    const rate = under.kinds[0] === 'vat' && /^\p{Nd}{1,2}([.,]\p{Nd})?\s?%$/u.test(cell.text);
    if (/\p{Nd}/u.test(cell.text) && !rate) return false;
    const known = rate || columnPhrases().has(cell.text) || /^[-([]/u.test(cell.text);
    if (under.kinds[0] !== 'description' && (known || row.cells.length > 1)) beyondDescription = true;
  }
  return beyondDescription;
}

/** The row "0 1 2 3 4 5(3x4) 6" that printed forms carry below their labels; OCR may read several of them as one word. */
function isColumnNumbers({ cells }: NumberedRow, columns: HeaderColumn[]): boolean {
  const numbers: number[] = [];
  for (const { text } of cells) {
    const own = text.replace(/\([^()]*\)?/g, '').replaceAll(' ', '') || text.replace(/\D+/g, '');
    if (!/^\d{1,20}/.test(own) || /\p{L}{2}/u.test(own)) return false;
    const [digits] = /^\d+/.exec(own)!;
    numbers.push(...(digits.length > 2 ? Array.from(digits, Number) : [Number(digits)]));
  }
  return (
    numbers.length >= Math.max(3, columns.length - 2) &&
    numbers.every((number, i) => number > (numbers[i - 1] ?? -1) && number <= (numbers[i - 1] ?? -1) + mostLeftOut)
  );
}

/** Columns are numbered one by one; now and then one or two of them are not, or not read. */
const mostLeftOut = 3;
