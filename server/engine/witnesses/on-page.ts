import type { PrintedNumber } from '../../checks/amounts.ts';
import { fold } from '../../checks/fold.ts';
import { kindOf } from '../../contract/fields.ts';
import type { Facts } from '../candidates/facts.ts';
import { type Place, placeOf, type TextLine } from '../candidates/text-lines.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { isOver } from '../layout/geometry.ts';
import type { Layout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { found as foundItems } from '../lines/found-cell.ts';
import type { Word } from '../page.ts';
import { codeOf, isCode, mayLackArea, samePhone } from './same.ts';

/** A stretch of a page: between two heights. */
export interface Band {
  page: number;
  top: number;
  bottom: number;
}

/** Finds a value that a witness states where it is printed. */
export interface PageSearch {
  /** Words and numbers around a place and within a stretch, folded; without a place those of the whole document. */
  wordsNear(place: Place | null, within?: Band): ReadonlySet<string>;
  /** Whether an amount is printed as taken off: with a minus. */
  isTakenOff(amount: number, within: Band): boolean;
  /** Whether a phone number is printed that may be this one with its area. */
  hasPhone(number: string): boolean;
  find<T extends string | number>(path: string, value: T, within?: Band): Found<T> | null;
}

/** A short number or word stands in many places; finding it says nothing. */
const shortest = 3;
/** Points around a name or address that still belong to its block. */
const blockReach = 40;
/** Points from an address's first line to its last. */
const addressReach = 80;

export function searchPages(layout: Layout, facts: Facts): PageSearch {
  const streams = new Map<number, Stream>();
  for (const line of facts.document.lines) {
    const stream = streams.get(line.page) ?? { text: '', origins: [] };
    streams.set(line.page, stream);
    for (let at = 0; at < line.text.length; at++) {
      const folded = fold(line.text[at]!);
      for (const letter of folded) {
        stream.text += letter;
        stream.origins.push({ line, at });
      }
    }
  }
  return {
    wordsNear(place, within) {
      const lines = facts.document.lines.filter(
        (line) => place === null || isNear(line, place) || (within && inBand(line, line.page, within)),
      );
      return new Set(lines.flatMap((line) => line.tokens.map((token) => token.folded)));
    },
    hasPhone: (number) => facts.contacts.phones.some(({ value }) => mayLackArea(number, value)),
    isTakenOff: (amount, within) => findItem(layout, within, ({ value }) => value.eq(-amount)) !== null,
    find<T extends string | number>(path: string, value: T, within?: Band): Found<T> | null {
      const kind = kindOf(path);
      if (kind === 'document_type') return null;
      if (typeof value === 'number') return findAmount(layout, value, within ?? null) as Found<T> | null;
      if (kind === 'date') {
        const date = facts.dates.all.find(
          ({ iso, line }) => iso === value && (!within || inBand(line, line.page, within)),
        );
        return date ? found<T>(value, placeOf(date.line, date.start, date.end), date.line, []) : null;
      }
      if (kind === 'address') return findParts(facts.document.lines, streams, value) as Found<T> | null;
      if (kind === 'phone') return findPhone(facts, value) as Found<T> | null;
      const wanted = isCode(kind) ? fold(codeOf(value)) : fold(value);
      return wanted.length < shortest ? null : (findText(streams, value, wanted, within ?? null) as Found<T> | null);
    },
  };
}

/** A page's letters and digits without anything between them, each with its origin. */
interface Stream {
  text: string;
  origins: { line: TextLine; at: number }[];
}

function findText(
  streams: ReadonlyMap<number, Stream>,
  value: string,
  wanted: string,
  within: Band | null,
  asPrinted = false,
): Found<string> | null {
  for (const [page, { text, origins }] of streams) {
    if (within && within.page !== page) continue;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const first = origins[at]!;
      const last = origins[at + wanted.length - 1]!;
      if (within && !inBand(first.line, page, within)) continue;
      if (!startsWord(first) || !endsWord(last)) continue;
      const end = first.line === last.line ? last.at + 1 : first.line.text.length;
      const text = asPrinted && first.line === last.line ? first.line.text.slice(first.at, end) : value;
      return found(text, placeOf(first.line, first.at, end), first.line, []);
    }
  }
  return null;
}

/**
 * An address's parts stand below each other, perhaps with others between. A page may leave out a part between street
 * and town; what it prints between the two must be stated. The value is what is printed of it.
 */
function findParts(
  lines: readonly TextLine[],
  streams: ReadonlyMap<number, Stream>,
  value: string,
): Found<string> | null {
  const [head, ...rest] = value.split(/,\s|\n/);
  const first = head ? findText(streams, head, fold(head), null, true) : null;
  const place = first?.place;
  if (!first || !place || fold(head!).length < shortest) return null;
  const band = { page: place.page, top: place.box.y - addressReach, bottom: place.box.y + addressReach };
  const parts = rest.map((part) => findText(streams, part, fold(part), band, true));
  const town = parts.at(-1) ?? (rest.length === 0 ? first : null);
  if (!town?.place) return null;
  const printed = [first.value, ...parts.flatMap((part) => part?.value ?? [])];
  const [top, bottom] = [place.box, town.place.box];
  const isWhole = printed.length > rest.length;
  if (!isWhole && bottom.y < top.y) return null;
  const isBeside = Math.abs(bottom.y - top.y) < 1;
  // A street that is printed with a number is another place than the street without one.
  const isBetween = ({ x, y }: Word): boolean =>
    y > top.y + 1 ? !isWhole && y < bottom.y - 1 : x > top.x + top.width - 1 && (!isBeside || x < bottom.x - 1);
  const between = lines
    .filter((line) => line.page === place.page && line.y > top.y - 1 && isOver(line, top))
    .flatMap((line) => line.words.filter(isBetween));
  const stated = new Set(tokensOf(value).map((token) => token.folded));
  if (between.some((word) => tokensOf(word.text).some((token) => !stated.has(token.folded)))) return null;
  return { ...first, value: printed.join(', ') };
}

/** Written with other signs between its digits, or without its country. */
function findPhone({ contacts }: Facts, value: string): Found<string> | null {
  const phone = contacts.phones.find((each) => samePhone(each.value, value));
  return phone ? found(phone.value, placeOf(phone.line, phone.start, phone.end), phone.line, []) : null;
}

/** Neither the middle of a word, nor behind the decimal point of a number. */
const startsWord = ({ line, at }: { line: TextLine; at: number }): boolean =>
  !/[\p{L}\p{N}]$/u.test(line.text.slice(0, at)) && !/\p{N}[.,]$/u.test(line.text.slice(0, at));
const endsWord = ({ line, at }: { line: TextLine; at: number }): boolean =>
  !/^[\p{L}\p{N}]/u.test(line.text.slice(at + 1)) && !/^[.,]\p{N}/u.test(line.text.slice(at + 1));

/** In the same block of print, about. */
const isNear = (line: TextLine, { page, box }: Place): boolean =>
  line.page === page &&
  Math.abs(line.y - box.y) < blockReach + box.height &&
  line.x < box.x + box.width + blockReach &&
  line.x + line.width > box.x - blockReach;

function findAmount(layout: Layout, value: number, within: Band | null): Found<number> | null {
  // Whole small numbers stand everywhere.
  if (!within && (value === 0 || (Number.isInteger(value) && Math.abs(value) < 100))) return null;
  const printed = findItem(layout, within, (number) =>
    [number.value, number.otherwise].some((read) => read?.abs().eq(Math.abs(value))),
  );
  return printed && foundItems(value, [printed.item], printed.page, []);
}

function findItem(
  layout: Layout,
  within: Band | null,
  isIt: (number: PrintedNumber) => boolean,
): { item: Item; page: number } | null {
  for (const { page, rows } of layout.pages) {
    for (const row of rows) {
      const item = row.items.find(
        (each) => each.number !== null && (!within || inBand(each, page.number, within)) && isIt(each.number),
      );
      if (item) return { item, page: page.number };
    }
  }
  return null;
}

const inBand = ({ y, height }: { y: number; height: number }, page: number, band: Band): boolean =>
  page === band.page && y + height / 2 >= band.top && y + height / 2 <= band.bottom;
