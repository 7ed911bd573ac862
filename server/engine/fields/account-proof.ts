import { fold } from '../../checks/fold.ts';
import type { IbanCandidate } from '../candidates/accounts.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective } from '../candidates/labels.ts';
import { isBold, type TextLine } from '../candidates/text-lines.ts';
import { vatKey } from '../candidates/vat-numbers.ts';
import { followsTightly, isWide, startTogether } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import { columnPhrases } from '../lines/column-words.ts';
import { isAddress } from '../parties/address-text.ts';
import type { Parties } from '../parties/choose-parties.ts';
import { companyNameEnd } from '../parties/company-name.ts';
import { isProse } from '../parties/pieces.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { isNotToPayTo } from './account-purposes.ts';
import { namesBank } from './bank-names.ts';
import { contact, isExplained, others, withoutName } from './explained-words.ts';
import { isAboutPaying } from './payment-terms.ts';

/**
 * What the page says an account is for. `proven`: its label or a sentence that asks for payment stands with it, and
 * everything that qualifies it is explained. `other`: words with it say that it is not to be paid to. `open`: neither.
 */
export type Standing = 'proven' | 'other' | 'open';

/** The parts of the decision that an account is judged by. */
export interface AccountContext {
  facts: Facts;
  parties: Parties;
  /** The vendor's name without legal forms, folded; null where no vendor was found for sure. */
  vendorKey: string | null;
}

export function standingOf(context: AccountContext, iban: IbanCandidate): Standing {
  const { facts, parties } = context;
  const { line } = iban;
  const beside = labelCell(facts, iban);
  const said = sentenceAround(facts, line);
  if ([...said, ...(beside ? [beside] : []), ...besideTight(facts, iban)].some((one) => isToldApart(context, one)))
    return 'other';
  // "Carrier: Other Ltd, IBAN …" is explained: the third company's own. "Collected by Other Ltd, IBAN …" leaves it open.
  const isBehindOther = namesOtherCompany(line.text.slice(0, iban.start), keyElsewhere(context, line));
  if (isBehindOther && leads(facts, line, others)) return 'other';
  const over = linesOver(context, iban, beside);
  if (over === 'other') return 'other';
  const asked = isToPayTo(iban);
  const isNamed = iban.label !== null || asked || hasAccountLabel(facts, beside) || hasAccountHead(facts, iban);
  const explained = [...said, ...(beside ? [beside] : [])].every((one) => isExplained(facts, context.vendorKey, one));
  const place = !parties.notVendor.has(line) || asked;
  return isNamed && !isBehindOther && explained && over === 'explained' && place && !isPageOfTerms(facts, line)
    ? 'proven'
    : 'open';
}

/** "Plata se face până la … în contul RO…": what asks for payment names the vendor's account, wherever it is printed. */
export const isToPayTo = ({ line, start }: IbanCandidate): boolean => {
  const before = line.text.slice(0, start);
  return start > 15 && isAboutPaying(before) && !isNotToPayTo(line.text);
};

/** "Assigned: pay only to Other Factor Ltd, IBAN …": a company that is neither vendor nor bank stands before it. */
export function namesOtherCompany(text: string, vendorKey: string | null): boolean {
  const end = companyNameEnd(text);
  return end !== null && !(vendorKey !== null && fold(text).includes(vendorKey)) && !namesBank(text.slice(0, end));
}

/** The vendor's name, unless it is found in this line alone, where it was taken for the vendor's: that proves nothing. */
function keyElsewhere({ facts, parties, vendorKey }: AccountContext, line: TextLine): string | null {
  const vat = parties.vendorVat;
  const isSaid = facts.document.lines.some(
    (other) =>
      (other !== line && vendorKey !== null && fold(other.text).includes(vendorKey)) ||
      (other === line &&
        vat !== null &&
        facts.vatNumbers.some((one) => one.line === line && vatKey(one) === vatKey(vat))),
  );
  return isSaid ? vendorKey : null;
}

/** E-mail addresses, websites and the vendor's own name say nothing of what an account is for. */
function isToldApart({ vendorKey }: AccountContext, { text }: TextLine): boolean {
  return isNotToPayTo(withoutName(text.replace(contact, ' '), vendorKey));
}

/** The cell to the left that is the label of an account which has none in its own cell. */
function labelCell(facts: Facts, { line, start }: IbanCandidate): TextLine | null {
  if (/\p{L}{2}/u.test(line.text.slice(0, start))) return null;
  const before = facts.document.pages[line.page - 1]!.rows[line.row]!.slice(0, line.cell);
  return before.findLast((cell) => /\p{L}{2}/u.test(cell.text)) ?? null;
}

/** A cell so near beside the account's that it may say what it is for, whichever has the label. */
function besideTight(facts: Facts, { line }: IbanCandidate): TextLine[] {
  const row = facts.document.pages[line.page - 1]!.rows[line.row]!;
  return [row[line.cell - 1], row[line.cell + 1]].filter(
    (cell) =>
      cell !== undefined &&
      Math.max(cell.x - line.x - line.width, line.x - cell.x - cell.width) < nearBeside * line.height,
  ) as TextLine[];
}

const nearBeside = 6;

const hasAccountLabel = (facts: Facts, line: TextLine | null): boolean =>
  line !== null && facts.labels.get(line)!.some((label) => label.kinds.includes('bank_account'));

/** A column's head, or a label set over its value. */
function hasAccountHead(facts: Facts, { line }: IbanCandidate): boolean {
  const [over] = cellsOver(facts, line, line);
  return (
    over !== undefined && facts.labels.get(over)!.some((label) => label.alone && label.kinds.includes('bank_account'))
  );
}

/** The line with those that its sentence began in and goes on in. */
function sentenceAround(facts: Facts, line: TextLine): TextLine[] {
  const lines = [line];
  for (let first = line; /^[\p{Ll}(]/u.test(first.text) || isWide(first); ) {
    const [before] = cellsOver(facts, first, first);
    if (!before || !goesOn(before, first) || lines.length > 4) break;
    lines.unshift(before);
    first = before;
  }
  for (let last = line; !/[.!?]$/.test(last.text); ) {
    const after = facts.document.pages[last.page - 1]!.rows[last.row + 1]?.find((cell) => goesOn(last, cell));
    if (!after || !/^[\p{Ll}(]/u.test(after.text) || lines.length > 8) break;
    lines.push(after);
    last = after;
  }
  return lines;
}

/** Running text breaks off at the right edge of its column, and not behind a full stop (but that of a day) or a colon. */
export const goesOn = (line: TextLine, next: TextLine): boolean =>
  startTogether(next, line) &&
  followsTightly(line, next) &&
  !/(?:[!?:]|(?<!\p{N})\.)$/u.test(line.text) &&
  ((isWide(line) && !line.text.endsWith('.')) || /^[\p{Ll}(]/u.test(next.text)) &&
  isProse(`${line.text} ${next.text}`);

/** The cells of the nearest row above that has some over the stretch from one line's left to the other's right. */
export function cellsOver(facts: Facts, left: TextLine, right: TextLine, below: TextLine = right): TextLine[] {
  const { rows } = facts.document.pages[below.page - 1]!;
  for (let at = below.row - 1; at >= 0; at--) {
    const cells = rows[at]!.filter(
      (cell) => cell.x < right.x + right.width && left.x < cell.x + cell.width && below.y > cell.y,
    );
    if (cells.length > 0) return cells;
  }
  return [];
}

/** The first line over an account may stand so many line heights above it, the following as far as lines of a block. */
const firstReach = 4;
const blockReach = 2.4;
/** Whatever stands so near over a line belongs to it. */
const tight = 1.8;
/** Lines over an account may stand so many times as far apart as the ones below them do. */
const looser = 1.5;
/** A heading's print is so many times as large. */
const headingSize = 1.05;
const mostOver = 14;

/** What the lines over an account, up to the heading of its block, say of it. */
function linesOver(
  context: AccountContext,
  iban: IbanCandidate,
  beside: TextLine | null,
): 'explained' | 'other' | 'open' {
  const { facts, parties, vendorKey } = context;
  const { line } = iban;
  const left = beside ?? line;
  let lower = line;
  let reach = firstReach;
  let isParty = false;
  const isVendors = vendorKey !== null && parties.vendorLines.has(line);
  for (let count = 0; count < mostOver; count++) {
    const cells = cellsOver(facts, left, line, lower);
    const [first] = cells;
    const step = first ? (lower.y - first.y) / line.height : 0;
    if (!first || step > reach) break;
    // What is said of another account in its own line is not said of this one.
    const said = cells.filter((cell) => !facts.accounts.ibans.some((other) => other.line === cell));
    if (said.some((cell) => isToldApart(context, cell))) return 'other';
    if (said.some((cell) => isVendor(context, cell))) return 'explained';
    // The sentence before the one that asks for payment is another matter.
    if (isToPayTo(iban) && /[.!?]$/.test(first.text)) break;
    if (said.some((cell) => isOfAnother(context, cell))) {
      if (step > tight) break;
      return 'open';
    }
    if (said.length > 0 && said.every((cell) => isElsewise(context, cell, step))) break;
    if (!said.every((cell) => isExplained(facts, context.vendorKey, cell) || (isVendors && isOfBlock(facts, cell)))) {
      const isHeading =
        step < blockReach || /:$/.test(first.text) || first.fontSize > headingSize * line.fontSize || isBold(first);
      if (isHeading) return 'open';
      break;
    }
    isParty ||= cells.some((cell) => leads(facts, cell, identities) || isAddress(cell.text));
    reach = Math.max(blockReach, looser * step);
    lower = first;
  }
  const { page } = facts.document.pages[line.page - 1]!;
  return isVendors || !isParty || line.y > footBegins * page.height ? 'explained' : 'open';
}

/** Below this part of the page's height stands its foot, where a company prints its own data. */
const footBegins = 0.85;

const leads = (facts: Facts, line: TextLine, kinds: ReadonlySet<LabelKind>): boolean =>
  facts.labels
    .get(line)!
    .some((label) => label.leading && isEffective(label) && label.kinds.some((kind) => kinds.has(kind)));

/** Numbers that only a party's own block has. */
const identities = new Set<LabelKind>(['vat_number', 'registration', 'capital']);
/** The vendor's name or tax number: a block that it stands in is the vendor's. */
function isVendor({ facts, parties, vendorKey }: AccountContext, line: TextLine): boolean {
  const vat = parties.vendorVat;
  return (
    !parties.notVendor.has(line) &&
    ((vendorKey !== null && vendorKey.length >= 3 && fold(line.text).includes(vendorKey)) ||
      (vat !== null && facts.vatNumbers.some((one) => one.line === line && vatKey(one) === vatKey(vat))))
  );
}

/** A line's text; a legal form alone in a narrow place ends the name in the line above. */
function withName(facts: Facts, line: TextLine): string {
  const [over] = /\p{L}{4}|\s/u.test(line.text) ? [] : cellsOver(facts, line, line);
  const whole = over ? `${over.text} ${line.text}` : '';
  return whole !== '' && companyNameEnd(whole) === whole.length ? whole : line.text;
}

/** A line of the customer or of a third company. */
function isOfAnother({ facts, parties, vendorKey }: AccountContext, line: TextLine): boolean {
  const vat = parties.vendorVat;
  return (
    parties.notVendor.has(line) ||
    (leads(facts, line, others) && !leads(facts, line, new Set(['account_holder', 'vendor']))) ||
    namesOtherCompany(withName(facts, line), vendorKey) ||
    (vat !== null && facts.vatNumbers.some((one) => one.line === line && vatKey(one) !== vatKey(vat)))
  );
}

const hasAmount = (facts: Facts, { page, row }: TextLine): boolean =>
  facts.document.pages[page - 1]!.rows[row]!.some(({ text }) => /\d[.,]\d{2}(?![\d.])/.test(text));

/** A line of the sums, of the table or of the notes, which is about the invoice and not about an account. */
function isElsewise({ facts }: AccountContext, line: TextLine, step: number): boolean {
  if (wordsOf('notes').find(line.text, line.ocr).length > 0) return true;
  const isSum =
    totalPhrases().at(line.text, 0, line.ocr) !== null ||
    columnPhrases().at(line.text, 0, line.ocr) !== null ||
    !/\p{L}{3}/u.test(line.text);
  return isSum && (step > tight || hasAmount(facts, line));
}

/** In the vendor's own block stand other numbers of it, and under a street names of places: "Constanța". */
function isOfBlock(facts: Facts, line: TextLine): boolean {
  const [over] = cellsOver(facts, line, line);
  if (/\d{2}/.test(line.text)) return true;
  return (
    over !== undefined &&
    isAddress(over.text) &&
    line.text.split(/[\s,]+/u).every((word) => /^(?:\p{Lu}[\p{L}.'-]*)?$/u.test(word)) &&
    line.y - over.y < tight * line.height
  );
}

/** A page of running text explains; only its foot is the vendor's. */
function isPageOfTerms(facts: Facts, line: TextLine): boolean {
  const { rows, page } = facts.document.pages[line.page - 1]!;
  const lines = rows.flat().filter(({ text }) => /\p{L}{3}/u.test(text));
  const prose = lines.filter(({ text }) => text.split(' ').length >= longLine && isProse(text));
  return prose.length >= fewLines && prose.length > lines.length / 2 && line.y < footBegins * page.height;
}

const longLine = 8;
const fewLines = 8;
