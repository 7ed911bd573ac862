import type { Facts } from '../candidates/facts.ts';
import { type TextLine, xAt } from '../candidates/text-lines.ts';
import type { VatCandidate } from '../candidates/vat-numbers.ts';
import { isNextLine } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { type AddressLines, addressOf } from './address-lines.ts';
import { beginsAsAddress, hasPostcode, isAddress, isAttention, isDepartment } from './address-text.ts';
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
import { type Piece, piecesIn, type Slice } from './pieces.ts';
import type { RegionLine } from './region.ts';

/** What a block says of one party. */
export interface Draft extends AddressLines {
  name: Slice | null;
  /** The name carries a legal form, or its own label. */
  nameIsSure: boolean;
  vats: VatCandidate[];
  lines: TextLine[];
}

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
    ...address,
    vats,
    lines,
  };
}

/**
 * "Owners of Mill Street 12" under the heading and over an address of its own is who the party is, and so is "Commune of
 * Nordal" behind a label or under the heading, and before its street.
 */
function nameFirst(pieces: readonly Piece[], isTitled: boolean): readonly Piece[] {
  const [first, ...rest] = pieces;
  const isNamed = first !== undefined && first.start > 0 && !/\p{N}/u.test(first.text);
  const isBody = first !== undefined && !/\p{N}/u.test(first.text) && wordsOf('institutions').leading(first.text) > 0;
  const isName =
    first?.kind === 'address' &&
    first.label === null &&
    !hasPostcode(first.text) &&
    (isNamed || (isTitled && (isBody || !beginsAsAddress(first.text)))) &&
    !pieces.some((piece) => piece.kind === 'name') &&
    rest.filter((piece) => piece.kind === 'address').length >= (isBody ? 1 : 2);
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
    // "c/o Nordal Ltd" under a name: where its letters go.
    if (piece.kind === 'name' && !(firstText >= 0 && isAttention(piece.text))) return completes ? firstText : index;
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

/** In heights of print: a value that goes on in the next line begins there no farther beside where it began. */
const besideStart = 0.6;

/** A name set in two lines: a salutation with the person below, or a form's value that goes on under its beginning. */
function joinName(pieces: readonly Piece[], at: number): Slice {
  const { line, start, end, text, label } = pieces[at]!;
  const next = pieces[at + 1];
  const own = { line, start, end, text: /[,;]$/.test(text) ? text.slice(0, -1).trimEnd() : text };
  if (!next || next.label || next.line === line || (next.kind !== 'text' && next.kind !== 'name')) return own;
  // "Furnizor: LONG NAME" that goes on under its label ends with the legal form.
  const inline = at === 0 && start > 0 && companyNameEnd(text) === null;
  const tight = isNextLine(line, next.line);
  if (tight && goesOnInSmall(own.text, line.text.slice(end), next.text))
    return { ...own, text: `${own.text}${/^,/.test(line.text.slice(end)) ? ',' : ''} ${next.text}` };
  // "M. POPA" over "ÎNTREPRINDERE INDIVIDUALĂ": a legal form alone in its line ends the name above it.
  const isEnd =
    (inline && isLegalForm(text)) ||
    isLegalForm(next.text) ||
    goesOnFromLegalForm(next.text) ||
    isHalfName(text) ||
    namesTrades(text, next.text);
  const ended = companyNameEnd(text) === null && isEnd;
  if (tight && (ended || breaksInForm(text, next.text) || (inline && next.kind === 'name'))) {
    return { ...own, text: `${own.text} ${next.text}` };
  }
  const last = pieces[at + 2];
  if (tight && last && companyNameEnd(text) === null && isMiddle(next, last))
    return { ...own, text: `${own.text} ${next.text} ${last.text}` };
  const wrapped =
    label !== null &&
    (start > 0 || (label.line !== line && tight && next.line.cell === 0 && !/\P{Lu}/u.test(next.text))) &&
    Math.abs(next.line.x - xAt(line, start)) < besideStart * line.height &&
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
  isNextLine(piece.line, next.line) &&
  (isLegalForm(next.text) || goesOnFromLegalForm(next.text));

const withNext = ({ line, start, end, text }: Piece, next: Piece): Slice => ({
  line,
  start,
  end,
  text: `${text} ${next.text}`,
});
