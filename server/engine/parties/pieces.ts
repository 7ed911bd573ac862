import { withoutEnd } from '../../checks/without-end.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { beginsWithHouse, isAddress } from './address-text.ts';
import { companyNameEnd } from './company-name.ts';

/** What a piece of a party's block says of the party. */
type PieceKind = 'name' | 'address' | 'text' | 'fact' | 'person' | 'party' | 'field' | 'title';

/** A stretch of a line between labels and separators. */
export interface Piece {
  line: TextLine;
  start: number;
  end: number;
  text: string;
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
        !(label.kinds.some((kind) => houseKinds.has(kind)) && numbersHouse(label)),
    );
  const cuts = new Set<number>([from, line.text.length]);
  for (const label of labels) if (label.start >= from) cuts.add(label.start);
  for (const match of line.text.matchAll(separator))
    if (match.index >= from) cuts.add(match.index).add(match.index + match[0].length);
  const bounds = [...cuts].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (let i = 0; i + 1 < bounds.length; i++) {
    const label = labels.find((one) => one.start === bounds[i] || (bounds[i] === from && one.start < from)) ?? null;
    pieces.push(...split(facts, line, bounds[i]!, bounds[i + 1]!, label));
  }
  return pieces;
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

/** One piece, or two where a company's name goes on with its address behind a comma, or with a sentence. */
function split(facts: Facts, line: TextLine, start: number, end: number, label: Label | null): Piece[] {
  const piece = make(facts, line, start, end, label);
  if (!piece) return [];
  if (piece.kind !== 'name' && piece.kind !== 'text' && piece.kind !== 'party') return [piece];
  const nameEnd = companyNameEnd(piece.text) ?? numberInBrackets(piece.text);
  const tail = nameEnd === null ? '' : piece.text.slice(nameEnd);
  const goesOn = piece.text.length > 60 && tail.trim().split(/\s+/).length > 3;
  const isPlace = isAddress(tail.trim()) || isHouseBeforePlace(tail, line.text.slice(piece.end));
  if (nameEnd === null || !(goesOn || /^\s?[,([{\-–/]/.test(tail) || isPlace)) return [piece];
  const cut = piece.start + nameEnd;
  const rest = make(facts, line, /^[\s,]/.test(tail) ? cut + 1 : cut, end, null);
  return [{ ...piece, end: cut, text: line.text.slice(piece.start, cut) }, ...(rest ? [rest] : [])];
}

/** "Beispiel GmbH Am Anger 12 · 60388 Frankfurt": the sender in one line, whose first separator a scan lost. */
function isHouseBeforePlace(tail: string, behind: string): boolean {
  return (
    /^\s\p{Lu}[\p{L}\s.'’-]{2,40}\s\d{1,4}\s?\p{Ll}?$/u.test(tail) && /^\W{1,4}\d{4,5}\s\p{Lu}\p{Ll}/u.test(behind)
  );
}

/** Where "CORNER SHOP (123456-X)" has its company's number. */
function numberInBrackets(text: string): number | null {
  const at = /\s[([{]\s?[\p{L}\s.:]{0,12}\d{4,}\s?-?\s?\p{L}?\s?[)\]}]$/u.exec(text)?.index;
  return at === undefined ? null : at;
}

function make(facts: Facts, line: TextLine, start: number, end: number, label: Label | null): Piece | null {
  const own = label !== null && label.start <= start && label.end > start;
  const valueStart = own ? Math.min(label.end, end) : start;
  const raw = line.text.slice(valueStart, end);
  const lead = /^[\s,:·•|–-]*/u.exec(raw)![0].length;
  const text = withoutEnd(raw.slice(lead), /[\s,:·•|–-]/u);
  const at = valueStart + lead;
  if (text === '' && !own) return null;
  const dated = facts.dates.all.some((date) => date.line === line && date.start >= at && date.end <= at + text.length);
  const account = facts.accounts.ibans.some(
    (iban) => iban.line === line && iban.start < at + text.length && iban.end > at,
  );
  const kind = account && !own ? 'fact' : dated && !own ? 'field' : kindOf(text, own ? label : null);
  return { line, start: at, end: at + text.length, text, label: own ? label : null, kind };
}

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
  if (isFact(text)) return 'fact';
  // "Boulder, CO 80302": a state, not a legal form.
  if (/^[\p{L} .'-]+, [A-Z]{2} \d{5}(-\d{4})?$/u.test(text)) return 'address';
  if ((companyNameEnd(text) ?? 91) <= 90) return 'name';
  return isAddress(text) && !isProse(text) ? 'address' : 'text';
}

/** Contacts, accounts, register and tax numbers that need no label. */
function isFact(text: string): boolean {
  return (
    /@|www\.|https?:|\bIBAN\b|^(BIC|SWIFT)\b/i.test(text) ||
    /^\p{Lu}{1,4}[-.]?\d{1,4}$/u.test(text) ||
    /^\d{4,8}-\p{Lu}$/u.test(text) ||
    // "(123456-X)", a company's number.
    /^[([{][^()]{0,25}\d{4,}\s?-?\s?\p{Lu}?\s?[)\]}]\.?$/u.test(text) ||
    /^\+?[\d\s()./-]{8,24}$/.test(text) ||
    /^[JFC]\s?\d{1,2}\s?\/\s?\d{1,6}\s?\/\s?[\d.]{4,10}$|^J\d{13}$/.test(text) ||
    /^(RO|DE|ATU|FR|BE|NL|IE|GB|ES|PL|BG|HU|IT|CZ|SK)\s?[\d\s.B]{6,16}\d$/.test(text)
  );
}

/** Four words in small letters one after the other are of a sentence. */
export const isProse = (text: string): boolean => /(^|\s)(\p{Ll}+\s){3}\p{Ll}+(\s|$)/u.test(text);

/** Running text, which names no one. */
export const isSentence = (text: string): boolean => text.length > 80 || /[.!?]\s\p{Lu}\p{Ll}+\s\p{Ll}/u.test(text);
