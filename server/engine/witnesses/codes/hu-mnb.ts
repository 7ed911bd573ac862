import { said } from '../witness.ts';
import { amountOf, bicOf, type CodeStatement, ibanOf, linesOf } from './statement.ts';

/** The Hungarian instant payment code (MNB, QR code guide of 2019, and qvik): seventeen lines. */
export function readHuMnb(text: string): CodeStatement | null {
  const lines = linesOf(text);
  const [kind, version, charset, bic, name, account, money = '', valid] = lines;
  if (!/^(HCT|RTP)$/.test(kind ?? '') || version !== '001' || charset !== '1' || text.length > 345) return null;
  const iban = ibanOf(account);
  const digits = /^HUF(\d{1,12})$/.exec(money)?.[1];
  if (!iban?.startsWith('HU') || !name || name.length > 70 || !bicOf(bic) || (money !== '' && !digits)) return null;
  if (!/^\d{14}[+-]\d{1,2}$/.test(valid ?? '')) return null;
  return {
    header: said({ 'bank_details.iban': iban, currency: 'HUF' }),
    supports: said({ 'vendor.name': name, 'bank_details.bic': bic, invoice_number: lines[12] }),
    payable: amountOf(digits),
    references: [lines[9], lines[12]],
  };
}
