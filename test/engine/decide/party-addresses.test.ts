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
    'CIF RO14399840',
  ]);
  expect(read(vendor, client, number).customer.address).toBe('Câmpia Nouă, str. Morii FN, jud. Cluj');
});

it('an address has the floor behind its house, written as a register is', () => {
  const client = column(330, 120, ['PADARIA NORDAL & NETOS, LDA', 'R ALVES NOVA 44 R/C', '3000-180 COIMBRA']);
  expect(read(vendor, client, number).customer.address).toBe('R ALVES NOVA 44 R/C, 3000-180 COIMBRA');
});

it.each([
  ['Nordal IT Lenz & Partner mbB', 'Zu Hd. Buchhaltung', 'Ahornweg 4b, 61440 Oberursel'],
  ['SARL NORDAL ET FILS', 'M. OU MME LE GÉRANT', '5 PLACE DU MARCHÉ, 22400 LAMBALLE'],
])('whom a letter is for is no part of the address: %s, %s', (name, person, address) => {
  expect(read(vendor, column(330, 120, [name, person, ...address.split(', ')]), number).customer).toMatchObject({
    name,
    address,
  });
});

it('what a company is for stands between its name and its address', () => {
  const head = run('NORDAL OTOK d.o.o. za vodne usluge, Obala 21, 23000 Zadar · OIB 69435151530', 60, 60);
  expect(read(head, number).vendor.address).toBe('Obala 21, 23000 Zadar');
});
