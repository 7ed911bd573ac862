import { fold } from '../../checks/fold.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import { cellBelow } from '../candidates/values.ts';
import { areOfOneSize, followsTightly, isInFoot, isInLetterhead, isOver, startNear } from '../layout/geometry.ts';
import { isSlip } from '../layout/slip.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type Features, weigh } from '../weights.ts';
import { breaksOff, hasPostcode, isAddress, isPostcode } from './address-text.ts';
import { beginsWithLegalForm, companyNameEnd, isLegalForm, nameKey } from './company-name.ts';
import { type Draft, draftOf } from './draft.ts';
import { isValueOfLabel } from './form-values.ts';
import { behindNumber, footOf, imprintOf, senderOf } from './imprints.ts';
import { nameLines } from './joined-name.ts';
import type { LabelledBlock, Option } from './labelled-blocks.ts';
import { isProse, isSentence, piecesOf, type Slice } from './pieces.ts';
import { type RegionLine, regionFrom } from './region.ts';
import { isSold } from './region-ends.ts';

export interface NameOption extends Option {
  name: Slice;
  key: string;
  /** What speaks for this printing of the name; `score` is what it weighs. */
  features: Features;
}

/**
 * A single word of a picture on a page of text, without a legal form: a piece of a logo, or a slogan. What a domain is called
 * is a name all the same.
 */
function isWordOfPicture({ document, contacts }: Facts, { line, text }: Slice): boolean {
  const isText = document.pages[line.page - 1]!.page.source === 'text';
  const word = text.replace(/[^\p{L}\s]/gu, '').trim();
  if (!line.ocr || !isText || /\s/.test(word) || companyNameEnd(text) !== null) return false;
  return !contacts.domains.some((domain) => fold(domain).includes(fold(word)));
}

/** Where names are looked for, and what they are not. */
interface Search {
  facts: Facts;
  customerKey: string | null;
  notVendor: ReadonlySet<TextLine>;
  /** The block that a line begins, up to where it runs into another party's. */
  regionOf(line: TextLine, from?: number): RegionLine[];
}

type Unweighed = Omit<NameOption, 'score'>;

/** Every printing of a name that may be the vendor's: labelled, with a legal form, in sentences, at the head or foot, or as the file says. */
export function nameOptions(
  facts: Facts,
  labelled: readonly LabelledBlock[],
  customerKey: string | null,
  notVendor: ReadonlySet<TextLine>,
): NameOption[] {
  const regionOf = (line: TextLine, from = 0): RegionLine[] => {
    const region = regionFrom(facts, line, from);
    const other = region.findIndex((one) => notVendor.has(one.line));
    return other > 0 ? region.slice(0, other) : region;
  };
  const search = { facts, customerKey, notVendor, regionOf };
  const options = [
    ...labelled.map(ofBlock),
    ...withLegalForms(search, labelled),
    ...ofSentences(search),
    ...ofSenders(search),
    ...ofLetterheads(search),
    ...ofBehalf(search),
    ...ofFile(search),
  ];
  const holders = accountHolders(facts);
  const read = options.filter((option) => !isMisreadLogo(option, options));
  return read.map((option, at) => {
    const isHolder = holders.has(option.key) && read.findIndex(({ key }) => key === option.key) === at;
    const features = isHolder ? { ...option.features, account_holder: true } : option.features;
    return { ...option, features, score: weigh('vendor', features) };
  });
}

const ofBlock = (block: LabelledBlock): Unweighed => ({
  ...block,
  name: block.name!,
  key: nameKey(block.name!.text),
  features: { labelled: true, labelled_later_page: block.lines[0]!.page - 1 },
});

/** Longer texts are no names. */
const longestName = 90;

/** A draft as an option, or none where its name can be nobody's. */
function optionOf({ facts, customerKey }: Search, draft: Draft, features: Features): Unweighed[] {
  const { name } = draft;
  if (!name) return [];
  const lines = nameLines(facts, name.line);
  // A legal form alone in its line ends the name above it, and is no address.
  const address = draft.address.filter(
    (slice) => (slice.line === name.line || !lines.includes(slice.line)) && !isLegalForm(slice.text),
  );
  const key = nameKey(name.text);
  if (key === '' || key === customerKey || name.text.length > longestName) return [];
  if (isProse(name.text) || isSentence(name.text) || coversNumber(facts, name)) return [];
  if (endsOnBehalf(name.line)) return [];
  // "Help: nordal.example/help": a word that says what follows it, and no name.
  if (/:\s/.test(name.text) && companyNameEnd(name.text) === null) return [];
  if (isSold(facts, name.line)) return [];
  // "0905 118 211 office@nordal.example Entered in …": how to reach somebody.
  if (name.text.includes('@')) return [];
  // "2026 © Nordal Systems Ltd": whose the form or the program is.
  if (name.text.includes('©')) return [];
  // "Bremer Str.", whose number was lost.
  if (/\p{L}{3}\.$/u.test(name.text) && breaksOff(name.text)) return [];
  return isWordOfPicture(facts, name) ? [] : [{ ...draft, address, name, key, features, labelled: false }];
}

/** Companies that a legal form names, wherever they stand outside the lines. */
function withLegalForms(search: Search, labelled: readonly LabelledBlock[]): Unweighed[] {
  const { facts, notVendor, regionOf } = search;
  const isLabelled = (line: TextLine): boolean =>
    labelled.some((block) => block.labelled && block.lines.includes(line));
  return facts.document.lines.flatMap((line) => {
    if (notVendor.has(line) || isInTable(facts, line) || isLabelled(line)) return [];
    // "Name" also heads columns: only a legal form makes a name of what stands anywhere.
    const named = piecesOf(facts, line).filter(
      (piece) => companyNameEnd(piece.text) !== null || (isLegalForm(piece.text) && nameLines(facts, line).length > 1),
    );
    return named.flatMap((piece) => {
      const draft = withNumberAbove(facts, line, draftOf(facts, regionOf(line, piece.start)));
      const whole = joined(facts, { line, start: piece.start, end: piece.end, text: piece.text });
      const text = nameKey(whole.text).length < 4 ? `${textAbove(facts, line)} ${whole.text}`.trim() : whole.text;
      return optionOf(
        search,
        { ...draft, name: { ...whole, text }, nameIsSure: true },
        { ...placeOnPage(facts, line, piece.start), legal_form: true },
      );
    });
  });
}

function ofSentences({ facts, customerKey, regionOf }: Search): Unweighed[] {
  return inSentences(facts).flatMap((mention): Unweighed[] => {
    const key = nameKey(mention.text);
    if (key === '' || key === customerKey) return [];
    const draft = draftOf(facts, regionOf(mention.line, mention.start));
    return [{ ...draft, name: mention, nameIsSure: true, key, features: { in_sentence: true }, labelled: true }];
  });
}

/** Who sends in the window of an envelope or at the foot, and whom an imprint names. */
function ofSenders(search: Search): Unweighed[] {
  const { facts, notVendor, regionOf } = search;
  return facts.document.lines.flatMap((line) => {
    if (notVendor.has(line)) return [];
    const sender = senderOf(facts, line) ?? footOf(facts, line, regionOf);
    const imprint = imprintOf(facts, line) ?? behindNumber(facts, line);
    return [
      ...(sender ? optionOf(search, sender, { ...placeOnPage(facts, line), letterhead: true }) : []),
      ...(imprint ? optionOf(search, imprint, { ...placeOnPage(facts, line), legal_form: true }) : []),
    ];
  });
}

function ofLetterheads(search: Search): Unweighed[] {
  const { facts, notVendor, regionOf } = search;
  return letterheads(facts, notVendor).flatMap((line, index) => {
    const draft = draftOf(facts, regionOf(line));
    if (draft.name?.line !== line || draft.name.start >= 3 || nameLines(facts, line)[0] !== line) return [];
    const features = {
      ...placeOnPage(facts, line),
      letterhead: true,
      first_letterhead: index === 0,
      legal_form: isLedByForm(draft.name.text),
    };
    return optionOf(search, { ...draft, name: joined(facts, draft.name) }, features);
  });
}

/** Who stands below "issued on behalf of": whoever wrote the page, that is who sells. */
function ofBehalf(search: Search): Unweighed[] {
  const { facts, notVendor, regionOf } = search;
  return facts.document.lines.flatMap((line) => {
    if (!endsOnBehalf(line)) return [];
    const below = cellBelow(facts.document.pages[line.page - 1]!.rows, line);
    if (!below || notVendor.has(below)) return [];
    const draft = draftOf(facts, regionOf(below));
    return draft.name?.line === below ? optionOf(search, draft, { ...placeOnPage(facts, below), on_behalf: true }) : [];
  });
}

/** "… on behalf of", "… on behalf of the organiser:": nothing but what the other one is called stands behind it. */
const endsOnBehalf = ({ text, ocr }: TextLine): boolean =>
  wordsOf('on_behalf')
    .find(text, ocr)
    .some(({ end }) => /^\s*:?$|^(?:[\s'’]?\p{Ll}{1,20}){1,3}\s?:$/u.test(text.slice(end)));

/** Initials that are shorter are of other things as well ("AG Nordstadt", a court). */
const fewestOfForm = 3;

/** "SARL Nordal & Fils": the legal form stands before the name. */
const isLedByForm = (text: string): boolean =>
  beginsWithLegalForm(text) && /^\p{Lu}+\s\p{Lu}/u.test(text) && text.indexOf(' ') >= fewestOfForm;

/** Lines of the first page that the file itself names as its author. */
function ofFile(search: Search): Unweighed[] {
  const { facts, notVendor, regionOf } = search;
  const lines = facts.document.pages[0]?.rows.flat() ?? [];
  return lines.flatMap((line) => {
    if (notVendor.has(line) || !isNamedByFile(facts, line.text)) return [];
    const name = { line, start: 0, end: line.text.length, text: line.text };
    const draft = { ...draftOf(facts, regionOf(line)), name, nameIsSure: true };
    return optionOf(search, draft, { ...placeOnPage(facts, line), named_by_file: true });
  });
}

/** On a till's slip the shop's company is named below its number as well as above it. */
function withNumberAbove(facts: Facts, line: TextLine, draft: Draft): Draft {
  const { page, rows } = facts.document.pages[line.page - 1]!;
  const above = rows[line.row - 1] ?? [];
  if (draft.vats.length > 0 || above.length !== 1 || !isSlip(page)) return draft;
  return { ...draft, vats: facts.vatNumbers.filter((vat) => vat.line === above[0] && vat.label?.leading === true) };
}

/** Keys of the names that stand behind labels of an account's holder. */
function accountHolders(facts: Facts): ReadonlySet<string> {
  const labels = [...facts.labels.values()].flat();
  const effective = labels.filter((label) => label.kinds.includes('account_holder') && isEffective(label));
  const names = effective.map(({ line, end }) => line.text.slice(end).trim());
  return new Set(names.filter((name) => name !== '').map(nameKey));
}

/** A row of many cells is a table's, unless it is the foot of a letter, or the blocks of the parties begin in it. */
function isInTable(facts: Facts, line: TextLine): boolean {
  const { page, rows } = facts.document.pages[line.page - 1]!;
  return (
    rows[line.row]!.length >= 4 &&
    !isInFoot(page, line) &&
    !isBesideBoxes(facts, line) &&
    !isOverAddress(facts, line) &&
    !rows[line.row]!.some((cell) => namesParty(facts, cell))
  );
}

/** "Sole shareholder: Nord Holding S.p.A.", "If undelivered return to" over a name: whoever is named so, it is hardly the vendor. */
function isRelated(facts: Facts, line: TextLine, start: number): boolean {
  const before = withoutEnd(line.text.slice(0, start), /[\s:(,–-]/);
  const above =
    start > 0 ? undefined : facts.document.pages[line.page - 1]!.rows[line.row - 1]?.find((cell) => isOver(cell, line));
  const words = wordsOf('related');
  return (
    words.leading(line.text.slice(start)) > 0 ||
    words.closing(before) !== null ||
    (above !== undefined && words.closing(withoutEnd(above.text, /[\s:]/)) !== null)
  );
}

/** "5260001246 VAT EU: …": the letters of a number may be those of a legal form. */
const coversNumber = ({ vatNumbers }: Facts, { line, start, end }: Slice): boolean =>
  vatNumbers.some((vat) => vat.line === line && vat.start < end && start < vat.end);

/** "Nord {N Handel eG": what was read of a logo, with a mark among the words that the file's own text has. */
function isMisreadLogo(
  { name, key }: { name: Slice; key: string },
  options: readonly { name: Slice; key: string }[],
): boolean {
  if (!name.line.ocr) return false;
  const words = name.text.split(/\s+/u);
  return options.some(
    (other) =>
      !other.name.line.ocr &&
      other.key !== key &&
      words.some((word, at) => word.length <= longestMark && nameKey(words.toSpliced(at, 1).join(' ')) === other.key),
  );
}

/** A mark of a logo is read as so many characters at most. */
const longestMark = 3;

/** "Customer" alone, or over where the goods go. */
const namesParty = (facts: Facts, cell: TextLine): boolean =>
  facts.labels
    .get(cell)!
    .some(({ alone, kinds }) => alone && (kinds.includes('customer') || kinds.includes('delivery')));

/** First in its row at the top of the page, and no label over it: the letterhead beside a table of the invoice's data. */
function isBesideBoxes(facts: Facts, line: TextLine): boolean {
  const { page, rows } = facts.document.pages[line.page - 1]!;
  const above = rows[line.row - 1]?.find((cell) => isOver(cell, line));
  const isHeaded = above !== undefined && facts.labels.get(above)!.some((label) => label.alone);
  return line.cell === 0 && isInLetterhead(page, line) && !isHeaded;
}

/** Over its town at the top of the page: a letterhead level with a row of the invoice's data. */
function isOverAddress(facts: Facts, line: TextLine): boolean {
  const { page, rows } = facts.document.pages[line.page - 1]!;
  const below = rows.slice(line.row + 1, line.row + 4).flatMap((row) => row.find((cell) => isOver(line, cell)) ?? []);
  return isInLetterhead(page, line) && below.some(({ text }) => hasPostcode(text));
}

/** Programs write "Vendor: Invoice 12" as the file's title, and the vendor as its author; an author alone is a person. */
const isNamedByFile = ({ fileTitle, fileAuthor }: Facts, text: string): boolean =>
  /\p{L}{3}/u.test(text) &&
  fileTitle.startsWith(text) &&
  (/^\s?[:–-]\s/u.test(fileTitle.slice(text.length)) || fileAuthor === text) &&
  /\p{N}/u.test(fileTitle.slice(text.length));

/** A name that goes on in the lines around it stands where its first line does. */
function joined(facts: Facts, name: Slice): Slice {
  const lines = name.start > 2 || name.end < name.line.text.length - 1 ? [name.line] : nameLines(facts, name.line);
  if (lines.length === 1) return name;
  const [first] = lines;
  return { line: first!, start: 0, end: first!.text.length, text: lines.map((line) => line.text).join(' ') };
}

/** The first half of a name whose second line is little more than its legal form. */
function textAbove(facts: Facts, line: TextLine): string {
  const above = facts.document.pages[line.page - 1]!.rows[line.row - 1]?.find((cell) => isOver(cell, line));
  const tight = above && followsTightly(above, line);
  return tight && !/\d{3}|[:@]/.test(above.text) && !isTitle(above.text) ? above.text : '';
}

/** Lines at the top of the first page that may be a letterhead without a legal form. */
function letterheads(facts: Facts, notVendor: ReadonlySet<TextLine>): TextLine[] {
  const first = facts.document.pages[0];
  if (!first) return [];
  return first.rows
    .flat()
    .filter(
      (line) =>
        isInLetterhead(first.page, line) &&
        first.rows[line.row]!.length < 4 &&
        !isValueOfLabel(facts, line) &&
        !notVendor.has(line) &&
        !isTitle(line.text) &&
        /\p{L}{3}/u.test(line.text) &&
        !isHardlyRead(line) &&
        wordsOf('courtesies').leading(line.text) === 0 &&
        !/:$|^[\w-]+(\.[\w-]+)+$/.test(line.text) &&
        !isStreetAndNumber(first.rows, line) &&
        !isPostcode(first.rows[line.row]![line.cell - 1]?.text ?? '') &&
        !isWithinAddress(first.rows, line),
    )
    .filter((line) => !facts.labels.get(line)!.some((label) => label.leading && isEffective(label)))
    .slice(0, 14);
}

/** Of 1: words of print are read with more confidence, on average. */
const hardlyRead = 0.35;

/** Stamps, logos and handwriting, of which OCR makes what looks like words. */
function isHardlyRead({ words }: TextLine): boolean {
  const sure = words.map(({ confidence }) => confidence ?? 1);
  return sure.reduce((sum, one) => sum + one, 0) < hardlyRead * sure.length;
}

/** "Alsterweg 40" over a postcode and a city: no word of it needs to be known. */
function isStreetAndNumber(rows: readonly (readonly TextLine[])[], line: TextLine): boolean {
  if (!/^\p{L}[\p{L}\s.'-]+\s\d{1,4}\s?[a-zA-Z]?$/u.test(line.text)) return false;
  const below = cellBelow(rows, line);
  return below !== null && hasPostcode(below.text);
}

/** Set tight below a street, in its size: a city. */
function isWithinAddress(rows: readonly (readonly TextLine[])[], line: TextLine): boolean {
  const above = rows
    .slice(Math.max(0, line.row - 3), line.row)
    .flat()
    .findLast((cell) => isOver(cell, line));
  return (
    above !== undefined &&
    isAddress(above.text) &&
    companyNameEnd(above.text) === null &&
    followsTightly(above, line) &&
    areOfOneSize(above, line)
  );
}

/** Parts of the page's height. */
const [topEnds, upperThirdEnds, footBegins] = [0.2, 0.33, 0.82];

function placeOnPage(facts: Facts, line: TextLine, start = 0): Features {
  const { page } = facts.document.pages[line.page - 1]!;
  const at = line.y / page.height;
  const related = isRelated(facts, line, start);
  if (line.page > 1) return { related, later_page: true };
  return {
    related,
    at_top: at < topEnds,
    in_upper_third: at >= topEnds && at < upperThirdEnds,
    in_foot: at > footBegins,
  };
}

/** "… Furnizorul X Energy SA, Str. …" in running text, where the name may go on in the next line. */
function inSentences(facts: Facts): Slice[] {
  return [...facts.labels.values()].flat().flatMap((label): Slice[] => {
    const { line } = label;
    if (!label.kinds.includes('vendor') || label.kinds.includes('delivery') || label.leading || label.alone) return [];
    // "De" and "von" within a name are words of it.
    if (fold(line.text.slice(label.start, label.end)).length < 5) return [];
    const below = facts.document.pages[line.page - 1]!.rows[line.row + 1]?.find((cell) => startNear(cell, line));
    const tail = line.text.slice(label.end);
    const text = `${tail}${below ? ` ${below.text}` : ''}`;
    const end = /^\p{Lu}/u.test(tail) ? companyNameEnd(text.slice(0, 90)) : null;
    return end === null
      ? []
      : [{ line, start: label.end, end: Math.min(line.text.length, label.end + end), text: text.slice(0, end) }];
  });
}
