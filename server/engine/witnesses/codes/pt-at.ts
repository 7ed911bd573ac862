import { said } from '../witness.ts';
import { amountOf, type CodeStatement, dayOf } from './statement.ts';

/**
 * The Portuguese fiscal code (Autoridade Tributária, Portaria 195/2020): `A:…*B:…`, fields in the order of the
 * alphabet. It states VAT and gross, whatever is withheld.
 */
export function readPtAt(text: string): CodeStatement | null {
  const fields = new Map<string, string>();
  for (const part of text.trim().split('*')) {
    const [, key, value] = /^([A-S]\d?):(.*)$/su.exec(part) ?? [];
    if (key === undefined || fields.has(key)) return null;
    fields.set(key, value!);
  }
  const [seller, buyer, kind] = [fields.get('A'), fields.get('B'), fields.get('D') ?? ''];
  const day = dayOf(fields.get('F'), 'yyyymmdd');
  const [vat, gross] = [amountOf(fields.get('N')), amountOf(fields.get('O'))];
  if (!/^\d{9}$/.test(seller ?? '') || !/^[A-Z]{2}$/.test(kind) || !fields.has('H')) return null;
  if (!day || vat === undefined || gross === undefined) return null;
  return {
    header: said({
      'vendor.vat_number': `PT${seller}`,
      // 999999990 stands for a consumer who gave none.
      'customer.vat_number': buyer === '999999990' ? undefined : buyer,
      document_type: kind === 'NC' ? 'credit_note' : undefined,
      invoice_number: fields.get('G'),
      invoice_date: day,
      vat_amount: vat,
      total_amount: gross,
    }),
  };
}
