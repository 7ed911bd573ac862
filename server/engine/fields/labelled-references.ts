import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import { endsTextAbove, type Label } from '../candidates/labels.ts';
import { isLikeDate, readReference } from '../candidates/reference-text.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { type Relation, valuePlaces } from '../candidates/values.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isAmongLines } from '../lines/found-table.ts';
import { isAddress } from '../parties/address-text.ts';
import { type Features, weigh } from '../weights.ts';
import { readNumber } from './labelled-number.ts';
import { isUnderTitle, isVagueWord } from './number-proof.ts';
import { isInvoiceTitle, isOfAnother, namesAdvance, namesInvoice, namesProforma, upToNumber } from './of-another.ts';
import { type ReferenceClaim, type ReferenceKind, referenceKinds } from './reference-claim.ts';

const isAbbreviation = /^\p{L}{1,2}\.?(?:\s?\p{L}{1,2}\.?)?$/u;

/** Numbers that labels name, each as often as it may mean different things. */
export function referenceClaims(facts: Facts): ReferenceClaim[] {
  const claims: ReferenceClaim[] = [];
  // Where no invoice's title is printed, a proforma's numbers the document itself.
  const isOnlyTitle = !hasInvoiceTitle(facts);
  for (const label of [...facts.labels.values()].flat()) {
    const named = referenceKinds.filter((kind) => label.kinds.includes(kind));
    if (named.length === 0) continue;
    const text = label.line.text.slice(label.start, label.end);
    const isHeading = label.alone && wordsOf('proforma_titles').is(text);
    const kinds: ReferenceKind[] = isHeading && isOnlyTitle ? ['invoice_number'] : named;
    // Two letters are a label only when marked as one; a bare "No." numbers the invoice only where it begins its cell.
    const isShort = fold(text).length <= 2;
    const isPlaced =
      isBehindTitle(label) ||
      isBehindSeries(facts, label) ||
      isDatedAtTop(facts, label) ||
      (label.leading && isUnderTitle(facts, label.line));
    if (isShort && wordsOf('numbers').is(text) && !label.leading && !isPlaced) continue;
    // "Bl. 17" is a block of flats where an address says so, and a delivery note in another language.
    if (!label.leading && isAbbreviation.test(text) && isAddress(label.line.text)) continue;
    if (isShort && !label.marked && !label.alone && !isPlaced && !isWholeCell(facts, label)) continue;
    for (const place of valuePlaces(facts.document, facts.labels, label)) {
      // "PROFORMA" over its own number is the document's title, and not another document's.
      if (isHeading && place.relation === 'below' && kinds[0] === 'other_reference') break;
      const read = readNumber(facts, label, place);
      if (!read) continue;
      const countsByMonth =
        kinds.includes('invoice_number') &&
        (wordsOf('numbered_by_month').leading(text) > 0 || isOfMonth(facts, label, place.relation, read.value));
      // Where numbers are counted by month, 12/3/2026 is the twelfth invoice of March.
      if (isLikeDate(read.value) && !countsByMonth) continue;
      for (const kind of kinds) {
        const features = featuresOf(facts, kind, label, place.relation, read);
        claims.push({
          kind,
          label,
          relation: place.relation,
          ...read,
          features,
          score: weigh('reference', features),
        });
      }
      break;
    }
  }
  return withSameNumbers(facts, claims);
}

/**
 * "Invoice No. 1/03/2027" at the beginning of its line, on a page that has another day of that March: behind a label of the
 * number, and no date that is printed anywhere else.
 */
function isOfMonth({ dates }: Facts, { leading, alone, line }: Label, relation: Relation, value: string): boolean {
  const [, month, year] = /^\d{1,2}\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
  if (!month || !leading || alone || relation !== 'inside') return false;
  const ownMonth = `${year}-${month.padStart(2, '0')}-`;
  const others = dates.all.filter((date) => date.line !== line);
  const itself = dates.all.filter((date) => date.line === line).map(({ iso }) => iso);
  return others.some(({ iso }) => iso.startsWith(ownMonth)) && !others.some(({ iso }) => itself.includes(iso));
}

/** What is once named as another document's number is that wherever it stands. */
function withSameNumbers(facts: Facts, claims: readonly ReferenceClaim[]): ReferenceClaim[] {
  const others = new Set(
    claims
      .filter(
        (claim) =>
          claim.features.of_another === true ||
          (claim.kind === 'other_reference' && isOfAnother(claim.label, claim)) ||
          isOfAdvance(facts, claim, claims),
      )
      .map(({ value }) => fold(value)),
  );
  const orders = new Set(claims.filter((claim) => isOrdersOwn(claim, claims)).map(({ value }) => fold(value)));
  return claims.map((claim) => {
    const value = fold(claim.value);
    if (!others.has(value) && !(claim.kind === 'invoice_number' && orders.has(value))) return claim;
    const features = { ...claim.features, of_another: true };
    return claim.kind === 'invoice_number'
      ? { ...claim, features, score: weigh('reference', features) }
      : { ...claim, features };
  });
}

/** "No. 4711" that another label calls the order's or the delivery's, where none calls it the invoice's. */
const isOrdersOwn = (claim: ReferenceClaim, claims: readonly ReferenceClaim[]): boolean => {
  const same = claims.filter(({ value }) => fold(value) === fold(claim.value));
  const isInvoices = ({ kind, label, features }: ReferenceClaim): boolean =>
    kind === 'invoice_number' &&
    (features.near_title === true || namesInvoice(label.line.text.slice(label.start, label.end)));
  return (
    claim.kind !== 'invoice_number' &&
    claim.kind !== 'other_reference' &&
    claim.label.kinds.length === 1 &&
    !same.some(isInvoices)
  );
};

/** What scores less is hardly named the invoice's number. */
const leastNamed = 0.5;

/** "Storno avans facturat cu VTR 2188": the invoice of an advance that is taken off, where another number is the invoice's. */
const isOfAdvance = (facts: Facts, claim: ReferenceClaim, claims: readonly ReferenceClaim[]): boolean =>
  claim.kind === 'invoice_number' &&
  claims.some(
    (other) => other.kind === 'invoice_number' && other.score >= leastNamed && fold(other.value) !== fold(claim.value),
  ) &&
  placesElsewhere(facts, claim).some(namesAdvance);

/** "PO 4471" and nothing else in its cell, or "Nr. 118" in the cell behind its series, or behind that of its series' label. */
function isWholeCell(facts: Facts, { line, end, leading, kinds }: Label): boolean {
  const [before, further] = [1, 2].map(
    (step) => facts.document.pages[line.page - 1]!.rows[line.row]![line.cell - step],
  );
  const isSeries =
    (before !== undefined && facts.labels.get(before)!.some(namesSeries)) ||
    (further !== undefined &&
      series.test(before!.text) &&
      facts.labels.get(further)!.some((label) => namesSeries(label) && label.alone));
  const named = kinds.includes('po_reference') || (isSeries && kinds.includes('invoice_number'));
  return leading && named && /^\s?\d{3,12}$/.test(line.text.slice(end));
}

const namesSeries = ({ kinds }: Label): boolean => kinds.includes('invoice_series');

/** Capitals, with digits among or behind them; a series may have two parts. */
const series = /^\p{Lu}[\p{Lu}\p{N}.-]{0,7}(?: \p{Lu}[\p{Lu}\p{N}.-]{0,7})?$/u;

/** "Seria: AB Nr.: 118" in one cell, or "AB nr." in the box beside "Seria": between both labels stands the series. */
function isBehindSeries(facts: Facts, { line, start }: Label): boolean {
  const own = facts.labels.get(line)!.find((label) => namesSeries(label) && label.end < start);
  const before = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  const boxed = !own && before && facts.labels.get(before)!.some((label) => namesSeries(label) && label.alone);
  return (own !== undefined || boxed === true) && series.test(line.text.slice(own?.end ?? 0, start).trim());
}

/** Of the page's height: a document's own number stands above. */
const lowestHead = 0.35;
/** And what stands below this is low on it. */
const lowOnPage = 0.75;

/** "nr. 118 del 17/03/2026" begins a line in the head of a page: under a title that is drawn, number and date are the document's. */
function isDatedAtTop(facts: Facts, { line, end, leading, kinds }: Label): boolean {
  if (!leading || !kinds.includes('invoice_number') || line.page > 1) return false;
  if (line.y > lowestHead * facts.document.pages[0]!.page.height) return false;
  const date = facts.dates.all.find((one) => one.line === line && one.start > end);
  const read = date && readReference(facts, line, end, line.text.slice(end, date.start));
  const between = read ? line.text.slice(end + read.end, date!.start) : null;
  return between !== null && (/^[\s/,]*$/.test(between) || wordsOf('dated').is(between));
}

/** "Bolletta acqua n. 18": the line is a title. */
const isBehindTitle = ({ line, start }: Label): boolean => {
  const words = line.text.slice(0, start).trim().split(/\s+/);
  return start > 0 && words.length <= 3 && isInvoiceTitle(words[0]!);
};

function featuresOf(
  facts: Facts,
  kind: LabelKind,
  label: Label,
  relation: Relation,
  { value, line, start }: Pick<ReferenceClaim, 'value' | 'line' | 'start'>,
): Features {
  const printed = label.line.text.slice(label.start, label.end);
  const text = fold(printed);
  // "Factură / Invoice": the same vague word in two languages.
  const parts = printed.split(/[/|]/).filter((part) => fold(part) !== '');
  const isVaguePart = (part: string) => isVagueWord(part) || (kind === 'invoice_number' && isInvoiceTitle(part));
  // "INVOICE" in one cell and "No. 118" in the next are as one label.
  const isNumbered = relation === 'right' && start > 0 && wordsOf('numbers').leading(line.text) > 0;
  const isVague = !isBehindTitle(label) && !isNumbered && (isVaguePart(printed) || parts.every(isVaguePart));
  const isWithin = kind === 'invoice_number' && wordsOf('numbers').is(printed) && isWithinWords(facts, label);
  const digits = value.replace(/\P{N}/gu, '').length;
  // Over a value stands what is alone, or a heading that says what the invoice is for.
  const isOverValue = relation === 'below' || (relation !== 'inside' && label.alone);
  const { page } = facts.document.pages[line.page - 1]!;
  return {
    [relation]: true,
    vague_inside_marked: isVague && relation === 'inside' && label.marked,
    vague_inside: isVague && relation === 'inside' && !label.marked,
    vague_alone: isVague && isOverValue,
    vague: isVague && relation !== 'inside' && !isOverValue,
    label_length: isVague ? 0 : Math.min(text.length, 16) / 16,
    shared_label: label.kinds.some((other) => other !== kind && referenceKinds.includes(other as ReferenceKind)),
    unmarked: !label.leading && !label.marked,
    one_digit: !isVague && digits < 2,
    two_digits: !isVague && digits === 2,
    vague_few_digits: isVague && digits < 3 && !/^\p{Lu}{2,}\s?\p{N}/u.test(value),
    // A number of its own right below or beside the title.
    bare_title: isOverValue && digits >= 2 && isInvoiceTitle(printed),
    later_page: line.page > 1,
    // A sentence mentions numbers of other documents.
    in_sentence: label.start > 40,
    // "Deposit - invoice 12": behind other words the title names another invoice.
    mentioned: kind === 'invoice_number' && isVague && !label.leading && isMentioned(label),
    of_another:
      kind === 'invoice_number' &&
      (isOfAnother(label, { line, start }) ||
        isOfLabelBefore(facts, label) ||
        isBesideTitle(facts, label, { line, start })),
    // An invoice for what a till sold names the till's receipt as well.
    of_receipt:
      kind === 'invoice_number' &&
      wordsOf('receipts').has(printed) &&
      !namesInvoice(printed) &&
      isInvoiceNumbered(facts, label),
    // What is numbered among the lines is goods.
    of_line: kind === 'invoice_number' && facts.read.tables.some((table) => isAmongLines(line, table)),
    // What to write on a transfer may be any number.
    for_payment: wordsOf('payment_purpose').has(printed),
    within_words: isWithin,
    near_title:
      isVague &&
      !isWithin &&
      kind === 'invoice_number' &&
      (isUnderTitle(facts, label.line) || isBesideSeries(facts, label.line)),
    low_on_page: line.y > lowOnPage * page.height,
  };
}

/** "Identity card series: no.: AB 118": right behind what else is numbered, words for series and number are of that. */
const isOfLabelBefore = (facts: Facts, { line, start, end }: Label): boolean =>
  !namesInvoice(line.text.slice(start, end)) &&
  facts.labels
    .get(line)!
    .some(
      (other) =>
        other.kinds.every((kind) => kind === 'other_reference') &&
        other.end <= start &&
        !/[\p{L}\p{N}]/u.test(line.text.slice(other.end, start)),
    );

/** "Gas meter number: 4711", or "number 02366661." that goes on from the line above it: other words say whose number it is. */
function isWithinWords(facts: Facts, label: Label): boolean {
  if (isBehindTitle(label) || isBehindSeries(facts, label)) return false;
  if (label.start > 0) return /\p{L}{3}/u.test(label.line.text.slice(0, label.start));
  return endsTextAbove(facts.document, label) && !isUnderTitle(facts, label.line);
}

/** "Serie | Número": heads side by side of the two parts of one number. */
function isBesideSeries(facts: Facts, line: TextLine): boolean {
  const before = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  return (
    before !== undefined &&
    facts.labels.get(before)!.some(({ alone, kinds }) => alone && kinds.includes('invoice_series'))
  );
}

const isMentioned = ({ line, start, end }: Label): boolean =>
  isInvoiceTitle(line.text.slice(start, end)) &&
  /\p{L}{4}/u.test(line.text.slice(0, start)) &&
  !isInvoiceTitle(line.text.slice(0, start).split(/[^\p{L}]+/u, 1)[0]!);

/** A proforma's or an advance's number on a document that another title calls an invoice. */
function isBesideTitle(facts: Facts, label: Label, number: { line: TextLine; start: number }): boolean {
  const text = upToNumber(label, number);
  if (!namesProforma(text) && !namesAdvance(text)) return false;
  return facts.document.pages[0]!.rows.flat().some((line) => {
    const [first] = facts.labels.get(line)!;
    const isTitle = first?.alone === true && isInvoiceTitle(line.text.slice(first.start, first.end));
    return isTitle && line !== label.line && !namesAdvance(line.text) && !namesProforma(line.text);
  });
}

/** Whether the document calls itself an invoice, or another label names the number of one. */
const isInvoiceNumbered = (facts: Facts, label: Label): boolean =>
  hasInvoiceTitle(facts) ||
  [...facts.labels.values()].some(([first]) => {
    const text = first?.line.text.slice(first.start, first.end) ?? '';
    return (
      first !== label &&
      first?.leading === true &&
      first.kinds.includes('invoice_number') &&
      namesInvoice(text) &&
      !wordsOf('receipts').has(text)
    );
  });

const hasInvoiceTitle = (facts: Facts): boolean =>
  facts.document.pages[0]?.rows.flat().some((line) => {
    const [first] = facts.labels.get(line)!;
    return first?.leading === true && isInvoiceTitle(line.text.slice(first.start, first.end));
  }) ?? false;

/** What stands before the value wherever it is printed once more as a whole, in another row or page. */
export function placesElsewhere(facts: Facts, claim: ReferenceClaim): string[] {
  const wanted = fold(claim.value);
  if (wanted.length < 4) return [];
  const texts = [
    facts.fileTitle,
    ...facts.document.lines
      .filter((line) => line.page !== claim.line.page || line.row !== claim.line.row)
      .map(({ text }) => text),
  ];
  return texts.filter((text) => holds(text, wanted)).map((text) => before(text, claim.value));
}

/** The text up to the value, or all of it where the value is written in another way. */
const before = (text: string, value: string): string => {
  const at = text.indexOf(value);
  return at < 0 ? text : text.slice(0, at);
};

/** As a whole: "12" is not printed again by "8123". */
function holds(text: string, wanted: string): boolean {
  const folded = fold(text);
  const at = folded.indexOf(wanted);
  return at >= 0 && !/\p{N}/u.test(folded[at - 1] ?? '') && !/\p{N}/u.test(folded[at + wanted.length] ?? '');
}
