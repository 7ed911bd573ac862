import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const sum = [...run('Total', 330, 600), ...runTo('363,00', 530, 600)];
const read = (...words: Word[][]) =>
  decide(opened(page([...words, sum].flat())), { vat: '', name: null }, '2026-11-21').invoice;

describe('who trades in his own name', () => {
  it('is called what he does as well, behind a dash', () => {
    const { vendor, customer } = read(
      run('Faktura č. 2188', 330, 20),
      column(60, 40, ['Dodavatel:', 'Jan Lípa – umělecké truhlářství', 'Horní Lhota 54', '572 01 Lhota']),
      column(330, 40, ['Odběratel:', 'Javor s.r.o. – velkoobchod', 'Lipová 4', '602 00 Brno']),
    );
    expect(vendor.name).toBe('Jan Lípa – umělecké truhlářství');
    expect(customer.name).toBe('Javor s.r.o.');
  });

  it('has a double name before his trade and the form of it', () => {
    const { vendor } = read(
      column(60, 40, ['BRAD ANA-MARIA – ARHITECT PFA', 'Iași, str. Lungă nr. 5', 'C.I.F. 18547290']),
      run('FACTURĂ nr. 219', 250, 120),
    );
    expect(vendor.name).toBe('BRAD ANA-MARIA – ARHITECT PFA');
  });

  it('goes on below the form that stands first behind the label', () => {
    const { vendor } = read(
      run('FACTURA', 270, 20, 14),
      column(60, 60, ['Furnizor: ÎNTREPRINDERE INDIVIDUALĂ', 'BRAD V. VASILE', 'Sediul: Iași, str. Lungă 5']),
    );
    expect(vendor.name).toBe('ÎNTREPRINDERE INDIVIDUALĂ BRAD V. VASILE');
  });

  it('is named in the foot before a town, its street and its code', () => {
    const { vendor } = read(
      run('FACTURĂ nr. 219', 60, 60),
      run('Brad & Ulm SCA · Iași, Strada Lungă nr. 5, et. 1, 700123 · tel. 0232-592 118', 60, 790, 7),
    );
    expect(vendor).toMatchObject({ name: 'Brad & Ulm SCA', address: 'Iași, Strada Lungă nr. 5, et. 1, 700123' });
  });

  it('is named in the last lines of a short page', () => {
    const { vendor } = read(
      run('Factura nr. 219', 60, 60),
      column(60, 640, [
        'Școala Brazilor, Copou, str. Lungă nr. 5 bis, Iași, jud. Iași, CIF 14186770, înscrisă în registru',
        'sub nr. 41/A/2013, tel. 0232 555 104',
      ]),
    );
    expect(vendor.name).toBe('Școala Brazilor');
  });
});

describe('a customer', () => {
  it('is named in one line before a street that begins with its number', () => {
    const { customer } = read(
      run('Facture n° 418', 60, 60),
      run('Acheteur : Aline Tilleul, 9 rue du Moulin, 67200 Strasbourg', 60, 400),
    );
    expect(customer).toMatchObject({ name: 'Aline Tilleul', address: '9 rue du Moulin, 67200 Strasbourg' });
  });

  it('is not the company its letters go to', () => {
    const { customer } = read(
      run('Ahornhaus GmbH, Am Wall 3, 28195 Bremen', 60, 100, 7),
      column(60, 120, ['Bauherren Ulmenweg', 'c/o Ahorn Immobilien AG', 'Seestrasse 21', '3700 Spiez']),
      run('Rechnung 418', 60, 260, 14),
    );
    expect(customer.name).toBe('Bauherren Ulmenweg');
  });
});

describe('an invoice that is issued on behalf of another', () => {
  const issuer = run('Ticket Linde SAS, 4 quai des Forges, 54000 Nancy, TVA FR40303265045', 60, 790, 7);

  it('has the other one for its vendor, whoever wrote it', () => {
    const { vendor } = read(
      run('ticket linde • votre commande', 60, 30),
      run('Facture n° 418 du 12/02/2026', 60, 300),
      column(60, 320, [
        "émise au nom et pour le compte de l'organisateur :",
        'Association Verrelune',
        '9 rue du Moulin, 67200 Strasbourg',
      ]),
      issuer,
    );
    expect(vendor).toMatchObject({ name: 'Association Verrelune', address: '9 rue du Moulin, 67200 Strasbourg' });
  });

  it('has nobody who is called so', () => {
    const { vendor } = read(
      column(330, 30, ['Im Auftrag von', 'Dr. Anna Lindner', 'Am Wall 3, 28195 Bremen']),
      run('Abrechnung Nord · Postfach 10 · 28195 Bremen', 60, 100, 7),
      column(60, 120, ['Herrn', 'Max Ulm', 'Seeweg 4', '28195 Bremen']),
      run('Rechnung 418', 60, 260, 14),
    );
    expect(vendor.name).toBe('Dr. Anna Lindner');
  });
});

describe('a letterhead that nothing but its place tells', () => {
  const body = [
    ...run('Račun 209, Jezero, 13. maja 2026', 60, 120),
    ...run('Kupec: Nova Lipa d.o.o., Stara pot 3, 4000 Kranj', 60, 160),
  ];

  it('is the vendor where the foot says it again', () => {
    const foot = ['Naslov', 'Telefon', 'Banka', 'IBAN'].flatMap((cell, at) => run(cell, 60 + 130 * at, 780));
    const again = ['Mlin Na Vodi', '031 555 204', 'Nova', 'brez'].flatMap((cell, at) => run(cell, 60 + 130 * at, 794));
    expect(read(run('Mlin Na Vodi', 60, 30), body, foot, again).vendor.name).toBe('Mlin Na Vodi');
  });
});

it('a number has its series before a standing slash', () => {
  const { invoice_number } = read(column(60, 60, ['Factură fiscală', 'BRD / 2026-031']));
  expect(invoice_number).toBe('BRD/2026-031');
});
