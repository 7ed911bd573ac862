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
  | 'iban'
  | 'bic'
  | 'currency'
  | 'document_type';

/** Where the window shows a field of the header, in the order in which a bookkeeper looks at them. */
export const fieldGroups = ['invoice', 'amounts', 'vendor', 'customer', 'bank', 'notes'] as const;

interface Field {
  /** As in the contract; `*` stands for the index of a line or VAT rate. */
  path: string;
  kind: FieldKind;
  /** Null for a field of lines and rates, which have their own tables. */
  group: (typeof fieldGroups)[number] | null;
  /** Every invoice has it: where it was not found, a person should look (decisions.md "Extraction"). */
  expected?: true;
  /** It has a column of its own in the files that the window exports. */
  exported?: true;
  /** What the API's description says of it. */
  about?: string;
}

/** Every scalar of the extraction, in the order in which it is shown. */
export const fields = [
  { path: 'invoice_number', kind: 'identifier', group: 'invoice', expected: true, exported: true },
  { path: 'invoice_date', kind: 'date', group: 'invoice', expected: true, exported: true, about: 'ISO 8601 date' },
  {
    path: 'due_date',
    kind: 'date',
    group: 'invoice',
    exported: true,
    about: 'ISO 8601 date; only when printed, never computed from payment terms',
  },
  { path: 'document_type', kind: 'document_type', group: 'invoice', exported: true },
  {
    path: 'currency',
    kind: 'currency',
    group: 'invoice',
    expected: true,
    exported: true,
    about: 'ISO 4217; the Romanian leu is RON',
  },
  { path: 'payment_terms', kind: 'prose', group: 'invoice' },
  { path: 'po_reference', kind: 'identifier', group: 'invoice', exported: true },
  { path: 'delivery_note_number', kind: 'identifier', group: 'invoice', exported: true },
  {
    path: 'exchange_rate',
    kind: 'number',
    group: 'invoice',
    exported: true,
    about: 'As printed: RON per one unit of exchange_rate_currency',
  },
  { path: 'exchange_rate_currency', kind: 'currency', group: 'invoice' },
  {
    path: 'subtotal',
    kind: 'amount',
    group: 'amounts',
    exported: true,
    about: 'Net, before VAT, after a document-level discount',
  },
  { path: 'vat_amount', kind: 'amount', group: 'amounts', exported: true },
  {
    path: 'total_amount',
    kind: 'amount',
    group: 'amounts',
    expected: true,
    exported: true,
    about: 'Gross, VAT included',
  },
  { path: 'discount_amount', kind: 'amount', group: 'amounts' },
  { path: 'prepaid_amount', kind: 'amount', group: 'amounts', exported: true },
  { path: 'amount_due', kind: 'amount', group: 'amounts', exported: true },
  { path: 'vendor.name', kind: 'name', group: 'vendor', expected: true, exported: true },
  { path: 'vendor.vat_number', kind: 'vat', group: 'vendor', expected: true, exported: true },
  { path: 'vendor.address', kind: 'address', group: 'vendor' },
  { path: 'vendor.email', kind: 'email', group: 'vendor' },
  { path: 'vendor.phone', kind: 'phone', group: 'vendor' },
  { path: 'customer.name', kind: 'name', group: 'customer', exported: true },
  { path: 'customer.vat_number', kind: 'vat', group: 'customer', exported: true },
  { path: 'customer.address', kind: 'address', group: 'customer' },
  { path: 'bank_details.iban', kind: 'iban', group: 'bank', exported: true },
  { path: 'bank_details.bic', kind: 'bic', group: 'bank' },
  { path: 'bank_details.bank_name', kind: 'name', group: 'bank' },
  { path: 'notes', kind: 'prose', group: 'notes' },
  { path: 'line_items.*.description', kind: 'description', group: null, exported: true },
  { path: 'line_items.*.quantity', kind: 'number', group: null, exported: true },
  { path: 'line_items.*.unit', kind: 'name', group: null, exported: true },
  {
    path: 'line_items.*.unit_price',
    kind: 'amount',
    group: null,
    exported: true,
    about: 'Price of one unit, net of VAT and of the line discount; quantity times it is total',
  },
  {
    path: 'line_items.*.vat_rate',
    kind: 'number',
    group: null,
    exported: true,
    about: 'Percent: 21 means 21 percent',
  },
  {
    path: 'line_items.*.total',
    kind: 'amount',
    group: null,
    exported: true,
    about: "The line's net amount as printed",
  },
  { path: 'line_items.*.lot_number', kind: 'identifier', group: null, exported: true },
  { path: 'line_items.*.origin_country', kind: 'name', group: null, exported: true },
  { path: 'line_items.*.po_reference', kind: 'identifier', group: null },
  { path: 'line_items.*.delivery_note_number', kind: 'identifier', group: null },
  { path: 'line_items.*.details', kind: 'prose', group: null, exported: true },
  { path: 'vat_breakdown.*.rate', kind: 'number', group: null },
  { path: 'vat_breakdown.*.base', kind: 'amount', group: null },
  { path: 'vat_breakdown.*.amount', kind: 'amount', group: null },
  { path: 'vat_breakdown.*.reason', kind: 'prose', group: null },
] as const satisfies readonly Field[];

type Row = (typeof fields)[number];
type FieldPath = Row['path'];
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
 * What a field's value is.
 * @param path of the contract, with the index of a line or rate
 * @throws for a path that is no field
 */
export function kindOf(path: string): FieldKind {
  const field = byPath.get(path.replace(/\.\d+\./, '.*.'));
  if (!field) throw new Error(`An invoice has no field ${path}.`);
  return field.kind;
}

/** Fields that every invoice has. */
export const expectedPaths: readonly string[] = fields
  .filter((field) => 'expected' in field)
  .map((field) => field.path);
