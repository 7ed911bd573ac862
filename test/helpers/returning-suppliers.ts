import { PDFDocument, StandardFonts } from 'pdf-lib';

/** An invoice of one of many suppliers, each of which sends one a month. */
export interface MonthlyInvoice {
  supplier: number;
  /** 1 to 9, of 2026. */
  month: number;
  client: { vat: string; name: string };
  /** What stands before its number. */
  label?: string;
  iban?: string;
  /** What the foot says. */
  mark?: string;
  /** Whether the supplier stands right, and its client left. */
  isMirrored?: boolean;
}

/** A Romanian tax number whose check digit is right. */
export function taxNumber(index: number): string {
  const body = String(2_100_000 + index * 37);
  const sum = [...body].reduce(
    (total, digit, at) => total + Number(digit) * [5, 3, 2, 1, 7, 5, 3, 2].slice(-7)[at]!,
    0,
  );
  return `RO${body}${((sum * 10) % 11) % 10}`;
}

/** A Romanian account whose check digits are right (ISO 13616-1). */
export function account(index: number): string {
  const body = `RZBR${String(70_000_000_000 + index).padStart(16, '0')}`;
  const digits = [...`${body}RO00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `RO${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${body}`;
}

export const numberOf = ({ supplier, month }: Pick<MonthlyInvoice, 'supplier' | 'month'>): string =>
  `F${supplier}-${100 + month}`;

/** The invoice as a PDF of one page and one line. */
export async function monthlyInvoice(printed: MonthlyInvoice): Promise<Buffer> {
  const { supplier, month, client, label = 'Numar factura:', mark = '', isMirrored = false } = printed;
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  const write = (x: number, top: number, text: string, size = 10): void =>
    page.drawText(text, { x, y: 842 - top, size, font });
  const [own, other] = isMirrored ? [330, 60] : [60, 330];
  const net = 100 + supplier * 3 + month;
  const money = (amount: number): string => amount.toFixed(2).replace('.', ',');
  write(60, 60, 'FACTURA', 18);
  write(own, 120, `Furnizor: Casa ${supplier} Comert S.R.L.`);
  write(own, 136, `CIF: ${taxNumber(supplier)}`);
  write(own, 152, `IBAN: ${printed.iban ?? account(supplier)}`);
  write(other, 120, `Client: ${client.name}`);
  write(other, 136, `CIF: ${client.vat}`);
  write(60, 220, label);
  write(160, 220, numberOf(printed));
  write(60, 236, 'Data facturii:');
  write(160, 236, `0${1 + (supplier % 9)}.0${month}.2026`);
  for (const [column, [head, cell]] of [
    ['Denumire', 'Servicii lunare'],
    ['Cantitate', '1'],
    ['Pret', money(net)],
    ['Valoare', money(net)],
  ].entries()) {
    write(60 + column * 140, 300, head!);
    write(60 + column * 140, 320, cell!);
  }
  write(330, 380, `Total fara TVA: ${money(net)}`);
  write(330, 396, `TVA 21%: ${money(net * 0.21)}`);
  write(330, 412, `Total de plata: ${money(net * 1.21)} RON`);
  write(60, 780, mark);
  return Buffer.from(await pdf.save());
}
