import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { companyNameEnd } from '../../../server/engine/parties/company-name.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';
import { read } from './titled-pages.ts';

const sums = [
  ...run('Subtotaal', 330, 600),
  ...runTo('300,00', 530, 600),
  ...run('Btw 21%', 330, 618),
  ...runTo('63,00', 530, 618),
  ...run('Totaal', 330, 636),
  ...runTo('363,00', 530, 636),
];
const titled = [...run('FACTUUR', 60, 300, 16), ...run('Factuurnummer: R267982', 60, 330)];

describe('a letter with both parties below each other, and no label over either', () => {
  it('has the customer apart from the vendor, whose site is nobody', () => {
    const { invoice } = read([
      ...column(60, 60, [
        'Installatiebedrijf De Vuurhaard B.V.',
        'Stationsstraat 61',
        '3511 EC Utrecht',
        'Btw-nummer NL820424730B01',
        'Tel. 030 231 48 70 · devuurhaard.nl',
      ]),
      ...column(60, 143, ['Tandartspraktijk Noord', 'Nieuwestad 22', '8911 CP Leeuwarden', 'Btw-nummer RO18547290']),
      ...titled,
      ...sums,
    ]);
    expect(invoice.vendor).toMatchObject({
      name: 'Installatiebedrijf De Vuurhaard B.V.',
      vat_number: 'NL820424730B01',
      address: 'Stationsstraat 61, 3511 EC Utrecht',
    });
    expect(invoice.customer).toMatchObject({
      name: 'Tandartspraktijk Noord',
      address: 'Nieuwestad 22, 8911 CP Leeuwarden',
    });
  });
});

it('a legal form alone in the second line of a name, set to the right, is none of the address', () => {
  const right = (lines: string[]) => lines.flatMap((line, i) => runTo(line, 540, 40 + 16 * i, i < 1 ? 16 : 11));
  const { invoice } = read([
    ...right(['Ferretería Olmo Egea', 'S.L.', 'Callejón Olivares 21 Piso', '3 Vitoria, 01005', '+34 900555018']),
    ...column(60, 200, ['Datos del cliente:', 'Auto Test 2003 SRL', 'CIF: RO18547290']),
    ...titled,
    ...sums,
  ]);
  expect(invoice.vendor).toMatchObject({
    name: 'Ferretería Olmo Egea S.L.',
    address: 'Callejón Olivares 21 Piso, 3 Vitoria, 01005',
  });
});

it.each(['Votre Email :', 'Ihre E-Mail:', 'Your email:'])('a word for whose it is names nobody: %s', (label) => {
  const { invoice } = read([
    ...column(30, 60, ['N° compte client : A-204417', `${label} noreply@nordal.example`]),
    ...column(330, 150, ['Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, 400509 Cluj-Napoca']),
    ...titled,
    ...sums,
  ]);
  expect(invoice.vendor.name).toBeNull();
});

describe('a company that is named by what it does', () => {
  it('is no sentence, though all of its words are in small letters', () => {
    const { invoice } = read([
      ...column(60, 60, [
        'Jardines y riegos agrícolas costeros SL',
        'VENTA AL POR MAYOR',
        'B12345674',
        'C/ Herreros, 14',
      ]),
      ...run('41007 Sevilla', 60, 118),
      ...column(330, 150, ['Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, 400509 Cluj-Napoca']),
      ...titled,
      ...sums,
    ]);
    expect(invoice.vendor.name).toBe('Jardines y riegos agrícolas costeros SL');
  });
});

describe('a word for a holder', () => {
  const foreign = { vat: 'RO9900816346', name: null };
  const issuer = column(60, 60, ['Vetreria Solani S.r.l.', 'Via dei Mille 18', '35121 Padova', 'P.IVA IT00743110157']);
  const named = (heading: string) =>
    decide(
      opened(
        page([
          ...issuer,
          ...column(330, 130, [heading, 'Ferramenta Olmi S.p.A.', 'Corso Cavour 4', '37121 Verona']),
          ...run('P.IVA IT12345670017', 330, 190),
          ...titled,
          ...sums,
        ]),
      ),
      foreign,
      '2026-11-21',
    ).invoice;

  it.each(['Intestatario', 'Titular', 'Titulaire', 'Титуляр'])(
    'over a block with an address heads the customer: %s',
    (heading) => {
      const { vendor, customer } = named(heading);
      expect(vendor).toMatchObject({ name: 'Vetreria Solani S.r.l.', vat_number: 'IT00743110157' });
      expect(customer).toMatchObject({ name: 'Ferramenta Olmi S.p.A.', address: 'Corso Cavour 4, 37121 Verona' });
    },
  );

  it('among the lines of an account says whose it is, and names no customer', () => {
    const { invoice } = decide(
      opened(
        page([
          ...issuer,
          ...titled,
          ...sums,
          ...column(60, 700, [
            'Banca Popolare di Padova',
            'IBAN: IT60 X054 2811 1010 0000 0123 456',
            'Intestatario: Vetreria Solani S.r.l.',
          ]),
        ]),
      ),
      foreign,
      '2026-11-21',
    );
    expect(invoice.vendor.name).toBe('Vetreria Solani S.r.l.');
    expect(invoice.customer.name).toBeNull();
  });
});

describe('a narrow column', () => {
  const side = column(20, 60, [
    'Zhitnica Trading B.V.',
    'Boulevard Zuid',
    '186',
    '3511 EC Utrecht',
    'Btw NL820424730B01',
  ]);

  it('breaks a street before the number of its house', () => {
    const { invoice } = read([...side, ...titled, ...sums]);
    expect(invoice.vendor.address).toBe('Boulevard Zuid, 186, 3511 EC Utrecht');
  });

  it('breaks a Dutch postal code, which is no legal form, from its town', () => {
    const { invoice } = read([
      ...column(20, 60, ['Zhitnica Trading B.V.', 'Boulevard Zuid 41, 3511 EC', 'Utrecht', 'Btw NL820424730B01']),
      ...titled,
      ...sums,
    ]);
    expect(invoice.vendor).toMatchObject({
      name: 'Zhitnica Trading B.V.',
      address: 'Boulevard Zuid 41, 3511 EC Utrecht',
    });
  });

  it('goes on under the name that stands behind its heading', () => {
    const under = (heading: string, y: number, lines: string[]) => {
      const words = run(heading, 20, y);
      return [...words, ...column(words[1]!.x, y + 13, lines)];
    };
    const { invoice } = read([
      ...under('KLANT: BRAD ALB IMPEX S.R.L.', 60, ['Btw RO18547290', 'Strada Lungă 5', '700259 Iași']),
      ...under('LEVERANCIER: ZHITNICA TRADING B.V.', 130, [
        'Btw NL820424730B01',
        'Nieuwestad 22',
        '8911 CP Leeuwarden',
      ]),
      ...titled,
      ...sums,
    ]);
    expect(invoice.vendor).toMatchObject({
      name: 'ZHITNICA TRADING B.V.',
      vat_number: 'NL820424730B01',
      address: 'Nieuwestad 22, 8911 CP Leeuwarden',
    });
  });

  it('has the bank under its heading, where sums stand beside that', () => {
    const { invoice } = read([
      ...side,
      ...titled,
      ...sums,
      ...run('Bank', 20, 618),
      ...column(20, 631, ['Volksbank Noord · IBAN', 'NL91ABNA0417164300']),
    ]);
    expect(invoice.bank_details).toMatchObject({ iban: 'NL91ABNA0417164300', bank_name: 'Volksbank Noord' });
  });
});

describe('legal forms', () => {
  it.each([
    'Kwekerij Noord v.o.f.',
    'Bakker b.v.',
    'Rossi s.n.c.',
    'Verdi s.r.l.',
    'Brandt & Partner',
    'Novák a spol.',
  ])('end a name in small letters with their dots, and so do partners: %s', (name) =>
    expect(companyNameEnd(name)).toBe(name.length),
  );

  it('are no words in small letters without them, and neither stair nor floor of a house', () => {
    expect(companyNameEnd('ORADEA, Aleea Teilor NR 7 BL C 2 SC 3 ,ET 4')).toBeNull();
    expect(companyNameEnd('cabluri ș.a.')).toBeNull();
    expect(companyNameEnd('Levering bv nv')).toBeNull();
  });
});

/** Without a title, whoever is asked for. */
const parties = (...words: ReturnType<typeof run>[]) => read(words.flat());

describe('parties in lines that begin with words for them', () => {
  it.each([
    ['Furnizor', 'Client'],
    ['Eladó', 'Vevő'],
    ['Seller', 'Buyer'],
  ])('are named behind words without a colon that begin both names: %s and %s', (vendor, customer) => {
    const { invoice } = parties(
      column(60, 60, [`${vendor} Holzbau Fichtner SRL`, 'Str. Lungă nr. 5, 700123 Iași', 'CIF: RO16702141']),
      column(60, 160, [`${customer} Nordal Feronerie SRL`, 'Calea Florești nr. 3, 400509 Cluj-Napoca']),
    );
    expect(invoice.vendor.name).toBe('Holzbau Fichtner SRL');
    expect(invoice.customer.name).toBe('Nordal Feronerie SRL');
  });

  it('keep such a word where no label of the other party begins a line: it is of the name', () => {
    const { invoice } = parties(
      column(60, 60, ['Client Zone SRL', 'Str. Lungă nr. 5, 700123 Iași', 'CIF: RO16702141']),
      column(60, 160, ['Cumpărător: Nordal Feronerie SRL', 'Calea Florești nr. 3, 400509 Cluj-Napoca']),
    );
    expect(invoice.vendor.name).toBe('Client Zone SRL');
  });
});
