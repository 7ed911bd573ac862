import { expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, invoiceTitle, opened, page, run } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) =>
  decide(opened(page([...invoiceTitle, ...words.flat()])), { vat: '', name: null }, '2026-11-21').invoice;
const vendor = column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']);
const number = run('Rechnung 4417', 60, 300, 14);

it('an address has letters for a house without a number, and its county below them', () => {
  const client = column(330, 120, [
    'Client',
    'ATELIER NORDAL SRL',
    'Sediul: Câmpia Nouă, str. Morii FN, jud.',
    'Cluj',
    'CIF RO33901276',
  ]);
  expect(read(vendor, client, number).customer.address).toBe('Câmpia Nouă, str. Morii FN, jud. Cluj');
});

it('an address has the floor behind its house, written as a register is', () => {
  const client = column(330, 120, ['PADARIA NORDAL & NETOS, LDA', 'R ALVES NOVA 44 R/C', '3000-180 COIMBRA']);
  expect(read(vendor, client, number).customer.address).toBe('R ALVES NOVA 44 R/C, 3000-180 COIMBRA');
});

it.each([
  ['Nordal IT Lenz & Partner mbB', 'Zu Hd. Buchhaltung', 'Ölweg 9a, 61462 Königstein'],
  ['SARL NORDAL ET FILS', 'M. OU MME LE GÉRANT', '8 PLACE DU MARTRAY, 22600 LOUDÉAC'],
])('whom a letter is for is no part of the address: %s, %s', (name, person, address) => {
  expect(read(vendor, column(330, 120, [name, person, ...address.split(', ')]), number).customer).toMatchObject({
    name,
    address,
  });
});

it('what a company is for stands between its name and its address', () => {
  const head = run('NORDAL OTOK d.o.o. za komunalne djelatnosti, Palit 17, 51280 Rab · OIB 44188401176', 60, 60);
  expect(read(head, number).vendor.address).toBe('Palit 17, 51280 Rab');
});
