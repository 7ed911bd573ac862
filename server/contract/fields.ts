import type { WarningCode } from './warning-codes.ts';

/** What a field's value is: how it is checked, compared, edited and exported. */
export type FieldKind =
  // A number or code in which each letter and digit counts.
  | 'identifier'
  | 'name'
  | 'description'
  | 'address'
  | 'prose'
  | 'email'
  | 'phone'
  // YYYY-MM-DD.
  | 'date'
  | 'amount'
  // A number that is no money: a quantity, a rate.
  | 'number'
  | 'vat'
  // A number in a trade register, which may be printed with the register's letters and its court.
  | 'register'
  | 'iban'
  | 'bic'
  | 'currency'
  | 'document_type'
  // A code of EN 16931 for what VAT is charged (UNTDID 5305).
  | 'vat_category';

/** Where the window shows a field of the header, in the order in which a bookkeeper looks at them. */
export const fieldGroups = ['invoice', 'amounts', 'vendor', 'customer', 'bank', 'notes'] as const;

/** What proves of some fields that they were read right; `server/engine/confidence.ts` says what it takes and why. */
export type ReadingProof = 'check digits' | 'letters of the account' | 'buyer' | 'sums' | 'term of payment';
/** The same for what proves that a value means its field. */
export type MeaningProof =
  | 'buyer'
  | "vendor's VAT number"
  | 'register'
  | 'account'
  | 'bank of the account'
  | 'rate of exchange'
  | 'number or date'
  | 'currency'
  | 'vendor'
  | 'sums'
  | 'line';

interface Field {
  /** As in the contract; `*` stands for the index of a line or VAT rate. */
  path: string;
  kind: FieldKind;
  /** Null for a field of lines and rates, which have their own tables. */
  group: (typeof fieldGroups)[number] | null;
  /** What labels mean whose value it is: keys of `labels` in every file of the lexicon, beside which they stand. */
  labels?: readonly string[];
  /** What proves that it was read right, beside what proves it of any value of its kind. */
  readRight?: readonly ReadingProof[];
  /** What proves that a value means this field, beside what proves it of any. */
  meansThis?: readonly MeaningProof[];
  /** It tells one invoice from another. */
  identifying?: true;
  /** Given without its sign (decisions.md "Extraction"). */
  unsigned?: true;
  /** Of one unit: it may have more decimals than its currency. */
  perUnit?: true;
  /** Print and e-invoices say it in different ways by nature; neither speaks against the other. */
  notCompared?: true;
  /** The window's table of lines has a column for it only where a line has it. */
  rare?: true;
  /** Warnings that are about it: when a person changes it they are looked at again. */
  warnings?: readonly WarningCode[];
  /** Every invoice has it: where it was not found, a person should look (decisions.md "Extraction"). */
  expected?: true;
  /** It has a column of its own in the files that the window exports. */
  exported?: true;
  /** What the API's description says of it. */
  about?: string;
}

const sum = {
  kind: 'amount',
  group: 'amounts',
  readRight: ['sums'],
  meansThis: ['sums'],
  warnings: ['totals_mismatch'],
} as const;
const registerNumber = {
  kind: 'register',
  labels: ['trade_register'],
  readRight: ['check digits'],
  meansThis: ['register'],
  exported: true,
  about: 'The number in the trade register as printed, with its court where that is printed beside it',
} as const;
/** A part is found inside the printed address, which is compared as a whole. */
const addressPart = { kind: 'name', notCompared: true } as const;
const county = {
  ...addressPart,
  kind: 'identifier',
  about: 'ISO 3166-2 in Romania (RO-CJ), where the address names its county',
} as const;
const country = {
  ...addressPart,
  kind: 'identifier',
  about: 'ISO 3166-1, where the address names or shows it',
} as const;
const postalCode = { ...addressPart, kind: 'identifier' } as const;
const figure = { group: null, readRight: ['sums'], meansThis: ['line'], warnings: ['totals_mismatch'] } as const;
const lineAmount = {
  kind: 'amount',
  group: null,
  readRight: ['sums'],
  meansThis: ['line'],
  notCompared: true,
  rare: true,
  exported: true,
} as const;
const rateOfExchange = { group: 'invoice', readRight: ['sums'], meansThis: ['rate of exchange'] } as const;

/** Every scalar of the extraction, in the order in which it is shown. */
export const fields = [
  {
    path: 'invoice_number',
    kind: 'identifier',
    group: 'invoice',
    labels: ['invoice_number', 'invoice_series'],
    meansThis: ['number or date'],
    identifying: true,
    warnings: ['possible_duplicate'],
    expected: true,
    exported: true,
  },
  {
    path: 'invoice_date',
    kind: 'date',
    group: 'invoice',
    labels: ['invoice_date'],
    readRight: ['term of payment'],
    meansThis: ['number or date'],
    identifying: true,
    warnings: ['invoice_date_in_future'],
    expected: true,
    exported: true,
    about: 'ISO 8601 date',
  },
  {
    path: 'due_date',
    kind: 'date',
    group: 'invoice',
    labels: ['due_date'],
    readRight: ['term of payment'],
    meansThis: ['number or date'],
    exported: true,
    about: 'ISO 8601 date; only when printed, never computed from payment terms',
  },
  { path: 'document_type', kind: 'document_type', group: 'invoice', exported: true },
  {
    path: 'currency',
    kind: 'currency',
    group: 'invoice',
    labels: ['currency'],
    meansThis: ['currency'],
    expected: true,
    exported: true,
    about: 'ISO 4217; the Romanian leu is RON',
  },
  { path: 'payment_terms', kind: 'prose', group: 'invoice', labels: ['payment_terms'] },
  {
    path: 'po_reference',
    kind: 'identifier',
    group: 'invoice',
    labels: ['po_reference'],
    meansThis: ['number or date'],
    exported: true,
  },
  {
    path: 'delivery_note_number',
    kind: 'identifier',
    group: 'invoice',
    labels: ['delivery_note_number'],
    meansThis: ['number or date'],
    exported: true,
  },
  {
    path: 'exchange_rate',
    ...rateOfExchange,
    kind: 'number',
    labels: ['exchange_rate'],
    exported: true,
    about: 'As printed: RON per one unit of exchange_rate_currency',
  },
  { path: 'exchange_rate_currency', ...rateOfExchange, kind: 'currency' },
  {
    path: 'subtotal',
    ...sum,
    exported: true,
    about: 'Net, before VAT, after a document-level discount',
  },
  {
    path: 'vat_amount',
    ...sum,
    exported: true,
  },
  {
    path: 'total_amount',
    ...sum,
    identifying: true,
    expected: true,
    exported: true,
    about: 'Gross, VAT included',
  },
  {
    path: 'discount_amount',
    ...sum,
    unsigned: true,
    exported: true,
  },
  {
    path: 'prepaid_amount',
    ...sum,
    unsigned: true,
    exported: true,
  },
  {
    path: 'amount_due',
    ...sum,
    exported: true,
  },
  {
    path: 'vendor.name',
    kind: 'name',
    group: 'vendor',
    labels: ['vendor', 'name'],
    meansThis: ['vendor'],
    identifying: true,
    expected: true,
    exported: true,
  },
  {
    path: 'vendor.vat_number',
    kind: 'vat',
    group: 'vendor',
    labels: ['vat_number'],
    meansThis: ["vendor's VAT number"],
    identifying: true,
    warnings: ['vendor_vat_missing', 'vendor_vat_unverified', 'buyer_is_vendor'],
    expected: true,
    exported: true,
  },
  { path: 'vendor.trade_register_number', group: 'vendor', ...registerNumber },
  { path: 'vendor.address', kind: 'address', group: 'vendor', labels: ['address', 'address_part'] },
  { path: 'vendor.street', group: 'vendor', ...addressPart },
  { path: 'vendor.city', group: 'vendor', ...addressPart },
  { path: 'vendor.county', group: 'vendor', ...county },
  { path: 'vendor.postal_code', group: 'vendor', ...postalCode },
  { path: 'vendor.country', group: 'vendor', ...country },
  { path: 'vendor.email', kind: 'email', group: 'vendor', labels: ['email'] },
  { path: 'vendor.phone', kind: 'phone', group: 'vendor', labels: ['phone'] },
  {
    path: 'customer.name',
    kind: 'name',
    group: 'customer',
    labels: ['customer', 'name'],
    identifying: true,
    exported: true,
  },
  {
    path: 'customer.vat_number',
    kind: 'vat',
    group: 'customer',
    labels: ['vat_number'],
    readRight: ['buyer'],
    meansThis: ['buyer'],
    warnings: ['buyer_vat_mismatch'],
    exported: true,
  },
  { path: 'customer.trade_register_number', group: 'customer', ...registerNumber },
  { path: 'customer.address', kind: 'address', group: 'customer', labels: ['address', 'address_part'] },
  { path: 'customer.street', group: 'customer', ...addressPart },
  { path: 'customer.city', group: 'customer', ...addressPart },
  { path: 'customer.county', group: 'customer', ...county },
  { path: 'customer.postal_code', group: 'customer', ...postalCode },
  { path: 'customer.country', group: 'customer', ...country },
  {
    path: 'bank_details.iban',
    kind: 'iban',
    group: 'bank',
    labels: ['bank_account'],
    meansThis: ['account'],
    warnings: ['iban_changed'],
    exported: true,
  },
  {
    path: 'bank_details.bic',
    kind: 'bic',
    group: 'bank',
    labels: ['bic'],
    readRight: ['letters of the account'],
    meansThis: ['account'],
  },
  {
    path: 'bank_details.bank_name',
    kind: 'name',
    group: 'bank',
    labels: ['bank_name'],
    readRight: ['letters of the account'],
    meansThis: ['bank of the account'],
  },
  { path: 'notes', kind: 'prose', group: 'notes', labels: ['notes'] },
  { path: 'line_items.*.description', kind: 'description', group: null, exported: true },
  {
    path: 'line_items.*.quantity',
    ...figure,
    kind: 'number',
    exported: true,
  },
  { path: 'line_items.*.unit', kind: 'name', group: null, exported: true },
  {
    path: 'line_items.*.unit_price',
    ...figure,
    kind: 'amount',
    perUnit: true,
    exported: true,
    about: 'Price of one unit, net of VAT and of the line discount; quantity times it is total',
  },
  {
    path: 'line_items.*.vat_rate',
    kind: 'number',
    group: null,
    warnings: ['vat_rate_unusual'],
    exported: true,
    about: 'Percent: 21 means 21 percent',
  },
  {
    path: 'line_items.*.total',
    ...figure,
    kind: 'amount',
    exported: true,
    about: "The line's net amount as printed",
  },
  {
    ...lineAmount,
    path: 'line_items.*.vat_amount',
    about: "The line's VAT, where the invoice prints it",
  },
  {
    ...lineAmount,
    path: 'line_items.*.discount',
    unsigned: true,
    about: 'What was taken off the line before its total, where the invoice states it as an amount',
  },
  {
    path: 'line_items.*.item_code',
    kind: 'identifier',
    group: null,
    notCompared: true,
    rare: true,
    exported: true,
    about: "The seller's code of the article, as printed",
  },
  { path: 'line_items.*.lot_number', kind: 'identifier', group: null, rare: true, exported: true },
  { path: 'line_items.*.origin_country', kind: 'name', group: null, notCompared: true, rare: true, exported: true },
  { path: 'line_items.*.po_reference', kind: 'identifier', group: null, rare: true },
  { path: 'line_items.*.delivery_note_number', kind: 'identifier', group: null, notCompared: true, rare: true },
  { path: 'line_items.*.details', kind: 'prose', group: null, notCompared: true, rare: true, exported: true },
  { path: 'vat_breakdown.*.rate', kind: 'number', group: null, warnings: ['totals_mismatch', 'vat_rate_unusual'] },
  { path: 'vat_breakdown.*.base', kind: 'amount', group: null, warnings: ['totals_mismatch'] },
  { path: 'vat_breakdown.*.amount', kind: 'amount', group: null, warnings: ['totals_mismatch'] },
  { path: 'vat_breakdown.*.reason', kind: 'prose', group: null },
  {
    path: 'vat_breakdown.*.category',
    kind: 'vat_category',
    group: null,
    notCompared: true,
    about: 'Code of EN 16931 (S, Z, E, AE, K, G, O, L, M), only where it is stated or the reason says it',
  },
] as const satisfies readonly Field[];

type Row = (typeof fields)[number];
type FieldPath = Row['path'];
/** Paths of the rows that have what `Like` says. */
export type PathLike<Like> = Extract<Row, Like>['path'];
/** Paths of the header: no lines, no rates. */
export type HeaderPath = Exclude<FieldPath, `${string}.*.${string}`>;
/** Where scalars stand together: '' is the invoice itself. */
export type Part = '' | 'vendor.' | 'customer.' | 'bank_details.' | 'line_items.*.' | 'vat_breakdown.*.';
/** The fields of a part, by the names that they have there. */
export type NameIn<P extends Part> = FieldPath extends infer Path
  ? Path extends `${P}${infer Name}`
    ? Name extends `${string}.${string}`
      ? never
      : Name
    : never
  : never;
export type KindIn<P extends Part, Name extends string> = Extract<Row, { path: `${P}${Name}` }>['kind'];

/** The rows of a part, in their order. */
export const rowsOf = (part: Part): readonly Field[] =>
  fields.filter(({ path }) => path.startsWith(part) && !path.slice(part.length).includes('.'));

export const namesOf = <P extends Part>(part: P): NameIn<P>[] =>
  rowsOf(part).map(({ path }) => path.slice(part.length) as NameIn<P>);

const byPath = new Map<string, Field>(fields.map((field) => [field.path, field]));

/**
 * The field's row.
 * @param path of the contract, with the index of a line or rate
 * @throws for a path that is no field
 */
export function fieldOf(path: string): Field {
  const field = byPath.get(path.replace(/\.\d+\./, '.*.'));
  if (!field) throw new Error(`An invoice has no field ${path}.`);
  return field;
}

/**
 * What a field's value is.
 * @throws for a path that is no field
 */
export const kindOf = (path: string): FieldKind => fieldOf(path).kind;

/** Fields that every invoice has. */
export const expectedPaths: readonly string[] = fields
  .filter((field) => 'expected' in field)
  .map((field) => field.path);
