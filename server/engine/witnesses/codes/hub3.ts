import { said } from '../witness.ts';
import { type CodeStatement, centsOf, ibanOf, linesOf } from './statement.ts';

/** The Croatian payment slip's PDF417 (HUB, 2D barkod, HUB-3): fourteen lines; before the euro in kuna. */
export function readHub3(text: string): CodeStatement | null {
  const lines = linesOf(text);
  const [tag, currency, money] = lines;
  if (tag !== 'HRVHUB30' || !/^(EUR|HRK)$/.test(currency ?? '') || !/^\d{15}$/.test(money ?? '')) return null;
  const iban = ibanOf(lines[9]);
  if (!iban || !/^(HR\d\d)?$/.test(lines[10] ?? '')) return null;
  return {
    header: said({ 'bank_details.iban': iban, currency }),
    supports: said({ 'vendor.name': lines[6] }),
    payable: centsOf(money),
    references: [lines[11], lines[13]],
  };
}
