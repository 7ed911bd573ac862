import { PDFDocument, StandardFonts } from 'pdf-lib';
import { buyer } from './window.ts';

export interface StackedInvoice {
  number: string;
  /** DD.MM.YYYY */
  date: string;
  net: number;
  pages?: number;
}

export const threeInvoices: StackedInvoice[] = [
  { number: 'AB 1204', date: '09.02.2026', net: 100 },
  { number: 'AB 1205', date: '10.02.2026', net: 900, pages: 2 },
  { number: 'AB 1206', date: '11.02.2026', net: 700 },
];

/**
 * Invoices one behind the other in one PDF, each with its title and its sums, the further pages of one without.
 * @param customer the number that the customer is printed with; null for none
 */
export async function invoiceStack(
  invoices: readonly StackedInvoice[],
  customer: string | null = buyer.vat,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const { number, date, net, pages = 1 } of invoices) {
    for (let at = 1; at <= pages; at++) {
      const page = pdf.addPage([595, 842]);
      const print = (text: string, x: number, top: number, size = 10): void =>
        page.drawText(text, { x, y: 842 - top, size, font });
      print(`Pagina ${at} / ${pages}`, 500, 820, 8);
      if (at > 1) {
        print(`Anexa la factura ${number}: conditii de garantie`, 60, 80);
        continue;
      }
      print('FACTURA', 60, 60, 18);
      print(`Numar factura: ${number}`, 60, 90);
      print(`Data facturii: ${date}`, 60, 106);
      ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Str. Lunga nr. 5, Iasi'].forEach((line, row) => {
        print(line, 60, 150 + 14 * row);
      });
      const itsNumber = customer === null ? [] : [`CIF: ${customer}`];
      ['Client', buyer.name, ...itsNumber, 'Calea Floresti nr. 3, Cluj'].forEach((line, row) => {
        print(line, 330, 150 + 14 * row);
      });
      const sums = [
        ['Total fara TVA', net],
        ['TVA 21%', (net * 21) / 100],
        ['Total de plata', (net * 121) / 100],
      ] as const;
      sums.forEach(([label, amount], row) => {
        print(label, 330, 420 + 18 * row);
        print(amount.toFixed(2).replace('.', ','), 490, 420 + 18 * row);
      });
      print('RON', 545, 456);
    }
  }
  return pdf.save();
}
