import { said } from '../witness.ts';
import { amountOf, bicOf, type CodeStatement, ibanOf, linesOf } from './statement.ts';

/**
 * The credit transfer code of the European Payments Council (EPC069-12: GiroCode, Stuzza) and Romania's RoPay code,
 * which has its form and lei.
 */
export function readEpc(text: string): CodeStatement | null {
  const [tag, version, charset, kind, bic, name, account, money, purpose = '', structured, free] = linesOf(
    text.trimEnd(),
  );
  if (tag !== 'BCD' || !/^00[12]$/.test(version ?? '') || !/^[1-8]$/.test(charset ?? '') || kind !== 'SCT') return null;
  const iban = ibanOf(account);
  const [, currency, digits] = /^(EUR|RON)(\d{1,9}(?:\.\d{1,2})?)$/.exec(money ?? '') ?? [];
  if (!iban || !name || name.length > 70 || (money && !digits) || !/^[A-Z]{0,4}$/.test(purpose)) return null;
  if (bic !== '' && !bicOf(bic)) return null;
  return {
    header: said({ 'bank_details.iban': iban, currency }),
    supports: said({ 'vendor.name': name, 'bank_details.bic': bic }),
    payable: amountOf(digits),
    references: [structured, free],
  };
}
