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
      ...foot('NORDAL S.p.A. - Società a Socio Unico, Via Vittorio Emanuele II, 4/28, 25030 Roncadelle (BS)'),
    ]);
    expect([name, address]).toEqual(['NORDAL S.p.A.', 'Via Vittorio Emanuele II, 4/28, 25030 Roncadelle (BS)']);
  });

  it('says so behind the address as well', () => {
    const { address } = vendorOf([
      ...run('FATTURA', 250, 30, 16),
      ...foot('NORDAL ENERGIA S.p.A.- Sede Legale: Foro Romano 31 - 20121 Milano - Società a socio unico'),
    ]);
    expect(address).toBe('Foro Romano 31 - 20121 Milano');
  });

  it('labels only the code of an address', () => {
    const { name, address } = vendorOf([
      ...run('FAKTURA - DAŇOVÝ DOKLAD', 40, 80, 10),
      ...run('Dodavatel: NORDAL Trade s.r.o., Jeremiášova 12/7, Praha 5 , PSČ: 15500, tel: 281 083 111', 187, 20, 6),
      ...run('IČ: 26450691, DIČ: CZ26450691', 187, 30, 6),
    ]);
    expect([name, address]).toEqual(['NORDAL Trade s.r.o.', 'Jeremiášova 12/7, Praha 5, 15500']);
  });

  it('has a number behind the name that nothing labels, and the address stands in the middle of the head', () => {
    const centred = (text: string, y: number) => run(text, 180 - 2.5 * text.length, y);
    const { name, vat_number, address } = vendorOf([
      ...run('FACTURA', 380, 30, 16),
      ...centred('Avda. Enrique Prado 29 B, Edif. Mirador', 95),
      ...centred('38760 - Los Llanos', 107),
      ...centred('Email: nordalan@nordalan.example', 119),
      ...foot('Nordalan SLU B90440116 Inscrita en el Registro Mercantil, Tomo 9, Folio 122, Hoja 384'),
    ]);
    expect([name, vat_number]).toEqual(['Nordalan SLU', 'B90440116']);
    expect(address).toBe('Avda. Enrique Prado 29 B, Edif. Mirador, 38760 - Los Llanos');
  });
});

describe('parties of forms', () => {
  it('are read level with a row of the data of the invoice', () => {
    const { name, address } = vendorOf([
      ...printTable(
        [
          ['Kundennummer:', 'Karteninhaber:', 'Zahlungsart:', 'Nordal Markt'],
          ['90207', 'Natalie J', 'Bar', 'Nordgourmet Schweiz AG'],
          [null, null, null, 'Stockhornstrasse 19'],
          [null, null, null, '3627 Heimberg'],
        ],
        [20, 160, 300, 440].map((x) => ({ x, align: 'left' as const })),
        58,
        13,
      ),
      ...run('Muster GmbH', 20, 130),
      ...run('RECHNUNG', 20, 200, 14),
    ]);
    expect([name, address]).toEqual(['Nordgourmet Schweiz AG', 'Stockhornstrasse 19, 3627 Heimberg']);
  });

  it("have the street an empty line below the customer's name", () => {
    const { customer } = read([
      ...run('FAKTURA - DAŇOVÝ DOKLAD', 40, 80, 10),
      ...run('Odběratel:', 186, 135, 7),
      ...run('č. zákazníka: 4 279116', 253, 135, 7),
      ...run('Nordal Plus s.r.o.', 186, 145.5, 7),
      ...run('Chudenická 10/3', 186, 167, 7),
      ...run('Praha 10 102 00', 186, 177.5, 7),
    ]).invoice;
    expect([customer.name, customer.address]).toEqual(['Nordal Plus s.r.o.', 'Chudenická 10/3, Praha 10 102 00']);
  });

  it('are no companies that a caption of their own names above the number of the customer', () => {
    const { customer } = read([
      ...run('FACTURA DE ELECTRICIDAD', 60, 36, 14),
      ...column(323, 173, ['Auto Norte S.L.', 'Avda. Prado 29', '38760 Los Llanos']),
      ...printTable(
        [
          ['Empresa distribuidora:', 'REDES DIGITALES DEL SUR S.L.U.'],
          ['Dirección fiscal:', 'Avda. Prado 29, 38760 Los Llanos'],
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
      ...run('RECHNUNG Nr. 6866', 45, 293, 12),
      ...run('Nordal Tankstelle GmbH', 279, 26),
      ...run('Talstraße 4, 69469 Weinheim', 279, 40),
      ...run('Anna Schenk', 52, 180),
      ...run('in der Aue 19', 52, 192),
      ...run('69469 Weinheim', 52, 217),
    ]).invoice;
    expect([customer.name, customer.address]).toEqual(['Anna Schenk', 'in der Aue 19, 69469 Weinheim']);
  });

  it.each([
    ['De :', 'Pour :'],
    ['Von:', 'Für:'],
    ['Van:', 'Voor:'],
  ])('are under "%s" and "%s"', (from, to) => {
    const words = [
      ...column(42, 138, [from, 'Nordal SAS', '63 Boulevard Sud', '75013 Paris']),
      ...column(312, 138, [to, 'Kestrel', '40 rue du Port', '17000 La Rochelle']),
      ...run('Facture n° 2022030201155', 312, 45, 15),
    ];
    const { vendor, customer } = decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-11-21').invoice;
    expect([vendor.name, customer.name]).toEqual(['Nordal SAS', 'Kestrel']);
  });
});

describe('addresses apart from names', () => {
  it("stand in the foot of a later page between the vendor's contacts", () => {
    const first = [...run('FACTUUR', 60, 60, 16), ...run('Nordal B.V.', 430, 54, 21)];
    const last = [
      ...run('Meeboerlaan 6, 3851 SR Nordal, T 0341 36 33 12, info@nordal.example', 158, 763, 8),
      ...run('KVK 08113875, BTW NL820424730B01, IBAN NL91ABNA0417164300', 158, 773, 8),
    ];
    const { vendor } = read(first, last).invoice;
    expect([vendor.address, vendor.email]).toEqual(['Meeboerlaan 6, 3851 SR Nordal', 'info@nordal.example']);
  });

  it('stand under both persons, of whom the label names one', () => {
    const { customer } = read([
      ...run('Facture du 23/06/2026', 211, 266, 14),
      ...column(320, 144, ['LAURA MARTIN JEAN MARTIN', '6 AVENUE DU PORT', '94000 CRETEIL']),
      ...column(23, 375, ['Titulaire du contrat', 'Mme, M. LAURA MARTIN', 'JEAN MARTIN']),
    ]).invoice;
    expect(customer.address).toBe('6 AVENUE DU PORT, 94000 CRETEIL');
  });
});
