import { currencyOf } from '../checks/amounts.ts';
import { fold } from '../checks/fold.ts';
import type { Facts } from './candidates/facts.ts';
import { isEffective, type Label } from './candidates/labels.ts';
import { isBold, type TextLine } from './candidates/text-lines.ts';
import {
  clearlyLarger,
  isInvoiceKind,
  isOtherTitle,
  isTitle,
  tableCells,
  textSize,
  titleLines,
} from './candidates/title-lines.ts';
import { cellBelow, valuePlaces } from './candidates/values.ts';
import { isAssignment, isNotToPayTo } from './fields/account-purposes.ts';
import { namesBank } from './fields/bank-names.ts';
import { isExplained as isAboutAccount } from './fields/explained-words.ts';
import { isMarkOfDraft, namesInvoice, namesProforma, namesTrial } from './fields/of-another.ts';
import type { Found } from './found.ts';
import { isMention } from './known-matter.ts';
import type { LabelKind } from './lexicon/lexicon.ts';
import { tokensOf } from './lexicon/tokens.ts';
import {
  hasTitleBefore,
  isCaption,
  isCaptioned,
  isCompany,
  isOrdinary,
  isOrdinaryAcross,
  isSentenceLike,
  isSpaced,
  isWordsOnly,
  namesPaperOf,
} from './line-wording.ts';
import type { Table } from './lines/found-table.ts';
import { isBooked, type PageKind } from './page-kinds.ts';
import { hasPostcode, isAddress } from './parties/address-text.ts';
import type { Parties } from './parties/choose-parties.ts';
import { companyNameEnd, nameKey } from './parties/company-name.ts';
import { isBrokenOff, isByItself, isInText, isPrintedOver, isSetOff } from './set-apart.ts';
import { deniesPage, leavesOpen, saysUnknown } from './taken-back.ts';
import { type TotalKind, totalPhrases } from './totals/total-words.ts';

/** A heading of so many sizes of the page's text stands out. */
const headingSize = 1.2;

/**
 * Whether a page is proven to be an invoice: its title says so, or a label of its number, nothing on it denies it, and
 * no heading or words that stand apart are left unexplained. A reminder, a quotation or a statement may call itself in
 * words that nobody foresaw, name an invoice's number and print sums that agree; and a specimen, a draft or an invoice
 * that was cancelled has all of an invoice and one word more.
 * @param parties whose names and blocks are explained
 */
export function provesInvoice(facts: Facts, kinds: readonly PageKind[], parties: Parties): boolean {
  const titles = titleLines(facts.document).filter(({ kind }) => isInvoiceKind(kind));
  const found = [parties.vendor.name, parties.customer.name].filter((name) => name !== null);
  const [keys, sureKeys] = [found, found.filter(isSureName)].map((list) =>
    list.map(({ value }) => nameKey(value)).filter((key) => key.length > 2),
  );
  const isOfParty = (line: TextLine): boolean => parties.vendorLines.has(line) || parties.notVendor.has(line);
  return facts.document.pages.some(({ page, rows }, at) => {
    const { kind, said } = kinds[at]!;
    if (!said || !isBooked(kind) || rows.flat().some((line) => deniesPage(line, rows))) return false;
    if (page.slanted !== undefined && !isOrdinaryAcross(page.slanted, keys!)) return false;
    const lines = rows.flat();
    const all = titles.filter(({ line }) => line.page === at + 1);
    // "Receipt of order": a title that goes on may become another one; and only a till's receipt is booked by itself.
    const own = all.filter(
      ({ whole, compound, kind: title }) => whole && !compound && (title !== 'receipt' || facts.tillReceipt),
    );
    const shown = own.filter(({ prominent }) => prominent);
    const isTitled = shown.length > 0;
    // What is set larger than any title may be one itself, and be taken for a name by its size alone.
    const namesBelow = (line: TextLine): readonly string[] =>
      shown.some((title) => title.isHeading || title.line.fontSize >= line.fontSize)
        ? keys!
        : (isTitled ? keys! : sureKeys!).filter(
            (key) => isCompany(line.text) || lines.some((other) => other !== line && fold(other.text).includes(key)),
          );
    // "STORNO" beside "FAKTURA" cancels it, or makes a credit note of it.
    if (['invoice', 'credit_note'].every((title) => shown.some(({ kind: one }) => one === title))) return false;
    if (own.length === 0 && all.some(({ line }) => line === said.line)) return false;
    const isColumn = rows[said.line.row]!.length >= tableCells;
    if ((isColumn || !isTitled) && headsList(facts, said.line)) return false;
    const body = { size: textSize(lines), bold: lines.filter(isBold).length > lines.length / 2 };
    const least = Math.max(
      headingSize * body.size,
      isTitled ? clearlyLarger * Math.max(...own.map(({ line }) => line.fontSize)) : 0,
    );
    const [table] = facts.read.tables.filter(({ page: sheet }) => sheet.page.number === page.number);
    const isUpper = (line: TextLine): boolean => line.y < 0.5 * page.height;
    const isInHead = (line: TextLine): boolean => isUpper(line) && (!table || line.row < table.rows.from);
    const isInBlock = (line: TextLine): boolean =>
      isInText(
        line,
        lines,
        (other) =>
          facts.labels.get(other)!.some(({ leading, alone, kinds }) => leading && alone && kinds.some(isParty)),
        (other) => isOfParty(other) || isAddress(other.text) || hasPostcode(other.text),
      );
    // Where no title stands out, any words of the head may be one: "Quittance", "Thank you for your purchase!".
    const mayBeTitle = (line: TextLine): boolean =>
      ((isTitled || isUpper(line)) && line.fontSize > least) ||
      (!isTitled &&
        isInHead(line) &&
        !isInBlock(line) &&
        (namesPaperOf(line.text, keys!) ||
          (!(isValue(facts, line) && !isSetOff(line, body)) && !hasValueBeside(facts, line))) &&
        (isWordsOnly(line) ||
          isSentenceLike(line) ||
          (isSetOff(line, body) && !isAddress(line.text) && !isCaptioned(line.text))));
    // What stands apart may take a title back: "Specimen", "Cancelled", "Statement", "How to read your invoice".
    const mayTakeBack = (line: TextLine): boolean =>
      isWordsOnly(line) &&
      !(isOfParty(line) && !isByItself(line, rows)) &&
      !isInBlock(line) &&
      !isValue(facts, line) &&
      ((isOtherTitle(line.text) && !/\p{N}/u.test(line.text)) || !isOrdinary(line.text)) &&
      !isAboutAccount(facts, null, line) &&
      !isCaption(line) &&
      !isInAddress(lines, line) &&
      (isInHead(line)
        ? isSetOff(line, body) || isByItself(line, rows) || namesInvoice(line.text)
        : !isOfTable(line, table) && rows[line.row]!.length === 1 && isSetOff(line, body));
    // "(for review)" right under the title belongs to it, in however small a print; so does "R E J E C T E D" behind it.
    const isPartOfTitle = (line: TextLine): boolean =>
      own.some(
        ({ line: title }) =>
          isRightUnder(title, line) || (isBehind(title, line) && !isTitle(`${title.text} ${line.text}`)),
      ) &&
      isWordsOnly(line) &&
      !isOrdinary(line.text) &&
      (line.text.startsWith('(') || (!isCaption(line) && !facts.labels.get(line)!.some(({ leading }) => leading)));
    const isDrafted = (line: TextLine): boolean =>
      ((isMarkOfDraft(line.text) && !isMention(line.text)) || namesTrial(line.text) || leavesOpen(line, rows)) &&
      !isOverLastFigures(line, table) &&
      !isCompany(line.text) &&
      !keys!.includes(nameKey(line.text));
    const isUnexplained = (line: TextLine): boolean =>
      !isOfLines(line, table) &&
      !keys!.some((key) => key.includes(nameKey(line.text))) &&
      !(isCompany(line.text) && namesBank(line.text)) &&
      !isBankAlone(facts, line) &&
      !isLabelAlone(facts, line) &&
      !isInAddress(lines, line) &&
      !tellsOfAccount(facts, line) &&
      // "Date added" and its date, or what a label says.
      !(tokensOf(line.text).length <= 2 && (isValue(facts, line) || hasValueBeside(facts, line))) &&
      saysUnknown(line, rows);
    return !lines.some(
      (line) =>
        isDrafted(line) ||
        isUnexplained(line) ||
        ((mayBeTitle(line) ||
          mayTakeBack(line) ||
          isPartOfTitle(line) ||
          own.some((title) => isBrokenOff(title, line))) &&
          !own.some((title) => title.line === line) &&
          (line !== said.line || all.some((title) => title.line === line)) &&
          !isExplainedHeading(facts, line, namesBelow(line))),
    );
  });
}

/** In the same row and the same print, as the next word of widely spaced letters stands. */
const isBehind = (title: TextLine, line: TextLine): boolean =>
  line.page === title.page &&
  line.row === title.row &&
  line.cell === title.cell + 1 &&
  Math.abs(line.fontSize - title.fontSize) < 0.5 &&
  isBold(line) === isBold(title) &&
  line.x - title.x - title.width < 3 * title.height;

/** Beginning, ending or centred where the title does, with nothing between. */
const isRightUnder = (title: TextLine, line: TextLine): boolean => {
  const step = line.y - title.y;
  const [left, right] = [line.x - title.x, line.x + line.width - title.x - title.width];
  return (
    line.page === title.page &&
    step > 0.5 * title.height &&
    step < 0.7 * title.height + 1.6 * line.height &&
    Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right)) < line.height
  );
};

/** Over the figures of the last line: what stands below them may be a mark as well as more of the description. */
const isOverLastFigures = (line: TextLine, table: Table | undefined): boolean =>
  table !== undefined && isOfTable(line, table) && line.y < table.lines.at(-1)!.figureRow.row.y;

/** In the table down to its last figures, and below them where lines before have text below their figures, too. */
const isOfLines = (line: TextLine, table: Table | undefined): boolean =>
  table !== undefined &&
  isOfTable(line, table) &&
  (line.y < table.lines.at(-1)!.figureRow.row.y + line.height / 2 ||
    table.lines.slice(0, -1).some(({ below }) => below.length > 0));

const isOfTable = (line: TextLine, table: Table | undefined): boolean =>
  table !== undefined && line.row >= table.rows.from && line.row <= table.rows.to;

/** Labels of the blocks of parties. */
const parties = new Set<LabelKind>(['vendor', 'customer', 'delivery', 'other_party']);
const isParty = (kind: LabelKind): boolean => parties.has(kind);

/** Beside a label that has no value behind it, or below one that has none beside it either. */
function isValue(facts: Facts, { page, row, cell, x, y, height }: TextLine): boolean {
  const { rows } = facts.document.pages[page - 1]!;
  const labelsOf = (line: TextLine | undefined): readonly Label[] =>
    line ? facts.labels.get(line)!.filter(isEffective) : [];
  const isOpen = ({ end, line }: Label): boolean => !/[\p{L}\p{N}]/u.test(line.text.slice(end));
  if (labelsOf(rows[row]![cell - 1]).some(isOpen)) return true;
  const over = rows[row - 1]?.find((other) => Math.abs(other.x - x) < height && y - other.y < 2 * height);
  const beside = over && rows[row - 1]![over.cell + 1];
  return labelsOf(over).some(({ end, line }) => end === line.text.length) && (!beside || labelsOf(beside).length > 0);
}

/** What was taken for a name because it stands where one may stand could be the page's title. */
const isSureName = ({ value, evidence }: Found<string>): boolean =>
  companyNameEnd(value) !== null || evidence.includes('labelled') || evidence.includes('seen_twice');

/** "Bankers: Bank of Connaught": a bank's label, or a word or two, and behind the colon a name of few words. */
function isBankAlone(facts: Facts, line: TextLine): boolean {
  const [, label, name] = /^([^:]{2,25}):\s(\p{Lu}[^:.]+)$/u.exec(line.text) ?? [];
  if (label === undefined || label.split(' ').length > 2 || name!.split(' ').length > 5) return false;
  return (
    namesBank(name!) ||
    facts.labels.get(line)!.some(({ leading, marked, kinds }) => leading && marked && kinds.includes('bank_name'))
  );
}

/** "Remains to be paid", "Cust. code": it names the value beside or below it. */
const isLabelAlone = (facts: Facts, line: TextLine): boolean =>
  facts.labels.get(line)!.some((label) => label.leading && label.alone && isEffective(label)) ||
  totalPhrases().at(line.text, 0, line.ocr)?.end === line.text.length;

/** The city once more, which an address on the page names. */
const isInAddress = (lines: readonly TextLine[], line: TextLine): boolean =>
  lines.some(
    ({ text }) =>
      text !== line.text &&
      (isAddress(text) || hasPostcode(text)) &&
      ` ${spacedWords(text)} `.includes(` ${spacedWords(line.text)} `),
  );

const spacedWords = (text: string): string =>
  tokensOf(text)
    .map(({ folded }) => folded)
    .join(' ');

/** "Services this month" and its amount in the next cell: what a value stands beside is its label. */
function hasValueBeside(facts: Facts, { page, row, cell }: TextLine): boolean {
  const beside = facts.document.pages[page - 1]!.rows[row]![cell + 1];
  const isValue =
    beside !== undefined &&
    (/^\D{0,5}\d[\d.,\s]*[.,]\d\d\D{0,5}$/.test(beside.text) || !/\p{Ll}{3}/u.test(beside.text));
  return isValue && facts.labels.get(beside)!.length === 0;
}

/** "Invoice no." over one number after the other: a list of invoices, and none of them is the page. */
function headsList(facts: Facts, label: TextLine): boolean {
  // Its own number stands behind it.
  if (/\p{N}/u.test(label.text)) return false;
  const { rows } = facts.document.pages[label.page - 1]!;
  const first = cellBelow(rows, label);
  const second = first && cellBelow(rows, first);
  return [first, second].every(
    (cell) => cell && /\p{N}{2}/u.test(cell.text) && cell.row > label.row && !isLabelled(facts, cell),
  );
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
const isFact = ({ accounts, contacts }: Facts, line: TextLine): boolean =>
  [...accounts.ibans, ...accounts.bics, ...contacts.emails].some((one) => one.line === line) ||
  /^(?:https?:\/\/|www\.)\S+$/u.test(line.text) ||
  currencyOf(line.text) !== null ||
  (namesBank(line.text) &&
    accounts.ibans.some(
      (iban) => iban.line.page === line.page && Math.abs(iban.line.y - line.y) < bankReach * line.height,
    ));

/** What says why an account is printed, beside it or right above it, says nothing of the page. */
const tellsOfAccount = ({ accounts }: Facts, { page, text, y, height }: TextLine): boolean =>
  (isNotToPayTo(text) || isAssignment(text)) &&
  !isMarkOfDraft(text) &&
  accounts.ibans.some(({ line }) => line.page === page && line.y - y > -1 && line.y - y < 2 * height);

/** "Invoice issued under our pro forma 12 of 4 May": begins as an invoice and says what it follows. */
const isOfProforma = (facts: Facts, line: TextLine): boolean =>
  isSentenceLike(line) &&
  namesProforma(line.text) &&
  facts.labels.get(line)!.some(({ leading, kinds }) => leading && kinds.includes('invoice_number'));

/** A company's name or domain, a labelled value, an amount or its label, a sign: set large on invoices, and no title. */
function isExplainedHeading(facts: Facts, line: TextLine, keys: readonly string[]): boolean {
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
    facts.labels.get(line)!.some((label) => label.leading && isEffective(label) && leadsToValue(facts, label))
  );
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
const numbering = new Set<LabelKind>(['other_reference', 'delivery_note_number', 'po_reference']);

const hasNumber = (facts: Facts, label: Label): boolean =>
  valuePlaces(facts.document, facts.labels, label).some(
    ({ line, start, end }) =>
      /\p{N}/u.test(line.text.slice(start, end)) && (line === label.line || !isLabelled(facts, line)),
  );

/** What stands behind a label of its own is no other one's. */
const isLabelled = (facts: Facts, line: TextLine): boolean =>
  facts.labels.get(line)!.some((label) => label.leading && isEffective(label));
