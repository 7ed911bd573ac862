import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) => decide(opened(page(words.flat())), { vat: '', name: null }, '2026-11-21').invoice;

const czech = [...run('Faktura - daňový doklad č. 260118', 60, 30, 14), ...run('Datum vystavení: 12.02.2026', 60, 60)];

describe('a party’s name past its numbers', () => {
  it('stands under the row that the heading and the numbers fill', () => {
    const { customer } = read(
      czech,
      [...run('Dodavatel:', 41, 94, 9), ...run('IČ: 41862035', 107, 94, 9), ...run('DIČ: CZ41862035', 197, 94, 9)],
      [...run('Odběratel:', 307, 94, 9), ...run('IČ: 52917340', 379, 93, 9), ...run('DIČ:', 463, 94, 9)],
      [...run('Krajská záchranná služba', 364, 117), ...run('Jihočeského kraje,', 364, 128)],
      [...run('Truhlářství Jalovec s.r.o.', 92, 138, 9), ...run('příspěvková organizace', 364, 150)],
      [...run('Dlouhá 14', 92, 162, 9), ...run('Krátká 3', 364, 162, 9)],
      [...run('370 01', 57, 173, 9), ...run('Budějovice', 92, 173, 9)],
      [...run('397 01', 329, 173, 9), ...run('Písek', 364, 173, 9)],
    );
    expect(customer.name).toMatch(/^Krajská záchranná služba/);
  });

  it('stands far to the right of a heading that has its numbers below', () => {
    const { vendor, customer } = read(
      czech,
      [...run('Odběratel (DIČ,IČO,adresa):', 20, 100), ...run('Domov seniorů Pohoda', 330, 100)],
      [...run('DIČ CZ52917340 IČO 52917340', 26, 112), ...run('Krátká 3', 330, 145)],
      [...run('Číslo účtu : 7481920355/0800', 26, 124), ...run('39701 Písek', 330, 156)],
      [...run('Dodavatel (DIČ,IČO,adresa):', 20, 200), ...run('Město Jalovec', 330, 200)],
      [...run('DIČ CZ41862035 IČO 41862035', 26, 212), ...run('Dlouhá 14', 330, 245)],
      [...run('Číslo účtu : 3619204758/0800', 26, 224), ...run('37001 Budějovice', 330, 256)],
    );
    expect(vendor).toMatchObject({ name: 'Město Jalovec', address: 'Dlouhá 14, 37001 Budějovice' });
    expect(customer).toMatchObject({ name: 'Domov seniorů Pohoda', address: 'Krátká 3, 39701 Písek' });
  });
});

describe('who is to read it', () => {
  it('is no customer under a company’s name, where rows of the block beside it stand between', () => {
    const { customer } = read(
      [...run('Facture N° 118', 300, 40, 12), ...run('Date 12/02/2026', 300, 60)],
      column(40, 109, ['Tissages Aubrac SAS', '4 rue des Lices', '12000 RODEZ', 'Téléphone: 05 65 01 02 03'], 9),
      column(40, 156, ['Mail: contact@aubrac.example'], 9),
      column(310, 146, ['Pâtisserie Vallon SAS', "A L'ATTENTION DE M FAUVEL", '8 rue Haute', '48000 MENDE'], 11),
    );
    expect(customer).toMatchObject({ name: 'Pâtisserie Vallon SAS', address: '8 rue Haute, 48000 MENDE' });
  });
});

describe('a company’s name', () => {
  const named = (...lines: string[]) =>
    read(
      [...run('Factura nº 118', 60, 30, 14), ...run('Fecha: 12/02/2026', 60, 60)],
      column(60, 100, ['Emisor', ...lines, 'Calle Batán 7', '26004 Logroño']),
    ).vendor.name;

  it('has its legal form whole where that breaks in two lines', () => {
    expect(named('Hilaturas del Ebro, S.A.', 'DE C.V.')).toBe('Hilaturas del Ebro, S.A. DE C.V.');
    expect(named('HURTOWNIA WIERZBA SP. Z', 'O.O.')).toBe('HURTOWNIA WIERZBA SP. Z O.O.');
  });

  it('goes on over three lines where the line breaks off, and where its legal form stands alone', () => {
    expect(named('Hilaturas &', 'Tejidos &', 'Hijos del Ebro, S.A.')).toBe(
      'Hilaturas & Tejidos & Hijos del Ebro, S.A.',
    );
    expect(named('Hilaturas y', 'Tejidos del Ebro', 'S.A.')).toBe('Hilaturas y Tejidos del Ebro S.A.');
    expect(named('Hilaturas', 'Tejidos del Ebro', 'S.A.')).toBe('Hilaturas Tejidos del Ebro S.A.');
    // Who is there in person is no part of it.
    expect(named('Ana Ruiz', 'Hilaturas del Ebro, S.A.')).toBe('Hilaturas del Ebro, S.A.');
  });

  it('is whole where its three lines are set apart by their weight or size, in a letterhead and under a label', () => {
    const lines = ['Norte Papel', 'Comercio', 'e Industria, S.A.'];
    const whole = lines.join(' ');
    const bold = (words: Word[]) => words.map((word) => ({ ...word, bold: true }));
    const head = [...run('Factura nº 118', 60, 30, 14), ...run('Fecha: 12/02/2026', 60, 60)];
    const address = ['Calle Batán 7', '26004 Logroño', 'NIF: ESA28015865'];
    const nameAt = (name: Word[], below: number, label: Word[] = []) =>
      read([...head, ...label, ...name, ...column(60, below, address)]).vendor.name;
    expect(nameAt(bold(column(60, 100, lines)), 139)).toBe(whole);
    expect(nameAt(column(60, 100, lines, 14), 156)).toBe(whole);
    expect(nameAt(bold(column(60, 113, lines)), 152, run('Emisor', 60, 100))).toBe(whole);
    expect(nameAt(column(60, 113, lines, 14), 170, run('Emisor', 60, 100))).toBe(whole);
    // Set like what follows, the lines above the legal form may be a brand, or a person.
    expect(nameAt(column(60, 100, ['Norte Papel', 'Comercio Ebro', 'Industria, S.A.']), 139)).not.toBe(
      'Norte Papel Comercio Ebro Industria, S.A.',
    );
  });

  it('has its legal form in both languages', () => {
    expect(named('Nordal Software NV/SA')).toBe('Nordal Software NV/SA');
  });

  it('has what the domain is called before its dash, and no other word there', () => {
    const at = (mail: string) =>
      read(
        czech,
        column(60, 100, [
          'Dodavatel:',
          'jalovec - obchod papírem, spol. s r.o.',
          'Dlouhá 14',
          '37001 Budějovice',
          mail,
        ]),
      ).vendor.name;
    expect(at('e-mail: info@jalovec.cz')).toBe('jalovec - obchod papírem, spol. s r.o.');
    expect(at('e-mail: info@papirna.cz')).toBe('obchod papírem, spol. s r.o.');
  });
});

describe('numbers that share a label', () => {
  it('are both a company’s, of which the one with its country’s letters is for VAT', () => {
    const { vendor } = read(
      czech,
      column(60, 100, ['Dodavatel:', 'Truhlářství Jalovec s.r.o.', 'Dlouhá 14', '37001 Budějovice']),
      [...run('IČ/DIČ :', 60, 160), ...run('41862035 / CZ 699004182', 130, 160)],
    );
    expect(vendor.vat_number).toBe('CZ699004182');
  });

  it('are one where the invoice’s is what a payer writes', () => {
    const number = (...words: Word[]) => read(run('Faktura', 60, 30, 14), words).invoice_number;
    expect(number(...run('Číslo faktury, Variabilní symbol', 300, 60), ...run(': 26011842', 480, 60))).toBe('26011842');
    expect(number(...run('daňový doklad / var. symbol 26011842', 60, 60))).toBe('26011842');
  });
});
