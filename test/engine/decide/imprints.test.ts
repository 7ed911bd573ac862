import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, printTable, run } from '../../helpers/printed-page.ts';
import { read } from './titled-pages.ts';

const foot = (text: string): Word[] => run(text, 40, 800, 6);
const vendorOf = (words: Word[]) => read(words).invoice.vendor;

describe('an imprint in one line', () => {
  it('has one address, though where the company is registered follows', () => {
    const { name, address } = vendorOf([
      ...run('FACTURA', 250, 30, 16),
      ...foot(
        'Documento emitido por NORDAL ENERGÍA, S.A.U. - domicilio fiscal: C/ Tomás Lerma 1, 28033 Madrid; domicilio social: Plaza Sur 5, 48009 Bilbao',
      ),
    ]);
    expect([name, address]).toEqual(['NORDAL ENERGÍA, S.A.U.', 'C/ Tomás Lerma 1, 28033 Madrid']);
  });

  it('says between name and address who holds the company', () => {
    const { name, address } = vendorOf([
      ...run('FATTURA', 250, 30, 16),
      ...foot('NORDAL S.p.A. - Società a Socio Unico, Via Carlo Emanuele II, 6/14, 25121 Brescia (BS)'),
    ]);
    expect([name, address]).toEqual(['NORDAL S.p.A.', 'Via Carlo Emanuele II, 6/14, 25121 Brescia (BS)']);
  });

  it('says so behind the address as well', () => {
    const { address } = vendorOf([
      ...run('FATTURA', 250, 30, 16),
      ...foot('NORDAL ENERGIA S.p.A.- Sede Legale: Foro Romano 31 - 20121 Milano - Società a socio unico'),
    ]);
    expect(address).toBe('Foro Romano 31 - 20121 Milano');
  });

  it('sets the legal form apart by a long dash, and the address from what follows', () => {
    const { name, address } = vendorOf([
      ...run('FACTURE', 250, 30, 16),
      ...foot(
        'NORDAL VOITURES — SAS au capital de 90 000 € — Siège : 14 rue du Puits, 69003 Lyon — RCS Lyon 512 847 396',
      ),
    ]);
    expect([name, address]).toEqual(['NORDAL VOITURES', '14 rue du Puits, 69003 Lyon']);
  });

  it('calls the company what may name a person', () => {
    const { name, address } = vendorOf([
      ...run('FACTURĂ', 250, 30, 16),
      ...foot('Operator: NORDAL TURISM S.A., Str. Lungă 12, 515800 Sebeș · CIF RO16702141'),
    ]);
    expect([name, address]).toEqual(['NORDAL TURISM S.A.', 'Str. Lungă 12, 515800 Sebeș']);
  });

  it('labels only the code of an address', () => {
    const { name, address } = vendorOf([
      ...run('FAKTURA - DAŇOVÝ DOKLAD', 40, 80, 10),
      ...run('Dodavatel: NORDAL Trade s.r.o., Lipová 8/3, Praha 5 , PSČ: 15800, tel: 222 000 111', 187, 20, 6),
      ...run('IČ: 25123891, DIČ: CZ25123891', 187, 30, 6),
    ]);
    expect([name, address]).toEqual(['NORDAL Trade s.r.o.', 'Lipová 8/3, Praha 5, 15800']);
  });

  it('has a number behind the name that nothing labels, and the address stands in the middle of the head', () => {
    const centred = (text: string, y: number) => run(text, 180 - 2.5 * text.length, y);
    const { name, vat_number, address } = vendorOf([
      ...run('FACTURA', 380, 30, 16),
      ...centred('Avda. Enrique Prado 29 B, Edif. Mirador', 95),
      ...centred('38700 - Santa Cruz', 107),
      ...centred('Email: nordalan@nordalan.example', 119),
      ...foot('Nordalan SLU B12345674 Inscrita en el Registro Mercantil, Tomo 9, Folio 122, Hoja 384'),
    ]);
    expect([name, vat_number]).toEqual(['Nordalan SLU', 'B12345674']);
    expect(address).toBe('Avda. Enrique Prado 29 B, Edif. Mirador, 38700 - Santa Cruz');
  });
});

describe('parties of forms', () => {
  it('are read level with a row of the data of the invoice', () => {
    const { name, address } = vendorOf([
      ...printTable(
        [
          ['Kundennummer:', 'Karteninhaber:', 'Zahlungsart:', 'Nordal Markt'],
          ['40318', 'Rita K', 'Bar', 'Nordgourmet Schweiz AG'],
          [null, null, null, 'Seestrasse 21'],
          [null, null, null, '3700 Spiez'],
        ],
        [20, 160, 300, 440].map((x) => ({ x, align: 'left' as const })),
        58,
        13,
      ),
      ...run('Muster GmbH', 20, 130),
      ...run('RECHNUNG', 20, 200, 14),
    ]);
    expect([name, address]).toEqual(['Nordgourmet Schweiz AG', 'Seestrasse 21, 3700 Spiez']);
  });

  it("have the street an empty line below the customer's name", () => {
    const { customer } = read([
      ...run('FAKTURA - DAŇOVÝ DOKLAD', 40, 80, 10),
      ...run('Odběratel:', 186, 135, 7),
      ...run('č. zákazníka: 4 100200', 253, 135, 7),
      ...run('Nordal Plus s.r.o.', 186, 145.5, 7),
      ...run('Topolová 11/2', 186, 167, 7),
      ...run('Praha 9 190 00', 186, 177.5, 7),
    ]).invoice;
    expect([customer.name, customer.address]).toEqual(['Nordal Plus s.r.o.', 'Topolová 11/2, Praha 9 190 00']);
  });

  it('are no companies that a caption of their own names above the number of the customer', () => {
    const { customer } = read([
      ...run('FACTURA DE ELECTRICIDAD', 60, 36, 14),
      ...column(323, 173, ['Auto Norte S.L.', 'Avda. Prado 29', '38700 Santa Cruz']),
      ...printTable(
        [
          ['Empresa distribuidora:', 'REDES DIGITALES DEL SUR S.L.U.'],
          ['Dirección fiscal:', 'Avda. Prado 29, 38700 Santa Cruz'],
          ['CIF titular', 'RO18547290'],
        ],
        [
          { x: 46, align: 'left' },
          { x: 200, align: 'left' },
        ],
        522,
        11,
      ),
    ]).invoice;
    expect(customer.name).toBe('Auto Norte S.L.');
  });

  it('are written to in a street that begins in small letters', () => {
    const { customer } = read([
      ...run('RECHNUNG Nr. 5120', 45, 293, 12),
      ...run('Nordal Tankstelle GmbH', 279, 26),
      ...run('Talstraße 12, 69181 Leimen', 279, 40),
      ...run('Anna Lindner', 52, 180),
      ...run('in der Aue 7', 52, 192),
      ...run('69181 Leimen', 52, 217),
    ]).invoice;
    expect([customer.name, customer.address]).toEqual(['Anna Lindner', 'in der Aue 7, 69181 Leimen']);
  });

  it.each([
    ['De :', 'Pour :'],
    ['Von:', 'Für:'],
    ['Van:', 'Voor:'],
  ])('are under "%s" and "%s"', (from, to) => {
    const words = [
      ...column(42, 138, [from, 'Nordal SAS', '63 Boulevard Sud', '75013 Paris']),
      ...column(312, 138, [to, 'Kestrel', '40 rue du Port', '17000 La Rochelle']),
      ...run('Facture n° 2026031800412', 312, 45, 15),
    ];
    const { vendor, customer } = decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-11-21').invoice;
    expect([vendor.name, customer.name]).toEqual(['Nordal SAS', 'Kestrel']);
  });
});

describe('addresses apart from names', () => {
  it("stand in the foot of a later page between the vendor's contacts", () => {
    const first = [...run('FACTUUR', 60, 60, 16), ...run('Nordal B.V.', 430, 54, 21)];
    const last = [
      ...run('Meeboerlaan 6, 3811 AB Nordal, T 0341 55 00 10, info@nordal.example', 158, 763, 8),
      ...run('KVK 01234567, BTW NL820424730B01, IBAN NL91ABNA0417164300', 158, 773, 8),
    ];
    const { vendor } = read(first, last).invoice;
    expect([vendor.address, vendor.email]).toEqual(['Meeboerlaan 6, 3811 AB Nordal', 'info@nordal.example']);
  });

  it('stand under both persons, of whom the label names one', () => {
    const { customer } = read([
      ...run('Facture du 23/06/2026', 211, 266, 14),
      ...column(320, 144, ['LAURA MARTIN JEAN MARTIN', '6 AVENUE DU PORT', '21000 DIJON']),
      ...column(23, 375, ['Titulaire du contrat', 'Mme, M. LAURA MARTIN', 'JEAN MARTIN']),
    ]).invoice;
    expect(customer.address).toBe('6 AVENUE DU PORT, 21000 DIJON');
  });
});
