import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, printTable } from '../../helpers/printed-page.ts';
import type { PrintedTitles } from './printed-titles.ts';

export const buyer = { vat: 'RO18547290', name: null };
const left = (x: number) => ({ x, align: 'left' as const });
const right = (x: number) => ({ x, align: 'right' as const });
/** In bold print. */
export const bold = (words: Word[]): Word[] => words.map((word) => ({ ...word, bold: true }));

/** Goods, sums, vendor and customer, as they stand on invoices and on many documents beside them. */
export const body = ({ columns, sums: [net, vat, total] }: PrintedTitles): Word[] => [
  ...column(60, 120, ['Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5, 700123 Iași', 'CIF: RO16702141']),
  ...column(330, 160, ['Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, 400509 Cluj-Napoca']),
  ...printTable(
    [[...columns], ['Hârtie A4 80 g', '10', '10,00', '100,00'], ['Toner XK 12', '10', '20,00', '200,00']],
    [left(60), right(300), right(420), right(530)],
    480,
  ),
  ...printTable(
    [
      [net, '300,00'],
      [vat, (3 * rateIn(vat)).toFixed(2).replace('.', ',')],
      [total, (300 + 3 * rateIn(vat)).toFixed(2).replace('.', ',')],
    ],
    [left(330), right(530)],
    600,
  ),
];
const rateIn = (vat: string): number => Number(/\d+/.exec(vat)![0]);

/** What is found on a page, and on further ones. */
export const read = (words: Word[], ...further: Word[][]) =>
  decide(opened(page(words), ...further.map((each) => page(each))), buyer, '2026-11-21');
/** The paths that are `high`. */
export const high = ({ fields }: ReturnType<typeof read>): string[] =>
  Object.keys(fields).filter((path) => fields[path]!.confidence === 'high');
