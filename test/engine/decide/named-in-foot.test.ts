import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) => decide(opened(page(words.flat())), { vat: '', name: null }, '2026-11-21').invoice;

const facts = column(60, 60, ['FACTURE', 'N° 2026-418', 'Date 12/02/2026']);
const customer = column(340, 150, ['ATELIER DES TILLEULS', '9 Rue du Moulin', '67200 STRASBOURG']);

describe('who is named only in the foot', () => {
  const foot = (name: string) =>
    column(60, 720, [name, '4 Quai des Forges', '54000 NANCY', 'www.verrelune.example', 'TVA FR40303265045']);

  it('is the vendor where the address of its site is called so', () => {
    const { vendor, customer: to } = read(facts, customer, foot('VERRELUNE'));
    expect(vendor).toMatchObject({ name: 'VERRELUNE', address: '4 Quai des Forges, 54000 NANCY' });
    expect(to).toMatchObject({ name: 'ATELIER DES TILLEULS', address: '9 Rue du Moulin, 67200 STRASBOURG' });
  });

  it('is not a line that the site is not called by', () => {
    expect(read(facts, customer, foot('Verres et couverts')).vendor.name).not.toBe('Verres et couverts');
  });

  it('has an address that ends before the telephone behind a dash', () => {
    const line = run(
      'Enseignes du Val, 18 Avenue des Hêtres, 59218 Valmoulin - Tel: 03 27 99 41 70 - APE: 4329B',
      60,
      790,
      7,
    );
    expect(read(facts, customer, line).vendor.address).toBe('18 Avenue des Hêtres, 59218 Valmoulin');
  });
});

describe('what stands in a customer’s place and is none', () => {
  it('is an invitation to press in small letters below a word for a payer', () => {
    const invited = read(facts, customer, column(300, 560, ['Pour payer', 'appuyez ici']));
    expect(invited.customer.name).toBe('ATELIER DES TILLEULS');
  });

  it('is how it is paid, in a box under its head right over the address', () => {
    const boxes = [
      ['N° Facture', 'Date', 'Réglement'],
      ['418', '12/02/2026', 'Chèque'],
    ].flatMap((cells, row) => cells.flatMap((cell, at) => run(cell, 300 + 90 * at, 72 + 18 * row)));
    const { customer: to } = read(
      run('Enseignes du Val, 18 Avenue des Hêtres, 59218 Valmoulin', 60, 790, 7),
      boxes,
      ['MR BRUNEL YVES', '9 Rue du Moulin', '59218 VALMOULIN'].flatMap((line, i) => runTo(line, 510, 118 + 14 * i)),
    );
    expect(to).toMatchObject({ name: 'MR BRUNEL YVES', address: '9 Rue du Moulin, 59218 VALMOULIN' });
  });
});

it('a customer right under a label with its value beside it is no value of it', () => {
  const { customer: to } = read(
    run('Enseignes du Val, 18 Avenue des Hêtres, 59218 Valmoulin', 60, 790, 7),
    run('Facture', 60, 60),
    ['N° Facture:', '418', 'Date:'].flatMap((cell, at) => run(cell, 300 + 90 * at, 100)),
    column(300, 118, ['ATELIER DES TILLEULS', '9 Rue du Moulin', '67200 STRASBOURG']),
  );
  expect(to.name).toBe('ATELIER DES TILLEULS');
});

describe('a name', () => {
  const sold = (name: string[]) =>
    read(
      column(60, 40, ['Faktura VAT nr FV 4/05/2026', 'Data wystawienia: 2026-05-02']),
      column(60, 120, ['Sprzedawca:', 'P27 Sp z o.o.', 'ul. Kępna 8/2', '71-100 Szczecin', 'NIP 5260001246']),
      column(340, 120, ['Nabywca:', ...name]),
      column(340, 120 + 13 * (name.length + 2), ['ul. Zegarowa 5', '62-200 Gniezno']),
    );

  it('may be a letter with a number before a legal form', () => {
    expect(sold(['Meblarnia Dąb Sp. z o.o.']).vendor).toMatchObject({
      name: 'P27 Sp z o.o.',
      address: 'ul. Kępna 8/2, 71-100 Szczecin',
    });
  });

  it('of capitals goes on in a second line of them that stands apart from the address', () => {
    expect(sold(['STOWARZYSZENIE DAWNYCH ZEGARÓW', 'WIELKIEJ KĘPY - WARSZTAT']).customer).toMatchObject({
      name: 'STOWARZYSZENIE DAWNYCH ZEGARÓW WIELKIEJ KĘPY - WARSZTAT',
      address: 'ul. Zegarowa 5, 62-200 Gniezno',
    });
    for (const next of ['Anna Lipka', 'DZIAŁ KSIĘGOWOŚCI', 'PANI ANNA LIPKA'])
      expect(sold(['STOWARZYSZENIE DAWNYCH ZEGARÓW', next]).customer.name).toBe('STOWARZYSZENIE DAWNYCH ZEGARÓW');
  });
});

it('a post box whose number is set tight is of the address', () => {
  const { vendor } = read(
    column(60, 40, ['Papeteries Lorain SA', '31 BD DES ORMES', 'CS20417', '49071 ANGERS CEDEX', 'TVA FR40303265045']),
    column(60, 160, ['Facture 2026-418', 'Date 12/02/2026']),
    customer,
  );
  expect(vendor.address).toBe('31 BD DES ORMES, CS20417, 49071 ANGERS CEDEX');
});

it('number and date that fill a line in the head are the document’s, though its title is drawn', () => {
  const page = (line: string) =>
    read(
      run(line, 400, 20),
      column(60, 60, ['FORNITORE', 'Officina Brenta SRL', 'P.IVA: IT01234567897', 'Via Po 4', '35100 Padova']),
      run('NR', 60, 300),
      run('1', 60, 316),
      run('Bollo assolto ai sensi del DM 17/06/2014', 60, 500),
    );
  expect(page('nr. FPR 8/26 del 14/04/2026')).toMatchObject({ invoice_number: 'FPR 8/26', invoice_date: '2026-04-14' });
  expect(page('nr. FPR 8/26').invoice_number).not.toBe('FPR 8/26');
});
