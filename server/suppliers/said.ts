import type { FieldKind } from '../contract/fields.ts';
import type { Contribution } from './contribution.ts';
import { type LearntPlace, placeName, valuesAt } from './places.ts';
import { isSame, nearly, occurrences, type Printed, type Prints } from './printed.ts';

/** What earlier confirmed invoices say that a field is on this one. */
export interface Said {
  value: string | number;
  /** How many of them say so; one that nobody looked at counts half. */
  borneOutBy: number;
  /** No label of the field stands beside it: that it is there again proves nothing. */
  isApart: boolean;
  /** OCR read it with another letter or two. */
  isMisread: boolean;
  printed: Pick<Printed, 'page' | 'words'>;
}

/** What is contradicted so often, by invoices confirmed since it was learnt, says nothing any more. */
const mostStrikes = 2;

/**
 * What is known without what was contradicted too often since it was confirmed last.
 * @param contributions the newest first
 */
export function standing(contributions: readonly Contribution[]): {
  contributions: Contribution[];
  /** The fields of which something is left out. */
  setAside: string[];
} {
  const strikes = new Map<string, number>();
  const stands = new Set<string>();
  const setAside = new Set<string>();
  const keeps = (path: string, knowledge: string): boolean => {
    const name = `${path} ${knowledge}`;
    if (!stands.has(name) && (strikes.get(name) ?? 0) >= mostStrikes) {
      setAside.add(path);
      return false;
    }
    stands.add(name);
    return true;
  };
  const left = contributions.map((each) => {
    const fixed = Object.entries(each.fixed).filter(([path, { value }]) => keeps(path, valueName(value)));
    const places = Object.entries(each.places).filter(([path, place]) => keeps(path, `place ${placeName(place)}`));
    for (const [path, contradicted] of Object.entries(each.contradicted ?? {})) {
      for (const knowledge of contradicted) {
        const name = `${path} ${knowledge}`;
        strikes.set(name, (strikes.get(name) ?? 0) + 1);
      }
    }
    return { ...each, fixed: Object.fromEntries(fixed), places: Object.fromEntries(places) };
  });
  return { contributions: left, setAside: [...setAside] };
}

/**
 * What of that which is known of a field says another value than the one that was confirmed, by its names.
 * @param confirmed null where the invoice has no such value
 */
export function contradictedBy(
  { path, kind }: { path: string; kind: FieldKind },
  confirmed: string | number | null,
  known: readonly Contribution[],
  prints: Prints,
): string[] {
  const isOther = (value: string | number): boolean => confirmed === null || !isSame(value, confirmed);
  const names = known.flatMap(({ fixed, places }) => {
    const [value, place] = [fixed[path]?.value, places[path]];
    const wrongValue = value !== undefined && isOther(value) && occurrences(prints, kind, value).length > 0;
    const found = place ? placedAt(prints, kind, place) : null;
    return [
      ...(wrongValue ? [valueName(value)] : []),
      ...(place && found && isOther(found.value) ? [`place ${placeName(place)}`] : []),
    ];
  });
  return [...new Set(names)];
}

const valueName = (value: string | number): string => `value ${value}`;

/**
 * The value that earlier invoices have, where it is printed here: the one that was read, else the one that most have.
 * Where more of them have another value than was read, nothing bears it out, but it is not taken for wrong either.
 */
export function fixedValue(
  path: string,
  kind: FieldKind,
  contributions: readonly Contribution[],
  prints: Prints,
  read: string | number | null,
): Said | null {
  const votes = votesOf(contributions.map(({ fixed }) => fixed[path]));
  const known = votes.map(({ value, weight }) => ({ value, borneOutBy: weight }));
  const most = known[0]?.borneOutBy ?? 0;
  const same = known.find(({ value }) => read !== null && isSame(value, read));
  const isOutvoted = same !== undefined && same.borneOutBy < most;
  for (const each of same ? [{ ...same, borneOutBy: isOutvoted ? 0 : same.borneOutBy }] : known) {
    const [printed] = occurrences(prints, kind, each.value);
    if (printed) return { ...each, isApart: false, isMisread: false, printed };
  }
  // Of several that are nearly there none can be told.
  const near = known.flatMap((each) => {
    const [printed] = nearly(prints, kind, each.value);
    return printed ? [{ ...each, isApart: false, isMisread: true, printed }] : [];
  });
  if (near.length === 1) return near[0]!;
  return null;
}

/** The one value that stands where earlier invoices have the field. */
export function placedValue(
  path: string,
  kind: FieldKind,
  contributions: readonly Contribution[],
  prints: Prints,
): Said | null {
  const found = contributions.flatMap(({ places }) => {
    const place = places[path];
    const printed = place ? placedAt(prints, kind, place) : null;
    return place && printed
      ? [{ value: printed.value, looked: place.looked, isApart: place.side === 'apart', printed }]
      : [];
  });
  const votes = votesOf(found);
  const [best] = votes;
  // Two places that say different things are none that can be trusted.
  if (!best || votes.length > 1) return null;
  return {
    value: best.value,
    borneOutBy: best.weight,
    isApart: found.every(({ isApart }) => isApart),
    isMisread: false,
    printed: found.find(({ value }) => isSame(value, best.value))!.printed,
  };
}

/** The value at a learnt place; null where there is none, or are several. */
function placedAt(prints: Prints, kind: FieldKind, place: LearntPlace): ReturnType<typeof valuesAt>[number] | null {
  const values = valuesAt(prints, kind, place);
  const [first] = values;
  return first && values.every(({ value }) => isSame(value, first.value)) ? first : null;
}

/** What was said, by how much, the most first. */
function votesOf(said: readonly ({ value: string | number; looked: boolean } | undefined)[]) {
  const votes: { value: string | number; weight: number }[] = [];
  for (const each of said) {
    if (!each) continue;
    const weight = each.looked ? 1 : 1 / 2;
    const vote = votes.find(({ value }) => isSame(value, each.value));
    if (vote) vote.weight += weight;
    else votes.push({ value: each.value, weight });
  }
  return votes.sort((one, other) => other.weight - one.weight);
}
