import { isDay } from '../checks/dates.ts';
import { freeName } from '../checks/file-name.ts';
import { leftToCheck } from '../checks/review.ts';
import { chargedBesideVat, sumsOf } from '../checks/sums.ts';
import type { Booked } from '../contract/booked.ts';
import type { Invoice } from '../contract/invoice.ts';
import { type BookLines, bookLinesOf, isPrintedAboveZero, turned } from './book-lines.ts';
import type { ProblemCode } from './problem-codes.ts';
import type { Exported, ExportedFile, ExportSettings, Problem } from './target.ts';
import { valueAt } from './value-at.ts';

/** Says something of the invoice that is being written. @param blocking leaves it out */
export type Say = (code: ProblemCode, path: string | null, blocking?: boolean) => void;

/** An invoice in which all is there that every program of accounts asks for. */
export interface Whole {
  booked: Booked;
  invoice: Invoice;
  number: string;
  /** YYYY-MM-DD */
  date: string;
  vendorName: string;
  currency: string;
  lines: BookLines;
}

/** What every program of accounts asks for. */
const asked = ['invoice_number', 'invoice_date', 'vendor.name', 'currency', 'total_amount'] as const;

/**
 * Goes through invoices for a program of accounts: those with a blocking problem are left out, and every problem is told.
 * @param asks paths that this program asks for besides
 */
export function eachWhole<Made>(
  invoices: readonly Booked[],
  settings: ExportSettings,
  asks: readonly string[],
  make: (whole: Whole, say: Say) => Made,
): { made: { booked: Booked; whole: Whole; of: Made }[]; problems: Problem[] } {
  const made: { booked: Booked; whole: Whole; of: Made }[] = [];
  const problems: Problem[] = [];
  for (const booked of invoices) {
    const own: Problem[] = [];
    const say: Say = (code, path, blocking = false) => void own.push({ document: booked.id, code, path, blocking });
    const whole = wholeOf(booked, settings, asks, say);
    const of = whole && make(whole, say);
    if (whole && of !== null && !own.some(({ blocking }) => blocking)) made.push({ booked, whole, of });
    problems.push(...withoutRepeats(own));
  }
  return { made, problems };
}

/** A file for each invoice. */
export function fileForEach(
  invoices: readonly Booked[],
  settings: ExportSettings,
  asks: readonly string[],
  write: (whole: Whole, say: Say) => Omit<ExportedFile, 'documents'>,
): Exported {
  const { made, problems } = eachWhole(invoices, settings, asks, write);
  const names = new Set<string>();
  const files = made.map(({ booked, of }) => ({
    ...of,
    name: freeName(of.name, names),
    documents: [booked.id],
  }));
  return { files, problems };
}

function wholeOf(booked: Booked, settings: ExportSettings, asks: readonly string[], say: Say): Whole | null {
  const { extraction, buyerVat, state } = booked;
  const { invoice, warnings } = extraction;
  if (buyerVat === null) return refuse(say, 'company_unknown', 'customer.vat_number');
  if (settings.company && buyerVat !== settings.company.vat) return refuse(say, 'other_company', 'customer.vat_number');
  if (warnings.includes('buyer_vat_mismatch')) return refuse(say, 'misaddressed', 'customer.vat_number');
  if (warnings.includes('buyer_is_vendor')) return refuse(say, 'misaddressed', 'vendor.vat_number');
  if (invoice.document_type === 'proforma' || warnings.includes('not_an_invoice')) {
    return refuse(say, 'not_an_invoice', 'document_type');
  }
  if (state !== 'confirmed' && leftToCheck(extraction) > 0) return refuse(say, 'unconfirmed_doubt', null);
  for (const path of [...asked, ...asks]) if (valueAt(invoice, path) === null) say('missing', path, true);
  for (const path of ['invoice_date', 'due_date'] as const)
    if (invoice[path] !== null && !isDay(invoice[path])) say('missing', path, true);
  const isAsked = (paths: readonly string[]): boolean =>
    !settings.linePerRate || !paths.some((path) => path.startsWith('line_items.'));
  const open = sumsOf(invoice, chargedBesideVat(extraction)).find(({ holds, paths }) => !holds && isAsked(paths));
  if (open) return refuse(say, 'sums_do_not_close', open.paths.at(-1)!);
  const lines = bookLinesOf(extraction, settings.linePerRate);
  if ('refused' in lines) return refuse(say, lines.refused, lines.path);
  for (const { code, path } of lines.said) say(code, path);
  const { invoice_number: number, invoice_date: date, vendor, currency } = invoice;
  if (number === null || date === null || vendor.name === null || currency === null) return null;
  return { booked, invoice, number, date, vendorName: vendor.name, currency, lines };
}

function refuse(say: Say, code: ProblemCode, path: string | null): null {
  say(code, path, true);
  return null;
}

function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map((problem) => [`${problem.code} ${problem.path} ${problem.blocking}`, problem]));
  return [...seen.values()];
}

/** The lines with the signs that programs of accounts take: below zero for a credit note, however it is printed. */
export function asBooked({ invoice, lines }: Whole, say: Say): BookLines {
  if (!isPrintedAboveZero(invoice)) return lines;
  say('sign_turned', 'total_amount');
  return turned(lines);
}
