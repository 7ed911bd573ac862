import type { Invoice } from '../contract/invoice.ts';
import type { WarningCode } from '../contract/warning-codes.ts';
import type { Facts } from './candidates/facts.ts';
import type { Page } from './page.ts';
import type { Parties } from './parties/choose-parties.ts';
import { usualRates } from './vat-rates.ts';
import type { Reconciled } from './witnesses/reconcile-witnesses.ts';

/** What a person should check before booking (interface.md 2.8 and decisions.md "Added beside the contract"). */
export function warningsOf(
  facts: Facts,
  parties: Parties,
  invoice: Invoice,
  { totalsAgree, noInvoice, several }: { totalsAgree: boolean | null; noInvoice: boolean; several: boolean },
  { differing }: Reconciled,
  pages: readonly Page[],
  today: string,
): WarningCode[] {
  const warnings: WarningCode[] = [];
  const { vendorVat, customerVat } = parties;
  if (totalsAgree === false) warnings.push('totals_mismatch');
  if (differing.some(({ source }) => source === 'einvoice')) warnings.push('einvoice_mismatch');
  if (invoice.vendor.vat_number === null) warnings.push('vendor_vat_missing');
  else if (vendorVat && !vendorVat.check?.checkDigitOk) warnings.push('vendor_vat_unverified');
  if (invoice.invoice_date !== null && invoice.invoice_date > today) warnings.push('invoice_date_in_future');
  const issuedByBuyer = buyerIsVendor(facts, parties);
  if (issuedByBuyer) warnings.push('buyer_is_vendor');
  else if (customerVat && !customerVat.isBuyer && facts.buyer.vat !== '') warnings.push('buyer_vat_mismatch');
  if (noInvoice) warnings.push('not_an_invoice');
  const countryOf = (vat: typeof vendorVat): string | null => vat?.check?.country ?? null;
  if (hasUnusualRate(invoice, countryOf(vendorVat), countryOf(customerVat))) warnings.push('vat_rate_unusual');
  if (several) warnings.push('multiple_invoices');
  if (pages.some(({ hidesText }) => hidesText)) warnings.push('hidden_text');
  return warnings;
}

/** The buyer's number stands in the vendor's labelled block, and another company is the customer. */
function buyerIsVendor(facts: Facts, parties: Parties): boolean {
  return (
    facts.vatNumbers.some((vat) => vat.isBuyer && parties.vendorLines.has(vat.line)) && !parties.customerVat?.isBuyer
  );
}

/** A rate that neither the vendor's country had around the invoice's date nor, for sales at a distance, the customer's. */
export function hasUnusualRate(
  invoice: Omit<Invoice, 'quality_flags'>,
  ofVendor: string | null,
  ofCustomer: string | null,
): boolean {
  const date = invoice.invoice_date;
  const usual = date && ofVendor ? usualRates(ofVendor, date) : null;
  if (!date || !usual) return false;
  const there = ofCustomer ? usualRates(ofCustomer, date) : null;
  const rates = [...invoice.vat_breakdown.map(({ rate }) => rate), ...invoice.line_items.map((line) => line.vat_rate)];
  return rates.some((rate) => rate !== null && rate !== 0 && !usual.has(rate ?? 0) && !there?.has(rate ?? 0));
}
