import { readFileSync } from 'node:fs';
import { Decimal } from 'decimal.js';
import { kindOf, namesOf } from '../../contract/fields.ts';
import { resource } from '../../resources.ts';
import { type Leaf, leavesOf } from '../witnesses/e-invoice/leaves.ts';
import type { XmlElement } from '../witnesses/e-invoice/xml.ts';
import {
  type Cell,
  createPen,
  margin,
  type Pen,
  type SheetPage,
  type SheetPlace,
  sheetHeight,
  sheetWidth,
} from './sheet-pen.ts';
import type { Stated } from './stated.ts';

/** An e-invoice on pages of our own, with the places of its values by their paths. */
export interface Sheet {
  pages: SheetPage[];
  places: Record<string, SheetPlace>;
}

/** What stands on a sheet beside values, in Romanian. */
interface Labels {
  invoice: string;
  credit_note: string;
  number: string;
  subtitle: string;
  page: string;
  of: string;
  cut: string;
  parties: Record<'vendor.' | 'customer.', string>;
  party: Record<string, string>;
  header: Record<string, string>;
  line: Record<(typeof lineColumns)[number]['name'], string>;
  more: Record<string, string>;
  rate: Record<(typeof rateColumns)[number]['name'], string>;
  sums: Record<string, string>;
  payment: Record<string, string>;
  notes: string;
  others: string;
}

const full = sheetWidth - 2 * margin;
const half = full / 2 - 12;
const lineColumns = [
  { name: 'index', x: 42, width: 22 },
  { name: 'description', x: 68, width: 218 },
  { name: 'unit', x: 292, width: 42 },
  { name: 'quantity', x: 336, width: 50, align: 'right' },
  { name: 'unit_price', x: 390, width: 64, align: 'right' },
  { name: 'vat_rate', x: 458, width: 34, align: 'right' },
  { name: 'total', x: 496, width: 57, align: 'right' },
] as const;
const rateColumns = [
  { name: 'rate', x: 42, width: 70, align: 'right' },
  { name: 'base', x: 118, width: 80, align: 'right' },
  { name: 'amount', x: 204, width: 80, align: 'right' },
  { name: 'reason', x: 294, width: 259 },
] as const;
/** What else a file says is listed up to so many rows. */
const mostOthers = 200;

let labels: Labels | null = null;

/**
 * Sets an e-invoice on pages that a person can read: what it says as fields under Romanian labels, and below it whatever
 * else the file says, by the norm's own names. Pure: the same file gives the same pages.
 */
export function setSheet(stated: Stated, root: XmlElement): Sheet {
  labels ??= JSON.parse(readFileSync(resource('e-invoice-sheet.json'), 'utf8')) as Labels;
  const pen = createPen();
  const say = { pen, stated, labels };
  setHead(say);
  setParties(say);
  setLines(say);
  setRates(say);
  setSums(say);
  setPayment(say);
  setOthers(say, root);
  return { pages: numbered(pen, labels), places: pen.places };
}

interface Say {
  pen: Pen;
  stated: Stated;
  labels: Labels;
}

function setHead({ pen, stated: { header }, labels }: Say): void {
  const { document_type, invoice_number } = header;
  const title = document_type === 'credit_note' ? labels.credit_note : labels.invoice;
  pen.row([{ text: title, x: margin, width: full, size: 20, bold: true, path: 'document_type' }]);
  if (invoice_number !== undefined) {
    const number = { x: margin + 28, width: full - 28, size: 12, bold: true, path: 'invoice_number' };
    pen.row([
      { text: labels.number, x: margin, width: 26, size: 12, quiet: true },
      { text: String(invoice_number), ...number },
    ]);
  }
  pen.row([{ text: labels.subtitle, x: margin, width: full, size: 8, quiet: true }]);
  pen.space(6);
  for (const [path, label] of Object.entries(labels.header)) labelled(pen, label, header, path, margin, full);
  pen.space(8);
}

/** Both parties stand beside each other, where they begin on one page. */
function setParties({ pen, stated: { header }, labels }: Say): void {
  pen.space(0, 120);
  const top = pen.at();
  let end = top;
  for (const [at, part] of (['vendor.', 'customer.'] as const).entries()) {
    if (at === 1 && pen.at().page === top.page) pen.moveTo(top.y);
    const x = margin + at * (half + 24);
    pen.row([{ text: labels.parties[part], x, width: half, size: 8, bold: true, quiet: true }]);
    const name = header[`${part}name`];
    if (name !== undefined)
      pen.row([{ text: String(name), x, width: half, size: 11, bold: true, path: `${part}name` }]);
    for (const own of namesOf(part)) {
      const label = labels.party[own];
      if (label) labelled(pen, label, header, `${part}${own}`, x, half);
    }
    const now = pen.at();
    if (now.page > end.page || now.y > end.y) end = now;
  }
  if (pen.at().page === end.page) pen.moveTo(end.y);
  pen.space(10);
}

function labelled(pen: Pen, label: string, values: object, path: string, x: number, width: number): void {
  const value = (values as Record<string, string | number | undefined>)[path];
  if (value === undefined) return;
  const own = { text: shown(path, value), x: x + 92, width: width - 92, path };
  pen.row([{ text: label, x, width: 88, quiet: true }, own]);
}

function setLines({ pen, stated: { lines }, labels }: Say): void {
  if (lines.length === 0) return;
  const head = heads(lineColumns, labels.line);
  pen.space(0, 40);
  pen.row(head);
  for (const [index, line] of lines.entries()) {
    pen.line();
    const cells = lineColumns.map(({ name, ...column }): Cell => {
      if (name === 'index') return { text: String(index + 1), quiet: true, ...column };
      return valueCell(`line_items.${index}.${name}`, line[name], column);
    });
    pen.row(cells, head);
    const { x } = lineColumns[1];
    for (const [name, label] of Object.entries(labels.more)) {
      const value = line[name as keyof typeof line];
      if (value === null || value === undefined) continue;
      const path = `line_items.${index}.${name}`;
      pen.row(
        [{ text: `${label}: ${shown(path, value)}`, x, width: full - x + margin, size: 8, quiet: true, path }],
        head,
      );
    }
  }
  pen.line();
  pen.space(10);
}

function setRates({ pen, stated: { rates }, labels }: Say): void {
  if (rates.length === 0) return;
  const head = heads(rateColumns, labels.rate);
  pen.space(0, 40);
  pen.row(head);
  for (const [index, rate] of rates.entries()) {
    pen.line();
    const cell = ({ name, ...column }: (typeof rateColumns)[number]): Cell =>
      valueCell(`vat_breakdown.${index}.${name}`, rate[name], column);
    pen.row(rateColumns.map(cell), head);
  }
  pen.line();
  pen.space(10);
}

function setSums({ pen, stated: { header }, labels }: Say): void {
  pen.space(0, 90);
  for (const [path, label] of Object.entries(labels.sums)) {
    const value = (header as Record<string, string | number | undefined>)[path];
    if (value === undefined) continue;
    const bold = path === 'total_amount' || path === 'amount_due';
    const sum = { text: shown(path, value), x: 430, width: 123, align: 'right', bold, size: 10, path } as const;
    pen.row([{ text: label, x: 300, width: 126, size: 10, quiet: !bold, bold }, sum]);
  }
  pen.space(10);
}

function setPayment({ pen, stated: { header }, labels }: Say): void {
  const { title, ...rest } = labels.payment;
  const paths = Object.keys(rest).filter((path) => path in header);
  if (paths.length > 0) {
    heading(pen, title!);
    for (const path of paths) labelled(pen, rest[path]!, header, path, margin, full);
    pen.space(8);
  }
  if (header.notes === undefined) return;
  heading(pen, labels.notes);
  pen.row([{ text: String(header.notes), x: margin, width: full, path: 'notes' }]);
  pen.space(8);
}

/** Nothing of a file is left unseen but what programs alone need: short codes, and the files inside it. */
function setOthers({ pen, stated, labels }: Say, root: XmlElement): void {
  const drawn = new Set<string>();
  for (const part of [stated.header, ...stated.lines, ...stated.rates])
    for (const value of Object.values(part))
      if (value !== null) for (const line of String(value).split('\n')) drawn.add(line);
  // Parts of an address were joined into it.
  const joined = Object.values(stated.header).join('\n');
  const isDrawn = ({ text, plain }: Leaf): boolean => drawn.has(text) || drawn.has(plain) || joined.includes(text);
  const left = leavesOf(root)
    .filter((leaf) => leaf.text.length > 3 && !isDrawn(leaf))
    .slice(0, mostOthers);
  if (left.length === 0) return;
  heading(pen, labels.others);
  for (const { name, text } of left)
    pen.row([
      { text: name, x: margin, width: 210, size: 7.5, quiet: true },
      { text, x: margin + 216, width: full - 216, size: 7.5 },
    ]);
}

function heading(pen: Pen, text: string): void {
  pen.space(0, 40);
  pen.row([{ text, x: margin, width: full, size: 8, bold: true, quiet: true }]);
}

const heads = <Name extends string>(
  columns: readonly (Column & { name: Name })[],
  texts: Record<Name, string>,
): Cell[] => columns.map(({ name, ...column }) => ({ text: texts[name], ...column, size: 8, bold: true, quiet: true }));

type Column = Pick<Cell, 'x' | 'width' | 'align'>;

const valueCell = (path: string, value: string | number | null, column: Column): Cell =>
  value === null ? { text: '', ...column } : { text: shown(path, value), ...column, path };

/** By their decimals; to make one takes longer than to set a row. */
const formats = new Map<number, Intl.NumberFormat>();

/** A value as Romanian invoices print it. */
function shown(path: string, value: string | number): string {
  const kind = kindOf(path);
  if (kind === 'date') return String(value).split('-').reverse().join('.');
  if (typeof value === 'string') return value;
  const places = Math.max(kind === 'amount' ? 2 : 0, new Decimal(value).decimalPlaces());
  let format = formats.get(places);
  if (!format) {
    format = new Intl.NumberFormat('ro-RO', { minimumFractionDigits: places, maximumFractionDigits: places });
    formats.set(places, format);
  }
  return format.format(value);
}

function numbered(pen: Pen, { page, of, cut }: Labels): SheetPage[] {
  const { pages } = pen;
  const foot = createPen();
  pages.forEach((sheet, index) => {
    const text = `${page} ${index + 1} ${of} ${pages.length}${pen.isFull() && index === pages.length - 1 ? `. ${cut}` : ''}`;
    foot.moveTo(0);
    foot.row([{ text, x: margin, width: full, size: 7.5, quiet: true, align: 'right' }]);
    const words = foot.pages[0]!.words.splice(0);
    for (const word of words) sheet.words.push({ ...word, y: sheetHeight - margin + 8 });
  });
  return pages;
}
