import { fold } from '../../checks/fold.ts';
import { hasRegisterCheckDigit } from '../../checks/register-numbers.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import { hasUnknownWord } from '../candidates/explained.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { valuePlaces } from '../candidates/values.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import type { PartyFields } from '../parties/give-party.ts';

type Party = 'vendor' | 'customer';

/** Who the parties are, and which lines are theirs. */
type Parties = Readonly<Record<Party, PartyFields>> &
  Readonly<Record<'vendorLines' | 'customerLines' | 'notVendor', ReadonlySet<TextLine>>>;

/** A number in a trade register at its place, with the court that keeps the register where it is printed beside it. */
interface RegisterEntry {
  line: TextLine;
  start: number;
  end: number;
  value: string;
  /** Null where its form alone tells what it is. */
  label: Label | null;
}

/** Which number each party has in a trade register, as it is printed in the party's own block, or in head or foot for the vendor. */
export function chooseRegisterNumbers(facts: Facts, parties: Parties): Record<Party, Found<string> | null> {
  const entries = registerEntries(facts).map((entry) => ({ ...entry, ...ownerOf(facts, parties, entry) }));
  const give = (party: Party): Found<string> | null => {
    const own = entries
      .filter((entry) => entry.party === party)
      .sort((a, b) => Number(b.sure) - Number(a.sure) || Number(isNamed(facts, b)) - Number(isNamed(facts, a)));
    const [best] = own;
    if (!best) return null;
    const others = own.filter((other) => digitsOf(other.value) !== digitsOf(best.value));
    const again = entries.some(
      (other) => digitsOf(other.value) === digitsOf(best.value) && other.line.row !== best.line.row,
    );
    return found(best.value, placeOf(best.line, best.start, best.end), best.line, [
      hasRegisterCheckDigit(best.value) && 'check_digit',
      best.sure && isNamed(facts, best) && isSureOf(parties[party].name) && 'labelled',
      again && 'seen_twice',
      others.length > 0 && 'rival',
    ]);
  };
  return { vendor: give('vendor'), customer: give('customer') };
}

/** Whose name stands open, whose number it is stands open too. */
const isSureOf = (name: Found<string> | null): boolean =>
  name?.evidence.includes('labelled') === true &&
  !name.evidence.some((fact) => fact === 'contradicted' || fact === 'guessed' || fact === 'rival');

const digitsOf = (text: string): string => text.replace(/\P{N}/gu, '');

/** Head and foot of a page, where the vendor's own data stands: shares of its height. */
const head = 0.2;
const foot = 0.8;

/** Whose block the entry stands in; not sure where only the place on the page tells it. */
function ownerOf(facts: Facts, parties: Parties, { line }: RegisterEntry): { party: Party | null; sure: boolean } {
  const { vendorLines, customerLines, notVendor } = parties;
  const isUnder = (name: Found<string> | null): boolean =>
    name?.place ? name.place.page === line.page && Math.abs(name.place.box.x - line.x) < line.height : false;
  // A long line reaches into the block beside it: it is of the one whose name it begins under.
  const isShared = vendorLines.has(line) && customerLines.has(line);
  const vendors = isShared ? isUnder(parties.vendor.name) : vendorLines.has(line);
  const customers = isShared ? isUnder(parties.customer.name) : customerLines.has(line);
  if (vendors !== customers) return { party: vendors ? 'vendor' : 'customer', sure: true };
  if (vendors || notVendor.has(line)) return { party: null, sure: false };
  const { page } = facts.document.pages[line.page - 1]!;
  const at = line.y / page.height;
  return { party: at < head || at > foot ? 'vendor' : null, sure: false };
}

/** Every number in a trade register that a label or its own form names, and that is not a tax number. */
export function registerEntries(facts: Facts): RegisterEntry[] {
  const labelled = [...facts.labels.values()].flat().flatMap((label): RegisterEntry[] => {
    if (!label.kinds.includes('trade_register') || !(isEffective(label) || isLong(label))) return [];
    const behind = valuePlaces(facts.document, facts.labels, label);
    for (const { line, start } of behind) {
      const entry = entryIn(facts, line, line === label.line ? label.start : start, endOf(facts, line, start));
      if (entry) return [{ ...entry, line, label }];
    }
    const before = entryBefore(facts, label);
    return before ? [{ ...before, line: label.line, label }] : [];
  });
  const formed = facts.document.lines.flatMap((line) =>
    [...line.text.matchAll(ownForm)].map((match) => ({
      line,
      start: match.index,
      end: match.index + match[0].length,
      value: match[0],
      label: null,
    })),
  );
  const isTaken = (one: RegisterEntry): boolean =>
    labelled.some(({ line, start, end }) => line === one.line && start < one.end && one.start < end);
  return [...labelled, ...formed.filter((one) => !isTaken(one))].filter(({ value }) => !isTaxNumber(facts, value));
}

/** Words that are long enough to name a register within a sentence. */
const isLong = ({ line, start, end }: Label): boolean => fold(line.text.slice(start, end)).length >= 8;

/** Where a company has one number for everything it is the tax number, which has a field of its own. */
export const isTaxNumber = (facts: Facts, number: string): boolean =>
  [...facts.vatNumbers.map(({ value }) => value), facts.buyer.vat].some((tax) => digitsOf(tax) === digitsOf(number));

/** Romania: county, number and year behind the register's letter (Order 1082/2014), a form that nothing else has. */
const ownForm = /(?<![\p{L}\p{N}./-])J\d{2}\/\d{1,6}\/\d{4}(?![\p{L}\p{N}/])/gu;

/** The value goes on over labels that belong to the register: its court, the parts of its entry, "under no.". */
function endOf(facts: Facts, line: TextLine, start: number): number {
  const isOther = (label: Label): boolean => {
    const text = line.text.slice(label.start, label.wordsEnd);
    const ofEntry = (['numbers', 'register_parts', 'register_courts'] as const).some((group) =>
      wordsOf(group).is(text),
    );
    return isEffective(label) && !ofEntry && !label.kinds.includes('registration');
  };
  return facts.labels.get(line)!.find((label) => label.start >= start && isOther(label))?.start ?? line.text.length;
}

interface Stretch {
  start: number;
  end: number;
  value: string;
}

/** So many characters of words may stand between a label and its number: a town, "under no.". */
const longestBetween = 45;
/** Digits behind letters that name the register's part, and digits alone. */
const fewestDigits = { lettered: 2, alone: 4 };

const printedNumber =
  /(?<![\p{L}\p{N}.,/-]|\p{N}\s)(?:\p{Lu}{1,2}[\s.-]?)?(?:\p{N}{1,4}(?:\s\p{N}{2,4}(?!\p{N})){1,5}|\p{N}{1,14}(?:(?:\s?\/\s?|[.-])\p{N}{1,10}){0,5})(?:\s?\p{Ll})?(?![\p{L}\p{N}])/gu;

function entryIn(facts: Facts, line: TextLine, from: number, to: number): Stretch | null {
  const core = partsIn(line.text, from, to) ?? numberIn(facts, line, from, to);
  return core && withCourt(line.text.slice(0, to), core);
}

/** "HRB 4711", "oddíl C, vložka 12345": words that number an entry of the register, each with its number. */
function partsIn(text: string, from: number, to: number): { start: number; end: number } | null {
  const parts = wordsOf('register_parts')
    .find(text.slice(from, to))
    .flatMap(({ start, end }) => {
      const number = partNumber.exec(text.slice(from + end, to));
      return number ? [{ start: from + start, end: from + end + number[0].length }] : [];
    });
  const parted = parts.findIndex(({ start }, at) => at > 0 && !isJoining(text.slice(parts[at - 1]!.end, start)));
  const [first, last] = [parts[0], parts.slice(0, parted < 0 ? parts.length : parted).at(-1)];
  return first && last && digitsOf(text.slice(first.start, last.end)).length >= fewestDigits.lettered
    ? { start: first.start, end: last.end }
    : null;
}

const isJoining = (text: string): boolean => /^[\s,.;–-]{0,3}$/.test(text);

const partNumber =
  /^[\s.:ºª°-]{0,3}(?:\p{L}{1,3}[.º°]{1,2}\s?)?(?:\p{Lu}{1,3}[\s-]?)?\p{N}[\p{N}./-]{0,12}(?:\s\p{N}{3}(?!\p{N})){0,3}(?:\s?\p{L})?(?![\p{L}\p{N}])|^[\s.:]{0,3}\p{Lu}(?![\p{L}\p{N}])/u;

/** The first number within reach of the label that is no date and no account. */
function numberIn(facts: Facts, line: TextLine, from: number, to: number): { start: number; end: number } | null {
  const label = facts.labels.get(line)!.find(({ start }) => start === from);
  const [begin, text] = [label?.end ?? from, line.text.slice(0, to)];
  for (const match of text.slice(begin).matchAll(printedNumber)) {
    if (match.index > longestBetween) return null;
    const [start, end] = [begin + match.index, begin + match.index + match[0].length];
    const isOther = [...facts.dates.all, ...facts.accounts.ibans, ...facts.contacts.phones].some(
      (one) => one.line === line && one.start < end && start < one.end,
    );
    const isLettered = /^\p{Lu}/u.test(match[0]);
    if (digitsOf(match[0]).length < (isLettered ? fewestDigits.lettered : fewestDigits.alone)) continue;
    if (isLettered || !isOther) return { start, end };
  }
  return null;
}

/** "123 456 789 RCS Lyon": the number stands before the register and its town. */
function entryBefore(facts: Facts, { line, start, end }: Label): Stretch | null {
  if (!wordsOf('register_courts').is(line.text.slice(start, end))) return null;
  const number = /(?<![\p{N}.,])\p{N}{3}\s?\p{N}{3}\s?\p{N}{3}\s$/u.exec(line.text.slice(0, start));
  const core = number && { start: number.index, end: start - 1 };
  return core && facts.labels.get(line)!.every((label) => label.end <= core.start || label.start >= start)
    ? withCourt(line.text, core)
    : null;
}

/** "Kiel", "Frankfurt am Main", "Městského soudu v Praze". */
const townBehind =
  /^[:\s]{1,2}\p{Lu}[\p{L}'’.-]*(?:\s(?:\p{L}{1,3}\s|\p{Ll}{4,12}\s\p{Ll}{1,2}\s)?\p{Lu}[\p{L}'’-]*)?/u;
const townBefore = /^[:\s]{1,2}\p{Lu}[\p{L}\s'’().-]{1,30}[,:\s]{1,3}$/u;

/** The number with the court that numbers it, which is printed right before or behind it. */
function withCourt(text: string, { start, end }: { start: number; end: number }): Stretch {
  const courts = wordsOf('register_courts').find(text);
  const before = courts.findLast((court) => court.end < start);
  const behind = courts.find((court) => court.start >= end && court.start - end <= 2);
  const from = before && townBefore.test(text.slice(before.end, start)) ? before.start : start;
  const town = behind && townBehind.exec(text.slice(behind.end));
  const to = behind && town && from === start ? behind.end + town[0].length : end;
  const value = withoutEnd(text.slice(from, to), /[\s.,;:-]/u);
  return { start: from, end: from + value.length, value: value.replace(/\s+/gu, ' ') };
}

/** Labels of what identifies a company say nothing against each other. */
const beside: ReadonlySet<LabelKind> = new Set<LabelKind>(['registration', 'trade_register', 'vat_number', 'capital']);
/** What a register's label may mean besides: "Spisová značka" is any court's reference, in a party's block the register's. */
const ofRegister: ReadonlySet<LabelKind> = new Set<LabelKind>(['registration', 'trade_register', 'other_reference']);
const parting = /[|·•;]/u;

/** Whether a label that means just this names it, and every word around both is known, up to a mark that parts them. */
function isNamed(facts: Facts, { line, start, label }: RegisterEntry): boolean {
  if (!label?.kinds.every((kind) => ofRegister.has(kind))) return false;
  const isKnown = (of: TextLine, from: number, to: number): boolean =>
    !hasUnknownWord(of.text, from, to, facts.labels.get(of)!, beside);
  const first = line === label.line ? Math.min(start, label.start) : label.start;
  const from = label.line.text.slice(0, first).split(parting).slice(0, -1).join('|').length;
  if (!isKnown(label.line, from, first) || !isKnown(label.line, label.wordsEnd, label.end)) return false;
  return line === label.line
    ? start < label.end || isTownOrNumber(line.text.slice(label.end, start))
    : isKnown(label.line, label.end, label.line.text.length) && isTownOrNumber(line.text.slice(0, start));
}

/** "Rotterdam", "de Lisboa sob o n.º", "nr.": between label and number names or words for "of" and "number" alone. */
const isTownOrNumber = (text: string): boolean =>
  text
    .split(/[\s,:]+/u)
    .every(
      (word) =>
        word === '' ||
        /^\P{Ll}/u.test(word) ||
        word.replace(/\P{L}/gu, '').length <= 3 ||
        wordsOf('numbers').is(word) ||
        wordsOf('of').is(word),
    );
