import { currencyOf } from '../checks/amounts.ts';
import { fold } from '../checks/fold.ts';
import type { Facts } from './candidates/facts.ts';
import { isEffective, type Label, labelPhrases } from './candidates/labels.ts';
import { brokenPhrase } from './candidates/stacked-labels.ts';
import type { TextLine } from './candidates/text-lines.ts';
import { valuePlaces } from './candidates/values.ts';
import { isAssignment, isNotToPayTo } from './fields/account-purposes.ts';
import { namesBank } from './fields/bank-names.ts';
import { isMarkOfDraft, namesProforma } from './fields/of-another.ts';
import { isPaymentTerm, isSlogan, saysAmountInWords, unknownSentence } from './known-matter.ts';
import type { LabelKind } from './lexicon/lexicon.ts';
import { keeping, tokensOf } from './lexicon/tokens.ts';
import { wordsOf } from './lexicon/words.ts';
import { hasTitleBefore, isCaption, isCompany, isSpaced, saysSomething } from './line-wording.ts';
import { hasPostcode, isAddress } from './parties/address-text.ts';
import { isLegalForm } from './parties/company-name.ts';
import { isPrintedAlike, isPrintedOver } from './set-apart.ts';
import { type TotalKind, totalPhrases } from './totals/total-words.ts';

/** From top to top, in heights: what stands right over or under a line begins no farther from it. */
const lineStep = 2;

/** Beside a label that has no value behind it, or below one that has none beside it either. */
export function isValue(facts: Facts, { page, row, cell, x, y, width, height }: TextLine): boolean {
  const { rows } = facts.document.pages[page - 1]!;
  const labelsOf = (line: TextLine | undefined): readonly Label[] =>
    line ? facts.labels.get(line)!.filter(isEffective) : [];
  const isOpen = ({ end, line }: Label): boolean => !/[\p{L}\p{N}]/u.test(line.text.slice(end));
  if (labelsOf(rows[row]![cell - 1]).some(isOpen)) return true;
  const isUnder = (other: TextLine): boolean =>
    Math.abs(other.x - x) < height || Math.abs(2 * (other.x - x) + other.width - width) < height;
  const over = rows[row - 1]?.find((other) => isUnder(other) && y - other.y < lineStep * height);
  const beside = over && rows[row - 1]![over.cell + 1];
  return labelsOf(over).some(({ end, line }) => end === line.text.length) && (!beside || labelsOf(beside).length > 0);
}

/** "Bankers: Bank of Connaught": a bank's label, or a word or two, and behind the colon a name of few words. */
export function isBankAlone(facts: Facts, line: TextLine): boolean {
  const [, label, name] = /^([^:]{2,25}):\s(\p{Lu}[^:.]+)$/u.exec(line.text) ?? [];
  if (label === undefined || label.split(' ').length > 2 || name!.split(' ').length > 5) return false;
  return (
    namesBank(name!) ||
    facts.labels.get(line)!.some(({ leading, marked, kinds }) => leading && marked && kinds.includes('bank_name'))
  );
}

/** "Remains to be paid", "Cust. code": it names the value beside or below it. */
export const isLabelAlone = (facts: Facts, line: TextLine): boolean =>
  facts.labels.get(line)!.some((label) => label.leading && label.alone && isEffective(label)) ||
  totalPhrases().at(line.text, 0, line.ocr)?.end === line.text.length;

/** "Date of issue 26.08.2026": a label and the figures that it names, and no other word. */
export const isLabelledFigure = (facts: Facts, line: TextLine): boolean =>
  facts.labels.get(line)!.some((label) => {
    const rest = line.text.slice(label.end);
    return label.leading && isEffective(label) && /\p{N}/u.test(rest) && !/\p{L}/u.test(rest);
  });

/** The city once more, which an address on the page names. */
export const isInAddress = (lines: readonly TextLine[], line: TextLine): boolean =>
  lines.some(
    ({ text }) =>
      text !== line.text &&
      spacedWords(text).includes(spacedWords(line.text)) &&
      (isAddress(text) || hasPostcode(text)),
  );

const spacedWords = keeping(
  (text) =>
    ` ${tokensOf(text)
      .map(({ folded }) => folded)
      .join(' ')} `,
);

/** "Services this month" and its amount in the next cell: what a value stands beside is its label. */
export function hasValueBeside(facts: Facts, { page, row, cell }: TextLine): boolean {
  const beside = facts.document.pages[page - 1]!.rows[row]![cell + 1];
  const isValue =
    beside !== undefined &&
    (/^\D{0,5}\d[\d.,\s]*[.,]\d\d\D{0,5}$/.test(beside.text) || !/\p{Ll}{3}/u.test(beside.text));
  return isValue && facts.labels.get(beside)!.length === 0;
}

/** "Total of this bill", with its amount below it. */
const beginsAsTotal = ({ text }: TextLine): boolean =>
  totalPhrases().whole(text)?.exact === true ||
  totalPhrases()
    .find(text)
    .some(({ kinds, from }) => from === 0 && kinds.some((kind) => sums.has(kind)));
const sums = new Set<TotalKind>(['total', 'gross', 'due']);

/** So many line heights from an account stands its bank. */
const bankReach = 4;

/** An account, its bank, how to reach somebody, the currency of all amounts. */
const isFact = (facts: Facts, line: TextLine): boolean => {
  const { accounts, contacts } = facts;
  const isNear = (iban: { line: TextLine }): boolean =>
    iban.line.page === line.page && Math.abs(iban.line.y - line.y) < bankReach * line.height;
  return (
    [...accounts.ibans, ...accounts.bics, ...contacts.emails].some((one) => one.line === line) ||
    /^(?:https?:\/\/|www\.)\S+$/u.test(line.text) ||
    currencyOf(line.text) !== null ||
    (namesBank(line.text) && accounts.ibans.some(isNear)) ||
    isBankCode(facts, line)
  );
};

/** The bank's code by itself, on a page with an account of its country. */
export const isBankCode = ({ accounts }: Facts, { text, page }: TextLine): boolean => {
  const [, country] = /^[A-Z]{4}([A-Z]{2})[A-Z\d]{2}(?:[A-Z\d]{3})?$/.exec(text) ?? [];
  return (
    country !== undefined && accounts.ibans.some(({ iban, line }) => iban.startsWith(country) && line.page === page)
  );
};

/** What says why an account is printed, beside it or right above it, says nothing of the page. */
export const tellsOfAccount = ({ accounts }: Facts, { page, text, y, height }: TextLine): boolean =>
  (isNotToPayTo(text) || isAssignment(text)) &&
  !isMarkOfDraft(text) &&
  accounts.ibans.some(({ line }) => line.page === page && line.y - y > -1 && line.y - y < lineStep * height);

/** "Invoice issued under our pro forma 12 of 4 May": begins as an invoice and says what it follows. */
const isOfProforma = (facts: Facts, line: TextLine): boolean =>
  saysSomething(line.text) &&
  namesProforma(line.text) &&
  facts.labels.get(line)!.some(({ leading, kinds }) => leading && kinds.includes('invoice_number'));

/** A company's name or domain, a labelled value, an amount or its label, a sign: set large on invoices, and no title. */
export function isExplainedHeading(facts: Facts, line: TextLine, keys: readonly string[]): boolean {
  const text = fold(line.text);
  if (isPrintedOver(line) || line.text.startsWith('(')) return false;
  return (
    (!/\p{L}{3}/u.test(line.text) && !isSpaced(line.text)) ||
    (/\d[.,]\d\d(?![\d.])/.test(line.text) && !/\p{L}{4}/u.test(line.text)) ||
    (isCompany(line.text) && !hasTitleBefore(line.text)) ||
    keys.some(
      (key) => key.includes(text) || (text.includes(key) && text.length < 2 * key.length && !hasTitleBefore(line.text)),
    ) ||
    facts.contacts.domains.some((domain) => fold(domain).includes(text)) ||
    beginsAsTotal(line) ||
    isFact(facts, line) ||
    isOfProforma(facts, line) ||
    isPaymentTerm(line.text) ||
    isSlogan(line.text) ||
    saysAmountInWords(line.text) ||
    isHeadAmongLabels(facts, line) ||
    isDay(line.text) ||
    isRegisterEntry(facts, line) ||
    isCodedPayment(line.text) ||
    numberAlone.test(line.text) ||
    isLegalForm(line.text) ||
    termOfNorm.test(line.text) ||
    isPartOfLabel(facts, line) ||
    facts.labels.get(line)!.some((label) => label.leading && isEffective(label) && leadsToValue(facts, label))
  );
}

/** "Lieferung (BG-13)": business groups and terms as EN 16931 numbers them, which renderings of e-invoices print. */
const termOfNorm = /\((?:BG|BT)-\d{1,3}\)$/;

/** "30 - Credit transfer": a way to pay behind its code in UNTDID 4461. */
const isCodedPayment = (text: string): boolean =>
  /^\p{N}{1,3}\s[-–]\s/u.test(text) && wordsOf('payment').is(text.slice(text.search(/[-–]/u) + 1));

/** "INV83906", set large by itself. */
const numberAlone = /^\p{Lu}{1,3}[-/]?\p{N}{3,}$/u;

/**
 * "Company entered in the commercial register", "RCS Lille Métropole": half of what a law has companies print, with the court
 * or the number in the next line.
 */
const isRegisterEntry = (facts: Facts, line: TextLine): boolean =>
  !isSpaced(line.text) &&
  facts.labels
    .get(line)!
    .some(
      ({ kinds, leading, wordsEnd }) =>
        kinds.includes('trade_register') &&
        (saysSomething(line.text)
          ? unknownSentence(line.text).sentence === null
          : leading && isName(line.text.slice(wordsEnd))),
    );

/** A word or a few, each with a capital. */
const isName = (text: string): boolean => /^(?:\s\p{Lu}[\p{L}'-]+){1,3}$/u.test(text);

/** "8 April", "10 days": figures, and the names of months or days beside them. */
const isDay = (text: string): boolean =>
  /\p{N}/u.test(text) &&
  tokensOf(text).every(
    ({ folded }) => /^\p{N}+$/u.test(folded) || wordsOf('months').is(folded) || wordsOf('days').is(folded),
  );

/** "Project" between "Salesperson" and "Due date": words of labels in a row of labels alone, in their print. */
const isHeadAmongLabels = (facts: Facts, line: TextLine): boolean => {
  const others = facts.document.pages[line.page - 1]!.rows[line.row]!.filter((cell) => cell !== line);
  return (
    (wordsOf('subjects').is(line.text) ? others.length > 0 : isCaption(line) && others.length > 1) &&
    others.every((cell) => isPrintedAlike(cell, line)) &&
    others.every((cell) => facts.labels.get(cell)!.some((label) => label.leading && label.alone && isEffective(label)))
  );
};

/** One of the two lines of a label that a narrow place breaks; no label of another paper's number, which may be a title. */
function isPartOfLabel({ document }: Facts, line: TextLine): boolean {
  const { rows } = document.pages[line.page - 1]!;
  const upper = rows.slice(Math.max(0, line.row - 2), line.row).flat();
  return [line, ...upper].some((first) => {
    const label = brokenPhrase(rows, first, labelPhrases()) ?? brokenPhrase(rows, first, totalPhrases());
    return (
      label !== null && (first === line || label.lower === line) && !label.kinds.some((kind) => numbering.has(kind))
    );
  });
}

/**
 * "Invoice no.: 12" and "Customer", and not "Invoice approval form": what goes on may be another document's title. "Ref.:"
 * may have a whole sentence behind it.
 */
const leadsToValue = (facts: Facts, label: Label): boolean => {
  const { line, end, marked, kinds } = label;
  if (marked && kinds.some((kind) => kind !== 'other_reference' && kind !== 'notes')) return true;
  const isBehind = line.text
    .slice(end)
    .split(/\s/u)
    .every((word) => /\p{N}/u.test(word) || !/\p{L}{2}/u.test(word));
  return isBehind && (!kinds.some((kind) => numbering.has(kind)) || hasNumber(facts, label));
};

/** Labels of papers' numbers: without one each is the paper's title. */
const numbering: ReadonlySet<string> = new Set<LabelKind>(['other_reference', 'delivery_note_number', 'po_reference']);

const hasNumber = (facts: Facts, label: Label): boolean =>
  valuePlaces(facts.document, facts.labels, label).some(
    ({ line, start, end }) =>
      /\p{N}/u.test(line.text.slice(start, end)) && (line === label.line || !isLabelled(facts, line)),
  );

/** What stands behind a label of its own is no other one's. */
export const isLabelled = (facts: Facts, line: TextLine): boolean =>
  facts.labels.get(line)!.some((label) => label.leading && isEffective(label));
