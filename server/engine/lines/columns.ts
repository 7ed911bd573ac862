import { bottomOf, middleY, rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Cell } from '../layout/rows.ts';
import type { Rule } from '../page.ts';
import { cellsGiven, type GivenCell, isFigured } from './extents.ts';
import type { Header, HeaderColumn } from './header.ts';

/** What a cut between two words of one cell costs, as part of one through a word; crowded columns share cells. */
const inCell = 0.3;

/** A column with the stretch of the page that belongs to it. */
export interface Column extends HeaderColumn {
  left: number;
  right: number;
}

/**
 * Finds where each labelled column begins and ends: between what the rows' cells span where they tell, else in the
 * widest channel between two labels that no print crosses; a drawn vertical line settles it.
 */
export function columnsFor(header: Header, body: readonly NumberedRow[], page: PageLayout): Column[] {
  const labels = header.columns;
  // Rows that write out products need no columns for them.
  if (labels.length === 0) return [];
  const verticals = verticalsBeside(page.page.rules, body);
  // Rows with several figures show the columns; rows of text may run through all of them.
  const weighed = body.map((row) => ({ row, weight: isFigured(row) && row.cells.length > 1 ? 10 : 1 }));
  const outer = outerEdges(labels, body);
  const given = cellsGiven(labels, body, outer);
  const cuts = labels.slice(1).map((label, i) => {
    const from = labels[i]!;
    const drawn = drawnCut(from, label, body, verticals);
    if (drawn !== null) return drawn;
    if (given.some((cell) => cell.label === i) && given.some((cell) => cell.label === i + 1)) {
      return cutAmong(given, [from, label], i, outer, weighed, verticals);
    }
    return cutBetween(from.x + from.width / 2, label.x + label.width / 2, [from, label], weighed, verticals);
  });
  return labels.map((label, i) => ({
    ...label,
    left: i === 0 ? outer.left : cuts[i - 1]!,
    right: i === labels.length - 1 ? outer.right : cuts[i]!,
  }));
}

function verticalsBeside(rules: readonly Rule[], body: readonly NumberedRow[]): Rule[] {
  const first = body[0];
  const last = body.at(-1);
  if (!first || !last) return [];
  return rules.filter(
    (rule) => rule.direction === 'vertical' && rule.y < bottomOf(last) && bottomOf(rule) > middleY(first) - 2,
  );
}

/** In points: print that touches a drawn line does not run over it. */
const touching = 1.5;

/** The one line that is drawn down between two labels and what is below them, where no print runs over it; null where none is. */
function drawnCut(
  left: HeaderColumn,
  right: HeaderColumn,
  body: readonly NumberedRow[],
  verticals: readonly Rule[],
): number | null {
  const between = verticals.filter(
    ({ x, y }) => x > rightOf(left) - touching && x < right.x + touching && y < middleY(right),
  );
  const [first] = between;
  if (!first || between.some(({ x }) => x - first.x > touching || first.x - x > touching)) return null;
  const isOver = ({ x, width }: Item): boolean => x < first.x - touching && x + width > first.x + touching;
  return body.some(({ items }) => items.some(isOver)) ? null : first.x;
}

/** Places that are no farther apart are one, in points. */
const onePlace = 0.01;

/**
 * Where the cells given to labels up to `label` end and the others begin; a few that were given wrongly do not count.
 * What these leave open, the middles of both labels bound.
 */
function cutAmong(
  given: readonly GivenCell[],
  labels: readonly [HeaderColumn, HeaderColumn],
  label: number,
  outer: { left: number; right: number },
  body: readonly { row: NumberedRow; weight: number }[],
  verticals: readonly Rule[],
): number {
  const edges = [...new Set([outer.left, outer.right, ...given.flatMap((cell) => [cell.x, rightOf(cell)])])];
  edges.sort((a, b) => a - b);
  const wrongAt = (x: number) =>
    given.reduce((sum, cell) => {
      const astray = cell.label <= label ? rightOf(cell) > x + onePlace : cell.x < x - onePlace;
      return astray ? sum + cell.weight : sum;
    }, 0);
  const wrong = edges.map(wrongAt);
  const least = Math.min(...wrong);
  const low = edges[wrong.indexOf(least)]!;
  const high = edges[wrong.lastIndexOf(least)]!;
  const [left, right] = labels.map(({ x, width }) => x + width / 2) as [number, number];
  const bounds = [Math.max(low, Math.min(left, high)), Math.min(high, Math.max(right, low))] as const;
  return cutBetween(...(bounds[0] < bounds[1] ? bounds : ([low, high] as const)), [], body, verticals);
}

/** A drawn line stands in a gap that it is no farther beside, in points. */
const atRule = 0.5;

function cutBetween(
  low: number,
  high: number,
  labels: readonly HeaderColumn[],
  body: readonly { row: NumberedRow; weight: number }[],
  verticals: readonly Rule[],
): number {
  if (high - low < 1) return (low + high) / 2;
  const taken = labels.map((label) => ({ from: label.x, to: rightOf(label), weight: 5 }));
  for (const { row, weight } of body) {
    for (const item of row.items) {
      if (rightOf(item) > low && item.x < high) taken.push({ from: item.x, to: rightOf(item), weight });
    }
    for (const cell of row.cells) {
      if (cell.words.length > 1 && rightOf(cell) > low && cell.x < high) {
        taken.push({ from: cell.x, to: rightOf(cell), weight: inCell * weight });
      }
    }
  }
  const edges = [low, high, ...taken.flatMap(({ from, to }) => [from, to])]
    .filter((x) => x >= low && x <= high)
    .sort((x, y) => x - y);
  let best = { cost: Infinity, from: low, to: high };
  for (let i = 0; i + 1 < edges.length; i++) {
    const from = edges[i]!;
    const to = edges[i + 1]!;
    if (to - from < onePlace) continue;
    const middle = (from + to) / 2;
    let cost = 0;
    for (const span of taken) if (span.from < middle && span.to > middle) cost += span.weight;
    if (verticals.some((rule) => rule.x >= from - atRule && rule.x <= to + atRule)) cost -= 8;
    if (cost < best.cost || (cost === best.cost && to - from > best.to - best.from)) best = { cost, from, to };
  }
  const rule = verticals.find((line) => line.x >= best.from - atRule && line.x <= best.to + atRule);
  return rule ? rule.x : (best.from + best.to) / 2;
}

const reachInto = (a: NumberedRow, b: NumberedRow) => Math.min(bottomOf(a), bottomOf(b)) > Math.max(a.y, b.y);

/** The table's own edges: the labels', widened by cells that reach out from under the outer ones. */
function outerEdges(labels: readonly HeaderColumn[], body: readonly NumberedRow[]): { left: number; right: number } {
  const first = labels[0]!;
  const last = labels.at(-1)!;
  let left = first.x;
  let right = rightOf(last);
  const second = labels[1]?.x ?? Infinity;
  const oneBefore = labels.at(-2) ? rightOf(labels.at(-2)!) : -Infinity;
  // A short text may stand left of a label that is set to the middle, with nothing of its row under the label.
  const isFirst = (cell: Cell, row: NumberedRow) =>
    rightOf(cell) > left - 12 ||
    (isFigured(row) && row.cells[0] === cell && row.cells.slice(1).every(({ x }) => x > rightOf(first)));
  // And a figure that is set to the right, right of a label that is not.
  const isLast = (cell: Cell, row: NumberedRow) =>
    row.cells.length === labels.length &&
    row.cells.at(-1) === cell &&
    row.items.at(-1)!.number &&
    row.cells.slice(0, -1).every((other) => rightOf(other) < last.x);
  for (const [i, row] of body.entries()) {
    // A text of two lines may have its figures beside the middle of them.
    const beside = [body[i - 1], body[i + 1]].some((other) => other && isFigured(other) && reachInto(row, other));
    if (!isFigured(row) && !beside) continue;
    for (const cell of row.cells) {
      if (cell.x < left && isFirst(cell, row) && cell.x < second) left = Math.min(left, cell.x);
      // Right-aligned figures may stand well beyond a label that is set to the left.
      const reach = row.items.some((item) => item.number && item.x >= cell.x - 1) ? 60 : 12;
      const near = (cell.x < right + reach && rightOf(cell) > oneBefore) || isLast(cell, row);
      if (rightOf(cell) > right && near) right = rightOf(cell);
    }
  }
  return { left: left - 4, right: right + 4 };
}

/** The items of a row by column; what stands outside the table is left out. */
export function cellsByColumn(row: NumberedRow, columns: readonly Column[], text: readonly number[]): Item[][] {
  const cells: Item[][] = columns.map(() => []);
  for (const item of row.items) {
    const cell = row.cells.find((each) => each.words.includes(item.words[0]!))!;
    const at = columnAt(runningText(cell, row, columns, text) ?? item, columns);
    if (at >= 0) cells[at]!.push(item);
  }
  return cells;
}

/** So much of the next column a text that runs on covers; a shorter one reaches into it by accident. */
const runsOver = 0.6;
/** In points: hardly any width, so that the text belongs where it begins. */
const hardlyWide = 0.1;

/** Text that starts in a description's column and runs on over the next ones all belongs to the description. */
function runningText(
  cell: Cell,
  row: NumberedRow,
  columns: readonly Column[],
  text: readonly number[],
): { x: number; width: number } | null {
  // Alone in its row a text may run on over little of the next column, and begin left of the table's own cells.
  const alone = row.cells.length === 1 && row.items.every((item) => item.number?.decimals !== 2);
  if (cell.words.length < (alone ? 2 : 3)) return null;
  const start = text.find((i) => {
    const left = alone && i === 0 ? -Infinity : columns[i]!.left - 2;
    return cell.x >= left && cell.x < columns[i]!.right;
  });
  const next = start === undefined ? undefined : columns[start + 1];
  if (!next || rightOf(cell) < next.left + (alone ? 0 : runsOver) * (next.right - next.left)) return null;
  // A figure that the text before it nearly touches stands in its own column all the same.
  const over = row.items.filter((item) => cell.words.includes(item.words[0]!) && item.x + item.width / 2 >= next.left);
  if (over.every(({ number }) => number && number.decimals >= 2)) return null;
  return { x: Math.max(cell.x, columns[start!]!.left), width: hardlyWide };
}

/** The column that holds most of the item; -1 outside the table. */
function columnAt(item: { x: number; width: number }, columns: readonly Column[]): number {
  const middle = item.x + item.width / 2;
  return columns.findIndex((column) => middle >= column.left && middle < column.right);
}
