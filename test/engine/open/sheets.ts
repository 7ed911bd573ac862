import { createCanvas } from '@napi-rs/canvas';
import {
  clip,
  endPath,
  type PDFDict,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFOperator,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  StandardFonts,
} from 'pdf-lib';

/** What the tests look for: seen on the one page, and on the other not. */
export const account = 'RO49AAAA1B31007593840000';
/** Enough of a page for its text to be trusted. */
const invoice = [
  'Invoice 2026-0117 of 14.03.2026',
  'Vendor: Example Trading Limited, VAT RO18547290',
  'Customer: Sample Works, Harbour Street 12',
  'Consulting services for March 1,250.00',
  'Subtotal 1,250.00',
  'Value added tax 237.50',
  'Total amount due 1,487.50',
];

export interface Sheet {
  pdf: PDFDocument;
  page: PDFPage;
  font: PDFFont;
  /** Writes the account at a place that is free on the page. */
  write(options?: Parameters<PDFPage['drawText']>[1]): void;
}

/** Where the account stands, and a box around it. */
export const place = { x: 80, y: 300, size: 11 };
export const around = { x: 70, y: 290, width: 250, height: 30 };
export const black = rgb(0, 0, 0);
export const white = rgb(1, 1, 1);
export const blue = rgb(0.1, 0.2, 0.5);

export async function pdfOf(draw: (sheet: Sheet) => void | Promise<void>): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  invoice.forEach((line, index) => {
    page.drawText(line, { x: 70, y: 740 - index * 26, size: 12, font });
  });
  await draw({
    pdf,
    page,
    font,
    write: (options) => page.drawText(account, { ...place, font, color: black, ...options }),
  });
  return pdf.save();
}

/** Paints within what a path leaves. */
export function clipped(page: PDFPage, path: PDFOperator[], paint: () => void): void {
  page.pushOperators(pushGraphicsState(), ...path, clip(), endPath());
  paint();
  page.pushOperators(popGraphicsState());
}

export const box = ({ x, y, width, height }: typeof around) => rectangle(x, y, width, height);

/** A picture of one colour, or none at its right half. */
export function picture(colour: string, halfClear = false): Buffer {
  const canvas = createCanvas(200, 40);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, halfClear ? 100 : 200, 40);
  return canvas.toBuffer('image/png');
}

/** Adds to the page's resources and gives the name. */
export function resource(page: PDFPage, kind: string, name: string, entry: Record<string, unknown>): PDFName {
  const { context } = page.doc;
  const resources = page.node.normalizedEntries().Resources!;
  const found = resources.lookup(PDFName.of(kind));
  const known = found ?? context.obj({});
  (known as PDFDict).set(PDFName.of(name), context.register(context.obj(entry as never)));
  resources.set(PDFName.of(kind), known);
  return PDFName.of(name);
}

/** Puts raw operators on the page. */
export function raw(page: PDFPage, content: string): void {
  const { context } = page.doc;
  page.node.addContentStream(context.register(context.stream(content)));
}

/** The account in a form of its own, so that groups and layers can be made of it. */
export function form({ pdf, page, font }: Sheet, entries: Record<string, unknown> = {}): PDFName {
  const stream = pdf.context.stream(`BT 0 g /F 11 Tf 80 300 Td (${account}) Tj ET`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 595, 842],
    Resources: { Font: { F: font.ref } },
    ...(entries as object),
  });
  page.node.setXObject(PDFName.of('Form'), pdf.context.register(stream));
  return PDFName.of('Form');
}
