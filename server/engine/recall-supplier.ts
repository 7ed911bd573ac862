import { fieldValues, withField } from '../checks/field-paths.ts';
import { warningsAfter } from '../checks/review.ts';
import { type FieldKind, fields } from '../contract/fields.ts';
import type { Evidence, Extraction, FieldAssessment } from '../contract/invoice.ts';
import type { PageText, PageWord } from '../contract/window.ts';
import {
  accountIdentifier,
  type Contribution,
  identifiersOf,
  isFixed,
  vatIdentifier,
} from '../suppliers/contribution.ts';
import { isSame, occurrences, type Printed, type Prints, printsOf, valuesAt } from '../suppliers/printed.ts';
import { confidenceOf } from './confidence.ts';
import { levelsOf } from './decide/quality.ts';

/** So many confirmed invoices have to agree before what they taught proves anything. */
const enough = 2;
/** A page in good faith names fewer. */
const mostIdentifiers = 50;
/** Suppliers are looked for on so many pages, the first ones: their numbers stand in the letterhead or in its foot. */
const pagesLookedAt = 2;

/** By what the supplier of an invoice may be known: what was read of it, else every VAT number and account in print. */
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
  return [identifiersOf(extraction.invoice), [...new Set(printed)].slice(0, mostIdentifiers)].map((group) =>
    group.filter((each) => each !== own),
  );
}

/**
 * What is read of an invoice of a known supplier. What earlier invoices say is evidence: a value that they have too, or
 * that stands where they have it, is borne out by them, and one that was not found or is doubtful is looked for there.
 * What is proven stays as it is.
 * @param contributions what confirmed invoices of its supplier taught, the newest first
 */
export function recallSupplier(
  extraction: Extraction,
  texts: readonly PageText[],
  contributions: readonly Contribution[],
  { buyerVat, today }: { buyerVat: string; today: string },
): Extraction {
  const prints = printsOf(texts);
  let { invoice } = extraction;
  const assessed = { ...extraction.fields };
  for (const each of fields) {
    const { path, kind } = each;
    const read = fieldValues(extraction.invoice).get(path);
    if (read === undefined) continue;
    const field = assessed[path];
    const known = isFixed(each)
      ? fixedValue(path, kind, contributions, prints, read)
      : placedValue(path, kind, contributions, prints);
    if (!known) continue;
    if (read !== null && field && isSame(read, known.value)) {
      if (known.borneOutBy >= (isFixed(each) ? 1 : enough)) assessed[path] = withKnown(path, field);
    } else if (mayReplace(path, field, known)) {
      invoice = withField(invoice, path, known.value);
      assessed[path] = placed(path, field, known, extraction);
    }
  }
  const flags = { ...invoice.quality_flags, ...levelsOf(invoice, assessed) };
  return {
    invoice: { ...invoice, quality_flags: flags },
    fields: assessed,
    warnings: warningsAfter(extraction, invoice, buyerVat, today, false),
  };
}

interface Known {
  value: string | number;
  /** How many confirmed invoices say so; one that nobody looked at counts half. */
  borneOutBy: number;
  printed: Pick<Printed, 'page' | 'words'>;
}

/** The value that earlier invoices have, where it is printed here: the one that was read, else the one that most have. */
function fixedValue(
  path: string,
  kind: FieldKind,
  contributions: readonly Contribution[],
  prints: Prints,
  read: string | number | null,
): Known | null {
  const votes = votesOf(contributions.map(({ fixed }) => fixed[path]));
  const known = votes.map(({ value, weight }) => ({ value, borneOutBy: weight }));
  const same = known.find(({ value }) => read !== null && isSame(value, read));
  for (const each of same ? [same] : known) {
    const [printed] = occurrences(prints, kind, each.value);
    if (printed) return { ...each, printed };
  }
  return null;
}

/** The one value that stands where earlier invoices have the field. */
function placedValue(
  path: string,
  kind: FieldKind,
  contributions: readonly Contribution[],
  prints: Prints,
): Known | null {
  const found = contributions.flatMap(({ places }) => {
    const place = places[path];
    const values = place ? valuesAt(prints, kind, place) : [];
    const [first] = values;
    const isOne = first && values.every(({ value }) => isSame(value, first.value));
    return isOne ? [{ value: first.value, looked: place!.looked, printed: first }] : [];
  });
  const votes = votesOf(found);
  const [best] = votes;
  // Two places that say different things are none that can be trusted.
  if (!best || votes.length > 1) return null;
  return {
    value: best.value,
    borneOutBy: best.weight,
    printed: found.find(({ value }) => isSame(value, best.value))!.printed,
  };
}

/** What was said, by how much, the most first. */
function votesOf(said: readonly ({ value: string | number; looked: boolean } | undefined)[]) {
  const votes: { value: string | number; weight: number }[] = [];
  for (const each of said) {
    if (!each) continue;
    const weight = each.looked ? 1 : 1 / 2;
    const vote = votes.find(({ value }) => isSame(value, each.value));
    if (vote) vote.weight += weight;
    else votes.push({ value: each.value, weight });
  }
  return votes.sort((one, other) => other.weight - one.weight);
}

function mayReplace(path: string, field: FieldAssessment | undefined, known: Known): boolean {
  if (!field) return true;
  // Where money goes is never changed by what was learnt.
  if (path === 'bank_details.iban') return false;
  const isProven = field.confidence === 'high' || field.evidence?.includes('sums_agree');
  return !isProven && (field.confidence === 'low' || known.borneOutBy >= enough);
}

const withKnown = (path: string, field: FieldAssessment): FieldAssessment =>
  assess(path, field, [...(field.evidence ?? []).filter((fact) => fact !== 'known_vendor'), 'known_vendor']);

/** What holds for the page as a whole holds for another value of it too. */
const ofThePage: readonly Evidence[] = ['no_invoice', 'incomplete_page', 'weak_print'];

function placed(
  path: string,
  field: FieldAssessment | undefined,
  { borneOutBy, printed }: Known,
  { fields: all }: Extraction,
): FieldAssessment {
  const page = Object.values(all).find((other) => other.page === printed.page && other.source !== 'person');
  const kept = (page?.evidence ?? []).filter((fact) => ofThePage.includes(fact));
  const evidence: Evidence[] = [
    ...(borneOutBy >= enough ? (['known_vendor'] as const) : []),
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
