import { said } from '../witness.ts';
import { type CodeStatement, centsOf, ibanOf } from './statement.ts';

/** The Polish transfer code (Związek Banków Polskich, 2D recommendation): nine fields between bars. */
export function readPlZbp(text: string): CodeStatement | null {
  const fields = text.trim().split('|');
  const [nip, country, account, money, name, title] = fields;
  if (fields.length !== 9 || !/^(\d{10})?$/.test(nip!) || !/^(PL)?$/.test(country!) || !/^\d{6}$/.test(money!))
    return null;
  const iban = ibanOf(`PL${account}`);
  if (!iban || !name || name.length > 20) return null;
  return {
    header: said({ 'bank_details.iban': iban, currency: 'PLN' }),
    supports: said({ 'vendor.vat_number': nip, 'vendor.name': name }),
    payable: centsOf(money),
    references: [title],
  };
}
