import { Decimal } from 'decimal.js';
import { isToTheCent } from '../../checks/cents.ts';
import { fieldOf } from '../../contract/fields.ts';
import type { Line, Stated } from '../../contract/invoice.ts';
import type { Found } from '../found.ts';
import { saysInWords } from '../lines/description.ts';
import type { FoundLine } from '../lines/found-line.ts';
import type { Band, PageSearch } from './on-page.ts';
import { reconcileValue, withFact } from './reconcile-value.ts';
import { missing, overlap, same } from './same.ts';
import { isOtherUnit } from './units.ts';
import type { Given, Witness } from './witness.ts';

export interface ReconciledLines {
  lines: FoundLine[];
  /** Where page and witness differ, by the index that the line has in `lines`. */
  differing: Stated[];
}

type Cell = keyof Line;
/** A line's figures stand at most this far below its first row, in points. */
const lineReach = 45;
/** A deduction stands below the line's text, which may take up several rows; in points from its first row. */
const deductionReach = 75;

/**
 * Holds the page's lines beside a witness's. Where the page's lines add up to what is printed for them, they are the
 * lines; where they do not and the witness's do, the witness says which lines there are, and the page how they read.
 * @param shown whether the page's lines add up to what it prints for them, and whether its sums are the witness's
 */
export function reconcileLines(
  lines: readonly FoundLine[],
  witness: Witness,
  search: PageSearch,
  shown: { linesAgree: boolean; sumsAgree: boolean },
): ReconciledLines {
  const stated = witness.lines;
  if (stated.length === 0) return { lines: [...lines], differing: [] };
  const pairs = pair(lines, stated);
  const leads = !shown.linesAgree && (lines.length === 0 || (shown.sumsAgree && addUp(stated, witness.lineSum)));
  const outcome: ReconciledLines = { lines: [], differing: [] };
  const add = (line: FoundLine, cells: readonly Cell[], statement: Given<Line> | null): void => {
    const at = outcome.lines.length;
    const said = cells.map((cell) => ({ path: `line_items.${at}.${cell}`, value: statement?.[cell] ?? null }));
    outcome.differing.push(...said);
    outcome.lines.push(line);
  };
  if (leads) {
    stated.forEach((statement, at) => {
      const own = lines[pairs.get(at) ?? -1] ?? null;
      const { line, differing } = reconcileLine(own, statement, witness, search, bandOf(own, statement, lines, search));
      add(line, differing, statement);
    });
    return outcome;
  }
  const statementOf = new Map([...pairs].map(([at, index]) => [index, stated[at]!]));
  for (const [index, line] of lines.entries()) {
    const statement = statementOf.get(index);
    const reconciledLine = statement
      ? reconcileLine(line, statement, witness, search, bandOf(line, statement, lines, search))
      : { line: doubted(line), differing: ['total' as const] };
    add(reconciledLine.line, reconciledLine.differing, statement ?? null);
  }
  if (stated.some((line, at) => line.total !== 0 && !pairs.has(at)))
    outcome.differing.push({ path: 'line_items', value: null });
  return outcome;
}

function reconcileLine(
  shown: FoundLine | null,
  statement: Given<Line>,
  witness: Witness,
  search: PageSearch,
  within: Band | null,
): { line: FoundLine; differing: Cell[] } {
  const differing: Cell[] = [];
  const otherwise = shown ? shownOtherwise(shown, statement, within, search) : [];
  const cells = (Object.keys(statement) as Cell[]).map((cell) => {
    const value = statement[cell];
    if (value !== null && otherwise.includes(cell))
      return [cell, { value, place: witness.place, source: witness.source, evidence: [] }];
    const own = (cell === 'description' ? wholeText(shown, statement) : (shown?.[cell] ?? null)) as Found<
      string | number
    > | null;
    if (value === null || (own && fieldOf(`line_items.0.${cell}`).notCompared)) return [cell, own];
    // A program that prints the article's code for its name writes it into the data as well.
    if (cell === 'description' && own && !saysInWords(String(value))) return [cell, own];
    if (cell === 'unit' && own && !same('line_items.0.unit', own.value, value)) {
      // A word and a code that mean the same confirm little: only our own table says so, and the word is what is given.
      if (!isOtherUnit(String(own.value), String(value))) return [cell, own];
      differing.push(cell);
      return [cell, withFact(own, 'contradicted')];
    }
    const shared = Object.entries(statement).some(([other, also]) => other !== cell && also === value);
    const path = `line_items.0.${cell}`;
    const derived = cell === 'unit_price' && own !== null && own.place === null;
    const question = {
      path,
      shown: derived ? null : own,
      stated: value,
      witness,
      search,
      shared: shared || !within,
      fills: true,
    };
    const { found, differs } = reconcileValue(within ? { ...question, within } : question);
    if (differs) differing.push(cell);
    return [cell, found];
  });
  return { line: Object.fromEntries(cells) as FoundLine, differing };
}

/**
 * Cells that the page shows in another way, which says the same: a net amount less a deduction printed below, and the
 * price that follows from it; a quantity without its decimals, with which the line does not multiply out.
 */
function shownOtherwise(
  { quantity, unit_price: price, total }: FoundLine,
  stated: Given<Line>,
  within: Band | null,
  search: PageSearch,
): Cell[] {
  if (!total || stated.total === null || stated.quantity === null || stated.unit_price === null) return [];
  const makes = (amount: number, one: number, sum: number): boolean => isToTheCent(new Decimal(amount).mul(one), sum);
  const taken = new Decimal(total.value).sub(stated.total);
  const reach = within && { ...within, bottom: within.top + deductionReach };
  if (reach && taken.gt(0) && search.isTakenOff(taken.toNumber(), reach)) {
    return makes(stated.quantity, stated.unit_price, stated.total) ? ['total', 'unit_price'] : ['total'];
  }
  if (!quantity || total.value !== stated.total) return [];
  // A price that was reckoned from the quantity cannot judge it.
  const one = price?.place ? price.value : stated.unit_price;
  const decimals = new Decimal(quantity.value).decimalPlaces();
  const rounded = new Decimal(stated.quantity)
    .sub(quantity.value)
    .abs()
    .lte(new Decimal('0.5').div(10 ** decimals));
  const needed = makes(stated.quantity, one, total.value) && !makes(quantity.value, one, total.value);
  return rounded && needed ? ['quantity'] : [];
}

/**
 * A description over several rows is cut somewhere into description and details, and a code may lead it: where the
 * witness's words are all among the page's, its cut is taken.
 */
function wholeText(shown: FoundLine | null, { description: stated }: Given<Line>): Found<string> | null {
  const own = shown?.description ?? null;
  if (!own || stated === null || same('line_items.0.description', own.value, stated)) return own;
  const all = `${own.value} ${shown!.details?.value ?? ''}`;
  return missing(stated, all).length === 0 ? { ...own, value: stated } : own;
}

/** The stretch of the page that a line takes up: as far as the next one. */
function bandOf(
  shown: FoundLine | null,
  statement: Given<Line>,
  lines: readonly FoundLine[],
  search: PageSearch,
): Band | null {
  const place =
    placeOf(shown) ??
    (statement.description && search.find('line_items.0.description', statement.description)?.place) ??
    null;
  if (!place) return null;
  const top = place.box.y - 4;
  const below = lines
    .map(placeOf)
    .filter((other) => other?.page === place.page && other.box.y - 4 > top + place.box.height)
    .map((other) => other!.box.y - 4);
  return { page: place.page, top, bottom: Math.min(place.box.y + lineReach, ...below) };
}

const placeOf = (line: FoundLine | null): Found<unknown>['place'] => (line?.total ?? line?.description)?.place ?? null;

/** Lines that are less alike (`likeness`) are two. */
const leastAlike = 0.8;

/** Which of the page's lines (value) each of the witness's (key) is: the most alike first, never far out of order. */
function pair(lines: readonly FoundLine[], stated: readonly Given<Line>[]): Map<number, number> {
  const alike = stated.flatMap((statement, at) =>
    lines.map((line, index) => ({ at, index, points: likeness(line, statement) - Math.abs(at - index) / 100 })),
  );
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { at, index, points } of alike.sort((a, b) => b.points - a.points)) {
    if (points < leastAlike || pairs.has(at) || taken.has(index)) continue;
    pairs.set(at, index);
    taken.add(index);
  }
  return pairs;
}

/** What speaks for two lines being one: all words of their descriptions, and each figure. */
const says = { description: 1.5, figure: 0.5 };

function likeness(line: FoundLine, statement: Given<Line>): number {
  let points = 0;
  if (line.description && statement.description)
    points += says.description * overlap(line.description.value, statement.description);
  for (const cell of ['quantity', 'unit_price', 'total'] as const) {
    const [shown, stated] = [line[cell], statement[cell]];
    if (shown && stated !== null && same(`line_items.0.${cell}`, shown.value, stated)) points += says.figure;
  }
  return points;
}

function addUp(stated: readonly Given<Line>[], sum: number | null): boolean {
  if (sum === null || stated.some((line) => line.total === null)) return false;
  return stated.reduce((all, line) => all.add(line.total!), new Decimal(0)).eq(sum);
}

function doubted(line: FoundLine): FoundLine {
  return Object.fromEntries(
    Object.entries(line).map(([cell, found]) => [
      cell,
      found && withFact(found as Found<string | number>, 'contradicted'),
    ]),
  ) as FoundLine;
}
