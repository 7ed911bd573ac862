import { said } from '../witness.ts';
import { type CodeStatement, centsOf, dayOf } from './statement.ts';
import { urlOf } from './url.ts';

/** The Croatian fiscal code (Porezna uprava, fiskalizacija): day and total to check under the receipt's number. */
export function readHrFiscal(text: string): CodeStatement | null {
  const url = urlOf(text, /^porezna\.gov\.hr$/, /^\/rn$/);
  const query = url?.searchParams;
  const named = query?.get('jir') ?? query?.get('zki') ?? '';
  const day = dayOf(/^(\d{8})_\d{4}$/.exec(query?.get('datv') ?? '')?.[1], 'yyyymmdd');
  const total = centsOf(query?.get('izn')?.replace(',', ''));
  if (!/^[\da-f-]{32,36}$/i.test(named) || !day || total === undefined) return null;
  return { header: said({ invoice_date: day, total_amount: total }) };
}
