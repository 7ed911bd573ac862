import { fieldValues, withField } from '../checks/field-paths.ts';
import { warningsAfter } from '../checks/review.ts';
import { fields } from '../contract/fields.ts';
import type { Evidence, Extraction, FieldAssessment } from '../contract/invoice.ts';
import type { PageText, PageWord } from '../contract/window-review.ts';
import {
  accountIdentifier,
  type Contribution,
  furtherIdentifiersOf,
  identifiersOf,
  isFixed,
  vatIdentifier,
} from '../suppliers/contribution.ts';
import { isSame, printsOf } from '../suppliers/printed.ts';
import { fixedValue, placedValue, type Said, standing } from '../suppliers/said.ts';
import { confidenceOf } from './confidence.ts';
import { levelsOf } from './decide/quality.ts';

/** So many confirmed invoices have to agree before what they taught proves anything. */
const enough = 2;
/** A page in good faith names fewer. */
const mostIdentifiers = 50;
/** Suppliers are looked for on so many pages, the first ones: their numbers stand in the letterhead or in its foot. */
const pagesLookedAt = 2;

/**
 * By what the supplier of an invoice may be known: what was read of it, else every VAT number and account in print, else,
 * where its own number was not read or is doubtful, what else is its own.
 */
export function identifiersIn(extraction: Extraction, texts: readonly PageText[], buyerVat: string): string[][] {
  const near = texts.slice(0, pagesLookedAt);
  const { values } = printsOf(near);
  const printed = near
    .flat()
    .flatMap((run) => [
      ...values(run, 'vat').map(({ value }) => vatIdentifier(String(value))),
      ...values(run, 'iban').map(({ value }) => accountIdentifier(String(value))),
    ]);
  const own = vatIdentifier(buyerVat);
  const { invoice, fields: assessed } = extraction;
  const isNamed = invoice.vendor.vat_number !== null && assessed['vendor.vat_number']?.confidence !== 'low';
  return [
    identifiersOf(invoice),
    [...new Set(printed)].slice(0, mostIdentifiers),
    isNamed ? [] : furtherIdentifiersOf(invoice),
  ].map((group) => group.filter((each) => each !== own));
}

/** What came of what earlier invoices say: it bears out what was read, or too few say so; it was taken, or what was read stays. */
export type Outcome = 'borne_out' | 'too_few' | 'taken' | 'stays';

export interface Recalled {
  extraction: Extraction;
  said: (Said & { path: string; read: string | number | null; outcome: Outcome })[];
  /** Fields of which something was contradicted too often to be asked. */
  setAside: string[];
}

/**
 * What is read of an invoice of a known supplier. What earlier invoices say is evidence: a value that they have too, or
 * that stands where they have it, is borne out by them, and one that was not found or is doubtful is looked for there.
 * What is proven stays as it is.
 * @param known what confirmed invoices of its supplier taught, the newest first
 */
export function recallSupplier(
  extraction: Extraction,
  texts: readonly PageText[],
  known: readonly Contribution[],
  { buyerVat, today }: { buyerVat: string; today: string },
): Recalled {
  const prints = printsOf(texts, extraction.fields);
  const { contributions, setAside } = standing(known);
  const readValues = fieldValues(extraction.invoice);
  let { invoice } = extraction;
  const assessed = { ...extraction.fields };
  const said: Recalled['said'] = [];
  for (const each of fields) {
    const { path, kind } = each;
    const read = readValues.get(path);
    if (read === undefined) continue;
    const field = assessed[path];
    const one = isFixed(each)
      ? fixedValue(path, kind, contributions, prints, read)
      : placedValue(path, kind, contributions, prints);
    if (!one) continue;
    const isRead = read !== null && field !== undefined && isSame(read, one.value);
    const proves = !one.isApart && !one.isMisread && one.borneOutBy >= (isFixed(each) ? 1 : enough);
    const outcome = isRead ? (proves ? 'borne_out' : 'too_few') : mayReplace(path, field, one) ? 'taken' : 'stays';
    said.push({ ...one, path, read, outcome });
    if (isRead && proves) assessed[path] = withKnown(path, field);
    else if (outcome === 'taken') {
      invoice = withField(invoice, path, one.value);
      assessed[path] = placed(path, field, one, extraction);
    }
  }
  const flags = { ...invoice.quality_flags, ...levelsOf(invoice, assessed) };
  return {
    extraction: {
      ...extraction,
      invoice: { ...invoice, quality_flags: flags },
      fields: assessed,
      warnings: warningsAfter(extraction, invoice, buyerVat, today, false),
    },
    said,
    setAside,
  };
}

function mayReplace(path: string, field: FieldAssessment | undefined, known: Said): boolean {
  if (!field) return true;
  // Where money goes is never changed by what was learnt.
  if (path === 'bank_details.iban') return false;
  const isProven = field.confidence === 'high' || field.evidence?.includes('sums_agree');
  return !isProven && (field.confidence === 'low' || known.isMisread || known.borneOutBy >= enough);
}

const withKnown = (path: string, field: FieldAssessment): FieldAssessment =>
  assess(path, field, [...(field.evidence ?? []).filter((fact) => fact !== 'known_vendor'), 'known_vendor']);

/** What holds for the page as a whole holds for another value of it too. */
const ofThePage: readonly Evidence[] = ['no_invoice', 'incomplete_page', 'weak_print'];

function placed(
  path: string,
  field: FieldAssessment | undefined,
  { borneOutBy, isApart, isMisread, printed }: Said,
  { fields: all }: Extraction,
): FieldAssessment {
  const page = Object.values(all).find((other) => other.page === printed.page && other.source !== 'person');
  const kept = (page?.evidence ?? []).filter((fact) => ofThePage.includes(fact));
  const evidence: Evidence[] = [
    ...(borneOutBy >= enough && !isApart && !isMisread ? (['known_vendor'] as const) : []),
    ...(borneOutBy < enough && isApart ? (['guessed'] as const) : []),
    ...kept,
    ...(field ? (['rival'] as const) : []),
  ];
  const source = page?.source === 'ocr' ? 'ocr' : 'text';
  return assess(path, { confidence: 'low', page: printed.page, box: boxOf(printed.words), source }, evidence);
}

function assess(path: string, field: FieldAssessment, evidence: Evidence[]): FieldAssessment {
  return { ...field, evidence, confidence: confidenceOf(path, { source: field.source ?? 'text', evidence }) };
}

function boxOf(words: readonly PageWord[]): [number, number, number, number] {
  const left = Math.min(...words.map(([, x]) => x));
  const top = Math.min(...words.map(([, , y]) => y));
  const right = Math.max(...words.map(([, x, , width]) => x + width));
  const bottom = Math.max(...words.map(([, , y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}
