import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) => decide(opened(page(words.flat())), { vat: '', name: null }, '2026-11-21');

const title = [...run('FACTURA', 60, 30, 16), ...run('Nº factura: 118', 60, 200), ...run('Fecha: 12/02/2026', 60, 214)];
const window = column(340, 100, ['Pastelería Urquijo S.L.', 'Avda. Pirineos 12', '22004 - HUESCA']);
const imprint = run('Hilaturas Orduña S.L. - C/ Batán 7 - 26004 Logroño - CIF: F77301554', 60, 800);

describe('a number in a box apart from the name', () => {
  it('is the customer’s where it is the only one beside the vendor’s', () => {
    const { invoice } = read(title, window, run('DNI/CIF ....: B44172039', 60, 300), imprint);
    expect(invoice.vendor).toMatchObject({ name: 'Hilaturas Orduña S.L.', vat_number: 'F77301554' });
    expect(invoice.customer).toMatchObject({ name: 'Pastelería Urquijo S.L.', vat_number: 'B44172039' });
  });

  it('is nobody’s beside a third one, nor behind another company’s name', () => {
    const third = run('CIF: A58209641', 60, 340);
    expect(read(title, window, run('CIF: B44172039', 60, 300), third, imprint).invoice.customer.vat_number).toBeNull();
    const carrier = run('Portes Ebro S.A. CIF: B44172039', 60, 300);
    expect(read(title, window, carrier, imprint).invoice.customer.vat_number).toBeNull();
  });

  it('is the vendor’s second one where it is printed close to its first', () => {
    const { invoice } = read(title, window, run('CIF: F77301554', 60, 130), run('NIF: B44172039', 60, 144));
    expect(invoice.customer.vat_number).toBeNull();
  });

  it('is the vendor’s where its imprint repeats it in the form of the register', () => {
    const { invoice } = read(
      run('Facture N° 118', 60, 30, 16),
      column(60, 60, ['Tissages Aubrac SAS', '4 rue des Lices', '12000 RODEZ']),
      column(340, 100, ['Pâtisserie Vallon SAS', '4 rue des Lices', '12000 RODEZ']),
      [...run('Date', 60, 200), ...run('N° Client', 160, 200), ...run('N° TVA Intracommunautaire', 300, 200)],
      [...run('12/02/2026', 60, 214), ...run('4471', 160, 214), ...run('FR56831402276', 300, 214)],
      run('TVA CE : FR63514300128', 60, 780),
      run('SAS au capital de 80 000 Euro - RCS RODEZ B 514 300 128', 60, 794),
    );
    expect(invoice.vendor).toMatchObject({ name: 'Tissages Aubrac SAS', vat_number: 'FR63514300128' });
  });
});

describe('a code before a city', () => {
  it('is one with it where a dash stands between them', () => {
    const { invoice } = read(title, window, imprint);
    expect(invoice.customer).toMatchObject({ address: 'Avda. Pirineos 12, 22004 - HUESCA', postal_code: '22004' });
  });
});

describe('an imprint', () => {
  it('names the company behind its number', () => {
    const { invoice } = read(
      title,
      window,
      run('Registro Mercantil de Logroño - Hoja L-4471 N.I.F. F-77301554 Factor Orduña S.L., C/ Batán 7', 60, 800),
    );
    expect(invoice.vendor).toMatchObject({ name: 'Factor Orduña S.L.', vat_number: 'F77301554' });
  });

  it('is the vendor’s, and not the codes below "Emisor" on the slip of its payment', () => {
    const slip = column(60, 600, ['Emisor: 44172039-000', 'Referencia: 7712', 'Identificación: 220926']);
    const { invoice } = read(title, window, slip, run('Hilaturas Orduña S.L.', 60, 740, 6));
    expect(invoice.vendor.name).not.toContain('220926');
  });
});

describe('a day', () => {
  it('is the invoice’s and the one to pay by under labels that name both papers', () => {
    const days = ['Fecha emisión factura: 9 de junio de 2026', 'Fecha estimada de cargo: 16/06/2026'];
    const { invoice } = read(
      run('FACTURA', 60, 30, 16),
      run('Nº factura: 118', 60, 200),
      column(60, 220, days),
      imprint,
    );
    expect(invoice).toMatchObject({ invoice_date: '2026-06-09', due_date: '2026-06-16' });
  });
});

describe('a series in a cell of its own', () => {
  const box = (head: Word[][], ...values: Word[]) =>
    read(run('FACTURA', 60, 30, 16), head.flat(), values, run('24/11/2025', 160, 214), window, imprint).invoice;

  it('is of the number under their common label', () => {
    const heads = [run('Factura', 72, 200), run('Fecha', 160, 200)];
    expect(box(heads, ...run('F', 62, 214), ...run('103', 84, 214)).invoice_number).toBe('F 103');
  });

  it('is none under a label of its own', () => {
    const heads = [run('Tipo', 40, 200), run('Nº factura', 84, 200), run('Fecha', 160, 200)];
    expect(box(heads, ...run('F', 52, 214), ...run('103', 84, 214)).invoice_number).toBe('103');
  });
});

describe('a company below a word for a shop', () => {
  const shop = (...more: Word[][]) =>
    decide(
      opened(
        page(
          [
            run('Factura #2311', 40, 30, 16),
            [...run('Magazin', 40, 120), ...run('Adresă', 220, 120), ...run('Telefon', 400, 120)],
            [
              ...run('SC Merișor Market SRL', 40, 134),
              ...run('Bd. Unirii nr. 8', 220, 134),
              ...run('0732000111', 400, 134),
            ],
            [...run('CUI RO 18547290', 40, 148), ...run('885400 Tulcea', 220, 148)],
            column(40, 220, [
              'Adresa de facturare',
              'Rovina Exemplu SA',
              'Calea Gării nr. 3',
              'Sibiu',
              'CUI RO9900816346',
            ]),
            ...more,
          ].flat(),
        ),
      ),
      { vat: 'RO9900816346', name: null },
      '2026-11-21',
    );

  it('sells where no other company’s number is on the page, and is not sure for that', () => {
    const { invoice, fields } = shop();
    expect(invoice.vendor).toMatchObject({ name: 'SC Merișor Market SRL', vat_number: 'RO18547290' });
    expect(invoice.customer.name).toBe('Rovina Exemplu SA');
    expect([fields['vendor.name']!.confidence, fields['vendor.vat_number']!.confidence]).not.toContain('high');
  });

  it('is where goods go beside the vendor', () => {
    const { invoice } = shop(column(300, 60, ['Depozit Carpați SRL', 'Str. Morii 4, Brașov', 'CUI RO15193236']));
    expect(invoice.vendor).toMatchObject({ name: 'Depozit Carpați SRL', vat_number: 'RO15193236' });
  });
});
