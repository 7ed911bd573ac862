import { Decimal } from 'decimal.js';
import { isToTheCent } from '../../checks/cents.ts';
import { isIban } from '../../checks/iban.ts';
import { holds } from '../../checks/review.ts';
import { type Sum, sumsOf } from '../../checks/sums.ts';
import { checkVatNumber } from '../../checks/vat-numbers.ts';
import { type HeaderPath, kindOf, namesOf, type Part } from '../../contract/fields.ts';
import type { Evidence, Extraction, FieldAssessment, Invoice, SignatureState } from '../../contract/invoice.ts';
import type { WarningCode } from '../../contract/warning-codes.ts';
import type { Buyer } from '../buyer.ts';
import { assessing } from '../decide/assess.ts';
import { levelsOf } from '../decide/quality.ts';
import type { OpenedFile } from '../page.ts';
import { hasUnusualRate } from '../warnings.ts';
import { checkSignature } from './signature.ts';
import { type Stated, statedBy } from './stated.ts';
import { unpackEInvoice } from './unpack.ts';

/** What a person should check, of values alone. */
const ofValues: readonly WarningCode[] = [
  'vendor_vat_missing',
  'vendor_vat_unverified',
  'invoice_date_in_future',
  'buyer_vat_mismatch',
  'buyer_is_vendor',
];

/**
 * Says what an e-invoice states: all of it is taken from the file and nothing from a page. What nothing bears out but the
 * file itself is `medium`; the tax office's signature, check digits and sums that close make it `high`.
 * @param opened as {@link openEInvoice} gave it
 * @param context.today YYYY-MM-DD, where the appliance stands
 * @param context.signers as {@link knownSigners}
 */
export function decideEInvoice(
  opened: OpenedFile,
  { places }: NonNullable<OpenedFile['eInvoice']>,
  { buyer, today, signers }: { buyer: Buyer; today: string; signers: ReadonlySet<string> },
): Extraction {
  const [file, beside] = opened.attachments;
  const unpacked = unpackEInvoice(file?.bytes ?? new Uint8Array());
  if (typeof unpacked === 'string') throw new Error('An opened e-invoice holds none.');
  const signature = checkSignature(unpacked.xml, beside?.bytes ?? null, signers);
  const stated = statedBy(unpacked);
  const plain = {
    ...valuesOf(stated),
    quality_flags: { overall_confidence: null, low_confidence_fields: [], notes: null },
  };
  const sums = [...sumsOf(plain), ...dueOf(plain)].map((sum) => withRounding(sum, stated.rounding));
  const borneOut = pathsThatClose(sums);
  const fields: Record<string, FieldAssessment> = {};
  const assess = assessing(fields, opened.pages);
  const invoice = valuesOf(stated, (path, value) => {
    const evidence: Evidence[] = [
      ...(hasCheckDigits(path, value) ? (['check_digit'] as const) : []),
      ...(borneOut.has(path) ? (['sums_agree'] as const) : []),
      ...(path === 'customer.vat_number' && isBuyer(String(value), buyer) ? (['buyer_agrees'] as const) : []),
      ...(signature === 'intact' ? (['signed'] as const) : []),
      ...(signature === 'altered' ? (['altered'] as const) : []),
    ];
    const place = places[path] ?? places[shownWith(path)] ?? null;
    return assess(path, { value, place, source: 'einvoice', evidence });
  });
  const whole: Invoice = { ...invoice, quality_flags: { ...levelsOf(invoice, fields), notes: notes[signature] } };
  const warnings: WarningCode[] = ofValues.filter((code) => holds(code, whole, 0, buyer.vat || null, today));
  if (sums.some((sum) => !sum.holds)) warnings.unshift('totals_mismatch');
  const countryOf = (vat: string | null): string | null => (vat && checkVatNumber(vat, 'RO')?.country) || null;
  if (hasUnusualRate(whole, countryOf(whole.vendor.vat_number), countryOf(whole.customer.vat_number)))
    warnings.push('vat_rate_unusual');
  if (signature === 'altered') warnings.push('einvoice_altered');
  return { invoice: whole, fields, warnings, signature };
}

/** What shows a value that no row of the page is for: parts of an address stand in it, and a category beside its rate. */
const shownWith = (path: string): string =>
  path.replace(/\.(street|city|postal_code)$/, '.address').replace(/\.category$/, '.rate');

/** For the API's notes, which are English. */
const notes: Record<SignatureState, string | null> = {
  intact: 'The signature of the tax office holds.',
  altered: 'The signature beside the file does not fit it: the file or the signature was changed.',
  unknown_signer: 'The signature beside the file holds, but its certificate is none that is known of the tax office.',
  unreadable: 'The signature beside the file is damaged or of a form that is not known.',
  none: null,
};

type Values = Omit<Invoice, 'quality_flags'>;
type Scalar = string | number;

/** All that is stated, in the shape of an extraction. @param give what becomes of each value that is there */
function valuesOf(
  { header, lines, rates }: Stated,
  give: (path: string, value: Scalar) => Scalar | null = (_path, value) => value,
): Values {
  const given = (path: string, value: Scalar | null | undefined): Scalar | null =>
    value === null || value === undefined ? null : give(path, value);
  const part = (of: Part): Record<string, Scalar | null> =>
    Object.fromEntries(namesOf(of).map((name) => [name, given(`${of}${name}`, header[`${of}${name}` as HeaderPath])]));
  const rows = (list: 'line_items' | 'vat_breakdown', of: readonly object[]): Record<string, Scalar | null>[] =>
    of.map((row, index) =>
      Object.fromEntries(
        namesOf(`${list}.*.`).map((name) => [
          name,
          given(`${list}.${index}.${name}`, (row as Record<string, Scalar | null>)[name]),
        ]),
      ),
    );
  return {
    vendor: part('vendor.'),
    customer: part('customer.'),
    ...part(''),
    line_items: rows('line_items', lines),
    bank_details: part('bank_details.'),
    vat_breakdown: rows('vat_breakdown', rates),
  } as unknown as Values;
}

/** The amount due where nothing was paid before, which every e-invoice states. */
function dueOf({ total_amount, prepaid_amount, amount_due }: Invoice): Sum[] {
  if (total_amount === null || amount_due === null || prepaid_amount !== null) return [];
  const holds = new Decimal(total_amount).eq(amount_due);
  return [{ paths: ['total_amount', 'amount_due'], holds, makes: total_amount, says: amount_due, besideVat: 0 }];
}

/** The amount due may be rounded, which no field says. */
function withRounding(sum: Sum, rounding: number): Sum {
  if (rounding === 0 || !sum.paths.includes('amount_due')) return sum;
  return { ...sum, holds: isToTheCent(new Decimal(sum.makes).add(rounding), sum.says) };
}

/** Amounts all of whose sums close; of a line, only where its total does in the sum of all lines too. */
function pathsThatClose(sums: readonly Sum[]): ReadonlySet<string> {
  const closing = new Set(sums.flatMap(({ paths }) => paths));
  for (const { paths, holds: closes } of sums) if (!closes) for (const path of paths) closing.delete(path);
  const summed = new Set(sums.filter(({ paths }) => paths.includes('subtotal')).flatMap(({ paths }) => paths));
  return new Set(
    [...closing].filter((path) => {
      const line = /^(line_items\.\d+)\./.exec(path)?.[1];
      return line === undefined || (closing.has(`${line}.total`) && summed.has(`${line}.total`));
    }),
  );
}

function hasCheckDigits(path: string, value: Scalar): boolean {
  const kind = kindOf(path);
  if (kind === 'vat') return checkVatNumber(String(value), 'RO')?.checkDigitOk === true;
  return kind === 'iban' && isIban(String(value));
}

/** A Romanian number may be written without its country. */
const isBuyer = (vat: string, buyer: Buyer): boolean => vat.replace(/^RO/, '') === buyer.vat.replace(/^RO/, '');
