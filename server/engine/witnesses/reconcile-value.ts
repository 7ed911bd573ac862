import { withoutEnd } from '../../checks/without-end.ts';
import { kindOf } from '../../contract/fields.ts';
import type { Evidence } from '../../contract/invoice.ts';
import { confidenceOf } from '../confidence.ts';
import type { Found } from '../found.ts';
import type { Band, PageSearch } from './on-page.ts';
import { missing, overlap, same, wordsIn } from './same.ts';
import type { Witness } from './witness.ts';

export const agreement = (witness: Witness): Evidence =>
  witness.source === 'einvoice' ? 'einvoice_agrees' : 'code_agrees';

/** What came of holding a page's value beside a witness's. */
export interface ReconciledValue<T> {
  found: Found<T> | null;
  differs: boolean;
}

export interface Question<T> {
  path: string;
  shown: Found<T> | null;
  stated: T;
  witness: Witness;
  search: PageSearch;
  /** The witness states the same of another field: finding it on the page does not say which field it is. */
  shared: boolean;
  /** Whether a field that the page does not show may be taken from the witness. */
  fills: boolean;
  within?: Band;
}

/**
 * Holds a value of the page beside a witness's. The page is right: where both differ its value stays, contradicted,
 * unless reading was unsure of it and the stated value is printed too.
 */
export function reconcileValue<T extends string | number>(question: Question<T>): ReconciledValue<T> {
  const { path, shown, stated, witness, search, shared, fills, within } = question;
  const agrees = agreement(witness);
  if (shown && same(path, shown.value, stated)) return { found: withFact(shown, agrees), differs: false };
  const sure = shown !== null && confidenceOf(path, shown) === 'high';
  const printed = sure || shared || !fills ? null : search.find(path, stated, within);
  if (printed) {
    // A small whole number stands in many places.
    const identifying = typeof stated === 'string' || !Number.isInteger(stated) || Math.abs(stated) >= 100;
    return { found: identifying ? withFact(printed, agrees) : printed, differs: false };
  }
  if (!shown && !fills) return { found: null, differs: false };
  if (!shown)
    return { found: { value: stated, place: witness.place, source: witness.source, evidence: [] }, differs: false };
  if (!contradicts(question, shown)) return { found: shown, differs: false };
  return { found: withFact(shown, 'contradicted'), differs: true };
}

/** Points above and below a sentence's beginning within which the rest of what it says stands. */
const proseReach = 60;

/** Part of the words that two texts share where they say the same in other words. */
const sameInOtherWords = 0.3;

/** Texts are printed in more than one way; only a word or number that the page lacks makes them differ. */
function contradicts(
  { path, stated, search, within }: Question<string | number>,
  { value, place }: Found<string | number>,
): boolean {
  const lacks = (words: readonly string[], near: ReadonlySet<string>) => words.some((word) => !near.has(word));
  switch (kindOf(path)) {
    case 'name':
    case 'description':
    case 'address': {
      const near = new Set(search.wordsNear(place, within));
      // "Art. no.: 12" in the text may be printed as a column with that heading.
      const everywhere = search.wordsNear(null);
      for (const before of String(stated).split(':').slice(0, -1)) {
        const label = before.slice(withoutEnd(before, /[\p{L}.\s-]/u).length);
        for (const word of wordsIn(label)) if (everywhere.has(word)) near.add(word);
      }
      return lacks(missing(stated, value), near) || overlap(value, stated) < sameInOtherWords;
    }
    case 'prose':
      return lacks(
        wordsIn(stated).filter((word) => /^\p{N}/u.test(word)),
        search.wordsNear(
          place,
          place ? { page: place.page, top: place.box.y - proseReach, bottom: place.box.y + proseReach } : undefined,
        ),
      );
    case 'phone':
      return !search.hasPhone(String(stated));
    default:
      // A company may print several accounts and name one of them to pay to.
      return !(kindOf(path) === 'iban' && search.find(path, stated));
  }
}

export function withFact<T>(value: Found<T>, fact: Evidence): Found<T> {
  return value.evidence.includes(fact) ? value : { ...value, evidence: [...value.evidence, fact] };
}
