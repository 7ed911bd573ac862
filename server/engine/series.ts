import type { Facts } from './candidates/facts.ts';
import { fold } from './candidates/text-lines.ts';
import { valuePlaces } from './candidates/values.ts';
import type { ReferenceClaim } from './reference-claim.ts';

/** Whether the label names a series, and not the number in it ("Seria", "Factura seria"). */
const isSeriesLabel = (text: string): boolean => /(^|factura)seri(a|e)$/.test(fold(text));

/**
 * "Seria: AB" in one line and "Numărul: 12" in the next are one number. A form's number without its series is another
 * invoice's as well.
 */
export function withSeries(facts: Facts, number: ReferenceClaim, claims: readonly ReferenceClaim[]): ReferenceClaim {
  const label = number.label.line.text.slice(number.label.start, number.label.end);
  if (isSeriesLabel(label) && /^\p{Lu}+ ?\p{N}{1,4}$/u.test(number.value)) {
    // "Seria: AB24" has digits too, and is no number where one stands beside it.
    const own =
      claims.find(
        (claim) =>
          claim.kind === 'invoice_number' &&
          /^\d{2,}$/.test(claim.value) &&
          claim.line !== number.line &&
          isNear(claim, number.line),
      ) ?? bareNumber(facts, number);
    return own ? { ...own, value: `${number.value} ${own.value}` } : number;
  }
  if (!/^\d+$/.test(number.value)) return number;
  for (const other of [...facts.labels.values()].flat()) {
    if (!isSeriesLabel(other.line.text.slice(other.start, other.end)) || !isNear(number, other.line)) continue;
    const [place] = valuePlaces(facts.document, facts.labels, other);
    if (place && place.line !== number.line && /^\p{Lu}[\p{Lu}\p{N}.-]{0,7}$/u.test(place.text))
      return { ...number, value: `${place.text} ${number.value}` };
  }
  return number;
}

/** "Nr. 12" alone in a line is too little to be found by itself. */
function bareNumber(facts: Facts, number: ReferenceClaim): ReferenceClaim | null {
  for (const line of facts.document.pages[number.line.page - 1]!.rows.flat()) {
    const value = /^(?:nr|no|num[aă]r|num[aă]rul)[.:\s]{1,3}(\d{1,10})$/iu.exec(line.text)?.[1];
    if (value && line !== number.line && isNear(number, line))
      return { ...number, value, line, start: line.text.length - value.length, end: line.text.length };
  }
  return null;
}

const isNear = ({ line }: ReferenceClaim, other: ReferenceClaim['line']): boolean =>
  line.page === other.page &&
  Math.abs(line.y - other.y) < 3.2 * line.height &&
  Math.abs(line.x + line.width / 2 - other.x - other.width / 2) < 14 * line.height;
