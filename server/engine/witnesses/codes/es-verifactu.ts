import { said } from '../witness.ts';
import { type CodeStatement, dayOf } from './statement.ts';
import { urlOf } from './url.ts';

/** The Spanish fiscal code (AEAT, Veri*Factu, Orden HAC/1177/2024): an address with number, day and total to check. */
export function readEsVerifactu(text: string): CodeStatement | null {
  const url = urlOf(text, /^(www2|prewww2)\.(agenciatributaria\.gob|aeat)\.es$/, /\/wlpl\/TIKE-CONT\/ValidarQR/);
  const nif = url?.searchParams.get('nif');
  const number = url?.searchParams.get('numserie');
  const day = dayOf(url?.searchParams.get('fecha') ?? undefined, 'dd-mm-yyyy');
  const money = url?.searchParams.get('importe') ?? '';
  if (!nif || !/^[A-Z0-9]{9}$/.test(nif) || !number || !day || !/^-?\d{1,12}(\.\d{1,2})?$/.test(money)) return null;
  return {
    header: said({
      'vendor.vat_number': nif,
      invoice_number: number,
      invoice_date: day,
      total_amount: Number(money),
    }),
  };
}
