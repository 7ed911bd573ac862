import { fold } from '../checks/fold.ts';
import type { Facts } from './candidates/facts.ts';
import { isEffective, type Label } from './candidates/labels.ts';
import type { TextLine } from './candidates/text-lines.ts';
import { clearlyLarger, isInvoiceKind, type TitleLine, textSize, titleLines } from './candidates/title-lines.ts';
import { cellBelow } from './candidates/values.ts';
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
  names: readonly string[],
  tables: readonly Table[],
): boolean {
  const titles = titleLines(facts.document).filter(({ kind }) => isInvoiceKind(kind));
  const keys = names.map(nameKey).filter((key) => key.length > 2);
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
    // Beside a label alone a title in bold is enough to call the page something else.
    const standsOut = (line: TextLine): boolean =>
      line.fontSize > least ||
      (!isTitle && rows[line.row]!.length === 1 && line.words.every(({ bold }) => bold) && !/\p{N}/u.test(line.text));
    // Where no title stands out, small print among the cells of the head may be it: "Quittance", "Our charges".
    const isHead = (line: TextLine): boolean =>
      !isTitle && line.row <= said.line.row && /^\p{L}[\p{L}\s.'’-]*$/u.test(line.text) && line.tokens.length <= 6;
    const [table] = tables.filter(({ page: sheet }) => sheet.page.number === page.number);
    // "What your order would cost": without a title that stands out, a sentence may say what the page is.
    const isSaid = (line: TextLine): boolean =>
      !isTitle && line.row < (table?.rows.from ?? rows.length) && isSentenceLike(facts, line);
    return !lines.some(
      (line) =>
        line.y < 0.5 * page.height &&
        (standsOut(line) || isSaid(line) || isHead(line) || own.some((title) => isBrokenOff(title, line))) &&
        !own.some((title) => title.line === line) &&
        (line !== said.line || all.some((title) => title.line === line)) &&
        !isExplainedHeading(facts, line, keys),
    );
  });
}

function isSentenceLike(facts: Facts, line: TextLine): boolean {
  const words = line.text.replace(/\([^()]*\)/g, '').match(/\p{L}{3,}/gu) ?? [];
  const isLong = words.length >= sentenceWords && words.some((word) => /^\p{Ll}/u.test(word));
  return isLong && !isAddress(line.text) && !hasValueBeside(facts, line);
}

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
  isHeading &&
  line !== title &&
  Math.abs(line.fontSize - title.fontSize) < 0.5 &&
  Math.abs(line.y - title.y) < 1.8 * title.height &&
  isOver(line, title);

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
  totalPhrases()
    .find(text)
    .some(({ kinds, from }) => from === 0 && (kinds.includes('total') || kinds.includes('gross')));

/** A company's name or domain, a labelled value, an amount or its label, a sign: set large on invoices, and no title. */
function isExplainedHeading(facts: Facts, line: TextLine, keys: readonly string[]): boolean {
  const text = fold(line.text);
  return (
    !/\p{L}{3}/u.test(line.text) ||
    /\d[.,]\d\d(?!\d)/.test(line.text) ||
    companyNameEnd(line.text) !== null ||
    keys.some((key) => key.includes(text) || text.includes(key)) ||
    facts.contacts.domains.some((domain) => fold(domain).includes(text)) ||
    beginsAsTotal(line) ||
    facts.labels.get(line)!.some((label) => label.leading && isEffective(label) && leadsToValue(label))
  );
}

/** "Invoice no.: 12" and "Customer", and not "Invoice approval form": what goes on may be another document's title. */
const leadsToValue = ({ line, end, marked }: Label): boolean =>
  marked ||
  line.text
    .slice(end)
    .split(/\s/u)
    .every((word) => /\p{N}/u.test(word) || !/\p{L}{2}/u.test(word));
