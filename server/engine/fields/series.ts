import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import { valuePlaces } from '../candidates/values.ts';
import { isOver } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import type { ReferenceClaim } from './reference-claim.ts';

/** Whether the label names a series, and not the number in it ("Seria", "Factura seria", "Seria / Series"). */
const isSeriesLabel = ({ kinds, line, start, end }: Label): boolean =>
  kinds.every((kind) => kind === 'invoice_series') || wordsOf('series').closing(line.text.slice(start, end)) !== null;

/**
 * "Seria: AB" in one line and "Numărul: 12" in the next are one number. A form's number without its series is another
 * invoice's as well.
 */
export function withSeries(facts: Facts, number: ReferenceClaim, claims: readonly ReferenceClaim[]): ReferenceClaim {
  if (isSeriesLabel(number.label) && /^\p{Lu}+ ?\p{N}{1,4}\p{Lu}?$/u.test(number.value)) {
    // "Seria: AB24" has digits too, and is no number where one stands beside it.
    const own =
      behindSeries(number) ??
      claims.find(
        (claim) =>
          claim.kind === 'invoice_number' &&
          /^\d{2,}$/.test(claim.value) &&
          claim.line !== number.line &&
          isNear(claim, number.line),
      ) ??
      bareNumber(facts, number);
    return own ? { ...own, value: `${number.value} ${own.value}` } : number;
  }
  if (!/^\d+$/.test(number.value)) return number;
  const whole = claims.find((claim) => isWholeOf(claim, number));
  if (whole) return { ...number, value: whole.value, start: whole.start };
  for (const other of [...facts.labels.values()].flat()) {
    if (!isSeriesLabel(other) || !isNear(number, other.line)) continue;
    const series = seriesOf(facts, other, number);
    if (isSeries.test(series) && series !== number.value) return { ...number, value: `${series} ${number.value}` };
  }
  const letters = lettersBeside(facts, number);
  return letters ? { ...number, value: `${letters} ${number.value}` } : number;
}

/** "Invoice AB no. 118": what the title names is the number with its series, and "no." names the rest of it again. */
const isWholeOf = ({ kind, line, end, value }: ReferenceClaim, number: ReferenceClaim): boolean =>
  kind === 'invoice_number' &&
  line === number.line &&
  end === number.end &&
  /^\p{Lu}{1,4} \d+$/u.test(value) &&
  value.endsWith(` ${number.value}`);

/** In line heights: letters stand no farther before their number. */
const closeBefore = 3;

/** "F" | "103" in the box under "Invoice": letters in a cell close before the number, with no label of their own. */
function lettersBeside(facts: Facts, { line, start, label }: ReferenceClaim): string | null {
  const { rows } = facts.document.pages[line.page - 1]!;
  const before = rows[line.row]![line.cell - 1];
  if (!before || start > 0 || label.line.row !== line.row - 1 || !/^\p{Lu}{1,4}$/u.test(before.text)) return null;
  if (wordsOf('numbers').is(before.text) || line.x - before.x - before.width > closeBefore * line.height) return null;
  return rows[line.row - 1]!.some((cell) => cell !== label.line && isOver(cell, before)) ? null : before.text;
}

/** Letters, with digits before or behind them; it may have two parts. */
const isSeries = /^\p{N}{0,4}\p{Lu}[\p{Lu}\p{N}.-]{0,7}(?: \p{Lu}[\p{Lu}\p{N}.-]{0,7})?$/u;

/** What a series' label names: in "Seria AB Nr. facturii 12" all up to the number's own label. */
function seriesOf(facts: Facts, series: Label, { line, label }: ReferenceClaim): string {
  if (series.line === line) return label.line === line ? line.text.slice(series.end, label.start).trim() : '';
  // "Seria" | "AB nr." | "12": the box of the series ends with the number's own label.
  const text = valuePlaces(facts.document, facts.labels, series)[0]?.text ?? '';
  return text.slice(0, wordsOf('numbers').closing(text) ?? text.length).trim();
}

/** "seria DT 2026 nr. 1100442" in one line. */
function behindSeries(number: ReferenceClaim): ReferenceClaim | null {
  const behind = number.line.text.slice(number.end);
  const sign = wordsOf('numbers').leading(behind);
  const match = sign > 0 ? /^[.:\s]{1,3}(\d{1,12})(?!\d)/.exec(behind.slice(sign)) : null;
  return match && { ...number, value: match[1]!, end: number.end + sign + match[0].length };
}

/** "Nr. 12" alone in a line is too little to be found by itself. */
function bareNumber(facts: Facts, number: ReferenceClaim): ReferenceClaim | null {
  for (const line of facts.document.pages[number.line.page - 1]!.rows.flat()) {
    const sign = wordsOf('numbers').leading(line.text);
    const value = sign > 0 ? /^[.:\s]{1,3}(\d{1,10})$/.exec(line.text.slice(sign))?.[1] : undefined;
    if (value && line !== number.line && isNear(number, line))
      return { ...number, value, line, start: line.text.length - value.length, end: line.text.length };
  }
  return null;
}

/** In line heights: how far down, and from middle to middle across. */
const near = { down: 3.2, across: 14 };

const isNear = ({ line }: ReferenceClaim, other: ReferenceClaim['line']): boolean =>
  line.page === other.page &&
  Math.abs(line.y - other.y) < near.down * line.height &&
  Math.abs(line.x + line.width / 2 - other.x - other.width / 2) < near.across * line.height;
