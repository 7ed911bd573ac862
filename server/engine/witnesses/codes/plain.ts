import { said } from '../witness.ts';
import { type CodeStatement, ibanOf } from './statement.ts';

/**
 * A code with nothing but a number: an IBAN or the invoice's own number confirm what is printed. Digits alone as in
 * EAN and codes of parcels say nothing of the invoice.
 */
export function readPlain(text: string): CodeStatement | null {
  const plain = text.trim();
  const iban = ibanOf(plain);
  if (iban) return { header: {}, supports: said({ 'bank_details.iban': iban }) };
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ./_-]{3,38}$/u.test(plain) || !/\p{N}/u.test(plain) || isEan(plain)) return null;
  return { header: {}, supports: said({ invoice_number: plain }) };
}

/** GS1: 8, 12, 13 or 14 digits, each second counted three times, divisible by ten. */
function isEan(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
