import type { Words } from './words.ts';

/** A label and its value, as HTML. */
export interface Row {
  label: string;
  value: string;
  strong?: boolean;
}

export interface Party {
  name: string;
  street: string;
  city: string;
  /** As printed, with its label. */
  vat: Row;
  contact: Row[];
}

/** A row of cells, or one text across the table with an amount at its end. */
export type TableRow = readonly string[] | { across: string; value: string };

/** Places beside what every invoice has, where a text can stand. */
export type Place = 'head' | 'vendor' | 'customer' | 'beforeLines' | 'underSums' | 'payment' | 'foot';

/** A text that the file holds and its page does not show; browsers print none, so it is added to what they printed. */
export interface Unseen {
  way: 'off the page' | 'clipped';
  text: string;
}

/** What a page says, before a look arranges it. Texts are HTML. */
export interface Sheet {
  words: Words;
  title: string;
  vendor: Party;
  customer: Party;
  /** Over the customer's block; empty where nothing stands there. */
  billTo: string;
  meta: Row[];
  /** A column is set to the right where `right` says so. */
  table: { heads: string[]; right: boolean[]; rows: TableRow[] };
  sums: Row[];
  terms: string;
  payment: Row[];
  notes: Record<Place, string[]>;
  /** Whole pages behind the first one. */
  pages: string[];
  unseen: Unseen | null;
}

/** Arranges a sheet: the style, and what stands in the body. */
export type Look = (sheet: Sheet) => { css: string; body: string };

/** The finished page for the browser. */
export function render(sheet: Sheet, look: Look, language: string): string {
  const { css, body } = look(sheet);
  const unseen = sheet.unseen ? `<script type="application/json">${JSON.stringify(sheet.unseen)}</script>` : '';
  const further = sheet.pages.map((page) => `<section style="break-before:page">${page}</section>`).join('');
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>@page{size:A4;margin:14mm}
*{box-sizing:border-box}body{font:9.5pt/1.35 "DejaVu Sans",sans-serif;margin:0}p{margin:1.5mm 0}
table{border-collapse:collapse}td,th{padding:.6mm 1.2mm;text-align:left;vertical-align:top}.r{text-align:right}
.flex{display:flex;justify-content:space-between;gap:8mm}.wide{width:100%}.small{font-size:7pt}
.clear{position:relative}${css}</style>${unseen}<body>${body}${further}</body></html>`;
}

export const notes = (sheet: Sheet, place: Place): string =>
  sheet.notes[place].map((note) => `<p>${note}</p>`).join('');

export const rows = (list: readonly Row[], attributes = ''): string =>
  `<table ${attributes}>${list.map(({ label, value, strong }) => `<tr${strong ? ' style="font-weight:bold"' : ''}><td>${label}<td class="r">${value}</tr>`).join('')}</table>`;

export const colons = (list: readonly Row[]): string =>
  list.map(({ label, value }) => `<div>${label}: ${value}</div>`).join('');

export const boxes = (list: readonly Row[], style: string): string =>
  list
    .map(({ label, value }) => `<div style="${style}"><span class="small">${label}</span><br><b>${value}</b></div>`)
    .join('');

/** Labels as headings of a table of one row. */
export const headed = (list: readonly Row[], attributes = ''): string =>
  `<table ${attributes}><tr>${list.map(({ label }) => `<th>${label}`).join('')}</tr><tr>${list.map(({ value }) => `<td>${value}`).join('')}</tr></table>`;

export const address = ({ name, street, city }: Party, between = '<br>'): string =>
  [`<b>${name}</b>`, street, city].join(between);

/** The vendor as it stands in a head: address, VAT number and how to reach it. */
export const vendorBlock = (sheet: Sheet): string =>
  `${address(sheet.vendor)}${colons([sheet.vendor.vat, ...sheet.vendor.contact])}${notes(sheet, 'vendor')}`;

export const customerBlock = (sheet: Sheet): string =>
  `${sheet.billTo ? `<div class="small">${sheet.billTo}</div>` : ''}${address(sheet.customer)}${colons([sheet.customer.vat])}${notes(sheet, 'customer')}`;

export function lines({ table: { heads, right, rows: list } }: Sheet, attributes = 'class="wide"'): string {
  const cell = (tag: string, text: string, at: number): string =>
    `<${tag}${right[at] ? ' class="r"' : ''}>${text}</${tag}>`;
  const body = list.map((row) =>
    'across' in row
      ? `<tr><td colspan="${heads.length - 1}">${row.across}</td><td class="r">${row.value}</td></tr>`
      : `<tr>${row.map((text, at) => cell('td', text, at)).join('')}</tr>`,
  );
  return `<table ${attributes}><thead><tr>${heads.map((text, at) => cell('th', text, at)).join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

export const payment = (sheet: Sheet): string => `${colons(sheet.payment)}${notes(sheet, 'payment')}`;
