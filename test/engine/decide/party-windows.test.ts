import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const sums = [...run('Total', 330, 600), ...runTo('363,00', 530, 600)];
const titled = [...run('FACTURA', 60, 300, 16), ...run('Nr. factură: 2188', 60, 330), ...sums];
const read = (...words: Word[][]) =>
  decide(opened(page([...titled, ...words.flat()])), { vat: 'RO18547290', name: null }, '2026-11-21').invoice;
const vendor = column(60, 40, ['Cetina Verde Impex S.R.L.', 'Str. Lungă nr. 5, 700123 Iași', 'CIF: RO16702141']);

describe('the window of a letter', () => {
  it('begins below the line of the sender, which a letterhead and its trade stand over', () => {
    const { customer, vendor: sender } = read(
      run('NORDBAU ELEKTRO', 60, 50, 18),
      run('Meisterbetrieb seit 1961 – Licht und Kraft', 60, 80, 9),
      run('Nordbau Elektro GmbH - Am Wall 3 - 28195 Bremen', 60, 108, 7),
      column(60, 120, ['Wohnpark Brad eG', 'Lange Straße 12', '28203 Bremen']),
    );
    expect(customer).toMatchObject({ name: 'Wohnpark Brad eG', address: 'Lange Straße 12, 28203 Bremen' });
    expect(sender.name).toBe('Nordbau Elektro GmbH');
  });

  it('begins with the company under a shop and who is in charge of it', () => {
    const { customer } = read(
      vendor,
      column(330, 120, ['LE COIN — Mme Anne Brad', 'SARL Brad Mode', '4 rue du Port', '35400 SAINT-MALO']),
    );
    expect(customer).toMatchObject({ name: 'SARL Brad Mode', address: '4 rue du Port, 35400 SAINT-MALO' });
  });

  it('is read far to the right of a heading that has its own text below', () => {
    const { customer } = read(
      vendor,
      column(60, 120, ['Loc de consum', 'Aleea Brazilor 39/14, Iași', 'Cod loc: 118', 'Nr. contract: 1007733218']),
      column(330, 120, ['Dl. Brad Matei-Ioan', 'ALEEA BRAZILOR NR. 39, AP. 14', '700145 IAȘI']),
    );
    expect(customer).toMatchObject({
      name: 'Dl. Brad Matei-Ioan',
      address: 'ALEEA BRAZILOR NR. 39, AP. 14, 700145 IAȘI',
    });
  });

  it('stands far to the left of boxes of data, whose rows are level with its lines', () => {
    const boxes = (y: number, ...cells: string[]) => cells.flatMap((cell, i) => run(cell, 330 + i * 80, y, 8));
    const { customer } = read(
      run('Nordbau Elektro GmbH, Am Wall 3, 28195 Bremen', 60, 100, 7),
      column(60, 120, ['Firma', 'Wohnpark Brad GmbH', 'Lange Straße 12', '28203 Bremen']),
      boxes(120, 'K 7301556', '05.03.26', '30771'),
      boxes(133, 'Auftrags-Nr.', 'Annahme', 'Berater'),
      boxes(146, '118820', '04.03.26', 'H. Voss'),
    );
    expect(customer).toMatchObject({ name: 'Wohnpark Brad GmbH', address: 'Lange Straße 12, 28203 Bremen' });
  });

  it('begins with persons whose salutation may be the letter of a street', () => {
    const { customer } = read(
      column(60, 40, ['Menuiserie Le Brad SARL', 'ZA de Nordal 3 - 29300 BANNEC', 'contact@lebrad.example']),
      column(330, 40, ['M. et Mme POPESCU Ana', '9, hent Ar Roz', '29350 BANNEC SUR MER']),
    );
    expect(customer).toMatchObject({
      name: 'M. et Mme POPESCU Ana',
      address: '9, hent Ar Roz, 29350 BANNEC SUR MER',
    });
  });
});

describe('a customer', () => {
  it('has its name in the cell beside its number', () => {
    const { customer } = read(
      vendor,
      run('CLIENT: 14 118820 02', 60, 140),
      column(190, 140, ['REST. HANUL VERDE - BRAD & FIII SNC', '555120 NORDAL, STR. MORII 8']),
    );
    expect(customer).toMatchObject({
      name: 'REST. HANUL VERDE - BRAD & FIII SNC',
      address: '555120 NORDAL, STR. MORII 8',
    });
  });

  it('is no less one where an amount is still owed, as it would be at a till that gave change', () => {
    const { customer } = read(
      vendor,
      run('Abonat: POPESCU ANA', 60, 140),
      run('Adresa: Iași, Str. Lungă nr. 3', 60, 154),
      run('Rest neachitat la 30.11.2026 (fact. 24-1188)', 60, 500),
      runTo('93,98', 530, 500),
    );
    expect(customer.name).toBe('POPESCU ANA');
  });

  it('is filled in under the small captions of a form', () => {
    const { customer, vendor: own } = read(
      run('TRANSMITENTE DOS BENS OU PRESTADOR DO SERVIÇO', 60, 75, 8),
      [...run('NOME', 60, 87, 7), ...run('NIF', 260, 87, 7), ...run('ATIVIDADE EXERCIDA (CIRS)', 340, 87, 7)],
      [...run('ANA BRAD NEVES', 60, 96, 9), ...run('218441070', 260, 96, 9), ...run('1332 - Artistas', 340, 96, 9)],
      [...run('DOMICÍLIO', 60, 109, 7), ...run('RUA DO MOINHO 388 2 DTO 4000-118 PORTO', 60, 118, 9)],
      run('ADQUIRENTE DOS BENS OU DO SERVIÇO', 60, 137, 8),
      [...run('NOME', 60, 149, 7), ...run('NIF', 320, 149, 7)],
      [...run('CETINA AZEITES LDA', 60, 158, 9), ...run('508821142', 320, 158, 9)],
    );
    expect(own.name).toBe('ANA BRAD NEVES');
    expect(customer.name).toBe('CETINA AZEITES LDA');
  });
});

describe('an address', () => {
  const addressOf = (lines: string[]) => read(column(60, 40, lines)).vendor.address;

  it('has no numbers of registers in a line of their own', () => {
    const lines = ['Cetina Verde Impex S.R.L.', 'Iași, str. Lungă 7', 'RO16702141 / J22/2019/2007'];
    expect(addressOf(lines)).toBe('Iași, str. Lungă 7');
  });

  it('has nothing of what the company does, which stands behind its name', () => {
    const lines = ['Cetina Verde Impex S.R.L. • Reprezentanță auto • ITP 18-044', 'Tg. Jiu, Calea Lungă 44, jud. Gorj'];
    expect(addressOf(lines)).toBe('Tg. Jiu, Calea Lungă 44, jud. Gorj');
  });

  it('ends before the caption of another value', () => {
    const { customer } = read(
      vendor,
      column(60, 140, ['Plătitor: BRAD AGRO S.R.L. / RO19088543', 'Loc. Nordal, Str. Lungă 208, Vâlcea']),
      [...run('Tranzacție card:', 60, 168), ...run('7719 · RRN 424614118820', 190, 168)],
    );
    expect(customer.address).toBe('Loc. Nordal, Str. Lungă 208, Vâlcea');
  });
});

describe('a dash within a name', () => {
  const nameOf = (line: string) => read(column(60, 40, [line, 'Str. Lungă nr. 5, 700123 Iași'])).vendor.name;

  it('parts nothing between words in one kind of letters, of which the last is the legal form, or within quotes', () => {
    expect(nameOf('Cetina Nord - Gestão de Parques SA')).toBe('Cetina Nord - Gestão de Parques SA');
    expect(nameOf('"БИО БРАД - НОРД" ЕООД')).toBe('"БИО БРАД - НОРД" ЕООД');
  });

  it('parts what stands before a name in other letters', () => {
    expect(nameOf('COPIE CLIENT - Cetina Verde SRL')).toBe('Cetina Verde SRL');
  });
});
