import type { Bookings } from '../contract/booking.ts';
import { expectedPaths, fieldOf } from '../contract/fields.ts';
import type { Extraction, FieldAssessment, Invoice } from '../contract/invoice.ts';
import { type WarningCode, warningCodes } from '../contract/warning-codes.ts';
import type { ReviewDraft, SentDraft } from '../contract/window-review.ts';
import { speaksAgainst } from './evidence.ts';
import { fieldValues } from './field-paths.ts';
import { chargedBesideVat, sumsOf } from './sums.ts';
import { checkVatNumber } from './vat-numbers.ts';

/** Whether a warning is about a value: when a person changes it the warning is looked at again. */
const isAbout = (code: WarningCode, path: string): boolean => fieldOf(path).warnings?.includes(code) === true;

/** Warnings about how to read the page: a person who confirms has decided that. */
const DECIDED_BY_CONFIRMING: readonly WarningCode[] = [
  'not_an_invoice',
  'multiple_invoices',
  'einvoice_mismatch',
  'einvoice_altered',
  'hidden_text',
];

/** The draft before a person did anything. @param bookings what was confirmed of its lines before */
export function untouchedDraft(read: Extraction, bookings: Bookings = []): ReviewDraft {
  return {
    invoice: read.invoice,
    accepted: [],
    lines: read.invoice.line_items.map((_line, index) => index),
    rates: read.invoice.vat_breakdown.map((_rate, index) => index),
    places: {},
    unfinished: {},
    accountChecked: false,
    seenWarnings: [],
    bookings,
  };
}

/**
 * The draft that an invoice was confirmed from, over what reading said first. A line is known again by what it says.
 * @param accepted paths that were looked at and found right
 * @param bookings of the confirmed lines
 */
export function draftOfConfirmed(
  first: Extraction,
  confirmed: Extraction,
  accepted: readonly string[],
  bookings: Bookings,
): ReviewDraft {
  const places = Object.entries(confirmed.fields).flatMap(([path, { source, page, box }]) =>
    source === 'person' && page && box ? [[path, { page, box }] as const] : [],
  );
  return {
    ...untouchedDraft(first, bookings),
    invoice: { ...confirmed.invoice, quality_flags: first.invoice.quality_flags },
    accepted: [...accepted],
    lines: readAt(first.invoice.line_items, confirmed.invoice.line_items),
    rates: readAt(first.invoice.vat_breakdown, confirmed.invoice.vat_breakdown),
    places: Object.fromEntries(places),
  };
}

/** For each row its index among those that were read: where the same one stood, else, where none came or went, its own. */
function readAt(read: readonly unknown[], rows: readonly unknown[]): (number | null)[] {
  const free = new Map(read.map((row, index) => [index, JSON.stringify(row)]));
  const take = (index: number | undefined): number | null => {
    if (index === undefined || !free.delete(index)) return null;
    return index;
  };
  const same = rows.map((row, index) => {
    const text = JSON.stringify(row);
    return take(free.get(index) === text ? index : [...free].find(([, other]) => other === text)?.[0]);
  });
  return read.length === rows.length ? same.map((from, index) => from ?? take(index)) : same;
}

/** A draft without the lines that are as they were read. */
export function withoutReadLines(read: Extraction, draft: ReviewDraft): SentDraft['draft'] {
  const line_items = draft.invoice.line_items.map((line, index) => {
    const from = draft.lines[index];
    const asRead = from === null || from === undefined ? undefined : read.invoice.line_items[from];
    return JSON.stringify(asRead) === JSON.stringify(line) ? null : line;
  });
  return { ...draft, invoice: { ...draft.invoice, line_items } };
}

/** The draft that was sent without the lines as read; null where it is no draft of this reading. */
export function withReadLines(read: Extraction, sent: SentDraft['draft']): ReviewDraft | null {
  const line_items = sent.invoice.line_items.map(
    (line, index) => line ?? read.invoice.line_items[sent.lines[index] ?? -1],
  );
  if (sent.lines.length !== line_items.length) return null;
  const whole = line_items.filter((line) => line !== undefined);
  return whole.length === line_items.length ? { ...sent, invoice: { ...sent.invoice, line_items: whole } } : null;
}

/**
 * The extraction as a person has it so far. What was corrected or accepted is high with evidence `confirmed`; what the
 * arithmetic now confirms stops being doubtful; warnings are those that still hold.
 * @param read what reading said
 * @param today YYYY-MM-DD where the appliance stands
 * @param confirmed the person confirmed the whole document
 */
export function applyReview(
  read: Extraction,
  draft: ReviewDraft,
  buyerVat: string | null,
  today: string,
  confirmed: boolean,
): Extraction {
  const before = fieldValues(read.invoice);
  const values = fieldValues(draft.invoice);
  const accepted = new Set(draft.accepted);
  const fields: Record<string, FieldAssessment> = {};
  const byPerson = new Set<string>();

  for (const [path, value] of values) {
    if (value === null) continue;
    const readPath = pathAsRead(path, draft);
    const asRead = readPath === null ? undefined : read.fields[readPath];
    if (readPath !== null && before.get(readPath) === value && asRead) {
      if (accepted.has(path) || confirmed) byPerson.add(path);
      fields[path] = byPerson.has(path) ? confirmedAssessment(asRead) : asRead;
    } else {
      byPerson.add(path);
      const { page, box } = draft.places[path] ?? { page: null, box: null };
      fields[path] = { confidence: 'high', page, box, source: 'person', evidence: ['confirmed'] };
    }
  }
  for (const sum of sumsOf(draft.invoice, chargedBesideVat(read))) {
    // Without a person's part in it nothing is new, and reading has already weighed the sum.
    if (!sum.holds || !sum.paths.some((path) => byPerson.has(path))) continue;
    for (const path of sum.paths) {
      const field = fields[path];
      if (field && !byPerson.has(path)) fields[path] = withSum(field);
    }
  }

  const warnings = warningsAfter(read, draft.invoice, buyerVat, today, confirmed);
  const missing = expectedPaths.filter((path) => values.get(path) === null && !accepted.has(path) && !confirmed);
  const low = Object.keys(fields).filter((path) => fields[path]?.confidence === 'low');
  const invoice: Invoice = {
    ...draft.invoice,
    quality_flags: {
      ...read.invoice.quality_flags,
      overall_confidence: confirmed ? 'high' : read.invoice.quality_flags.overall_confidence,
      low_confidence_fields: [...low, ...missing],
    },
  };
  return { ...read, invoice, fields, warnings };
}

/** Paths that a person should look at, in the order of the invoice: low ones, and expected ones that are missing. */
export function doubtfulPaths(extraction: Extraction): string[] {
  return extraction.invoice.quality_flags.low_confidence_fields;
}

/** How much a person has to look at before it is booked: doubtful fields, and what reading warns of. */
export function leftToCheck(extraction: Extraction): number {
  return doubtfulPaths(extraction).length + extraction.warnings.length;
}

/**
 * What still keeps a review from being confirmed: doubtful fields that were neither changed nor accepted, and warnings
 * that nobody has read.
 * @param now as `applyReview` gives it for the draft
 */
export function openDoubts(
  now: Extraction,
  { seenWarnings, accountChecked }: ReviewDraft,
): { paths: string[]; warnings: WarningCode[] } {
  const isSeen = (code: WarningCode): boolean =>
    seenWarnings.includes(code) || (code === 'iban_changed' && accountChecked);
  return {
    paths: doubtfulPaths(now),
    warnings: now.warnings.filter((code) => !isSeen(code)),
  };
}

/** The first value that a warning is about; null where it is about the page as a whole. */
export function warnedPath(code: WarningCode, invoice: Invoice): string | null {
  return [...fieldValues(invoice).keys()].find((path) => isAbout(code, path)) ?? null;
}

/**
 * Paths in the draft whose value is another than what was read; `line_items` stands for lines that came, went or moved,
 * `vat_breakdown` for rates.
 */
export function correctedPaths(read: Extraction, draft: ReviewDraft): string[] {
  const before = fieldValues(read.invoice);
  const changed = [...fieldValues(draft.invoice)].flatMap(([path, value]) => {
    const readPath = pathAsRead(path, draft);
    return readPath === null || before.get(readPath) === value ? [] : [path];
  });
  const same = (from: (number | null)[], count: number): boolean =>
    from.length === count && from.every((before, index) => before === index);
  return [
    ...changed,
    ...(same(draft.lines, read.invoice.line_items.length) ? [] : ['line_items']),
    ...(same(draft.rates, read.invoice.vat_breakdown.length) ? [] : ['vat_breakdown']),
  ];
}

/** The path that a field had when it was read; null for a field of an added line or rate. */
export function pathAsRead(path: string, { lines, rates }: ReviewDraft): string | null {
  const row = /^(line_items|vat_breakdown)\.(\d+)\.(.+)$/.exec(path);
  if (!row) return path;
  const [, list, at, name] = row;
  const index = (list === 'line_items' ? lines : rates)[Number(at)];
  return index === null || index === undefined ? null : `${list}.${index}.${name}`;
}

function confirmedAssessment(asRead: FieldAssessment): FieldAssessment {
  const kept = (asRead.evidence ?? []).filter((name) => !speaksAgainst(name) && name !== 'confirmed');
  return { ...asRead, confidence: 'high', evidence: [...kept, 'confirmed'] };
}

/** That a sum holds ends the doubt whether a figure was read right; what it means follows from no sum alone. */
function withSum(field: FieldAssessment): FieldAssessment {
  const kept = (field.evidence ?? []).filter((name) => name !== 'contradicted' && name !== 'sums_agree');
  const confidence = field.confidence === 'low' ? 'medium' : field.confidence;
  return { ...field, confidence, evidence: [...kept, 'sums_agree'] };
}

/**
 * The warnings that hold once values are other ones than were read.
 * What was left alone is judged as reading judged it, which knew more of the page; a warning is looked at again
 * when one of the values that it is about was changed.
 */
export function warningsAfter(
  read: Extraction,
  invoice: Invoice,
  buyerVat: string | null,
  today: string,
  confirmed: boolean,
): WarningCode[] {
  const before = fieldValues(read.invoice);
  const values = fieldValues(invoice);
  const changed = [...new Set([...before.keys(), ...values.keys()])].filter(
    (path) => before.get(path) !== values.get(path),
  );
  return warningCodes.filter((code) => {
    if (confirmed && DECIDED_BY_CONFIRMING.includes(code)) return false;
    if (changed.some((path) => isAbout(code, path)))
      return holds(code, invoice, chargedBesideVat(read), buyerVat, today);
    return read.warnings.includes(code);
  });
}

/** Whether a warning is true of values alone: those that a person has corrected, or that no page shows. */
export function holds(
  code: WarningCode,
  invoice: Invoice,
  besideVat: number,
  buyerVat: string | null,
  today: string,
): boolean {
  const vendorVat = invoice.vendor.vat_number;
  const customerVat = invoice.customer.vat_number;
  switch (code) {
    case 'totals_mismatch':
      return sumsOf(invoice, besideVat).some((sum) => !sum.holds);
    case 'vendor_vat_missing':
      return vendorVat === null;
    case 'vendor_vat_unverified':
      return vendorVat !== null && checkVatNumber(vendorVat, 'RO')?.checkDigitOk !== true;
    case 'invoice_date_in_future':
      return invoice.invoice_date !== null && invoice.invoice_date > today;
    case 'buyer_vat_mismatch':
      return customerVat !== null && buyerVat !== null && !sameNumber(customerVat, buyerVat);
    case 'buyer_is_vendor':
      return vendorVat !== null && buyerVat !== null && sameNumber(vendorVat, buyerVat);
    default:
      return false;
  }
}

function sameNumber(a: string, b: string): boolean {
  const bodyOf = (text: string): string => checkVatNumber(text, 'RO')?.body ?? text;
  return bodyOf(a) === bodyOf(b);
}
