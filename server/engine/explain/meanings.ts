import type { Evidence, FieldAssessment } from '../../contract/invoice.ts';
import type { WarningCode } from '../../contract/warning-codes.ts';
import { confirmationOf } from '../confidence.ts';

/** What each fact says of a value, for somebody who doubts it. */
const evidenceMeaning: Record<Evidence, string> = {
  check_digit: 'its check digit is right',
  sums_agree: 'the arithmetic closes with it',
  lines_agree: "the invoice's own lines add up to it",
  seen_twice: 'it is printed in another place too',
  read_twice: 'two readers read the same characters',
  labelled: 'a label beside it says what it is',
  buyer_agrees: 'it is what the client said of the buyer',
  postcode_agrees: 'its postal code belongs to the county that it names',
  einvoice_agrees: 'the embedded e-invoice says the same',
  code_agrees: 'a payment or fiscal code on the page says the same',
  signed: 'the signature of the tax office over the file holds',
  known_vendor: 'earlier invoices of the vendor, confirmed by a person, say the same',
  confirmed: 'a person confirmed it',
  contradicted: 'something else on the invoice contradicts it',
  altered: 'the signature beside the e-invoice does not fit it',
  weak_print: 'the print is weak and could be misread',
  read_otherwise: 'a second reader read other characters',
  guessed: 'it was chosen without a label that names it',
  rival: 'another value of its kind is left that could be meant',
  no_invoice: 'nothing proves that the page is an invoice, or the value belongs to another one in the file',
  incomplete_page: 'the picture of its page breaks off, and what is missing may say otherwise',
};

/** What each warning asks a person to look at. */
export const warningMeaning: Record<WarningCode, string> = {
  totals_mismatch: 'The printed sums do not agree with each other.',
  vendor_vat_missing: "No VAT number of the vendor's was found.",
  vendor_vat_unverified: "The vendor's VAT number could not be verified.",
  invoice_date_in_future: 'The invoice date is later than today.',
  buyer_vat_mismatch: 'The invoice is addressed to another customer than the buyer that was named.',
  buyer_is_vendor: 'The buyer that was named is printed as the vendor.',
  multiple_invoices: 'The file seems to hold several invoices.',
  not_an_invoice: 'The document does not seem to be an invoice.',
  einvoice_mismatch: 'The page and the embedded e-invoice differ.',
  possible_duplicate: 'This invoice seems to have been read before.',
  iban_changed: "The account is another one than on the vendor's earlier invoices.",
  vat_rate_unusual: 'A VAT rate is unusual for the country and the date.',
  einvoice_altered: 'The signature beside the e-invoice does not fit it.',
  hidden_text: 'The file holds text that nobody can see on the page; it was not read.',
};

/** Why a value has the confidence that it has, in sentences. */
export function confidenceReason(path: string, field: FieldAssessment): string {
  const { source = 'ocr', evidence = [] } = field;
  if (evidence.length === 0) return 'Only its place and its form speak for it, and nothing contradicts it.';
  const facts = evidence.map((fact) => evidenceMeaning[fact]).join('; ');
  const known = `${facts[0]!.toUpperCase()}${facts.slice(1)}.`;
  if (field.confidence === 'low') return known;
  if (field.confidence === 'medium' && evidence.includes('weak_print'))
    return `${known} That is enough not to doubt it, and too little to be sure of it.`;
  const confirmation = confirmationOf(path, { source, evidence });
  return `${known} ${confirmation ?? 'Nothing contradicts it, and either that it was read right or that it means this is not proven.'}`;
}
