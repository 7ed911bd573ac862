import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const titled = [
  ...run('FACTURA', 60, 300, 16),
  ...run('Nr. factură: 2188', 60, 330),
  ...run('Total', 330, 600),
  ...runTo('363,00', 530, 600),
];
const read = (...words: Word[][]) =>
  decide(opened(page([...titled, ...words.flat()])), { vat: 'RO18547290', name: null }, '2026-11-21').invoice;
const vendorOf = (lines: string[]) => read(column(60, 40, lines)).vendor;
const client = column(330, 140, ['Client: Auto Test 2003 SRL', 'CIF: RO18547290']);

describe('a company', () => {
  it('is the customer beside the title of the page, and no number of the invoice', () => {
    const { customer } = read(
      column(60, 40, ['Cetina Verde Impex S.R.L.', 'RO16702141', 'Iași, Str. Lungă 7']),
      run('FACTURĂ', 250, 40, 14),
      column(380, 40, ['FARMACIA BRAD SRL', 'RO29557019; J35/91/2012', 'Lugoj, Str. Morii 20, Timiș']),
    );
    expect(customer).toMatchObject({ name: 'FARMACIA BRAD SRL', address: 'Lugoj, Str. Morii 20, Timiș' });
  });

  it('is no word with figures under a head, which is what it is kept under', () => {
    const { customer } = read(
      column(60, 40, ['Cetina Verde Impex S.R.L.', 'RO16702141', 'Iași, Str. Lungă 7']),
      [...run('DATE', 320, 40), ...run('CLIENT', 400, 40), ...run('PAGE', 480, 40)],
      [...run('13/09/26', 320, 54), ...run('41BRAD', 400, 54), ...run('1/1', 480, 54)],
    );
    expect(customer.name).toBeNull();
  });

  it('is named over the line that says what it is', () => {
    const { vendor } = read(
      column(60, 40, ['MOARA VERDE SRL', 'PRODUCATOR AGRICOL', 'COM. NORDAL, SAT BRAD', 'PL: MAGAZIN CRAMA']),
      client,
    );
    expect(vendor.name).toBe('MOARA VERDE SRL');
  });

  it('may have a word in its name that labels a number elsewhere', () => {
    const { vendor } = read(
      [...run('Furnizor:', 34, 40, 8), ...run('ELECTRO BRAD SIRET', 90, 40), ...run('SRL', 90, 52)],
      [...run('C.I.F.:', 34, 66, 8), ...run('RO16702141', 90, 66, 8)],
      client,
    );
    expect(vendor.name).toBe('ELECTRO BRAD SIRET SRL');
  });

  it('is named in the second column of a form, and on under it', () => {
    const { vendor, customer } = read(
      run('Στοιχεία εκδότη', 48, 164, 9),
      [...run('ΑΦΜ', 48, 188, 8), ...run('120947763', 157, 188, 9), ...run('Επωνυμία', 298, 188, 8)],
      [...run('ΒΡΑΔΙΔΗ ΜΑΡΙΑ ΤΟΥ', 405, 188, 9), ...run('ΘΩΜΑ', 405, 200, 9)],
      run('Στοιχεία λήπτη', 48, 240, 9),
      [...run('ΑΦΜ', 48, 264, 8), ...run('800619253', 157, 264, 9), ...run('Επωνυμία', 298, 264, 8)],
      run('ΝΟΡΔΑΛ ΚΑΤΑΣΚΕΥΑΣΤΙΚΗ ΙΚΕ', 405, 264, 9),
    );
    expect(vendor.name).toBe('ΒΡΑΔΙΔΗ ΜΑΡΙΑ ΤΟΥ ΘΩΜΑ');
    expect(customer.name).toBe('ΝΟΡΔΑΛ ΚΑΤΑΣΚΕΥΑΣΤΙΚΗ ΙΚΕ');
  });
});

describe('an address', () => {
  it.each([
    ['loc. Bradu nr. 16, jud. Cluj', 'loc. Bradu nr. 16, jud. Cluj'],
    ['Cheiul Nou FN, 800011 Galați', 'Cheiul Nou FN, 800011 Galați'],
  ])('stands behind a number and a comma in one line with the name: %s', (text, address) => {
    const { customer } = read(
      column(60, 40, ['Cetina Verde Impex S.R.L.', 'RO16702141', 'Iași, Str. Lungă 7']),
      run(`Beneficiar: Terasa Brad SRL, cod fiscal 18547290, ${text}`, 60, 140),
    );
    expect(customer).toMatchObject({ name: 'Terasa Brad SRL', address, trade_register_number: null });
  });

  it.each([
    ['may end with the letters of a county', ['Str. Morii 8, Brașov, BV'], 'Str. Morii 8, Brașov, BV'],
    ['may name a county in words', ['Unit 12 Mill Estate, Nordal, Co. Mayo'], 'Unit 12 Mill Estate, Nordal, Co. Mayo'],
    [
      'stands below the trade in words',
      ['za javnu vodoopskrbu i odvodnju', 'Obala Brada 30, 22000 Nordal'],
      'Obala Brada 30, 22000 Nordal',
    ],
    ['has no telephone', ['Iași, Calea Lungă km 9', 'Dep. Iași 0256-55.07.11'], 'Iași, Calea Lungă km 9'],
    ['has no number of something else', ['Iași, Str. Lungă 40 | Masa 14, Ana'], 'Iași, Str. Lungă 40'],
  ])('%s', (_, lines, address) => {
    expect(vendorOf(['Cetina Verde Impex S.R.L.', ...lines]).address).toBe(address);
  });

  it('stands behind the numbers of its company in one line', () => {
    const lines = ['Cetina Verde Impex S.R.L.', 'CUI RO16702141 J40/1107/2018 Calea Lungă 175, Iași'];
    expect(vendorOf(lines)).toMatchObject({ vat_number: 'RO16702141', address: 'Calea Lungă 175, Iași' });
  });
});

it('a telephone number in a sentence behind another one is not the vendor’s', () => {
  const text =
    'Energiemix aus erneuerbaren Quellen. Bei Fragen zu Ihrer Rechnung: Schlichtung e. V., Tel. 030 5557240-0.';
  const { vendor } = read(
    column(60, 40, ['Cetina Verde Impex S.R.L.', 'CIF: RO16702141', 'Ihr Team: 0591 / 955-3300']),
    run(text, 60, 700, 7),
  );
  expect(vendor.phone).toBe('0591 / 955-3300');
});
