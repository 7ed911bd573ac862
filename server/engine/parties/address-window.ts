import type { Facts } from '../candidates/facts.ts';
import { isEffective } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import { vatKey } from '../candidates/vat-numbers.ts';
import { isFinancer } from '../fields/account-purposes.ts';
import { gapBetween } from '../layout/gaps.ts';
import { areOfOneSize, followsTightly, gapDown, startTogether } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isAmongLines } from '../lines/found-table.ts';
import { weigh } from '../weights.ts';
import { hasPostcode } from './address-text.ts';
import { beginsWithLegalForm, companyNameEnd } from './company-name.ts';
import { type Draft, draftOf } from './draft.ts';
import { isValueOfLabel, isValueUnderHead } from './form-values.ts';
import { isWording, piecesOf } from './pieces.ts';
import { type RegionLine, regionFrom } from './region.ts';

/** Between these parts of the page's height stands the window of a letter (DIN 5008, form B, ends above the second). */
const windowAt = { from: 0.03, to: 0.36 };

/** A letter's address window: lines of plain text ending with a city, in the upper third, often under a sender line. */
export function addressWindow(facts: Facts, taken: ReadonlySet<TextLine>): Draft | null {
  const first = facts.document.pages[0];
  // A till addresses no one: the block in its head is the shop's.
  if (!first || facts.tillReceipt) return null;
  let best: { draft: Draft; score: number } | null = null;
  for (const row of first.rows) {
    for (const cell of row) {
      // A row of many cells belongs to a table, but not a company's name that is set far beside it.
      if (row.length >= 4 && !isBesideTable(row, cell)) continue;
      if (facts.read.tables.some((table) => isAmongLines(cell, table))) continue;
      const { y } = cell;
      if (y < windowAt.from * first.page.height || y > windowAt.to * first.page.height) continue;
      if (taken.has(cell) || best?.draft.lines.includes(cell)) continue;
      if (isValueOfLabel(facts, cell) || isValueUnderHead(facts, cell)) continue;
      if (isTitle(cell.text) || facts.labels.get(cell)!.some((label) => label.leading && isEffective(label))) continue;
      if (piecesOf(facts, cell).length > 1 || goesOnFrom(facts, first.rows, cell)) continue;
      const region = regionFrom(facts, cell);
      if (isUnderLetterhead(region) || holdsSenderLine(facts, region)) continue;
      const draft = draftOf(facts, region.length > mostWindowLines || holdsTwo(region) ? tightPart(region) : region);
      if (!draft.name || !isNamedFrom(draft, cell) || draft.address.length < 1 || !mayBeCustomers(facts, draft))
        continue;
      if (
        draft.lines.length > mostWindowLines ||
        !(
          draft.address.length > 1 ||
          draft.address.some((slice) => /\d{4}/.test(slice.text) || wordsOf('regions').has(slice.text)) ||
          isRightOfPair(facts, draft)
        )
      )
        continue;
      const isSent = isUnderSender(facts, draft);
      // A bank may be written to as well.
      if ((isFinancer(draft.name.text) && !isSent) || endsSentence(draft.name.text)) continue;
      if (isLetter(draft) || isLeftOfPair(facts, draft)) continue;
      const features = windowFeatures(facts, draft, isSent);
      const isLetterhead = features.with_contacts && !features.under_sender && !features.under_salutation;
      if (isLetterhead) continue;
      const score = weigh('window', features);
      if (!best || score > best.score) best = { draft, score };
    }
  }
  return best?.draft ?? null;
}

/**
 * Two companies side by side, line by line, each with its number and nothing else in these rows: a form without its
 * captions, whose left block is the vendor's. In a letter more stands beside the window, or in other rows.
 */
function isLeftOfPair(facts: Facts, { lines, vats }: Draft): boolean {
  const { rows } = facts.document.pages[0]!;
  const pairs = lines.map((line) => (rows[line.row]![0] === line ? rows[line.row]! : []));
  const [, right] = pairs[0]!;
  if (!right || vats.length === 0 || !pairs.every(({ length }) => length === 2)) return false;
  const other = draftOf(facts, regionFrom(facts, right));
  return (
    other.name !== null &&
    other.address.length > 0 &&
    other.vats.length > 0 &&
    other.lines.length === lines.length &&
    other.vats.every((vat) => !vats.some((own) => vatKey(own) === vatKey(vat)))
  );
}

/** So far beside a row of boxes stands the window of a letter; in heights of its print. */
const besideTable = 8;

const isBesideTable = (row: readonly TextLine[], cell: TextLine): boolean =>
  companyNameEnd(cell.text) !== null &&
  ((cell === row.at(-1) && gapBetween(row.at(-2)!, cell) > besideTable * cell.height) ||
    (cell === row[0] && gapBetween(cell, row[1]!) > besideTable * cell.height));

/** A company with its own number, to the right of another one's and level with it. */
const isRightOfPair = (facts: Facts, { name, nameIsSure, vats, lines }: Draft): boolean =>
  nameIsSure &&
  vats.length > 0 &&
  facts.vatNumbers.some(
    ({ line, ...vat }) =>
      line.page === 1 &&
      line.x + line.width < name!.line.x &&
      line.y <= lines.at(-1)!.y + line.height &&
      vats.every((own) => vatKey(own) !== vatKey({ line, ...vat })),
  );

/** The block begins with its name, or with a person of the company that the next line names. */
const isNamedFrom = ({ name, nameIsSure, lines }: Draft, cell: TextLine): boolean =>
  name?.line === cell ||
  (name !== null && nameIsSure && lines[0] === cell && lines[1] === name.line && isOfCapitals(cell.text));

/** "Maria de Vries", "M DE VRIES": a few words with capitals, and nothing else. */
const isOfCapitals = (text: string): boolean =>
  /^\p{Lu}[\p{L}.'’-]*(?:\s\p{Ll}{1,3}){0,2}(?:\s\p{Lu}[\p{L}.'’-]*){1,4}$/u.test(text);

/** "We look forward to your order." under the vendor's name is nobody's; "Amm. pub." ends a name with abbreviations. */
const endsSentence = (text: string): boolean =>
  /\p{Ll}{3}[.!?]$/u.test(text) && !/\p{L}\.\s/u.test(text) && companyNameEnd(text) === null;

/** A salutation, or words that go on as a text does. */
const isLetter = ({ name, address, lines }: Draft): boolean =>
  lines.some(({ text }) => isWording(text)) ||
  (/,$/.test(name!.line.text.trim()) && !/,$/.test(address[0]!.line.text.trim()) && !hasPostcode(address[0]!.text));

/** So many times as high as the print below it is the name of a letterhead. */
const largePrint = 1.2;

/** So many times as high is a logo. */
const logoPrint = 1.8;

/**
 * A company's name right under another one in larger print, or whatever stands under a logo: the window begins with the
 * second, and the letterhead is the first.
 */
const isUnderLetterhead = ([first, second]: readonly RegionLine[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  !first.line.ocr &&
  (first.line.fontSize > logoPrint * second.line.fontSize ||
    (first.line.fontSize > largePrint * second.line.fontSize &&
      [first, second].every(({ line }) => companyNameEnd(line.text) !== null)));

/** "NORDBAU" over its trade and over "Nordbau GmbH - Am Wall 3 - 28195 Bremen": the window begins below the sender's line. */
const holdsSenderLine = (facts: Facts, region: readonly RegionLine[]): boolean =>
  region.some(({ line }, at) => {
    const below = region[at + 1]?.line;
    return at > 0 && below !== undefined && line.fontSize < senderSize * below.fontSize && isSender(facts, line, below);
  });

const mostWindowLines = 9;

/** A company's name after lines enough for the block of another: the letterhead stands right over the window. */
const holdsTwo = (region: readonly RegionLine[]): boolean =>
  region.slice(3).some(({ line }) => companyNameEnd(line.text) !== null);

/** A wider gap ends a window's lines: in heights of print at least, and in parts of the first one between them. */
const endsAt = { height: 0.6, ofFirst: 2 };

/** A window's lines up to the first gap that is wider than those between them. */
function tightPart(region: readonly RegionLine[]): RegionLine[] {
  const gap = (at: number): number => {
    const [upper, lower] = [region[at - 1]!.line, region[at]!.line];
    return gapDown(upper, lower);
  };
  const end = region.findIndex((_, at) => at >= 3 && gap(at) > Math.max(endsAt.height, endsAt.ofFirst * gap(1)));
  return region.slice(0, end < 0 ? region.length : end);
}

/** No number of another company, unless a further company's number stands elsewhere for the vendor. */
function mayBeCustomers(facts: Facts, draft: Draft): boolean {
  const own = draft.vats.filter((vat) => !vat.isBuyer).map(vatKey);
  const others = facts.vatNumbers.filter((vat) => !draft.vats.includes(vat) && !own.includes(vatKey(vat)));
  return (
    own.length === 0 || (new Set(own).size === 1 && others.length > 0 && !facts.vatNumbers.some((vat) => vat.isBuyer))
  );
}

/** The line above is of the same block: the window begins there or not at all. */
function goesOnFrom(facts: Facts, rows: readonly (readonly TextLine[])[], cell: TextLine): boolean {
  const above = rows[cell.row - 1]?.find((line) => startTogether(line, cell));
  // "Firma" over the name, as letters begin their windows.
  if (!above || wordsOf('salutations').is(above.text) || !followsTightly(above, cell)) return false;
  // "THE CORNER – Ms Nordal" over the company: a shop and who is in charge of it are no name, and begin none.
  const isCompany = beginsWithLegalForm(cell.text) || companyNameEnd(cell.text) === cell.text.length;
  if (isCompany && piecesOf(facts, above).length > 1) return false;
  return areOfOneSize(above, cell);
}

/** In heights of print: a sender's line begins no farther beside the address, and no farther above it. */
const senderAt = { beside: 4, above: 6 };

/** Whether a line with a name and its address, the sender's, stands right over the block. */
function isUnderSender(facts: Facts, { lines: [line] }: Draft): boolean {
  return facts.document.pages[line!.page - 1]!.rows.slice(Math.max(0, line!.row - 4), line!.row)
    .flat()
    .some(
      (above) =>
        Math.abs(above.x - line!.x) < senderAt.beside * line!.height &&
        line!.y - above.y < senderAt.above * line!.height &&
        isSender(facts, above, line!),
    );
}

/** Print of a sender's line is smaller than that of the address below by so much of its size. */
const senderSize = 0.95;
/** In heights of print: parts of a sender's line stand nearer to each other. */
const partGap = 2;
/** "Nordal Netze Am Wall 30 28195 Bremen": words, the number of a house, and a postal code before a town. */
const nameToTown = /^\p{Lu}[^\d]{6,60}\s\d{1,4}\s?\p{L}?,?\s(?:\p{Lu}{1,2}-)?\d{4,5}\s\p{Lu}/u;

/** A line with a name and its address; in smaller print than what is below also where nothing parts the two any more. */
function isSender(facts: Facts, line: TextLine, below: TextLine): boolean {
  const pieces = piecesOf(facts, line);
  const next = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell + 1];
  const whole = next && gapBetween(line, next) < partGap * line.height ? `${line.text} ${next.text}` : line.text;
  const isWhole = nameToTown.test(whole) && line.fontSize < senderSize * below.fontSize;
  return isWhole || (pieces.length > 1 && pieces.some(({ kind }) => kind === 'address'));
}

/** In heights of print: the line above begins no farther over a line. */
const lineAbove = 2;

/** "Monsieur", "Firma" alone in the line above: who is called so is written to. In a name the same words may be anybody's. */
const isAddressed = (facts: Facts, line: TextLine): boolean =>
  facts.document.pages[line.page - 1]!.rows[line.row - 1]?.some(
    (cell) =>
      startTogether(cell, line) && line.y - cell.y < lineAbove * line.height && wordsOf('salutations').is(cell.text),
  ) ?? false;

/** A letterhead ends higher; as a share of the page's height. */
const letterheadEnds = 0.1;

/** Letterheads carry contacts, windows a sender line above them, or what those who are written to are called. */
function windowFeatures(facts: Facts, draft: Draft, isSent: boolean) {
  const [line] = draft.lines;
  return {
    with_contacts:
      [...facts.contacts.emails, ...facts.contacts.phones].some((contact) => draft.lines.includes(contact.line)) ||
      draft.lines.some(({ text }) => /^(?:www\.|https?:)/i.test(text)),
    under_sender: isSent,
    under_salutation: isAddressed(facts, line!),
    below_letterhead: line!.y > letterheadEnds * facts.document.pages[0]!.page.height,
  };
}
