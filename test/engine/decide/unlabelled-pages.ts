import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'ESB44172039', name: null };

/** Reads a page for the customer below. */
export const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

export const title = [
  ...run('FACTURA', 60, 30, 16),
  ...run('Nº factura: 118', 60, 200),
  ...run('Fecha: 12/02/2026', 60, 214),
];
export const sender = column(60, 60, ['Hilaturas Orduña S.L.', 'C/ Batán 7', '26004 LOGROÑO']);
/** The lines of its block. */
export const customer = ['Pastelería Urquijo S.L.', 'Avda. Pirineos 12', '22004 HUESCA', 'NIF: B44172039'];
