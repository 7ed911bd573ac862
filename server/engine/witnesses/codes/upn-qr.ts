import { said } from '../witness.ts';
import { type CodeStatement, centsOf, dayOf, ibanOf } from './statement.ts';

/** The Slovenian payment order, UPN QR (Združenje bank Slovenije, technical standard): twenty lines in ISO 8859-2. */
export function readUpnQr(text: string): CodeStatement | null {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines[0] !== 'UPNQR' || lines.length < 20) return null;
  // The last line counts the characters of those before it with their line ends.
  const counted = lines.slice(0, 19).reduce((sum, line) => sum + line.length + 1, 0);
  if (!/^\d{1,3}$/.test(lines[19]!.trim()) || Number(lines[19]) !== counted) return null;
  const iban = ibanOf(lines[14]);
  if (!iban || !/^\d{11}$/.test(lines[8]!)) return null;
  return {
    header: said({
      'bank_details.iban': iban,
      currency: 'EUR',
      due_date: dayOf(lines[13], 'dd.mm.yyyy'),
    }),
    supports: said({ 'vendor.name': lines[16] }),
    payable: centsOf(lines[8]),
    references: [lines[12], lines[15]],
  };
}
