import { currencyOf } from '../checks/amounts.ts';
import { fold } from '../checks/fold.ts';
import type { Facts } from './candidates/facts.ts';
import { isEffective, type Label } from './candidates/labels.ts';
import type { TextLine } from './candidates/text-lines.ts';
import { clearlyLarger, isInvoiceKind, type TitleLine, textSize, titleLines } from './candidates/title-lines.ts';
import { cellBelow } from './candidates/values.ts';
import { namesBank } from './fields/bank-names.ts';
import { namesProforma } from './fields/of-another.ts';
import type { Found } from './found.ts';
import { isOver } from './layout/rows.ts';
import type { Table } from './lines/found-table.ts';
import { isBooked, type PageKind } from './page-kinds.ts';
import { isAddress } from './parties/address-text.ts';
import { companyNameEnd, nameKey } from './parties/company-name.ts';
import { totalPhrases } from './totals/total-words.ts';

/** So many cells in a row may be the head of a table. */
const tableCells = 3;
/** A heading of so many sizes of the page's text stands out. */
const headingSize = 1.2;

/** So many words of three letters and more, one of them in small letters, say something; what they say is not known. */
const sentenceWords = 3;

/**
 * Whether a page is proven to be an invoice: its title says so, or a label of its number, and no heading that stands out
 * more is left unexplained. A reminder, a quotation or a statement may call itself in words that nobody foresaw, name an
 * invoice's number and print sums that agree.
 * @param names of vendor and customer, which are explained as headings
 * @param tables of the invoice's lines; what a page is stands over them
 */
export function provesInvoice(
  facts: Facts,
  kinds: readonly PageKind[],
  names: readonly (Found<string> | null)[],
  tables: readonly Table[],
): boolean {
  const titles = titleLines(facts.document).filter(({ kind }) => isInvoiceKind(kind));
  const found = names.filter((name) => name !== null);
  const [keys, sureKeys] = [found, found.filter(isSureName)].map((list) =>
    list.map(({ value }) => nameKey(value)).filter((key) => key.length > 2),
  );
  return facts.document.pages.some(({ page, rows }, at) => {
    const { kind, said } = kinds[at]!;
    if (!said || !isBooked(kind)) return false;
    const all = titles.filter(({ line }) => line.page === at + 1);
    // "Receipt of order": a title that goes on may become another one; and only a till's receipt is booked by itself.
    const own = all.filter(
      ({ whole, compound, kind: title }) => whole && !compound && (title !== 'receipt' || facts.tillReceipt),
    );
    const isTitle = own.some(({ prominent }) => prominent);
    if (own.length === 0 && all.some(({ line }) => line === said.line)) return false;
    const isColumn = rows[said.line.row]!.length >= tableCells;
    if ((isColumn || !isTitle) && headsList(facts, said.line)) return false;
    const lines = rows.flat();
    const least = Math.max(
      headingSize * textSize(lines),
      isTitle ? clearlyLarger * Math.max(...own.map(({ line }) => line.fontSize)) : 0,
    );
    const [table] = tables.filter(({ page: sheet }) => sheet.page.number === page.number);
    const isUpper = (line: TextLine): boolean => line.y < 0.5 * page.height;
    const isInHead = (line: TextLine): boolean => isUpper(line) && (!table || line.row < table.rows.from);
    // Where no title stands out, any words of the head may be one: "Quittance", "Thank you for your purchase!".
    const mayBeTitle = (line: TextLine): boolean =>
      (isUpper(line) && line.fontSize > least) ||
      (!isTitle && isInHead(line) && !hasValueBeside(facts, line) && (isWordsOnly(line) || isSentenceLike(line)));
    return !lines.some(
      (line) =>
        (mayBeTitle(line) || own.some((title) => isBrokenOff(title, line))) &&
        !own.some((title) => title.line === line) &&
        (line !== said.line || all.some((title) => title.line === line)) &&
        !isExplainedHeading(facts, line, isTitle ? keys! : sureKeys!),
    );
  });
}

/** What was taken for a name because it stands where one may stand could be the page's title. */
const isSureName = ({ value, evidence }: Found<string>): boolean =>
  companyNameEnd(value) !== null || evidence.includes('labelled') || evidence.includes('seen_twice');

/** The word for a street in one language is any other in the next. */
const isWordsOnly = ({ text }: TextLine): boolean =>
  !/\p{N}/u.test(text) && (!isAddress(text) || /^\p{Lu}\S*(?:\s\p{Ll}\S*)+$/u.test(text));

function isSentenceLike({ text }: TextLine): boolean {
  const words = text.replace(/\([^()]*\)/g, '').match(/\p{L}{3,}/gu) ?? [];
  const least = words.some((word) => /^\p{Ll}/u.test(word)) ? sentenceWords : sentenceWords + 1;
  return (words.length >= least || isSpaced(text)) && !isAddress(text) && !isCaptioned(text);
}

/** "File: 148.xml · Received on: 4.5.2026" */
const isCaptioned = (text: string): boolean =>
  text.split(/[·|;]/u).every((part) => {
    const [caption, value] = part.split(':');
    return caption!.trim() !== '' && /\p{N}/u.test(value?.trim().split(' ')[0] ?? '');
  });

/** "R E M I N D E R" */
const isSpaced = (text: string): boolean => (text.match(/(?<!\S)\p{L}(?!\S)/gu) ?? []).length >= 4;

/** "Services this month" and its amount in the next cell: what a value stands beside is its label. */
function hasValueBeside(facts: Facts, { page, row, cell }: TextLine): boolean {
  const beside = facts.document.pages[page - 1]!.rows[row]![cell + 1];
  const isValue =
    beside !== undefined &&
    (/^\D{0,5}\d[\d.,\s]*[.,]\d\d\D{0,5}$/.test(beside.text) || !/\p{Ll}{3}/u.test(beside.text));
  return isValue && facts.labels.get(beside)!.length === 0;
}

/** "Bozza di" over "fattura": a narrow place broke a longer heading, and the title is part of it. */
const isBrokenOff = ({ line: title, isHeading }: TitleLine, line: TextLine): boolean =>
  (isHeading || isBold(title)) &&
  line !== title &&
  isBold(line) === isBold(title) &&
  Math.abs(line.fontSize - title.fontSize) < 0.5 &&
  Math.abs(line.y - title.y) < 1.8 * title.height &&
  isOver(line, title);

const isBold = ({ words }: TextLine): boolean => words.every(({ bold }) => bold);

/** "Invoice no." over one number after the other: a list of invoices, and none of them is the page. */
function headsList(facts: Facts, label: TextLine): boolean {
  // Its own number stands behind it.
  if (/\p{N}/u.test(label.text)) return false;
  const { rows } = facts.document.pages[label.page - 1]!;
  const first = cellBelow(rows, label);
  const second = first && cellBelow(rows, first);
  return [first, second].every((cell) => cell && /\p{N}{2}/u.test(cell.text) && cell.row > label.row);
}

/** "Total of this bill", with its amount below it. */
const beginsAsTotal = ({ text }: TextLine): boolean =>
  totalPhrases().whole(text)?.exact === true ||
  totalPhrases()
    .find(text)
    .some(({ kinds, from }) => from === 0 && (kinds.includes('total') || kinds.includes('gross')));

/** An account, a bank, how to reach somebody, the currency of all amounts. */
const isFact = ({ accounts, contacts }: Facts, line: TextLine): boolean =>
  [...accounts.ibans, ...accounts.bics, ...contacts.emails].some((one) => one.line === line) ||
  /^(?:https?:\/\/|www\.)\S+$/u.test(line.text) ||
  currencyOf(line.text) !== null ||
  namesBank(line.text);

/** "Invoice issued under our pro forma 12 of 4 May": begins as an invoice and says what it follows. */
const isOfProforma = (facts: Facts, line: TextLine): boolean =>
  isSentenceLike(line) &&
  namesProforma(line.text) &&
  facts.labels.get(line)!.some(({ leading, kinds }) => leading && kinds.includes('invoice_number'));

/** A company's name or domain, a labelled value, an amount or its label, a sign: set large on invoices, and no title. */
function isExplainedHeading(facts: Facts, line: TextLine, keys: readonly string[]): boolean {
  const text = fold(line.text);
  return (
    (!/\p{L}{3}/u.test(line.text) && !isSpaced(line.text)) ||
    (/\d[.,]\d\d(?![\d.])/.test(line.text) && !/\p{L}{4}/u.test(line.text)) ||
    isCompany(line.text) ||
    keys.some((key) => key.includes(text) || (text.includes(key) && text.length < 2 * key.length)) ||
    facts.contacts.domains.some((domain) => fold(domain).includes(text)) ||
    beginsAsTotal(line) ||
    isFact(facts, line) ||
    isOfProforma(facts, line) ||
    facts.labels.get(line)!.some((label) => label.leading && isEffective(label) && leadsToValue(label))
  );
}

/** A name up to its legal form; letters of one stand in a sentence as well. */
const isCompany = (text: string): boolean => {
  const end = companyNameEnd(text);
  return end !== null && !/\p{L}{3}/u.test(text.slice(end)) && !isSpaced(text);
};

/**
 * "Invoice no.: 12" and "Customer", and not "Invoice approval form": what goes on may be another document's title. "Ref.:"
 * may have a whole sentence behind it.
 */
const leadsToValue = ({ line, end, marked, kinds }: Label): boolean =>
  (marked && kinds.some((kind) => kind !== 'other_reference' && kind !== 'notes')) ||
  line.text
    .slice(end)
    .split(/\s/u)
    .every((word) => /\p{N}/u.test(word) || !/\p{L}{2}/u.test(word));
