import type { DateCandidate } from '../candidates/dates.ts';
import type { Label } from '../candidates/labels.ts';
import { type Features, weigh } from '../weights.ts';
import type { dateKinds } from './date-proof.ts';

export type DateKind = (typeof dateKinds)[number];

export interface DateClaim {
  date: DateCandidate;
  kind: DateKind;
  /** Null where its place alone speaks for it. */
  label: Label | null;
  /** Whether a label that means just this names it, and nothing unknown qualifies what it says. */
  isNamed: boolean;
  features: Features;
  score: number;
}

/** A date this far behind its label, in characters, no longer belongs to it. */
export const dateReach = 30;

/** What its place alone says of a date. */
export function unlabelledClaim(
  date: DateCandidate,
  kind: DateKind,
  place: 'beside_number' | 'behind_town' | 'of_other_number' | 'in_terms' | 'left_over' | 'alone',
): DateClaim {
  const features = { [place]: true };
  return { date, kind, label: null, isNamed: false, features, score: weigh('date', features) };
}

/** A date of something else. */
export const otherDate = (date: DateCandidate): DateClaim => unlabelledClaim(date, 'other_date', 'of_other_number');
