import { fold } from '../../checks/fold.ts';
import { followsTightly, startNear } from '../layout/geometry.ts';
import { type LabelKind, labelKinds } from '../lexicon/lexicon.ts';
import type { Match } from '../lexicon/matcher.ts';
import { byKind, inAllLanguages, wordsOf } from '../lexicon/words.ts';
import { companyNameEnd } from '../parties/company-name.ts';
import { type TextDocument, type TextLine, wordsBetween } from './text-lines.ts';

/** A label found in a line. Offsets are in the line's text; `end` is after what brackets add to it and a closing colon. */
export interface Label {
  line: TextLine;
  kinds: readonly LabelKind[];
  start: number;
  end: number;
  /** Where its own words end. */
  wordsEnd: number;
  /** Nothing but labels stands in the line. */
  alone: boolean;
  /** Followed by a colon or the like. */
  marked: boolean;
  /** First in its line. */
  leading: boolean;
  /** Heads a party's name in its line as a label of the other party heads that one's, so that it is no word of the name. */
  paired?: true;
  /** The end of a label that a narrow column breaks: it heads the column, and its value stands below. */
  stacked?: true;
  /** One of several captions of days, one behind the other, which have one value. */
  listed?: true;
  /** What stands beside the middle of a label in two lines. */
  beside?: TextLine;
}

/** Every label of the lexicon; a title names the number that is printed right behind it. */
export const labelPhrases = inAllLanguages<LabelKind>(
  ({ labels, documents }) => [
    ...byKind(labelKinds, labels),
    ...byKind(['invoice_number'], { invoice_number: [...documents.invoice, ...documents.credit_note] }),
  ],
  (text, match) => standsAlone(text, match) && !isBehindArticle(text, match),
);

/** Every label of the document by its line. Within a line they do not overlap and stand from left to right. */
export function findLabels(document: TextDocument): Map<TextLine, Label[]> {
  const labels = new Map(document.lines.map((line) => [line, labelsOf(line)]));
  for (const own of labels.values())
    for (const [at, label] of own.entries()) {
      const next = own[at + 1];
      if (next && isListedWith(label, next)) label.listed = next.listed = true;
    }
  pairParties([...labels.values()].flatMap(([first]) => (first && mayHeadName(first) ? [first] : [])));
  return labels;
}

/** "Dated, supplied, due: 16.03.2026": captions of days one behind the other. */
export const isListedWith = ({ kinds, end, line }: Label, next: Label): boolean =>
  [kinds, next.kinds].every((each) => each.some((kind) => days.has(kind))) &&
  /^\.?\s?[,/]\s?$/.test(line.text.slice(end, next.start));
const days: ReadonlySet<LabelKind> = new Set<LabelKind>(['invoice_date', 'due_date', 'other_date']);

/** "Seller Nordal Trading Ltd" in one line and "Buyer Harbour Foods Ltd" in another: what both begin with is of neither name. */
function pairParties(heads: readonly Label[]): void {
  for (const head of heads) {
    const isOther = (other: Label): boolean =>
      other.line !== head.line &&
      other.line.page === head.line.page &&
      parties.some((kind) => head.kinds.includes(kind) && !other.kinds.includes(kind)) &&
      parties.some((kind) => other.kinds.includes(kind) && !head.kinds.includes(kind));
    if (heads.some(isOther)) head.paired = true;
  }
}

const parties: readonly LabelKind[] = ['vendor', 'customer'];

/** A word for one party at the begin of its line, and behind it words that begin with a capital and end like a company's name. */
const mayHeadName = ({ line, kinds, leading, marked, alone, start, end }: Label): boolean =>
  leading &&
  !marked &&
  !alone &&
  end - start >= shortestHead &&
  parties.some((kind) => kinds.includes(kind)) &&
  /^\p{Lu}/u.test(line.text.slice(end)) &&
  companyNameEnd(line.text.slice(end)) !== null;

/** Shorter words are prepositions more often than labels. */
const shortestHead = 4;

function labelsOf(line: TextLine): Label[] {
  const labels = foundIn(line);
  for (const label of labels) readTail(label);
  for (const [at, label] of labels.entries()) {
    const next = labels[at + 1];
    // "CLIENT C.U.I.: 123": what marks the number marks whose it is.
    if (
      next?.marked &&
      next.start === label.end &&
      next.kinds.includes('vat_number') &&
      label.kinds.includes('customer')
    )
      label.marked = true;
  }
  const covered = labels.reduce((sum, label) => sum + fold(line.text.slice(label.start, label.end)).length, 0);
  const alone = labels.length > 0 && covered >= fold(line.text).length;
  return labels.flatMap((label) => (isStrayLetter(label) ? [] : { ...label, alone }));
}

/** The phrases of labels in a line, those together that make one. */
function foundIn(line: TextLine): Label[] {
  const labels: Label[] = [];
  for (let from = 0; from < line.tokens.length; ) {
    const match = labelAt(line, from);
    from = match?.to ?? from + 1;
    if (!match) continue;
    const { kinds, start, end } = match;
    const previous = labels.at(-1);
    // "seria AUT nr. 12": the letters of a series may be those of a label.
    if (previous && isSeries(line, previous, start, end)) continue;
    const together = previous ? kindsTogether(line, previous, match) : null;
    if (previous && together) {
      previous.kinds = together;
      previous.end = end;
    } else if (continuesIdentity(line, labels, start, kinds)) {
      if (previous!.end - previous!.start === 1) labels.pop();
      const first = labels.at(-1)!;
      first.kinds = [...new Set([...first.kinds, ...kinds])];
      first.end = end;
    } else {
      const leading = !/[\p{L}\p{N}]/u.test(line.text.slice(0, start));
      labels.push({ line, kinds, start, end, wordsEnd: end, alone: false, marked: false, leading });
    }
  }
  return labels;
}

/** What a label means with the phrase that it goes on with; null where the phrase is a label of its own. */
function kindsTogether(
  line: TextLine,
  previous: Label,
  { kinds, start, end }: Match<LabelKind>,
): readonly LabelKind[] | null {
  const between = line.text.slice(previous.end, start);
  const shared = previous.kinds.filter((kind) => kinds.includes(kind));
  // The same label in a second language, or in other words: "Furnizor / Supplier", "CUI / CIF".
  if (shared.length > 0 && /^[\s/|()\-–.,*]*$/.test(between)) return shared;
  // "Customer - registered office": the heading of a party's block goes on with what stands in it.
  if (headsParty(line, previous, kinds, start, end)) return previous.kinds;
  const areDates = isDate(previous.kinds) && isDate(kinds);
  // "Rechnungsdatum/Lieferdatum": one date that is both.
  if (areDates && /^\s?\/\s?$/.test(between)) return [...new Set([...previous.kinds, ...kinds])];
  // "Date limite de paiement le 5 juillet": behind a day's label a preposition begins no other's.
  if (areDates && isPreposition(line, previous, start, end)) return previous.kinds;
  // "Lieferschein / Delivery note Nr.": the word for a number, in whatever language, goes on from what is numbered.
  return isNumbered(previous.kinds) && isNumberWord(line, previous, start, end) ? previous.kinds : null;
}

/** Adds to a label what stands behind its words: a remark in brackets, and the mark that its value follows. */
function readTail(label: Label): void {
  const { text } = label.line;
  const tail = /^[°º\s)\].*]*(\((?=[^()]*\p{L})[^()]{0,40}\)|\(\d{1,4}\)(?=:))?[\s.]*(:|=|\.{3,}|…)?[\s.:]*/u.exec(
    text.slice(label.end),
  )!;
  label.wordsEnd = label.end;
  // The sign of a number marks as well as a colon does.
  label.marked = tail[2] !== undefined || /[№ºª°#]/u.test(text.slice(label.start, label.end + tail[0].length));
  label.end += tail[0].length;
}

/** What OCR makes of a logo or a rule, which is no label without its colon. */
const isStrayLetter = ({ line, marked, start, end }: Label): boolean =>
  line.ocr && !marked && fold(line.text.slice(start, end)).length === 1;

/** Two to five capitals right behind a label that ends with "series". */
const isSeries = (line: TextLine, before: Label, start: number, end: number): boolean =>
  /^\p{Lu}{2,5}$/u.test(line.text.slice(start, end)) &&
  wordsOf('series').closing(line.text.slice(before.start, start)) !== null;

/** A party's label and behind a dash a label of its address, with nothing but brackets behind both. */
const headsParty = (
  { text }: TextLine,
  before: Label,
  kinds: readonly LabelKind[],
  start: number,
  end: number,
): boolean =>
  before.leading &&
  before.kinds.some((kind) => partyKinds.has(kind)) &&
  kinds.includes('address') &&
  /^\s?[-–]\s?$/.test(text.slice(before.end, start)) &&
  !/[\p{L}\p{N}]/u.test(text.slice(end).replace(/\([^()]*\)/gu, ''));

const isDate = (kinds: readonly LabelKind[]): boolean =>
  kinds.some((kind) => kind === 'invoice_date' || kind === 'due_date' || kind === 'other_date');

const isNumbered = (kinds: readonly LabelKind[]): boolean =>
  kinds.some((kind) => kind === 'po_reference' || kind === 'delivery_note_number');

const isNumberWord = ({ text }: TextLine, before: Label, start: number, end: number): boolean =>
  /^\s?$/.test(text.slice(before.end, start)) && wordsOf('numbers').is(text.slice(start, end));

const isPreposition = ({ text }: TextLine, before: Label, start: number, end: number): boolean =>
  /^[\s:]*$/.test(text.slice(before.end, start)) && fold(text.slice(start, end)).length <= 3;

/** "P. IVA e Cod. Fisc. 0123": one number that is both. */
function continuesIdentity(
  line: TextLine,
  labels: readonly Label[],
  start: number,
  kinds: readonly LabelKind[],
): boolean {
  const identity: readonly LabelKind[] = ['vat_number', 'registration'];
  const first = labels.findLast((label) => label.end - label.start > 1);
  if (!first || labels.indexOf(first) < labels.length - 2 || !first.kinds.some((kind) => identity.includes(kind)))
    return false;
  return (
    identity.some((kind) => kinds.includes(kind)) &&
    (/^[\s.]*&\s*$/.test(line.text.slice(first.end, start)) || wordsOf('and_or').is(line.text.slice(first.end, start)))
  );
}

/** "le client s'engage": behind an article the word belongs to a sentence or a name, unless a colon makes it a label. */
const isBehindArticle = (text: string, { kinds, start, end }: Match<LabelKind>): boolean =>
  (kinds.includes('customer') || kinds.includes('vendor')) &&
  !/^\s*:/.test(text.slice(end)) &&
  wordsOf('articles').closing(text.slice(0, start)) !== null;

/** Whole words only: "de" is no label in "7B3DE19", "po" none in "PO-30816", "factura" one in "Factura123". */
function standsAlone(text: string, { start, end }: Match<LabelKind>): boolean {
  if (/[\p{L}\p{N}_]/u.test(text[start - 1] ?? '')) return false;
  // "client@nordal.example": the words of an e-mail address label nothing.
  if (/^[\p{L}\p{N}._%+-]*@\p{L}/u.test(text.slice(end))) return false;
  // "Police-Nr.": the number of something else.
  if (end - start <= 3 && /\p{L}[-–]$/u.test(text.slice(0, start))) return false;
  // "21 dni (15-06-2026)": the word for days is that for a number elsewhere.
  if (/(?<![\p{L}\p{N}.,/-])\p{N}{1,3}\s$/u.test(text.slice(0, start)) && wordsOf('days').is(text.slice(start, end)))
    return false;
  // "Faktura nr VAT/K/31/2026": the letters of a series with slashes.
  if (end - start <= 4 && /^\/\p{Lu}{1,3}\/\p{N}/u.test(text.slice(end))) return false;
  const after = text.slice(end, end + 2);
  if (/^_/.test(after)) return false;
  // "Cheiul Nou FN, 820009 Nordal": a house without a number, in letters that are a register's elsewhere.
  if (
    after.startsWith(',') &&
    /\p{L}\s$/u.test(text.slice(0, start)) &&
    wordsOf('unnumbered').is(text.slice(start, end))
  )
    return false;
  // "Invoice n.: R26-118": the letter is of the number, though it would make an abbreviation of the label's.
  if (/^\p{N}/u.test(after) && /[^\p{L}\p{N}]\p{L}{1,2}$/u.test(text.slice(start, end))) return false;
  const long = end - start >= 5;
  return !/^[\p{L}\p{N}]/u.test(after) ? long || !/^[-/]\p{N}/u.test(after) : long && /^\p{N}/u.test(after);
}

/** From this confidence on OCR hardly misread a word. */
const surelyRead = 0.9;
/** A label of so many letters may be misread where a colon follows it, and one of so many in words read with doubt. */
const fewestMarked = 5;
const fewestDoubtful = 8;

/** The longest label at the token: as it is printed, or else one that OCR may have read so. */
function labelAt(line: TextLine, from: number): Match<LabelKind> | null {
  const exact = labelPhrases().at(line.text, from);
  if (!line.ocr) return exact;
  const near = identityAt(line, from) ?? exact ?? labelPhrases().at(line.text, from, true);
  if (!near || near.exact) return near;
  const letters = fold(line.text.slice(near.start, near.end)).length;
  const isDoubtful = wordsBetween(line, near.start, near.end).some(
    ({ confidence }) => confidence !== null && confidence < surelyRead,
  );
  const isMarked = /^[\s.]*[:=]/.test(line.text.slice(near.end));
  const isOfInitials = letters < fewestMarked && near.kinds.includes('vat_number');
  return (isMarked && (isOfInitials || letters >= fewestMarked)) || (letters >= fewestDoubtful && isDoubtful)
    ? near
    : null;
}

/** Capitals that are the labels of tax numbers, and letters that OCR takes an I among them for. */
const mostOfIdentity = 4;
const takenForI = /[l1tj]/g;

/** The short labels of tax numbers are too few to be any other word: "C.U.1" is one. */
function identityAt({ text, tokens }: TextLine, from: number): Match<LabelKind> | null {
  let read = '';
  for (let to = from; to < tokens.length && read.length < mostOfIdentity; to++) {
    read += tokens[to]!.folded;
    const meant = read.length > 2 && read.length <= mostOfIdentity ? read.replace(takenForI, 'i') : read;
    const label = meant === read ? null : labelPhrases().whole(meant);
    const match = label && { ...label, from, to: to + 1, start: tokens[from]!.start, end: tokens[to]!.end };
    if (match?.kinds.includes('vat_number') && !labelPhrases().is(read) && standsAlone(text, match)) return match;
  }
  return null;
}

const partyKinds: ReadonlySet<LabelKind> = new Set(['vendor', 'customer', 'delivery', 'other_party', 'account_holder']);
const placeKinds: ReadonlySet<LabelKind> = new Set(['address', 'address_part', 'bank_name']);
const shapedKinds: ReadonlySet<LabelKind> = new Set([
  'vat_number',
  'registration',
  'bank_account',
  'bic',
  'email',
  'phone',
  'fax',
  'capital',
]);

/** "Ion Pop, domiciliat în Iași", "Società per azioni - Sede legale Roma": behind a name and a comma or a dash. */
const isApposition = ({ line, start, end }: Label): boolean =>
  end - start >= 10 && /\p{L}(?:,|\s[-–])\s$/u.test(line.text.slice(0, start));

/** "Customer 75030926", "Buyer [00417]": what a party is known by at the other, behind the heading of its block. */
export const isNumberAlone = (text: string): boolean =>
  /\p{N}{3}/u.test(text) && /^[\p{N}\s./()[\]-]*$/u.test(text) && text.trim().length <= 16;

/** "Firma" over a name, as letters begin: in a form it has a colon, or stands beside what it names. */
const isSalutation = ({ line, start, end, marked, alone, kinds }: Label): boolean =>
  alone && !marked && kinds.includes('name') && wordsOf('salutations').is(line.text.slice(start, end));

/** Whether a label found in running text really labels something there. */
export function isEffective(label: Label): boolean {
  if (isSalutation(label)) return false;
  if (label.paired) return true;
  if (label.marked || (label.alone && label.end - label.start > 2)) return true;
  const { text } = label.line;
  const own = text.slice(label.start, label.end);
  const after = text.slice(label.end, label.end + 25);
  const has = (kinds: ReadonlySet<LabelKind>) => label.kinds.some((kind) => kinds.has(kind));
  // "F", "T", "E" label only with their colon.
  if (fold(own).length === 1) return false;
  if (has(shapedKinds)) {
    // "00187 Roma (RM)": a province.
    if (/\($/.test(text.slice(0, label.start)) && own.trimEnd().endsWith(')')) return false;
    // "RCS Lille", "KvK Rotterdam": a register's initials label what follows even without a number.
    // "RCS & Partners" is a name, and "BRAD SIRET" ends with the name of a river.
    if (label.kinds.includes('registration') && after.trim() === '' && /\p{L}\s$/u.test(text.slice(0, label.start)))
      return false;
    if (label.kinds.includes('registration') && /^[^\p{Ll}]{2,9}$|^\p{Lu}\p{Ll}\p{Lu}/u.test(own.trim()))
      return !/^&\s?\p{Lu}/u.test(after.trimStart());
    // "Partnerschaftsregister AG Musterstadt PR 12": a register's full name begins no other.
    if (label.kinds.includes('registration') && label.leading && fold(own).length >= 12) return true;
    return /^[^\p{L}]{0,3}[A-Z]{0,4}[\d\s.\-/]*\d|@/u.test(after);
  }
  const length = fold(own).length;
  // "Comercial Ibérica", "Denumire produs": without a colon these begin names and headings.
  if (label.kinds.some((kind) => kind === 'person' || kind === 'name')) return false;
  // A party's label without a colon is a name's first word more often than a label.
  // "Sold by" and "Vendu par" are none: they end in a word that leads on to one.
  const leadsOn = /\p{L}\s\p{Ll}{1,3}$/u.test(own.trimEnd()) && /^\s?\p{Lu}/u.test(after);
  if (has(partyKinds)) {
    const isHeading = length >= 6 && isNumberAlone(text.slice(label.end));
    const isPhrase = length >= 9 && /\p{L}\s\p{L}/u.test(own) && /^\p{Lu}/u.test(after);
    return (
      label.leading && (length >= 12 || leadsOn || isHeading || isPhrase || wordsOf('salutations').leading(own) > 0)
    );
  }
  if (has(placeKinds))
    return (
      (label.leading || isApposition(label) || (label.kinds.includes('bank_name') && length >= 9)) &&
      length >= (label.kinds.includes('bank_name') ? 4 : 8) &&
      (['of', 'for'] as const).every((group) => wordsOf(group).leading(after) === 0)
    );
  if (label.kinds.includes('other_reference')) return /^\s?\p{Lu}{0,3}[\s.-]?\p{N}{2}/u.test(after);
  // "le", "del", "vom" date what follows only when that is a number.
  if (length <= 3 && label.kinds.includes('invoice_date')) return /^\s?\p{N}/u.test(after);
  // "Order of Architects": without a number behind it, that is somebody's name.
  if (wordsOf('of').leading(after) > 0 && !/\p{N}/u.test(text.slice(label.end))) return false;
  return label.leading && length >= 6;
}

/** "Signature and stamp of the" and below it "supplier:": a word in lower case that goes on from the line above it. */
export function endsTextAbove(document: TextDocument, { line, start }: Label): boolean {
  if (start > 0 || !/^\p{Ll}/u.test(line.text)) return false;
  const above = document.pages[line.page - 1]!.rows[line.row - 1]?.find((cell) => startNear(cell, line));
  return above !== undefined && followsTightly(above, line) && /[\p{L},]$/u.test(above.text);
}
