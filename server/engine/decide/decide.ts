import { type HeaderPath, namesOf, type Part } from '../../contract/fields.ts';
import type { Extraction, FieldAssessment, Invoice, PageRange } from '../../contract/invoice.ts';
import type { Buyer } from '../buyer.ts';
import { type Facts, gatherFacts } from '../candidates/facts.ts';
import { checkAddress, checkBank, checkCents, checkRate, checkThousands } from '../cross-checks.ts';
import { chooseBank } from '../fields/bank.ts';
import { chooseCurrency } from '../fields/currency.ts';
import { chooseDates } from '../fields/dates.ts';
import { readExchangeRates } from '../fields/exchange-rate.ts';
import { readNotes } from '../fields/notes.ts';
import { readPaymentTerms } from '../fields/payment-terms.ts';
import { chooseReferences } from '../fields/references.ts';
import { chooseRegisterNumbers } from '../fields/trade-register.ts';
import type { Found } from '../found.ts';
import { provesInvoice, provesRendering } from '../invoice-proof.ts';
import { type Layout, layOut } from '../layout/layout.ts';
import type { Table } from '../lines/found-table.ts';
import { labelledLine } from '../lines/labelled-line.ts';
import { reconcileWithTotals, withRateOfLines } from '../lines/reconcile-with-totals.ts';
import type { OpenedFile } from '../page.ts';
import {
  hasInvoice,
  isOtherDocument,
  otherKindOf,
  type PageKind,
  pageKinds,
  pagesOfOthers,
  readDocumentType,
} from '../page-kinds.ts';
import { addressParts } from '../parties/address-parts.ts';
import { chooseParties, type Parties } from '../parties/choose-parties.ts';
import { asRendered, readRendering } from '../renderings/read-rendering.ts';
import { checkProduct, checkReading } from '../second-reading.ts';
import { separatorSheets, withoutSheets } from '../separator-sheets.ts';
import { invoicesOf, pagesInDoubt, sharesPage } from '../several-invoices.ts';
import { type FoundTotals, readTotals } from '../totals/read-totals.ts';
import { warningsOf } from '../warnings.ts';
import { withFact } from '../witnesses/reconcile-value.ts';
import { reconcileWitnesses } from '../witnesses/reconcile-witnesses.ts';
import { assessing } from './assess.ts';
import { type Header, within } from './header.ts';
import { qualityOf } from './quality.ts';

/** An extraction with what was seen and weighed on the way to it. */
export interface Decision {
  extraction: Extraction;
  layout: Layout;
  facts: Facts;
  tables: readonly Table[];
}

/**
 * Says what an opened file's invoice states. Pure: the same pages, buyer and day give the same extraction.
 * @param today YYYY-MM-DD, where the appliance stands
 */
export function decide(opened: OpenedFile, buyer: Buyer, today: string): Extraction {
  return decideWithReasons(opened, buyer, today).extraction;
}

/** As {@link decide}, for those who want to see why. */
export function decideWithReasons(whole: OpenedFile, buyer: Buyer, today: string): Decision {
  const sheets = separatorSheets(whole);
  const opened = withoutSheets(whole, sheets);
  const layout = layOut(opened);
  const facts = gatherFacts(layout, buyer, opened.info);
  const kinds = pageKinds(facts);
  const splits = invoicesOf(facts, kinds, sheets);
  return splits.length > 1
    ? { ...decideFirst(opened, splits, buyer, today), layout }
    : decideWhole(opened, today, layout, facts, kinds);
}

/** Of several invoices in a file the first is read alone: values of different ones would make one that was never sent. */
function decideFirst(opened: OpenedFile, splits: PageRange[], buyer: Buyer, today: string): Decision {
  const { extraction, ...reasons } = decideWithReasons(firstPages(opened, splits[0]!.to), buyer, today);
  const warnings = new Set(extraction.warnings).add('multiple_invoices');
  // A file that hides text does so on whichever page.
  if (opened.pages.some(({ hidesText }) => hidesText)) warnings.add('hidden_text');
  return { ...reasons, extraction: { ...extraction, warnings: [...warnings], splits } };
}

/** An opened file with only so many of its pages. */
export function firstPages(opened: OpenedFile, count: number): OpenedFile {
  const codes = opened.codes.filter(({ page }) => page <= count);
  return { ...opened, pages: opened.pages.slice(0, count), codes };
}

function decideWhole(
  opened: OpenedFile,
  today: string,
  layout: Layout,
  facts: Facts,
  kinds: readonly PageKind[],
): Decision {
  const parties = chooseParties(facts);
  const currency = chooseCurrency(facts, parties);
  const { read } = facts;
  const totals = withRateOfLines(readTotals(layout, read, currency?.value ?? null), read.lines);
  const header = headerOf(layout, facts, kinds, { currency, totals, parties });
  const lines = read.lines.length > 0 ? read.lines : labelledLine(layout, totals);
  const rendering = readRendering(layout, facts);
  const reconciled = reconcileWitnesses(opened, layout, facts, {
    lines: rendering.lines.length > 0 ? rendering.lines : reconcileWithTotals(lines, totals),
    totals,
    header,
  });
  const isEInvoice = reconciled.eInvoice || (rendering.values.size > 0 && provesRendering(facts, parties));
  const isOpen = !isEInvoice && !provesInvoice(facts, kinds, parties);
  const isOther = !isEInvoice && isOtherDocument(kinds, totals.total_amount);
  const otherKind = isEInvoice ? undefined : otherKindOf(kinds, totals.total_amount);
  const several = sharesPage(facts);
  const others = isEInvoice ? new Set<number>() : pagesOfOthers(kinds).union(pagesInDoubt(facts, kinds));
  const capped = <T>(value: Found<T> | null): Found<T> | null =>
    value && (isOther || isOpen || several || others.has(value.place?.page ?? 0))
      ? withFact(value, 'no_invoice')
      : value;
  const fields: Record<string, FieldAssessment> = {};
  const assess = assessing(fields, opened.pages);
  const [cents, thousands] = [checkCents, checkThousands].map((check) => check(layout, currency?.value ?? null));
  const reading = checkReading(opened.pages);
  const checked = <T>(path: string, value: Found<T> | null) => reading(path, thousands!(path, cents!(path, value)));
  const give = <T>(path: string, value: Found<T> | null): T | null =>
    assess(path, capped(reconciled.header(path, checked(path, asRendered(rendering, path, value)))));
  const scalars = <P extends Part>(part: P) =>
    Object.fromEntries(
      namesOf(part).map((name) => [name, give(`${part}${name}`, header[`${part}${name}` as HeaderPath])]),
    );
  const rows = (list: string, found: readonly object[]) =>
    found.map((row, index) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]: [string, Found<string | number> | null]) => [
          name,
          give(`${list}.${index}.${name}`, value),
        ]),
      ),
    );
  const invoice = {
    vendor: scalars('vendor.'),
    customer: scalars('customer.'),
    ...scalars(''),
    line_items: rows(
      'line_items',
      reconciled.lines.map((line) => checkProduct(opened.pages, line)),
    ),
    bank_details: scalars('bank_details.'),
    vat_breakdown: rows('vat_breakdown', reconciled.rates),
  } as Omit<Invoice, 'quality_flags'>;
  const isEmpty = invoice.total_amount === null && invoice.invoice_number === null && !hasInvoice(kinds);
  const whole: Invoice = { ...invoice, quality_flags: qualityOf(invoice, fields, reconciled, opened.pages) };
  const stated = reconciled.differing
    .filter(({ source }) => source === 'einvoice')
    .map(({ path, value }) => ({ path, value }));
  const extraction: Extraction = {
    invoice: whole,
    fields,
    ...(stated.length > 0 && { stated }),
    ...(otherKind && { otherKind }),
    warnings: warningsOf(
      facts,
      parties,
      whole,
      { totalsAgree: totals.agree, noInvoice: isOther || isEmpty, several },
      reconciled,
      opened.pages,
      today,
    ),
  };
  return { extraction, layout, facts, tables: read.tables };
}

/** Every field that stands once, as the page itself says it. */
function headerOf(
  layout: Layout,
  facts: Facts,
  kinds: readonly PageKind[],
  { currency, totals, parties }: { currency: Found<string> | null; totals: FoundTotals; parties: Parties },
): Header {
  const { numbers, numberClaim, rivalClaims, otherClaims } = chooseReferences(facts);
  const { vendor, customer } = parties;
  const registers = chooseRegisterNumbers(facts, parties);
  const rate = checkRate(readExchangeRates(facts, currency?.value ?? null), totals, layout);
  return {
    ...numbers,
    ...chooseDates(facts, numberClaim, otherClaims, rivalClaims),
    ...totals,
    document_type: readDocumentType(kinds, totals.total_amount?.value ?? null),
    currency,
    payment_terms: readPaymentTerms(facts),
    notes: readNotes(facts),
    exchange_rate: rate?.exchange_rate ?? null,
    exchange_rate_currency: rate?.exchange_rate_currency ?? null,
    ...within('vendor.', {
      ...vendor,
      address: checkAddress(vendor.address),
      ...addressParts(checkAddress(vendor.address)),
      trade_register_number: registers.vendor,
    }),
    ...within('customer.', {
      ...customer,
      address: checkAddress(customer.address),
      ...addressParts(checkAddress(customer.address)),
      trade_register_number: registers.customer,
    }),
    ...within('bank_details.', checkBank(chooseBank(facts, parties, currency))),
  };
}
