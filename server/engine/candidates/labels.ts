import { fold } from '../../checks/fold.ts';
import { isWithinEdits } from '../edit-distance.ts';
import { type LabelKind, lexicon } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type TextDocument, type TextLine, wordsBetween } from './text-lines.ts';

/** A label found in a line. Offsets are in the line's text; `end` is after what brackets add to it and a closing colon. */
export interface Label {
  line: TextLine;
  kinds: readonly LabelKind[];
  languages: readonly string[];
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
}

interface Entry {
  kinds: Set<LabelKind>;
  languages: Set<string>;
  /** Most words, parted by white space, that the label is written in. */
  words: number;
}

/** Longer labels than this do not stand in the lexicon. */
const longestLabel = 10;
const surelyRead = 0.9;

let book: { byText: Map<string, Entry>; byLength: Map<number, string[]>; starts: Set<string> } | null = null;

/** Every label of the lexicon by its folded text, and all beginnings of them. */
export function labelBook() {
  if (book) return book;
  const byText = new Map<string, Entry>();
  const starts = new Set<string>();
  for (const { language, labels, documents } of lexicon()) {
    const titles = [...documents.invoice, ...documents.credit_note];
    for (const [kind, phrases] of [...Object.entries(labels), ['invoice_number', titles] as const]) {
      for (const phrase of phrases) {
        const tokens = tokensOf(phrase);
        const text = tokens.map((token) => token.folded).join('');
        if (text === '') continue;
        const entry = byText.get(text) ?? { kinds: new Set(), languages: new Set(), words: 1 };
        entry.words = Math.max(entry.words, phrase.trim().split(/\s+/).length);
        entry.kinds.add(kind as LabelKind);
        entry.languages.add(language);
        byText.set(text, entry);
        // Letter by letter prefixes, so that a search can stop as soon as nothing begins so.
        for (let i = 1; i <= text.length; i++) starts.add(text.slice(0, i));
      }
    }
  }
  const byLength = Map.groupBy(byText.keys(), (text) => text.length);
  book = { byText, byLength, starts };
  return book;
}

/** Every label of the document by its line. Within a line they do not overlap and stand from left to right. */
export function findLabels(document: TextDocument): Map<TextLine, Label[]> {
  const near = new Map<string, string | null>();
  return new Map(document.lines.map((line) => [line, labelsOf(line, near)]));
}

function labelsOf(line: TextLine, near: Map<string, string | null>): Label[] {
  const labels: Label[] = [];
  for (let at = 0; at < line.tokens.length; ) {
    const found = longestAt(line, at, near);
    if (!found) {
      at++;
      continue;
    }
    const start = line.tokens[at]!.start;
    const end = line.tokens[found.to - 1]!.end;
    at = found.to;
    const previous = labels.at(-1);
    // "seria AUT nr. 12": the letters of a series may be those of a label.
    if (previous && isSeries(line, previous, start, end)) continue;
    const shared = previous?.kinds.filter((kind) => found.entry.kinds.has(kind)) ?? [];
    // The same label in a second language, or in other words: "Furnizor / Supplier", "CUI / CIF".
    if (previous && shared.length > 0 && /^[\s/|()\-–.,*]*$/.test(line.text.slice(previous.end, start))) {
      previous.kinds = shared;
      previous.end = end;
      continue;
    }
    // "Rechnungsdatum/Lieferdatum": one date that is both.
    if (
      previous &&
      isDate(previous.kinds) &&
      isDate([...found.entry.kinds]) &&
      /^\s?\/\s?$/.test(line.text.slice(previous.end, start))
    ) {
      previous.kinds = [...new Set([...previous.kinds, ...found.entry.kinds])];
      previous.end = end;
      continue;
    }
    if (continuesIdentity(line, labels, start, found.entry)) {
      if (labels.at(-1)!.end - labels.at(-1)!.start === 1) labels.pop();
      const first = labels.at(-1)!;
      first.kinds = [...new Set([...first.kinds, ...found.entry.kinds])];
      first.end = end;
      continue;
    }
    labels.push({
      line,
      kinds: [...found.entry.kinds],
      languages: [...found.entry.languages],
      start,
      end,
      wordsEnd: end,
      alone: false,
      marked: false,
      leading: !/[\p{L}\p{N}]/u.test(line.text.slice(0, start)),
    });
  }
  for (const label of labels) {
    const tail = /^[°º\s)\].*]*(\((?=[^()]*\p{L})[^()]{0,40}\))?[\s.]*(:|=|\.{3,}|…)?[\s.:]*/u.exec(
      line.text.slice(label.end),
    )!;
    label.wordsEnd = label.end;
    // The sign of a number marks as well as a colon does.
    label.marked = tail[2] !== undefined || /[№ºª°#]/u.test(line.text.slice(label.start, label.end + tail[0].length));
    label.end += tail[0].length;
  }
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
  return labels.map((label) => ({ ...label, alone }));
}

/** Two to five capitals right behind a label that ends with "series". */
const isSeries = (line: TextLine, before: Label, start: number, end: number): boolean =>
  /^\p{Lu}{2,5}$/u.test(line.text.slice(start, end)) &&
  wordsOf('series').closing(line.text.slice(before.start, start)) !== null;

const isDate = (kinds: readonly LabelKind[]): boolean =>
  kinds.some((kind) => kind === 'invoice_date' || kind === 'due_date' || kind === 'other_date');

/** "P. IVA e Cod. Fisc. 0123": one number that is both. */
function continuesIdentity(line: TextLine, labels: readonly Label[], start: number, entry: Entry): boolean {
  const identity: readonly LabelKind[] = ['vat_number', 'registration'];
  const first = labels.findLast((label) => label.end - label.start > 1);
  if (!first || labels.indexOf(first) < labels.length - 2 || !first.kinds.some((kind) => identity.includes(kind)))
    return false;
  return (
    identity.some((kind) => entry.kinds.has(kind)) &&
    (/^[\s.]*&\s*$/.test(line.text.slice(first.end, start)) || wordsOf('and_or').is(line.text.slice(first.end, start)))
  );
}

function longestAt(line: TextLine, at: number, near: Map<string, string | null>): { entry: Entry; to: number } | null {
  const { byText, starts } = labelBook();
  let text = '';
  let best: { entry: Entry; to: number } | null = null;
  for (let to = at; to < Math.min(line.tokens.length, at + longestLabel * 2); to++) {
    text += line.tokens[to]!.folded;
    if (text.length > 60) break;
    const entry = byText.get(text) ?? (line.ocr ? identityLabel(text) : undefined);
    if (entry && fits(entry, line, at, to + 1) && standsAlone(line, at, to)) best = { entry, to: to + 1 };
    if (!starts.has(text)) {
      if (!line.ocr || to - at >= longestLabel) break;
      const marked = /^[\s.]*[:=]/.test(line.text.slice(line.tokens[to]!.end));
      const nearest = text.length >= (marked ? 5 : 8) ? nearestLabel(text, near) : null;
      if (nearest && !best && (marked || isDoubtful(line, at, to)) && standsAlone(line, at, to))
        best = { entry: byText.get(nearest)!, to: to + 1 };
      if (text.length > 30) break;
    }
  }
  return best;
}

/** For OCR: the short labels of tax numbers are capitals, among which an I is read as l, 1, t or j. */
function identityLabel(text: string): Entry | undefined {
  if (text.length < 3 || text.length > 4 || !/[l1tj]/.test(text)) return undefined;
  const entry = labelBook().byText.get(text.replace(/[l1tj]/g, 'i'));
  return entry?.kinds.has('vat_number') ? entry : undefined;
}

/** Short labels must be tokens of their own: "no" is one in "No. 5", not the start of "Nokia" nor split over words. */
function fits(entry: Entry, line: TextLine, at: number, to: number): boolean {
  const tokens = line.tokens.slice(at, to);
  const words = tokens.filter(
    (token, i) => i === 0 || /\s/.test(line.text.slice(tokens[i - 1]!.end, token.start)),
  ).length;
  // "le client s'engage": behind an article the word belongs to a sentence or a name, unless a colon makes it a label.
  const marked = /^\s*:/.test(line.text.slice(line.tokens[to - 1]!.end));
  if (!marked && (entry.kinds.has('customer') || entry.kinds.has('vendor'))) {
    if (wordsOf('articles').is(line.tokens[at - 1]?.folded ?? '')) return false;
  }
  if (words <= entry.words) return true;
  // More words than the label has: letters set apart ("F A C T U R A"), never other words.
  return tokens.every((token) => token.folded.length <= 2) || (line.ocr && words <= entry.words + 1);
}

/** Whole words only: "de" is no label in "7B3DE19", "po" none in "PO-30816", "factura" one in "Factura123". */
function standsAlone(line: TextLine, from: number, to: number): boolean {
  const start = line.tokens[from]!.start;
  const end = line.tokens[to]!.end;
  if (/[\p{L}\p{N}_]/u.test(line.text[start - 1] ?? '')) return false;
  // "P.T. 12": a later letter of an abbreviation.
  if (end - start === 1 && /\p{L}\.$/u.test(line.text.slice(0, start))) return false;
  // "a.s.", "d.o.o.": the first letter of one.
  if (end - start === 1 && /^\.\p{L}\./u.test(line.text.slice(end, end + 3))) return false;
  // "Police-Nr.": the number of something else.
  if (end - start <= 3 && /\p{L}[-–]$/u.test(line.text.slice(0, start))) return false;
  const after = line.text.slice(end, end + 2);
  if (/^_/.test(after)) return false;
  const long = end - start >= 5;
  return !/^[\p{L}\p{N}]/u.test(after) ? long || !/^[-/]\p{N}/u.test(after) : long && /^\p{N}/u.test(after);
}

/** A word that was read with confidence was hardly misread: it is another word. */
function isDoubtful(line: TextLine, from: number, to: number): boolean {
  const words = wordsBetween(line, line.tokens[from]!.start, line.tokens[to]!.end);
  return words.some(({ confidence }) => confidence !== null && confidence < surelyRead);
}

/** For OCR: the label that differs by one letter in five or more, by two in ten or more. */
function nearestLabel(text: string, near: Map<string, string | null>): string | null {
  const known = near.get(text);
  if (known !== undefined) return known;
  const allowed = text.length >= 10 ? 2 : 1;
  let found: string | null = null;
  for (let length = text.length - allowed; length <= text.length + allowed && !found; length++) {
    found =
      labelBook()
        .byLength.get(length)
        ?.find((label) => isWithinEdits(label, text, allowed)) ?? null;
  }
  near.set(text, found);
  return found;
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

/** "Ion Pop, domiciliat în Iași": behind a name and a comma. */
const isApposition = ({ line, start, end }: Label): boolean =>
  end - start >= 10 && /\p{L},\s$/u.test(line.text.slice(0, start));

/** Whether a label found in running text really labels something there. */
export function isEffective(label: Label): boolean {
  if (label.marked || (label.alone && label.end - label.start > 2)) return true;
  const { text } = label.line;
  const own = text.slice(label.start, label.end);
  const after = text.slice(label.end, label.end + 25);
  const has = (kinds: ReadonlySet<LabelKind>) => label.kinds.some((kind) => kinds.has(kind));
  // "F", "T", "E" label only with their colon.
  if (fold(own).length === 1) return false;
  if (has(shapedKinds)) {
    // "RCS Lille", "KvK Rotterdam": a register's initials label what follows even without a number.
    if (label.kinds.includes('registration') && /^[^\p{Ll}]{2,9}$|^\p{Lu}\p{Ll}\p{Lu}/u.test(own.trim())) return true;
    // "Partnerschaftsregister AG Jena PR 118": a register's full name begins no other.
    if (label.kinds.includes('registration') && label.leading && fold(own).length >= 12) return true;
    return /^[^\p{L}]{0,3}[A-Z]{0,4}[\d\s.\-/]*\d|@/u.test(after);
  }
  const length = fold(own).length;
  // "Comercial Ibérica", "Denumire produs": without a colon these begin names and headings.
  if (label.kinds.some((kind) => kind === 'person' || kind === 'name')) return false;
  // A party's label without a colon is a name's first word more often than a label.
  if (has(partyKinds)) return label.leading && (length >= 12 || wordsOf('salutations').leading(own) > 0);
  if (has(placeKinds))
    return (
      (label.leading || isApposition(label) || (label.kinds.includes('bank_name') && length >= 9)) &&
      length >= (label.kinds.includes('bank_name') ? 4 : 8) &&
      (['of', 'for'] as const).every((group) => wordsOf(group).leading(after) === 0)
    );
  if (label.kinds.includes('other_reference')) return /^\s?\p{Lu}{0,3}[\s.]?\p{N}{2}/u.test(after);
  // "le", "del", "vom" date what follows only when that is a number.
  if (length <= 3 && label.kinds.includes('invoice_date')) return /^\s?\p{N}/u.test(after);
  return label.leading && length >= 6;
}
