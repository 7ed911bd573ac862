import { fold } from '../../checks/fold.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { Facts } from '../candidates/facts.ts';
import { type TextLine, xAt } from '../candidates/text-lines.ts';
import type { VatCandidate } from '../candidates/vat-numbers.ts';
import { isFinancer } from '../fields/account-purposes.ts';
import { wordsOf } from '../lexicon/words.ts';
import { totalPhrases } from '../totals/total-words.ts';
import {
  beginsAsAddress,
  breaksOff,
  countryNamed,
  endsInDutchCode,
  hasPostcode,
  isAddress,
  isAttention,
  isDepartment,
  isPostBox,
  isPostcode,
  isPostcodeWithCity,
  isStreet,
  namesHouse,
  streetEnd,
} from './address-text.ts';
import {
  breaksInForm,
  companyNameEnd,
  fullLine,
  goesOnFromLegalForm,
  isHalfName,
  isLegalForm,
  namesTrades,
} from './company-name.ts';
import { goesOnAsInstitution } from './institution-name.ts';
import { type Piece, piecesOf } from './pieces.ts';
import type { RegionLine } from './region.ts';

/** A stretch of text at its place. */
export interface Slice {
  line: TextLine;
  start: number;
  end: number;
  text: string;
}

/** What a block says of one party. */
export interface Draft {
  name: Slice | null;
  /** The name carries a legal form, or its own label. */
  nameIsSure: boolean;
  /** Address lines in order. */
  address: Slice[];
  addressLabelled: boolean;
  vats: VatCandidate[];
  lines: TextLine[];
}

const mostAddressLines = 6;

/** The address that a region begins with which names nobody. */
export function addressAlone(facts: Facts, region: readonly RegionLine[]): Pick<Draft, 'address' | 'addressLabelled'> {
  const { slices, labelled } = addressOf(piecesIn(facts, region), -1);
  return { address: slices, addressLabelled: labelled };
}

const piecesIn = (facts: Facts, region: readonly RegionLine[]): Piece[] =>
  withCities(withValues(region.flatMap(({ line, from }) => piecesOf(facts, line, from))));

/** @param isTitled whether a heading over the region says that a party stands in it */
export function draftOf(facts: Facts, region: readonly RegionLine[], isTitled = false): Draft {
  const pieces = nameFirst(piecesIn(facts, region), isTitled);
  const lines = region.map(({ line }) => line);
  const within = (line: TextLine, at: number) => region.some((one) => one.line === line && at >= one.from);
  const vats = facts.vatNumbers.filter((vat) => within(vat.line, vat.start));
  const nameAt = nameIndex(pieces);
  const name = nameAt < 0 ? null : pieces[nameAt]!;
  const isBegun = goesOnAsInstitution(pieces, nameAt);
  // "Monsieur" over the person: both are the name.
  const isOfTwo = isBegun || (name !== null && wordsOf('salutations').is(name.text));
  const address = addressOf(pieces, isOfTwo ? nameAt + 1 : nameAt);
  const whole = name && (isBegun ? withNext(name, pieces[nameAt + 1]!) : joinName(pieces, nameAt));
  return {
    name: whole,
    nameIsSure: whole !== null && (name?.kind === 'name' || companyNameEnd(whole.text) !== null),
    address: address.slices,
    addressLabelled: address.labelled,
    vats,
    lines,
  };
}

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

/**
 * "Owners of Mill Street 12" under the heading and over an address of its own is who the party is, and so is "Commune of
 * Nordal" behind a label and before its street.
 */
function nameFirst(pieces: readonly Piece[], isTitled: boolean): readonly Piece[] {
  const [first, ...rest] = pieces;
  const isNamed = first !== undefined && first.start > 0 && !/\p{N}/u.test(first.text);
  const isName =
    first?.kind === 'address' &&
    first.label === null &&
    !hasPostcode(first.text) &&
    (isNamed || (isTitled && !beginsAsAddress(first.text))) &&
    !pieces.some((piece) => piece.kind === 'name') &&
    rest.filter((piece) => piece.kind === 'address').length >= 2;
  return isName ? [{ ...first, kind: 'text' }, ...rest] : pieces;
}

/** "Número de pedido", "Číslo plátce": what a number is called that stands elsewhere, and nobody's name. */
const isNumberCaption = (text: string): boolean =>
  wordsOf('numbers').leading(text) >= 5 && /^\p{L}+\.?\s\p{Ll}/u.test(text) && !/\p{N}/u.test(text);

/** "nordal.example", behind a telephone number. */
const isDomain = (text: string): boolean => /^[\p{Ll}\p{N}-]+(?:\.[\p{Ll}\p{N}-]+)*\.\p{Ll}{2,}$/u.test(text);

/** A labelled name; else the first with a legal form among the first lines; else the first line of plain text. */
function nameIndex(pieces: readonly Piece[]): number {
  const labelled = pieces.findIndex((piece) => piece.kind === 'name' && piece.label !== null && piece.text !== '');
  // A column "Denumire" further down names goods.
  const sure = pieces.findIndex((piece) => piece.kind === 'name' && piece.label === null);
  if (labelled >= 0 && labelled < 9 && (sure < 0 || labelled < sure)) return labelled;
  const usable = ({ text, kind, start }: Piece) =>
    text.length > 3 &&
    (kind === 'name' || /\p{L}{3}/u.test(text)) &&
    !/^\d{6}/.test(text) &&
    !isDepartment(text) &&
    !isNumberCaption(text) &&
    !(start > 0 && isDomain(text)) &&
    totalPhrases().whole(text) === null;
  let firstText = -1;
  let seen = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'title' || !usable(piece)) continue;
    // A second line with the legal form completes a name that began behind the label.
    const begun = index === firstText + 1 && pieces[firstText]?.line !== piece.line ? pieces[firstText] : undefined;
    const completes =
      begun && ((firstText === 0 && begun.start > 0) || isHalfName(begun.text) || namesTrades(begun.text, piece.text));
    if (piece.kind === 'name') return completes ? firstText : index;
    if (piece.kind === 'party' && companyNameEnd(piece.text) !== null) return index;
    if ((piece.kind === 'text' || piece.kind === 'party') && firstText < 0) firstText = index;
    if (piece.kind === 'address' && firstText >= 0) break;
    if (++seen >= 4) break;
  }
  return firstText;
}

/**
 * "Správa a údržba silnic Jihomoravského" over "kraje, příspěvková organizace": a line in small letters goes on from a
 * full one, or from a comma. Under a short name it may say what its owner does.
 */
const goesOnInSmall = (name: string, behind: string, next: string): boolean =>
  companyNameEnd(name) === null &&
  (/^,\s*$/.test(behind) || (behind.trim() === '' && name.length >= fullLine)) &&
  /^\p{Ll}[^\p{N}:@]*$/u.test(next) &&
  !isAddress(next) &&
  !isAttention(next) &&
  !isDepartment(next);

/** A name set in two lines: a salutation with the person below, or a form's value that goes on under its beginning. */
function joinName(pieces: readonly Piece[], at: number): Slice {
  const { line, start, end, text, label } = pieces[at]!;
  const next = pieces[at + 1];
  const own = { line, start, end, text: /[,;]$/.test(text) ? text.slice(0, -1).trimEnd() : text };
  if (!next || next.label || next.line === line || (next.kind !== 'text' && next.kind !== 'name')) return own;
  // "Furnizor: LONG NAME" that goes on under its label ends with the legal form.
  const inline = at === 0 && start > 0 && companyNameEnd(text) === null;
  const tight = next.line.y - line.y < 2 * line.height;
  if (tight && goesOnInSmall(own.text, line.text.slice(end), next.text))
    return { ...own, text: `${own.text}${/^,/.test(line.text.slice(end)) ? ',' : ''} ${next.text}` };
  // "M. POPA" over "ÎNTREPRINDERE INDIVIDUALĂ": a legal form alone in its line ends the name above it.
  const isEnd =
    isLegalForm(next.text) || goesOnFromLegalForm(next.text) || isHalfName(text) || namesTrades(text, next.text);
  const ended = companyNameEnd(text) === null && isEnd;
  if (tight && (ended || breaksInForm(text, next.text) || (inline && next.kind === 'name'))) {
    return { ...own, text: `${own.text} ${next.text}` };
  }
  const last = pieces[at + 2];
  if (tight && last && companyNameEnd(text) === null && isMiddle(next, last))
    return { ...own, text: `${own.text} ${next.text} ${last.text}` };
  const wrapped =
    label !== null &&
    start > 0 &&
    Math.abs(next.line.x - xAt(line, start)) < 0.6 * line.height &&
    !/\d/.test(next.text);
  return wrapped || wordsOf('salutations').is(text) ? { ...own, text: `${own.text} ${next.text}` } : own;
}

/** A line of plain text right over a legal form that stands alone: both go on in the name above them. */
const isMiddle = (piece: Piece, next: Piece): boolean =>
  piece.kind === 'text' &&
  /^\p{Lu}[^\p{N}:@]*$/u.test(piece.text) &&
  !isAttention(piece.text) &&
  !isDepartment(piece.text) &&
  next.label === null &&
  next.line !== piece.line &&
  next.line.y - piece.line.y < 2 * piece.line.height &&
  (isLegalForm(next.text) || goesOnFromLegalForm(next.text));

const withNext = ({ line, start, end, text }: Piece, next: Piece): Slice => ({
  line,
  start,
  end,
  text: `${text} ${next.text}`,
});

/** "Banca Nord, Str. Gării 3": where the account is kept, and not where the company is. */
const isOfBank = (text: string): boolean => {
  const [first, ...rest] = text.split(',');
  return rest.length > 0 && isFinancer(first!) && !/\p{N}/u.test(first!);
};

function addressOf(all: readonly Piece[], nameAt: number): { slices: Slice[]; labelled: boolean } {
  const pieces = all.filter(
    (piece, index) =>
      index <= nameAt ||
      (piece.kind === 'address'
        ? piece.label !== null || !isOfBank(piece.text)
        : piece.kind === 'party'
          ? !isAttention(piece.line.text)
          : piece.kind !== 'text' || !(isAttention(piece.text) || isDepartment(piece.text))),
  );
  const named = pieces.findIndex((piece) => piece.kind === 'address' && piece.label !== null && piece.text !== '');
  // "Str. Morii 4, cod poștal 510100": the label of a part does not begin what stands before it in the line.
  const before = pieces[named - 1];
  const isPart =
    before !== undefined &&
    named - 1 > nameAt &&
    before.line === pieces[named]!.line &&
    (isStart(before) || (before.kind === 'text' && isStreetWithTown(before.text)));
  const labelledAt = isPart ? -1 : named;
  const first = labelledAt >= 0 ? labelledAt : pieces.findIndex((piece, index) => index > nameAt && isStart(piece));
  if (first < 0) return { slices: [], labelled: false };
  const slices: Slice[] = [];
  if (labelledAt < 0) for (const piece of linesBefore(pieces, nameAt, first)) push(slices, piece);
  let closed = false;
  for (const piece of pieces.slice(first)) {
    if (slices.length >= mostAddressLines) break;
    if (piece.kind === 'address' && piece.text !== '') {
      // "Registered office: …; postal address: …"
      if (piece.label?.kinds.includes('address') && isWhole(addressText(slices))) break;
      // Behind the city only a country may follow, or a further labelled part; or the street, where none stood before.
      const street = slices.length === 1 && isPostcodeWithCity(slices[0]!.text);
      const another = street || (slices.length === 1 && hasPostcode(piece.text) && !isWhole(slices[0]!.text));
      if (closed && piece.label === null && !countryNamed(piece.text) && !another) break;
      push(slices, piece);
      if (street) continue;
      // "1200 Mill Road" begins with a house number, not with a code.
      closed =
        hasPostcode(piece.text) &&
        !(endsLine(piece) && /[-\d,]$/.test(piece.line.text.trim())) &&
        !endsInDutchCode(piece.text) &&
        !breaksOff(piece.text) &&
        labelledAt < 0 &&
        !(/^\d{1,5}\s/.test(piece.text) && wordsOf('street_behind').has(piece.text));
      continue;
    }
    if (piece.text === '' && piece.kind === 'address') continue;
    const carriesOn = piece.kind === 'text' && slices.length > 0 && !closed && isContinuation(piece, slices);
    if (!carriesOn) {
      // Facts may stand between street and city in a form; anything else ends the address.
      if (
        piece.kind === 'fact' &&
        labelledAt >= 0 &&
        pieces.slice(first).some((later) => later.label?.kinds.includes('address_part'))
      )
        continue;
      break;
    }
    push(slices, piece);
  }
  return { slices, labelled: labelledAt >= 0 };
}

/** "Lipová 8/3, Praha 5": whatever the street is called. */
function isStreetWithTown(text: string): boolean {
  const end = streetEnd(text);
  return end > 0 && /^,\s?\p{Lu}/u.test(text.slice(end));
}

/** "Mill Street 1, 28033 Nordal": another street behind it is another address. */
const isWhole = (text: string): boolean => {
  const [street, ...rest] = text.split(/,\s|\s[-–]\s/u);
  return /\p{L}/u.test(street!) && /\p{N}/u.test(street!) && !hasPostcode(street!) && rest.some(isPostcodeWithCity);
};

const endsLine = ({ line, end }: Piece): boolean => !/[\p{L}\p{N}]/u.test(line.text.slice(end));

/**
 * Between a name, or the numbers set below it, and the first line that surely is of the address, plain lines are of it
 * as well.
 */
function linesBefore(pieces: readonly Piece[], nameAt: number, first: number): readonly Piece[] {
  if (namesHouse(pieces[first]!.text) && !/,\s?$/.test(pieces[first - 1]?.line.text ?? '')) return [];
  const begin =
    Math.max(
      nameAt,
      pieces.slice(0, first).findLastIndex((piece) => piece.kind === 'fact'),
    ) + 1;
  const name = pieces[nameAt]?.text ?? '';
  const lines = pieces.slice(begin, first);
  const own = lines.slice(lines.findLastIndex((piece) => isAnotherName(piece, name)) + 1);
  const between = hasPostcode(pieces[first]!.text) ? fromStreet(withoutTrade(own)) : withoutTrade(own);
  const plain =
    between.length <= 3 &&
    between.every((piece) => piece.kind === 'text' && piece.text.length <= 50 && !/[:@]/.test(piece.text));
  return plain ? between : [];
}

/** "Ana Pop", "The Corner Shop" and then "Rodas, 2": who is there in person stands before the street and its number. */
function fromStreet(between: readonly Piece[]): readonly Piece[] {
  const street = between.findIndex(({ text }) => isStreet(text));
  const isNamed = ({ text }: Piece): boolean => !/\p{N}/u.test(text) && wordsOf('streets').leading(text) === 0;
  return street > 0 && between.slice(0, street).every(isNamed) ? between.slice(street) : between;
}

/** The name that a company trades under, below the one that it is registered by: both have a word in common. */
const isAnotherName = ({ kind, text }: Piece, name: string): boolean =>
  kind === 'text' && !/\p{N}/u.test(text) && wordsIn(text).some((word) => wordsIn(name).includes(word));

const wordsIn = (text: string): string[] =>
  text.split(/[^\p{L}]+/u).flatMap((word) => (word.length > 3 ? fold(word) : []));

/** "Windows - Doors - Glass" below the name says what the company does: only what follows may be of the address. */
function withoutTrade(between: readonly Piece[]): readonly Piece[] {
  const last = between.findLastIndex(
    (piece, at) => piece.line === between[at - 1]?.line && !/\p{N}/u.test(piece.line.text),
  );
  return between.slice(last + 1);
}

function isStart(piece: Piece): boolean {
  return piece.kind === 'address' && piece.text !== '';
}

/** A line of plain text within an address: the rest of a wrapped line, a district, a city without its code. */
function isContinuation(piece: Piece, slices: readonly Slice[]): boolean {
  const last = slices.at(-1)!;
  if (piece.text.length > 60 || /[:@%€]/.test(piece.text) || isLegalForm(piece.text)) return false;
  if (wordsOf('related').leading(piece.text) > 0) return false;
  if (piece.line.page !== last.line.page || piece.line.y - last.line.y > 2.2 * last.line.height) return false;
  // A narrow column breaks a street before its number.
  if (/^\d{1,4}\p{L}?,?$/u.test(piece.text) && !/\p{N}/u.test(last.text)) return true;
  if (isPostBox(piece.text)) return true;
  if (/\d{3}/.test(piece.text) && (!/\s/.test(piece.text) || wordsOf('numbers').has(piece.text))) return false;
  return /,$/.test(last.line.text.trim()) || isAddress(`${last.text} ${piece.text}`) || /^[\p{Lu}\d]/u.test(piece.text);
}

/** Neighbouring slices of one line are one, with what is printed between them. */
function push(slices: Slice[], piece: Piece): void {
  const last = slices.at(-1);
  const between = last && last.line === piece.line ? piece.line.text.slice(last.end, piece.start) : null;
  if (last && between !== null && /^[\s,.·|•\-–]*$/u.test(between) && between.length < 6) {
    last.end = piece.end;
    last.text = piece.line.text.slice(last.start, last.end);
    return;
  }
  slices.push({ line: piece.line, start: piece.start, end: piece.end, text: piece.text });
}

/** The address as it is given out: its lines joined by commas. */
export function addressText(slices: readonly Slice[]): string {
  return slices.reduce((text, slice) => {
    const part = withoutEnd(slice.text, /[\s,;]/u).replace(/^[\s,;●•·|–—-]+/u, '');
    if (text === '') return part;
    const before = slices[slices.indexOf(slice) - 1]!;
    if (before.line === slice.line) return `${text}, ${part}`;
    // "Cluj-" and "Napoca" in two lines are one word, "jud." and "Cluj" one name.
    return (
      text +
      (/\p{L}-$/u.test(before.line.text) ? '-' : breaksOff(before.text) || endsInDutchCode(before.text) ? ' ' : ', ') +
      part
    );
  }, '');
}
