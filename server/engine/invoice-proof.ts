import type { Facts } from './candidates/facts.ts';
import type { TextLine, TextPage } from './candidates/text-lines.ts';
import { isInvoiceKind, tableCells, titleLines } from './candidates/title-lines.ts';
import { cellBelow } from './candidates/values.ts';
import { isLabelled } from './explained-print.ts';
import { isMarkOfDraft, namesTrial } from './fields/of-another.ts';
import type { Found } from './found.ts';
import { isOrdinaryAcross } from './line-wording.ts';
import { isBooked, type PageKind } from './page-kinds.ts';
import type { Parties } from './parties/choose-parties.ts';
import { companyNameEnd, nameKey } from './parties/company-name.ts';
import { isRivalTitle, isUnexplained, leavesDraft, type NameKeys, titledSheet } from './rival-titles.ts';
import { deniesPage, isOrdinaryAside, leavesOpen } from './taken-back.ts';

/**
 * Whether every page that calls itself an invoice, by its title or a label of its number, is proven to be one: nothing on it
 * denies it, and no heading or words that stand apart are left unexplained. A mark on one of two copies counts for both. A
 * reminder, a quotation or a statement may call itself in words that nobody foresaw, name an invoice's number and print sums
 * that agree; and a specimen, a draft or an invoice that was cancelled has all of an invoice and one word more.
 * @param parties whose names and blocks are explained
 */
export function provesInvoice(facts: Facts, kinds: readonly PageKind[], parties: Parties): boolean {
  const titles = titleLines(facts.document).filter(({ kind }) => isInvoiceKind(kind));
  const names = namesOf(parties);
  const isProven = ({ page, rows }: TextPage, at: number): boolean => {
    const { said } = kinds[at]!;
    const lines = rows.flat();
    if (!said || lines.some((line) => deniesPage(line, rows))) return false;
    if (page.struckOut) return false;
    if (page.slanted !== undefined && !isOrdinaryAcross(page.slanted, names.all)) return false;
    if (page.aside?.some((text) => !isOrdinaryAside(text, names.all))) return false;
    const sheet = titledSheet(facts, at, titles, parties, names);
    // "STORNO" beside "FAKTURA" cancels it, or makes a credit note of it.
    if (['invoice', 'credit_note'].every((title) => sheet.shown.some(({ kind: one }) => one === title))) return false;
    if (sheet.own.length === 0 && sheet.titles.some(({ line }) => line === said.line)) return false;
    const isColumn = rows[said.line.row]!.length >= tableCells;
    if ((isColumn || sheet.shown.length === 0) && headsList(facts, said.line)) return false;
    return !lines.some(
      (line) => leavesDraft(sheet, line) || isUnexplained(sheet, line) || isRivalTitle(sheet, line, said.line),
    );
  };
  const called = facts.document.pages.flatMap((page, at) => (isBooked(kinds[at]!.kind) ? [isProven(page, at)] : []));
  return called.length > 0 && !called.includes(false);
}

/**
 * Whether a rendering of an e-invoice shows one that holds: its labels explain its print, and no mark, title or sentence
 * beside them says that the page is a draft, a lesson or another paper, or that the invoice was taken back.
 */
export function provesRendering(facts: Facts, parties: Parties): boolean {
  const names = namesOf(parties).all;
  if (titleLines(facts.document).some(({ kind, whole, prominent }) => whole && prominent && !isInvoiceKind(kind)))
    return false;
  return facts.document.pages.every(
    ({ page, rows }) =>
      !page.struckOut &&
      (page.slanted === undefined || isOrdinaryAcross(page.slanted, names)) &&
      (page.aside ?? []).every((text) => isOrdinaryAside(text, names)) &&
      rows
        .flat()
        .every(
          (line) =>
            !isMarkOfDraft(line.text) && !namesTrial(line.text) && !deniesPage(line, rows) && !leavesOpen(line, rows),
        ),
  );
}

/** The parties' names as keys; those that are surely names apart. */
function namesOf({ vendor, customer }: Parties): NameKeys {
  const found = [vendor.name, customer.name].filter((name) => name !== null);
  const keysOf = (names: Found<string>[]): string[] =>
    names.map(({ value }) => nameKey(value)).filter((key) => key.length > 2);
  return { all: keysOf(found), sure: keysOf(found.filter(isSureName)) };
}

/** What was taken for a name because it stands where one may stand could be the page's title. */
const isSureName = ({ value, evidence }: Found<string>): boolean =>
  companyNameEnd(value) !== null || evidence.includes('labelled') || evidence.includes('seen_twice');

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
