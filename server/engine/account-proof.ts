import { isNotToPayTo } from './account-purposes.ts';
import { namesBank } from './bank-names.ts';
import type { IbanCandidate } from './candidates/accounts.ts';
import type { Facts } from './candidates/facts.ts';
import { isEffective, type Label } from './candidates/labels.ts';
import { fold, type TextLine, tokensOf } from './candidates/text-lines.ts';
import { vatKey } from './candidates/vat-numbers.ts';
import { foldWords, type PhraseBook, phraseBook } from './layout/phrases.ts';
import { type LabelKind, lexicon } from './lexicon.ts';
import { columnPhrases } from './lines/column-words.ts';
import { isAddress } from './parties/address-text.ts';
import type { Parties } from './parties/choose-parties.ts';
import { companyNameEnd } from './parties/company-name.ts';
import { isProse } from './parties/pieces.ts';
import { isAboutPaying } from './payment-terms.ts';
import { totalPhrases } from './totals/total-words.ts';

/**
 * What the page says an account is for. `proven`: its label or a sentence that asks for payment stands with it, and
 * everything that qualifies it is explained. `other`: words with it say that it is not to be paid to. `open`: neither.
 */
export type Standing = 'proven' | 'other' | 'open';

/** The parts of the decision that an account is judged by. */
export interface AccountContext {
  facts: Facts;
  parties: Parties;
  /** The vendor's name without legal forms, folded; null where no vendor was found. */
  vendorKey: string | null;
}

export function standingOf(context: AccountContext, iban: IbanCandidate): Standing {
  const { facts, parties } = context;
  const { line } = iban;
  const beside = labelCell(facts, iban);
  const said = sentenceAround(facts, line);
  if ([...said, ...(beside ? [beside] : []), ...besideTight(facts, iban)].some((one) => isToldApart(context, one)))
    return 'other';
  const over = linesOver(context, iban, beside);
  if (over === 'other') return 'other';
  const asked = isToPayTo(iban);
  const isNamed = iban.label !== null || asked || hasAccountLabel(facts, beside) || hasAccountHead(facts, iban);
  const explained = [...said, ...(beside ? [beside] : [])].every((one) => isExplained(context, one));
  const place = !parties.notVendor.has(line) || asked;
  return isNamed && explained && over === 'explained' && place && !isPageOfTerms(facts, line) ? 'proven' : 'open';
}

/** "Plata se face până la … în contul RO…": what asks for payment names the vendor's account, wherever it is printed. */
export const isToPayTo = ({ line, start }: IbanCandidate): boolean => {
  const before = line.text.slice(0, start);
  return start > 15 && isAboutPaying(before) && !isNotToPayTo(line.text);
};

/** "Assigned: pay only to Other Factor Ltd, IBAN …": a company that is neither vendor nor bank stands before it. */
export function namesAnother(text: string, vendorKey: string | null): boolean {
  const end = companyNameEnd(text);
  return end !== null && !(vendorKey !== null && fold(text).includes(vendorKey)) && !namesBank(text.slice(0, end));
}

/** E-mail addresses, websites and the vendor's own name say nothing of what an account is for. */
function isToldApart({ vendorKey }: AccountContext, { text }: TextLine): boolean {
  return isNotToPayTo(without(text.replace(contact, ' '), vendorKey));
}

const contact = /\S{1,64}@\S{1,100}|(?<!\S)(?:https?:\/\/|www\.)\S{1,100}/gu;

/** The text without the words that make up the folded name. */
function without(text: string, key: string | null): string {
  if (key === null || key.length < 3) return text;
  const tokens = tokensOf(text);
  for (let from = 0; from < tokens.length; from++) {
    let name = '';
    for (let to = from; to < tokens.length && name.length < key.length; to++) {
      name += tokens[to]!.folded;
      if (name !== key) continue;
      const [start, end] = [tokens[from]!.start, tokens[to]!.end];
      return without(`${text.slice(0, start)}${gap.repeat(end - start)}${text.slice(end)}`, key);
    }
  }
  return text;
}

/** Stands for what is explained: it parts the text as a punctuation mark would. */
const gap = '|';

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

const isWide = ({ width, height }: TextLine): boolean => width > 20 * height;

/** Running text breaks off at the right edge of its column, and not behind a full stop or a colon. */
const goesOn = (line: TextLine, next: TextLine): boolean =>
  Math.abs(next.x - line.x) < 0.5 * line.height &&
  next.y - line.y < 1.6 * line.height &&
  !/[.!?:]$/.test(line.text) &&
  (isWide(line) || /^[\p{Ll}(]/u.test(next.text)) &&
  isProse(`${line.text} ${next.text}`);

/** The cells of the nearest row above that has some over the stretch from one line's left to the other's right. */
function cellsOver(facts: Facts, left: TextLine, right: TextLine, below: TextLine = right): TextLine[] {
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
const mostOver = 14;

/** What the lines over an account, up to the heading of its block, say of it. */
function linesOver(
  context: AccountContext,
  iban: IbanCandidate,
  beside: TextLine | null,
): 'explained' | 'other' | 'open' {
  const { facts, parties } = context;
  const { line } = iban;
  const left = beside ?? line;
  let lower = line;
  let reach = firstReach;
  let isParty = false;
  const isVendors = parties.vendorLines.has(line);
  for (let count = 0; count < mostOver; count++) {
    const cells = cellsOver(facts, left, line, lower);
    const [first] = cells;
    const step = first ? (lower.y - first.y) / line.height : 0;
    if (!first || step > reach) break;
    if (cells.some((cell) => isToldApart(context, cell))) return 'other';
    if (cells.some((cell) => isVendor(context, cell))) return 'explained';
    // The sentence before the one that asks for payment is another matter.
    if (isToPayTo(iban) && /[.!?]$/.test(first.text)) break;
    if (cells.some((cell) => isOfAnother(context, cell))) {
      if (step > tight) break;
      return 'open';
    }
    if (cells.every((cell) => isElsewise(context, cell, step))) break;
    if (!cells.every((cell) => isExplained(context, cell) || (isVendors && (isPlaceName(facts, cell) || /\d{2}/.test(cell.text))))) {
      const isHeading =
        step < blockReach || /:$/.test(first.text) || first.fontSize > 1.05 * line.fontSize || isBold(first);
      if (isHeading) return 'open';
      break;
    }
    isParty ||= cells.some((cell) => leads(facts, cell, identities) || isAddress(cell.text));
    reach = Math.max(blockReach, 1.5 * step);
    lower = first;
  }
  const { page } = facts.document.pages[line.page - 1]!;
  return isVendors || !isParty || line.y > footBegins * page.height ? 'explained' : 'open';
}

/** Below this part of the page's height stands its foot, where a company prints its own data. */
const footBegins = 0.85;

const isBold = ({ words }: TextLine): boolean => words.every(({ bold }) => bold);

const leads = (facts: Facts, line: TextLine, kinds: ReadonlySet<LabelKind>): boolean =>
  facts.labels
    .get(line)!
    .some((label) => label.leading && isEffective(label) && label.kinds.some((kind) => kinds.has(kind)));

/** Numbers that only a party's own block has. */
const identities = new Set<LabelKind>(['vat_number', 'registration', 'capital']);
/** Labels of others' blocks. */
const others = new Set<LabelKind>(['customer', 'delivery', 'other_party']);

/** The vendor's name or tax number: a block that it stands in is the vendor's. */
function isVendor({ facts, parties, vendorKey }: AccountContext, line: TextLine): boolean {
  const vat = parties.vendorVat;
  return (
    !parties.notVendor.has(line) &&
    ((vendorKey !== null && vendorKey.length >= 3 && fold(line.text).includes(vendorKey)) ||
      (vat !== null && facts.vatNumbers.some((one) => one.line === line && vatKey(one) === vatKey(vat))))
  );
}

/** A line of the customer or of a third company. */
function isOfAnother({ facts, parties, vendorKey }: AccountContext, line: TextLine): boolean {
  const vat = parties.vendorVat;
  return (
    parties.notVendor.has(line) ||
    (leads(facts, line, others) && !leads(facts, line, new Set(['account_holder', 'vendor']))) ||
    namesAnother(line.text, vendorKey) ||
    (vat !== null && facts.vatNumbers.some((one) => one.line === line && vatKey(one) !== vatKey(vat)))
  );
}

const hasAmount = (facts: Facts, { page, row }: TextLine): boolean =>
  facts.document.pages[page - 1]!.rows[row]!.some(({ text }) => /\d[.,]\d{2}(?![\d.])/.test(text));

/** A line of the sums, of the table or of the notes, which is about the invoice and not about an account. */
function isElsewise({ facts }: AccountContext, line: TextLine, step: number): boolean {
  const words = foldWords(line.text);
  const begins = (book: PhraseBook<string>) => book.find(words, line.ocr).some((hit) => hit.from === 0);
  if (notePhrases().find(words, line.ocr).length > 0) return true;
  const isSum = begins(totalPhrases()) || begins(columnPhrases()) || !/\p{L}{3}/u.test(line.text);
  return isSum && (step > tight || hasAmount(facts, line));
}

let notes: PhraseBook<'note'> | null = null;
const notePhrases = (): PhraseBook<'note'> =>
  (notes ??= phraseBook(lexicon().flatMap((language) => language.notes.map((note) => ['note', note] as const))));

/** "Constanța" under a street: an address in the vendor's own block goes on with names of places. */
function isPlaceName(facts: Facts, line: TextLine): boolean {
  const [over] = cellsOver(facts, line, line);
  return (
    over !== undefined &&
    isAddress(over.text) &&
    /^(?:\p{Lu}[\p{L}.'-]*[\s,]*){1,5}$/u.test(line.text) &&
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

/** Labels behind which stands what has nothing to do with an account. */
const ownValues = new Set<LabelKind>([
  'vat_number',
  'registration',
  'capital',
  'address',
  'address_part',
  'email',
  'phone',
  'other_phone',
  'fax',
  'website',
  'person',
  'currency',
  'invoice_date',
  'due_date',
  'invoice_number',
  'payment_terms',
]);
const bankLabels = new Set<LabelKind>(['bank_name']);
const accountLabels = new Set<LabelKind>(['bank_account', 'bic', 'account_holder']);
/** Labels whose value still has to be known. */
const namedValues = new Set<LabelKind>([
  'vendor',
  'name',
  'payment_method',
  'other_reference',
  'invoice_series',
  'notes',
]);

/** Whether every word of the line is one that asks for payment, names vendor or bank, or belongs to another fact. */
export function isExplained(context: AccountContext, line: TextLine): boolean {
  const { facts, vendorKey } = context;
  if (isAddress(line.text) && !isProse(line.text)) return true;
  let text = line.text.replace(contact, (match) => gap.repeat(match.length));
  const mask = (start: number, end: number) => {
    text = text.slice(0, start) + gap.repeat(Math.max(0, end - start)) + text.slice(end);
  };
  for (const { start, end } of [...facts.accounts.ibans, ...facts.accounts.bics].filter((one) => one.line === line))
    mask(start, end);
  const labels = facts.labels.get(line)!;
  for (const [at, label] of labels.entries()) {
    const next = labels.slice(at + 1).find(isEffective);
    const has = (kinds: ReadonlySet<LabelKind>) => label.kinds.some((kind) => kinds.has(kind));
    if (has(others) && !has(accountLabels) && !has(namedValues)) continue;
    if (has(ownValues) && isEffective(label)) mask(label.start, endOfValue(text, label, next));
    else if (has(bankLabels)) mask(label.start, endOfName(text, label, next));
    else if (has(accountLabels) || (has(namedValues) && isEffective(label))) mask(label.start, label.end);
  }
  text = without(text, vendorKey).replace(/\S*\d\S*/gu, (match) => gap.repeat(match.length));
  return text.split(/[|·•;:,()[\]/–—]|\s-\s/u).every((piece) => isKnown(piece, line.ocr));
}

/** The value of a label ends at the next label, or where a mark sets off something else. */
function endOfValue(text: string, { end }: Label, next: Label | undefined): number {
  const mark = text.slice(end).search(/[·•|;]|\s[-–—]\s|,\s/u);
  return Math.min(next?.start ?? text.length, mark < 0 ? text.length : end + mark);
}

/** "Bank: NatWest": behind its label a bank has whatever name. Without a colon the label is part of the name. */
function endOfName(text: string, label: Label, next: Label | undefined): number {
  const end = endOfValue(text, label, next);
  const isNamed = label.marked && isName(text.slice(label.end, end).trim().split(/\s+/));
  return isNamed ? end : label.start;
}

function isKnown(piece: string, ocr: boolean): boolean {
  const hits = paymentPhrases().find(foldWords(piece), ocr);
  let at = 0;
  const unknown = piece.split(/\s+/).filter((word) => {
    const from = at;
    at += foldWords(word).length;
    const isCovered = (index: number) => hits.some((hit) => hit.from <= index && index < hit.to);
    return /\p{L}{2}/u.test(word) && !Array.from({ length: at - from }, (_, i) => from + i).every(isCovered);
  });
  return unknown.length === 0 || (namesBank(piece) && isName(unknown));
}

/** "Česká spořitelna, a.s.", "Caisse d'Épargne": words with capitals, and short ones between them. */
const isName = (words: readonly string[]): boolean =>
  words.every((word) => /^[^\p{Ll}]|^\p{Ll}'\p{Lu}/u.test(word) || word.replaceAll('.', '').length <= 3);

let payment: PhraseBook<'word'> | null = null;

function paymentPhrases(): PhraseBook<'word'> {
  payment ??= phraseBook(
    [
      ...lexicon().flatMap((language) => [
        ...language.payment_sentences,
        ...language.months.flat(),
        ...Object.entries(language.labels)
          .filter(([kind]) => paymentLabels.has(kind as LabelKind))
          .flatMap(([, phrases]) => phrases),
      ]),
      ...currencies,
    ].map((phrase) => ['word', phrase] as const),
  );
  return payment;
}

const paymentLabels = new Set<LabelKind>([
  ...bankLabels,
  ...accountLabels,
  'payment_method',
  'payment_terms',
  'due_date',
  'currency',
]);
const currencies = ['EUR', 'RON', 'LEI', 'USD', 'GBP', 'CHF', 'HUF', 'PLN', 'CZK', 'BGN'];
