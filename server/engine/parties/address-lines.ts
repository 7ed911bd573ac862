import { fold } from '../../checks/fold.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { Facts } from '../candidates/facts.ts';
import { isFinancer } from '../fields/account-purposes.ts';
import { wordsOf } from '../lexicon/words.ts';
import {
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
import { isLegalForm } from './company-name.ts';
import { isWording, type Piece, piecesIn, type Slice } from './pieces.ts';
import type { RegionLine } from './region.ts';

/** Which lines of a party's block are its address. */
export interface AddressLines {
  /** In order. */
  address: Slice[];
  addressLabelled: boolean;
}

const mostAddressLines = 6;

/** The address that a region begins with which names nobody. */
export const addressAlone = (facts: Facts, region: readonly RegionLine[]): AddressLines =>
  addressOf(piecesIn(facts, region), -1);

/** "Banca Nord, Str. Gării 3": where the account is kept, and not where the company is. */
const isOfBank = (text: string): boolean => {
  const [first, ...rest] = text.split(',');
  return rest.length > 0 && isFinancer(first!) && !/\p{N}/u.test(first!);
};

/** @param nameAt which of the pieces ends the name; -1 where they name nobody */
export function addressOf(all: readonly Piece[], nameAt: number): AddressLines {
  const pieces = withCodesBelow(all).filter(
    (piece, index) =>
      index <= nameAt ||
      (piece.kind === 'address'
        ? piece.label !== null || !isOfBank(piece.text)
        : piece.kind === 'party'
          ? !isAttention(piece.line.text)
          : piece.kind !== 'text' || !(isAttention(piece.text) || isDepartment(piece.text))),
  );
  // "Country | GR" over the street: a code alone begins no address.
  const named = pieces.findIndex(
    (piece) => piece.kind === 'address' && piece.label !== null && piece.text !== '' && !/^[A-Z]{2}$/.test(piece.text),
  );
  // "Str. Morii 4, cod poștal 510100": the label of a part does not begin what stands before it in the line.
  const before = pieces[named - 1];
  const isPart =
    before !== undefined &&
    named - 1 > nameAt &&
    before.line === pieces[named]!.line &&
    (isStart(before) || (before.kind === 'text' && isStreetWithTown(before.text)));
  const labelledAt = isPart ? -1 : named;
  const first = labelledAt >= 0 ? labelledAt : pieces.findIndex((piece, index) => index > nameAt && isStart(piece));
  if (first < 0) return { address: [], addressLabelled: false };
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
  return { address: slices, addressLabelled: labelledAt >= 0 };
}

/** "Lipová 8", "Praha 5" and "150 00" below each other, or "Lhota 8" and "150 00": a postal code ends the address above it. */
function withCodesBelow(pieces: readonly Piece[]): Piece[] {
  const isCode = ({ kind, text }: Piece, at: number): boolean => {
    const [street, town] = [pieces[at - 2], pieces[at - 1]];
    return (
      kind === 'text' &&
      isPostcode(text) &&
      town?.kind === 'text' &&
      (isStreet(town.text) ||
        (street?.kind === 'text' && isStreet(street.text) && /^\p{Lu}[\p{L} .'-]+(?: \p{N}{1,2})?$/u.test(town.text)))
    );
  };
  return pieces.map((piece, at) => (isCode(piece, at) ? { ...piece, kind: 'address' } : piece));
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
  const isTrade = (piece: Piece): boolean => isTradeBeside(piece, pieces[nameAt], pieces[first]!) || saysTrade(piece);
  const trades = lines.findIndex((piece) => !isTrade(piece));
  const named = trades < 0 ? [] : lines.slice(trades);
  const own = named.slice(named.findLastIndex((piece) => isAnotherName(piece, name)) + 1);
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

/** "Nordal SRL • Service for all makes • ITP 18-044": what stands behind the name in its line, over the line of the address. */
const isTradeBeside = (piece: Piece, name: Piece | undefined, first: Piece): boolean =>
  name !== undefined && piece.line === name.line && first.line !== name.line && !isStreet(piece.text);

/** "for waste and water · Mill Street 3": words that go as a sentence does say what the company is for. */
const saysTrade = ({ text }: Piece): boolean => !/\p{N}/u.test(text) && isWording(text);

/** The name that a company trades under, below the one that it is registered by: both have a word in common. */
const isAnotherName = ({ kind, text }: Piece, name: string): boolean =>
  kind === 'text' && !/\p{N}/u.test(text) && wordsIn(text).some((word) => wordsIn(name).includes(word));

const wordsIn = (text: string): string[] =>
  text.split(/[^\p{L}]+/u).flatMap((word) => (word.length > 3 ? fold(word) : []));

/** "Windows - Doors - Glass" below the name says what the company does: only what follows may be of the address. */
function withoutTrade(between: readonly Piece[]): readonly Piece[] {
  const last = between.findLastIndex(
    (piece, at) =>
      piece.line === between[at - 1]?.line && !/\p{N}/u.test(piece.line.text.replace(/\b(?:18|19|20)\p{N}{2}\b/gu, '')),
  );
  return between.slice(last + 1);
}

function isStart(piece: Piece): boolean {
  return piece.kind === 'address' && piece.text !== '';
}

/** In heights of print, from the top of one line of an address to that of the next. */
export const addressStep = 2.2;
/** In characters: what is longer is no line of an address. */
const longestLine = 60;

/** A line of plain text within an address: the rest of a wrapped line, a district, a city without its code. */
function isContinuation(piece: Piece, slices: readonly Slice[]): boolean {
  const last = slices.at(-1)!;
  if (piece.text.length > longestLine || /[:@%€]/.test(piece.text) || isLegalForm(piece.text)) return false;
  // "Transaction:", whose value stands in the next cell.
  if (piece.line.text.slice(piece.end).startsWith(':') || wordsOf('related').leading(piece.text) > 0) return false;
  if (piece.line.page !== last.line.page || piece.line.y - last.line.y > addressStep * last.line.height) return false;
  // A narrow column breaks a street before its number.
  if (/^\d{1,4}\p{L}?,?$/u.test(piece.text) && !/\p{N}/u.test(last.text)) return true;
  if (isPostBox(piece.text)) return true;
  // "Depot Nordal 0256-55.07.11": where to call.
  if (/\s\(?0\d{2,3}[-./ )]\s?\d{2,3}[-. ]?\d{2}/.test(piece.text)) return false;
  // "Mill Street 40 | Table 14": a number of something else in the same line.
  const between = last.line === piece.line ? piece.line.text.slice(last.end, piece.start) : '';
  if (/[|·•●]/u.test(between) && /\p{N}/u.test(piece.text) && !isStreet(piece.text)) return false;
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
