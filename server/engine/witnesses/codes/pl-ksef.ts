import { said } from '../witness.ts';
import { type CodeStatement, dayOf } from './statement.ts';
import { urlOf } from './url.ts';

/** The Polish code to verify an invoice in KSeF 2.0 (Ministerstwo Finansów, KOD I): seller, day, hash of the invoice. */
export function readPlKsef(text: string): CodeStatement | null {
  const url = urlOf(text, /^qr(-[a-z]+)?\.ksef\.mf\.gov\.pl$/, /^\/invoice\//);
  const [, nip, day, hash] = /^\/invoice\/(\d{10})\/([\d-]{10})\/([\w-]{43}=?)$/.exec(url?.pathname ?? '') ?? [];
  const date = dayOf(day, 'dd-mm-yyyy');
  if (!nip || !hash || !date) return null;
  return { header: said({ 'vendor.vat_number': `PL${nip}`, invoice_date: date }) };
}
