import type { Invoice, WarningCode } from '../contract/invoice.ts';
import type { Facts } from './candidates/facts.ts';
import type { Parties } from './parties/choose-parties.ts';
import type { Hearing } from './witnesses/hear-witnesses.ts';

/** What a person should check before booking (interface.md 2.8 and decisions.md "Added beside the contract"). */
export function warningsOf(
  facts: Facts,
  parties: Parties,
  invoice: Invoice,
  totalsAgree: boolean | null,
  { differing }: Hearing,
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
  else if (customerVat && !customerVat.isBuyer) warnings.push('buyer_vat_mismatch');
  if (invoice.total_amount === null && invoice.invoice_number === null) warnings.push('not_an_invoice');
  if (hasUnusualRate(invoice, vendorVat?.check?.country ?? null)) warnings.push('vat_rate_unusual');
  return warnings;
}

/** The buyer's number stands in the vendor's labelled block, and another company is the customer. */
function buyerIsVendor(facts: Facts, parties: Parties): boolean {
  return (
    facts.vatNumbers.some((vat) => vat.isBuyer && parties.vendorLines.has(vat.line)) && !parties.customerVat?.isBuyer
  );
}

/** Rates in force in the last years of each country; 0 is always possible. */
const usualRates: Record<string, readonly number[]> = { RO: [5, 9, 11, 19, 20, 21, 24] };

function hasUnusualRate(invoice: Invoice, country: string | null): boolean {
  const usual = country ? usualRates[country] : undefined;
  if (!usual) return false;
  const rates = [...invoice.vat_breakdown.map(({ rate }) => rate), ...invoice.line_items.map((line) => line.vat_rate)];
  return rates.some((rate) => rate !== null && rate !== 0 && !usual.includes(rate));
}
