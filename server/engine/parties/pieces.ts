import { fold } from '../../checks/fold.ts';
import { vatCountries } from '../../checks/vat-numbers.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import { beginsWithHouse, isAddress, isAttention, isPostcode, isStreet, stateAndZip } from './address-text.ts';
import { companyNameEnd } from './company-name.ts';
import type { RegionLine } from './region.ts';

/** What a piece of a party's block says of the party. */
type PieceKind = 'name' | 'address' | 'text' | 'fact' | 'person' | 'party' | 'field' | 'title';

/** A stretch of text at its place. */
export interface Slice {
  line: TextLine;
  start: number;
  end: number;
  text: string;
}

/** A stretch of a line between labels and separators. */
export interface Piece extends Slice {
  kind: PieceKind;
  /** The label that says so. */
  label: Label | null;
}

/** Labels of facts that have a shape of their own: no name and no part of an address. */
const factKinds = new Set<LabelKind>([
  'vat_number',
  'registration',
  'bank_account',
  'bic',
  'bank_name',
  'account_holder',
  'email',
  'phone',
  'other_phone',
  'fax',
  'website',
  'capital',
]);
const partyKinds = new Set<LabelKind>(['vendor', 'customer', 'delivery', 'other_party']);
const separator = /\s[·•|●∙■–—-]\s|\s?[·•●|]\s?|;\s|\s{3,}/gu;

/** The line's pieces, from the offset on. */
export function piecesOf(facts: Facts, line: TextLine, from = 0): Piece[] {
  const labels = facts.labels
    .get(line)!
    .filter(
      (label) =>
        label.end > from &&
        isEffective(label) &&
        !(label.kinds.some((kind) => houseKinds.has(kind)) && numbersHouse(label)) &&
        !endsStreet(label),
    );
  const cuts = new Set<number>([from, line.text.length]);
  for (const label of labels) if (label.start >= from) cuts.add(label.start);
  for (const contact of [...facts.contacts.phones, ...facts.contacts.emails]) {
    if (contact.line !== line || contact.start <= from) continue;
    // "Mill Lane 6, 3811 AB Nordal, T 0341 55 00 10, info@nordal.example"
    const before = /[,;]\s(?:\p{L}{1,4}\.?:?\s?)?$/u.exec(line.text.slice(from, contact.start));
    if (before) cuts.add(from + before.index + 1);
  }
  for (const match of line.text.matchAll(separator))
    if (
      match.index >= from &&
      !isAtPostcode(line.text, match) &&
      !isWithinName(line.text, from, match) &&
      !isWithinLabelledName(facts.labels.get(line)!, match) &&
      !isBehindBrand(facts, line.text, from, match)
    )
      cuts.add(match.index).add(match.index + match[0].length);
  const bounds = [...cuts].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (let i = 0; i + 1 < bounds.length; i++) {
    const label = labels.find((one) => one.start === bounds[i] || (bounds[i] === from && one.start < from)) ?? null;
    pieces.push(...split(facts, line, bounds[i]!, bounds[i + 1]!, label));
  }
  return pieces.map((piece, at) => (isOfLabel(piece, pieces[at + 1]) ? { ...piece, kind: 'field' } : piece));
}

/** "Közös. adószám: …": a word of its own kind before a label in small letters is of the label, and no name. */
const isOfLabel = ({ line, start, end, text, label }: Piece, next: Piece | undefined): boolean =>
  label === null &&
  next?.label?.line === line &&
  start === 0 &&
  /^\p{L}+\.?$/u.test(text) &&
  /^\.?\s\p{Ll}{3}/u.test(line.text.slice(end)) &&
  line.text.slice(end, next.label.start).replace(/^\./, '').trim() === '';

/**
 * "nordal - paper wholesale, Ltd" at www.nordal.example: the dash behind what the domain is called is of the name, and so
 * is one behind which small letters go on to the legal form, as in "KD Nordal - paper wholesale Ltd".
 */
function isBehindBrand({ contacts }: Facts, text: string, from: number, { 0: mark, index }: RegExpExecArray): boolean {
  const brand = fold(text.slice(from, index));
  const rest = text.slice(index + mark.length);
  return (
    /[–—-]/u.test(mark) &&
    brand.length >= 3 &&
    companyNameEnd(rest) === rest.length &&
    (contacts.domains.some((domain) => fold(domain.split('.').at(-2) ?? '') === brand) ||
      (/^\p{Lu}[\p{L} ]{2,20}$/u.test(text.slice(from, index)) && /^\p{Ll}{3}/u.test(rest)))
  );
}

/**
 * "NORDAL - MARE SRL", "Corner Inn - Brad & Sons Ltd": words in one kind of letters on both sides of the dash, of which only
 * the last is a legal form, and nothing but the name in the line; or a dash within quotes; or "Ana Nordal – translations",
 * as who trades in his own name is called.
 */
function isWithinName(text: string, from: number, { 0: mark, index }: RegExpExecArray): boolean {
  const [before, rest] = [text.slice(from, index).trim(), text.slice(index + mark.length)];
  if (!/^\s[–-]\s$/u.test(mark)) return false;
  if (/^["„“»«”][^"„“»«”]*$/u.test(before) && /^[^"„“»«”]*["“”»«]/u.test(rest)) return true;
  const areCapitals = [before, rest].map((part) => part === part.toUpperCase());
  return (
    /^\p{Lu}[\p{L}.& -]{2,40}$/u.test(before) &&
    before.split(' ').length <= mostWordsBefore &&
    companyNameEnd(before) === null &&
    !isAddress(before) &&
    ((areCapitals[0] === areCapitals[1] && companyNameEnd(rest) === rest.length) ||
      (isOfPerson.test(before) && isTrade.test(rest)))
  );
}

/** "Ana Nordal", "Mgr. Ana Nordal": two words at least that begin with capitals and go on in small letters. */
const isOfPerson = /^(?:\p{Lu}\p{L}{0,4}\. )?\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,3}$/u;
/** Up to three words in small letters to the end of the line. */
const isTrade = /^\p{Ll}{4,}(?: \p{Ll}{1,20}){0,2}$/u;

/** "Name: CORNER INN – A. NORDAL": what a label calls the name goes on behind a dash. */
function isWithinLabelledName(labels: readonly Label[], { 0: mark, index }: RegExpExecArray): boolean {
  const own = labels.findLast((label) => label.end <= index);
  return /^\s[–-]\s$/u.test(mark) && own?.leading === true && own.marked && own.kinds.includes('name');
}

/** More words before a dash say what somebody does. */
const mostWordsBefore = 4;

/** "28342 - Valdemoro", "DE - 20095 - Hamburg": the dashes around a code that begins the line, and its city, part nothing. */
function isAtPostcode(text: string, { 0: mark, index }: RegExpExecArray): boolean {
  const [before, behind] = [text.slice(0, index).trim(), text.slice(index + mark.length)];
  const code = before.replace(/^\p{Lu}{1,2}\s[–—-]\s/u, '');
  const isBefore = /^\p{Lu}{1,2}$/u.test(before) && /^\d{4,5}(?!\d)\s?[–—-]?\s?\p{Lu}/u.test(behind);
  return /[–—-]/u.test(mark) && (isBefore || (isPostcode(code) && /^\p{Lu}/u.test(behind)));
}

/** What "No." and "Lot" may name otherwise. */
const houseKinds = new Set<LabelKind>(['invoice_number', 'other_reference']);

/** "No. 7" within an address, or before the street that goes on behind the number; "Lot 12," is a plot of land. */
const numbersHouse = (label: Label): boolean => {
  const { text } = label.line;
  if (!label.leading) {
    if (label.end - label.start > 3) return false;
    // "Jalan SS 15": roads have numbers too.
    return label.kinds.includes('invoice_number') || isAddress(`${text.slice(0, label.start)} 1`);
  }
  const behind = text.slice(label.end);
  return (
    label.end - label.start <= 5 && (beginsWithHouse(text) || (/^[\w/&-]{1,8}[\s,]/.test(behind) && isAddress(behind)))
  );
};

const registers = new Set<LabelKind>(['trade_register', 'registration']);

/** "Str. Morii FN", "R NOVA 44 R/C": behind a street letters that no number follows say what the house has for one, or a floor. */
const endsStreet = ({ kinds, leading, marked, line: { text }, start, end }: Label): boolean => {
  const before = text.slice(0, start).trim();
  return (
    !leading &&
    !marked &&
    kinds.every((kind) => registers.has(kind)) &&
    !/\p{N}/u.test(text.slice(end)) &&
    (isStreet(before) || isAddress(`${before} 1`))
  );
};

/** One piece, or two where a company's name goes on with its address behind a comma, or with a sentence. */
function split(facts: Facts, line: TextLine, start: number, end: number, label: Label | null): Piece[] {
  const piece = withoutCaption(make(facts, line, start, end, label));
  if (!piece) return [];
  const street = piece.kind === 'fact' ? streetBehindNumbers(piece.text) : 0;
  if (street > 0) {
    const own = { ...piece, end: piece.start + street, text: piece.text.slice(0, street).trimEnd() };
    return [own, ...split(facts, line, piece.start + street, end, null)];
  }
  const comma = endBeforeAddress(facts, piece);
  const isFact = piece.kind === 'fact' && piece.label === null;
  // "Operator: Nordal Ltd, Mill Lane 9": what may name a person names a company.
  const isNamed =
    (piece.kind === 'address' && comma !== null) || (piece.kind === 'person' && companyNameEnd(piece.text) !== null);
  const kind = isFact ? 'name' : piece.kind;
  if (kind !== 'name' && kind !== 'text' && kind !== 'party' && !isNamed) return [piece];
  const nameEnd = companyNameEnd(piece.text) ?? bracketsAtEnd(piece.text) ?? comma;
  if (nameEnd === null || !isBehindName(piece.text.slice(nameEnd))) return [piece];
  const cut = piece.start + nameEnd;
  const rest = make(facts, line, cut, end, null);
  const own: Piece = {
    ...piece,
    kind: kind === 'address' ? 'text' : kind,
    end: cut,
    text: line.text.slice(piece.start, cut),
  };
  if (!rest) return [own];
  return [own, nameEnd === comma ? { ...rest, kind: 'address' } : rest];
}

/**
 * "RO14186770 J12/1188/2015 Calea Morii 175, Nordal", "14186770, loc. Nordal nr. 16": where the address begins behind nothing
 * but numbers, behind a comma whatever its first word is; 0 for nowhere.
 */
function streetBehindNumbers(text: string): number {
  const numbers = /^(?:(?=\S{0,20}\p{N}{4})[\p{Lu}\p{N}/.-]{4,24}[,;]?\s){1,4}(?=\p{L})/u.exec(text)?.[0].length ?? 0;
  const rest = text.slice(numbers);
  const begins = /[,;]\s$/.test(text.slice(0, numbers)) || wordsOf('street_before').leading(rest) > 0;
  return numbers > 0 && begins && isAddress(rest) ? numbers : 0;
}

/**
 * "Customer: Nordal Society, Mill Lane 9, 602 00 Nordal": behind the label of a party the address follows at a comma, as far as
 * its postal code, or the party's number behind it, says that it is whole.
 */
function endBeforeAddress({ labels, vatNumbers }: Facts, { kind, line, start, text }: Piece): number | null {
  const isBehindLabel = labels
    .get(line)!
    .some((label) => label.end <= start && label.kinds.some((one) => partyKinds.has(one)));
  const comma = kind === 'party' || isBehindLabel ? text.indexOf(', ') : -1;
  const [street, ...town] = text.slice(comma + 2).split(', ');
  const isNamed = comma > 0 && /^\p{Lu}[^\p{N}]{2,60}$/u.test(text.slice(0, comma));
  // "8 rue des Moulins": where the number leads, nothing but its words tells a street.
  const isRoad = isStreet(street!) || (/^\p{N}/u.test(street!) && isAddress(street!));
  const isNumbered = vatNumbers.some((vat) => vat.line === line && vat.start > start);
  const isWhole = /\d{3} ?\d{2}|\d{4}/.test(town.join(', ')) || (town.length > 0 && isNumbered);
  return isNamed && isRoad && /\p{N}/u.test(street!) && isWhole ? comma : null;
}

/** "held by: Nordbau GmbH", "Betreiber: Nordbau GmbH": words that end in a colon are of no company's name. */
function withoutCaption(piece: Piece | null): Piece | null {
  const colon = piece?.label === null && piece.kind === 'name' ? piece.text.indexOf(': ') : -1;
  if (!piece || colon < 3 || colon > 40 || !/^[\p{L}\s.]+$/u.test(piece.text.slice(0, colon))) return piece;
  const text = piece.text.slice(colon + 1).trimStart();
  return companyNameEnd(text) === null ? piece : { ...piece, start: piece.end - text.length, text };
}

/** What goes on behind a name without being of it: marks, numbers, addresses, departments, sentences. */
function isBehindName(tail: string): boolean {
  const goesOn = tail.length > 30 && tail.trim().split(/\s+/).length > 3;
  return (
    goesOn ||
    /^\s?[,([{\-–/]|[\d@]|\s\p{Ll}+\s\p{Ll}+(\s|$)/u.test(tail) ||
    isAddress(tail.trim()) ||
    wordsOf('street_before').leading(tail.trim()) > 0 ||
    isAttention(tail.trim())
  );
}

/** "(123456-X)" behind a name, or alone: a number in brackets, of whatever register. */
const inBrackets = /(?:^|\s)[([{][^()[\]{}]{0,30}\d{4}[^()[\]{}]{0,12}[)\]}]\.?$/u;

/** Where the number in brackets stands that ends the text. */
const bracketsAtEnd = (text: string): number | null => {
  const at = inBrackets.exec(text)?.index;
  return at === undefined || at === 0 ? null : at;
};

function make(facts: Facts, line: TextLine, start: number, end: number, label: Label | null): Piece | null {
  const own = label !== null && label.start <= start && label.end > start;
  // Marks and icons that are set before what they stand for, among them those of fonts' private letters.
  const valueStart = own ? Math.min(label.end, end) : start;
  const raw = line.text.slice(valueStart, end);
  const marks = /^(?:[\s,:·•|–—\u2190-\u2bff\ue000-\uf8ff-]|\/\s)*/u.exec(raw)![0].length;
  // "Nordal S.p.A. - Società a socio unico, Via Emanuele II, 4": who holds the company is no part of where it is.
  const held = wordsOf('related').leading(raw.slice(marks)) || purposeEnd(raw.slice(marks));
  const lead =
    held > 0 && raw[marks + held] === ',' ? marks + held + /^,\s*/.exec(raw.slice(marks + held))![0].length : marks;
  const text = withoutEnd(raw.slice(lead), /[\s,:·•|–—\u2190-\u2bff\ue000-\uf8ff-]/u);
  const at = valueStart + lead;
  if (text === '' && !own) return null;
  const dated = facts.dates.all.some((date) => date.line === line && date.start >= at && date.end <= at + text.length);
  const isNumber =
    facts.accounts.ibans.some((iban) => iban.line === line && iban.start < at + text.length && iban.end > at) ||
    facts.vatNumbers.some((vat) => vat.line === line && vat.start === at && vat.end === at + text.length) ||
    facts.labels.get(line)!.some((one) => one.start === at && one.kinds.includes('trade_register') && isEffective(one));
  const kind = isNumber && !own ? 'fact' : dated && !own ? 'field' : kindOf(text, own ? label : null);
  return { line, start: at, end: at + text.length, text, label: own ? label : null, kind };
}

/** "Nordal d.o.o. za vodoopskrbu i odvodnju, Lipova 8": where ends what a company is for, as words before a comma say. */
function purposeEnd(text: string): number {
  const words = /^\p{Ll}[\p{Ll}\s]{3,80}(?=,)/u.exec(text)?.[0] ?? '';
  return wordsOf('for').leading(words) > 0 ? words.length : 0;
}

/** "Boulder, CO 80302": a state, not a legal form. */
const isTownInUsa = (text: string): boolean => {
  const at = text.search(stateAndZip);
  return at > 0 && /^[\p{L} .'-]+, $/u.test(text.slice(0, at));
};

function kindOf(text: string, label: Label | null): PieceKind {
  if (label) {
    const has = (kinds: ReadonlySet<LabelKind>) => label.kinds.some((kind) => kinds.has(kind));
    if (has(partyKinds)) return 'party';
    if (label.kinds.includes('name')) return 'name';
    if (label.kinds.includes('address') || label.kinds.includes('address_part')) return 'address';
    if (has(factKinds)) return 'fact';
    if (label.kinds.includes('person')) return 'person';
    return 'field';
  }
  if (isTitle(text)) return 'title';
  // "Votre Email: …": whose it is, said before a label.
  if (wordsOf('your').is(text)) return 'field';
  if (isFact(text)) return 'fact';
  if (isTownInUsa(text)) return 'address';
  if ((companyNameEnd(text) ?? 91) <= 90) return 'name';
  return isAddress(text) && !isProse(text) && !isPerson(text) ? 'address' : 'text';
}

/** "M. et Mme POPESCU Ana": a salutation, though its letter may be a street's, and names behind it. */
const isPerson = (text: string): boolean => !/\p{N}/u.test(text) && wordsOf('salutations').leading(text) > 0;

/** "RO 14186770", "ATU12345678": Austria's numbers go on with a U. */
const hasVatForm = (text: string): boolean => {
  const letters = /^([A-Z]{2,3})\s?[\d\s.B]{6,16}\d$/.exec(text)?.[1];
  return vatCountries.some((country) => letters === country || letters === `${country}U`);
};

/** Contacts, accounts, register and tax numbers that need no label. */
function isFact(text: string): boolean {
  // "RO14186770 / J12/1188/2015": one beside the other.
  const parts = text.split(/\s\/\s|[;,]\s/u);
  return (
    (parts.length > 1 && parts.every(isFact)) ||
    /@|www\.|https?:|\bIBAN\b|^(BIC|SWIFT)\b/i.test(text) ||
    (/^\p{Lu}{1,4}[-.]?\d{1,4}$/u.test(text) && !isAddress(text)) ||
    /^\d{4,8}-\p{Lu}$/u.test(text) ||
    inBrackets.exec(text)?.index === 0 ||
    /^\+?[\d\s()./-]{8,24}$/.test(text) ||
    /^[JFC]\s?\d{1,2}\s?\/\s?\d{1,6}\s?\/\s?[\d.]{4,10}$|^J\d{13}$/.test(text) ||
    hasVatForm(text)
  );
}

/** Four words in small letters one after the other are of a sentence, or of a company that is named by what it does. */
export const isProse = (text: string): boolean =>
  /(^|\s)(\p{Ll}+\s){3}\p{Ll}+(\s|$)/u.test(text) &&
  !(isNamedByTrade.test(text) && companyNameEnd(text) === text.length);

/** "Hedges gardens orchards and pools Ltd": one capital at its begin, and then its legal form. */
const isNamedByTrade = /^\p{Lu}\p{L}*(?:\s\p{Ll}+){4,7}\s\p{Lu}[\p{L}.]*$/u;

/** Running text, which names no one. */
export const isSentence = (text: string): boolean => text.length > 80 || /[.!?]\s\p{Lu}\p{Ll}+\s\p{Ll}/u.test(text);

/**
 * "we use this e-mail address", "42 from your mobile": more than three words, the first in small letters. "d.o.o." and "dm"
 * begin names as well, and "in der Aue 7" a street.
 */
export const isWording = (text: string): boolean =>
  isProse(text) ||
  isSentence(text) ||
  ((/^\p{Ll}/u.test(text) || (/^\p{N}+\s\p{Ll}/u.test(text) && !isAddress(text))) &&
    !/\s\p{N}{1,4}\s?\p{L}?$/u.test(text) &&
    text.split(/\s+/).length > 3 &&
    !isAttention(text) &&
    companyNameEnd(text) === null);

/** The pieces of a party's block, with what stands in neighbouring cells put together. */
export const piecesIn = (facts: Facts, region: readonly RegionLine[]): Piece[] =>
  withCities(withValues(region.flatMap(({ line, from }) => piecesOf(facts, line, from))));

/** In a form the label stands in one cell and its value in the next: what the label says holds for the value. */
function withValues(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    const before = pieces[index - 1];
    const open =
      before &&
      before.label !== null &&
      before.text === '' &&
      before.line !== piece.line &&
      before.line.row === piece.line.row;
    if (!open || piece.label !== null || (piece.kind !== 'text' && piece.kind !== 'address')) return piece;
    return before.kind === 'address' || before.kind === 'name'
      ? { ...piece, kind: before.kind, label: before.label }
      : piece;
  });
}

/** A postal code in one cell and its city in the next are one piece of an address. */
function withCities(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, index): Piece[] => {
    const [before, next] = [pieces[index - 1], pieces[index + 1]];
    if (before && isCode(before, piece)) return [];
    return next && isCode(piece, next) ? [{ ...piece, kind: 'address', text: `${piece.text} ${next.text}` }] : [piece];
  });
}

const isCode = (piece: Piece, next: Piece): boolean =>
  piece.label === null && isPostcode(piece.line.text) && next.line !== piece.line && next.line.row === piece.line.row;
