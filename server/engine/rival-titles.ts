import { fold } from '../checks/fold.ts';
import type { Facts } from './candidates/facts.ts';
import { isBold, type TextLine } from './candidates/text-lines.ts';
import { clearlyLarger, isOtherTitle, isTitle, type TitleLine, textSize } from './candidates/title-lines.ts';
import {
  hasValueBeside,
  isBankAlone,
  isBankCode,
  isExplainedHeading,
  isInAddress,
  isLabelAlone,
  isLabelledFigure,
  isValue,
  tellsOfAccount,
} from './explained-print.ts';
import { namesBank } from './fields/bank-names.ts';
import { isExplained as isAboutAccount } from './fields/explained-words.ts';
import { isMarkOfDraft, namesInvoice, namesTrial } from './fields/of-another.ts';
import {
  greetsAboutPaper,
  isConfirmedName,
  isHeadOfFurther,
  isPlaceAndDay,
  isSalutation,
  isUnknownOnDay,
  namesTrades,
  saysState,
} from './harmless-forms.ts';
import { isMention } from './known-matter.ts';
import { areOfOneSize } from './layout/geometry.ts';
import type { LabelKind } from './lexicon/lexicon.ts';
import { tokensOf } from './lexicon/tokens.ts';
import {
  isCaption,
  isCaptioned,
  isCompany,
  isOrdinary,
  isSentenceLike,
  isWordsOnly,
  namesPaperOf,
} from './line-wording.ts';
import { columnPhrases } from './lines/column-words.ts';
import type { Table } from './lines/found-table.ts';
import { hasPostcode, isAddress } from './parties/address-text.ts';
import type { Parties } from './parties/choose-parties.ts';
import { nameKey } from './parties/company-name.ts';
import { isBrokenOff, isByItself, isInText, isSetOff } from './set-apart.ts';
import { leavesOpen, saysUnknown } from './taken-back.ts';

/** A heading of so many sizes of the page's text stands out. */
const headingSize = 1.2;

/** The parties' names as keys, and those that are surely names. */
export interface NameKeys {
  all: readonly string[];
  sure: readonly string[];
}

/** A page with what names it, and what its other print is judged by. */
export interface TitledSheet {
  facts: Facts;
  rows: readonly (readonly TextLine[])[];
  lines: readonly TextLine[];
  /** Titles of invoices; those that say nothing else; and of these those that stand out. */
  titles: readonly TitleLine[];
  own: readonly TitleLine[];
  shown: readonly TitleLine[];
  names: NameKeys;
  parties: Parties;
  /** Size and weight of most print. */
  body: { size: number; bold: boolean };
  table: Table | undefined;
  /** The page's middle, in points from its top. */
  middle: number;
}

/** @param at the page, counted from 0 */
export function titledSheet(
  facts: Facts,
  at: number,
  titles: readonly TitleLine[],
  parties: Parties,
  names: NameKeys,
): TitledSheet {
  const { page, rows } = facts.document.pages[at]!;
  const lines = rows.flat();
  const ofPage = titles.filter(({ line }) => line.page === at + 1);
  // "Receipt of order": a title that goes on may become another one; and only a till's receipt is booked by itself.
  const own = ofPage.filter(
    ({ whole, compound, kind }) => whole && !compound && (kind !== 'receipt' || facts.tillReceipt),
  );
  return {
    facts,
    rows,
    lines,
    titles: ofPage,
    own,
    shown: own.filter(({ prominent }) => prominent),
    names,
    parties,
    body: { size: textSize(lines), bold: lines.filter(isBold).length > lines.length / 2 },
    // A table of a copy, or of details, has lost its lines.
    table: facts.read.tables.find(
      ({ page: sheet, lines: sold }) => sheet.page.number === page.number && sold.length > 0,
    ),
    middle: 0.5 * page.height,
  };
}

/** Whether a line says that the page is a draft or a trial, or leaves open what it is. */
export const leavesDraft = ({ rows, table, names }: TitledSheet, line: TextLine): boolean =>
  ((isMarkOfDraft(line.text) && !isMention(line.text)) || namesTrial(line.text) || leavesOpen(line, rows)) &&
  !isOverLastFigures(line, table) &&
  !isCompany(line.text) &&
  !names.all.includes(nameKey(line.text));

/** Whether a line says what nothing on the page explains and no list knows. */
export const isUnexplained = (sheet: TitledSheet, line: TextLine): boolean =>
  !isOfLines(line, sheet.table) &&
  (saysState(line.text) ||
    greetsAboutPaper(line.text) ||
    (!isFormOfInvoices(sheet.facts, line) && isUnknown(sheet, line)));

/** A form in which invoices print names, days and captions, which tells what fills it. */
const isFormOfInvoices = (facts: Facts, line: TextLine): boolean =>
  isSalutation(line.text) ||
  namesTrades(line.text) ||
  isPlaceAndDay(facts, line) ||
  isHeadOfFurther(facts, line) ||
  isConfirmedName(facts, line);

/** Neither a name, a label or a value that is known, nor a sentence of known words. */
const isUnknown = ({ facts, rows, lines, names }: TitledSheet, line: TextLine): boolean =>
  !names.all.some((key) => key.includes(nameKey(line.text))) &&
  !(isCompany(line.text) && namesBank(line.text)) &&
  !isBankAlone(facts, line) &&
  !isBankCode(facts, line) &&
  !isLabelAlone(facts, line) &&
  !isLabelledFigure(facts, line) &&
  !isInAddress(lines, line) &&
  !tellsOfAccount(facts, line) &&
  // "Date added" and its date, or what a label says.
  !(tokensOf(line.text).length <= 2 && (isValue(facts, line) || hasValueBeside(facts, line))) &&
  (saysUnknown(line, rows) || isUnknownOnDay(facts, line));

/**
 * Whether a line may be the page's title as well as those that name an invoice, or take them back.
 * @param said what the page was told by
 */
export const isRivalTitle = (sheet: TitledSheet, line: TextLine, said: TextLine): boolean =>
  (mayBeTitle(sheet, line) ||
    mayTakeBack(sheet, line) ||
    isPartOfTitle(sheet, line) ||
    sheet.own.some((title) => isBrokenOff(title, line))) &&
  !sheet.own.some((title) => title.line === line) &&
  (line !== said || sheet.titles.some((title) => title.line === line)) &&
  !isExplainedHeading(sheet.facts, line, namesBelow(sheet, line)) &&
  !isFormOfInvoices(sheet.facts, line);

/** Where no title stands out, any words of the head may be one: "Quittance", "Thank you for your purchase!". */
function mayBeTitle(sheet: TitledSheet, line: TextLine): boolean {
  const { facts, own, shown, body, names, middle } = sheet;
  const isTitled = shown.length > 0;
  const least = Math.max(
    headingSize * body.size,
    isTitled ? clearlyLarger * Math.max(...own.map((title) => title.line.fontSize)) : 0,
  );
  if ((isTitled || line.y < middle) && line.fontSize > least) return true;
  return (
    !isTitled &&
    isInHead(sheet, line) &&
    !isInBlock(sheet, line) &&
    (namesPaperOf(line.text, names.all) ||
      (!(isValue(facts, line) && !isSetOff(line, body)) && !hasValueBeside(facts, line))) &&
    (isWordsOnly(line) ||
      isSentenceLike(line) ||
      (isSetOff(line, body) && !isAddress(line.text) && !isCaptioned(line.text)))
  );
}

/** What stands apart may take a title back: "Specimen", "Cancelled", "Statement", "How to read your invoice". */
const mayTakeBack = (sheet: TitledSheet, line: TextLine): boolean =>
  isWordsOnly(line) &&
  !(isOfParty(sheet, line) && !isByItself(line, sheet.rows)) &&
  !isInBlock(sheet, line) &&
  !isValue(sheet.facts, line) &&
  ((isOtherTitle(line.text) && !/\p{N}/u.test(line.text)) || !isOrdinary(line.text)) &&
  !isAboutAccount(sheet.facts, null, line) &&
  !isCaption(line) &&
  !isInAddress(sheet.lines, line) &&
  (isInHead(sheet, line)
    ? isSetOff(line, sheet.body) || isByItself(line, sheet.rows) || namesInvoice(line.text)
    : !isOfTable(line, sheet.table) && sheet.rows[line.row]!.length === 1 && isSetOff(line, sheet.body));

/** "(for review)" right under the title belongs to it, in however small a print; so does "R E J E C T E D" behind it. */
const isPartOfTitle = ({ facts, own }: TitledSheet, line: TextLine): boolean =>
  own.some(
    ({ line: title }) => isRightUnder(title, line) || (isBehind(title, line) && !isTitle(`${title.text} ${line.text}`)),
  ) &&
  isWordsOnly(line) &&
  !isOrdinary(line.text) &&
  (line.text.startsWith('(') || (!isCaption(line) && !facts.labels.get(line)!.some(({ leading }) => leading)));

/** What is set larger than any title may be one itself, and be taken for a name by its size alone. */
function namesBelow({ shown, names, lines }: TitledSheet, line: TextLine): readonly string[] {
  if (shown.some((title) => title.isHeading || title.line.fontSize >= line.fontSize)) return names.all;
  return (shown.length > 0 ? names.all : names.sure).filter(
    (key) => isCompany(line.text) || lines.some((other) => other !== line && fold(other.text).includes(key)),
  );
}

const isInHead = ({ table, middle }: TitledSheet, line: TextLine): boolean =>
  line.y < middle && (!table || line.row < table.rows.from);

const isOfParty = ({ parties: { vendorLines, notVendor } }: TitledSheet, line: TextLine): boolean =>
  vendorLines.has(line) || notVendor.has(line);

const isInBlock = (sheet: TitledSheet, line: TextLine): boolean =>
  isInText(
    line,
    sheet.lines,
    (other) =>
      sheet.facts.labels.get(other)!.some(({ leading, alone, kinds }) => leading && alone && kinds.some(isParty)),
    (other) => isOfParty(sheet, other) || isAddress(other.text) || hasPostcode(other.text),
  );

/** Labels of the blocks of parties. */
const partyLabels = new Set<LabelKind>(['vendor', 'customer', 'delivery', 'other_party']);
const isParty = (kind: LabelKind): boolean => partyLabels.has(kind);

/** In heights: spaced words of one title stand no farther apart. */
const wordGap = 3;

/** In the same row and the same print, as the next word of widely spaced letters stands. */
const isBehind = (title: TextLine, line: TextLine): boolean =>
  line.page === title.page &&
  line.row === title.row &&
  line.cell === title.cell + 1 &&
  areOfOneSize(line, title) &&
  isBold(line) === isBold(title) &&
  line.x - title.x - title.width < wordGap * title.height;

/** From top to top, in heights: at least of the title, and at most of the title and the line together. */
const under = { least: 0.5, title: 0.7, line: 1.6 };

/** Beginning, ending or centred where the title does, with nothing between. */
const isRightUnder = (title: TextLine, line: TextLine): boolean => {
  const step = line.y - title.y;
  const [left, right] = [line.x - title.x, line.x + line.width - title.x - title.width];
  return (
    line.page === title.page &&
    step > under.least * title.height &&
    step < under.title * title.height + under.line * line.height &&
    Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right)) < line.height
  );
};

/** Over the figures of the last line: what stands below them may be a mark as well as more of the description. */
const isOverLastFigures = (line: TextLine, table: Table | undefined): boolean =>
  table !== undefined && isOfTable(line, table) && line.y < table.lines.at(-1)!.figureRow.row.y;

/** In the head of a table, with no word for a column: what stands beside it may be taken for one. */
const isBesideHead = (line: TextLine, { header }: Table): boolean =>
  line.row < header.to && columnPhrases().find(line.text).length === 0;

/** In the table down to its last figures, and below them where lines before have text below their figures, too. */
const isOfLines = (line: TextLine, table: Table | undefined): boolean =>
  table !== undefined &&
  isOfTable(line, table) &&
  !isBesideHead(line, table) &&
  (line.y < table.lines.at(-1)!.figureRow.row.y + line.height / 2 ||
    table.lines.slice(0, -1).some(({ below }) => below.length > 0));

/** In one of its rows and between its edges; what a narrow column beside it says is no line of it. */
const isOfTable = (line: TextLine, table: Table | undefined): boolean => {
  if (table === undefined || line.row < table.rows.from || line.row > table.rows.to) return false;
  const edges = table.columns.filter(({ left, right }) => Number.isFinite(left) && Number.isFinite(right));
  return (
    edges.length === 0 ||
    (line.x + line.width > Math.min(...edges.map(({ left }) => left)) &&
      line.x < Math.max(...edges.map(({ right }) => right)))
  );
};
