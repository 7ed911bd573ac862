import { fieldOf } from '../contract/fields.ts';
import type { Confidence, Extraction } from '../contract/invoice.ts';
import type { Judged, Judgement } from '../contract/window-review.ts';
import { fieldValues } from './field-paths.ts';
import { leftToCheck } from './review.ts';

/** In seconds: to find a value on paper, and to type a character (Card, Moran and Newell 1980, operators M and K). */
const findingTakes = 1.35;
const typingTakes = 0.28;

/**
 * What a person's confirmation says of a reading. A value that was neither corrected nor accepted by itself is unseen:
 * confirming the whole invoice says nothing of it.
 * @param paths those whose value was changed, and those that were looked at and found right
 */
export function judgementOf(
  read: Extraction,
  { corrected, accepted }: { corrected: ReadonlySet<string>; accepted: ReadonlySet<string> },
): Judgement {
  const levels: Record<Confidence, Judged> = { high: nothingJudged(), medium: nothingJudged(), low: nothingJudged() };
  // Where rows came, went or moved it is not known any more which was which.
  const moved = ['line_items', 'vat_breakdown'].filter((list) => corrected.has(list));
  const toCheck = leftToCheck(read);
  let added = 0;
  let saved = -toCheck * (findingTakes + typingTakes);
  for (const [path, value] of fieldValues(read.invoice)) {
    const field = read.fields[path];
    if (value === null && corrected.has(path)) added += 1;
    if (value === null || !field || moved.some((list) => path.startsWith(`${list}.`))) continue;
    const found = corrected.has(path) ? 'corrected' : accepted.has(path) ? 'right' : 'unseen';
    levels[field.confidence][found] += 1;
    if (found !== 'corrected' && isTyped(path)) saved += findingTakes + String(value).length * typingTakes;
  }
  return { accepted: [...accepted], levels, added, toCheck, savedSeconds: Math.max(0, Math.round(saved)) };
}

export const nothingJudged = (): Judged => ({ right: 0, corrected: 0, unseen: 0 });

/** Whether an invoice that is booked by hand has it typed: of the header, and what goes into the books. */
const isTyped = (path: string): boolean => fieldOf(path).exported === true && !path.startsWith('line_items.');
