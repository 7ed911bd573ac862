import { describe, expect, it } from 'vitest';
import { decide } from '../../server/engine/decide/decide.ts';
import { lexicon } from '../../server/engine/lexicon/lexicon.ts';
import type { OpenedFile } from '../../server/engine/page.ts';
import { column, invoiceTitle, opened, page } from '../helpers/printed-page.ts';

/** How a language's companies print their number in the trade register, and what is to be read of it. */
interface Case {
  /** Headings over the parties' blocks. */
  parties: [vendor: string, customer: string];
  /** Of the vendor, then of the customer: as printed, and the value. */
  numbers: [[printed: string, value: string], [printed: string, value: string]];
  /** What companies print beside it and is none. */
  other: string;
}

const cases: Record<string, Case> = {
  bg: {
    parties: ['Доставчик', 'Получател'],
    numbers: [
      ['ф.дело: 1234/2010', '1234/2010'],
      ['ЕИК: 203456789', '203456789'],
    ],
    other: 'ЕГН: 7501020018',
  },
  cs: {
    parties: ['Dodavatel', 'Odběratel'],
    numbers: [
      ['Spisová značka: C 12345 vedená u Městského soudu v Praze', 'C 12345 vedená u Městského soudu v Praze'],
      ['v obchodním rejstříku, oddíl B, vložka 4521', 'oddíl B, vložka 4521'],
    ],
    other: 'IČO: 27074358',
  },
  de: {
    parties: ['Verkäufer', 'Kunde'],
    numbers: [
      ['HRB 47110 Amtsgericht Kiel', 'HRB 47110 Amtsgericht Kiel'],
      ['Amtsgericht Lübeck HRA 2231', 'Amtsgericht Lübeck HRA 2231'],
    ],
    other: 'Steuernummer: 20/123/45678',
  },
  el: {
    parties: ['Προμηθευτής', 'Πελάτης'],
    numbers: [
      ['Αρ. ΓΕΜΗ: 123456701000', '123456701000'],
      ['Γ.Ε.ΜΗ. 98765403000', '98765403000'],
    ],
    other: 'ΔΟΥ: 1234',
  },
  en: {
    parties: ['Supplier', 'Customer'],
    numbers: [
      ['Company Reg. No. 04512345', '04512345'],
      ['Registered in England No. SC123456', 'SC123456'],
    ],
    other: 'Capital: 100000 GBP',
  },
  es: {
    parties: ['Proveedor', 'Cliente'],
    numbers: [
      ['Registro Mercantil de Madrid, Tomo 1234, Folio 56, Hoja M-78901', 'Tomo 1234, Folio 56, Hoja M-78901'],
      ['Inscrita en el Registro Mercantil de Burgos, Tomo 12, Hoja BU-345', 'Tomo 12, Hoja BU-345'],
    ],
    other: 'CNAE: 4711',
  },
  fr: {
    parties: ['Vendeur', 'Client'],
    numbers: [
      ['RCS Lyon B 412 345 678', 'RCS Lyon B 412 345 678'],
      ['512 345 679 RCS Nantes', '512 345 679 RCS Nantes'],
    ],
    other: 'SIRET: 412 345 678 00017',
  },
  hr: {
    parties: ['Prodavatelj', 'Kupac'],
    numbers: [
      ['MBS: 080123456', '080123456'],
      ['Sudski registar: 040234567', '040234567'],
    ],
    other: 'Matični broj: 03212345',
  },
  hu: {
    parties: ['Eladó', 'Vevő'],
    numbers: [
      ['Cégjegyzékszám: 01-09-123456', '01-09-123456'],
      ['Cg. 13-10-041234', '13-10-041234'],
    ],
    other: 'Statisztikai számjel: 12345678-4711-113-01',
  },
  it: {
    parties: ['Fornitore', 'Cliente'],
    numbers: [
      ['REA: MI-1234567', 'MI-1234567'],
      ['R.E.A. n. 345678', '345678'],
    ],
    other: 'Codice fiscale: 01234567897',
  },
  nl: {
    parties: ['Leverancier', 'Klant'],
    numbers: [
      ['KvK-nummer: 30123456', '30123456'],
      ['KvK Rotterdam 24123457', '24123457'],
    ],
    other: 'RPR: 0403.170.701',
  },
  pl: {
    parties: ['Sprzedawca', 'Nabywca'],
    numbers: [
      ['KRS: 0000123456', '0000123456'],
      ['Numer KRS 0000654321', '0000654321'],
    ],
    other: 'REGON: 012345678',
  },
  pt: {
    parties: ['Fornecedor', 'Cliente'],
    numbers: [
      ['Matrícula CRC: 12345', '12345'],
      ['C.R.C. de Lisboa sob o n.º 67890', '67890'],
    ],
    other: 'CAE: 47112',
  },
  ro: {
    parties: ['Furnizor', 'Client'],
    numbers: [
      ['Nr. Reg. Com.: J40/1234/2010', 'J40/1234/2010'],
      ['Nr. Reg. Com. J2012000750528', 'J2012000750528'],
    ],
    other: 'Capital social: 45000 lei',
  },
  sl: {
    parties: ['Prodajalec', 'Kupec'],
    numbers: [
      ['Matična številka: 5123456000', '5123456000'],
      ['Mat. št.: 6123457000', '6123457000'],
    ],
    other: 'Okrožno sodišče: 11234500',
  },
};

const names = ['Brad Alb Impex S.R.L.', 'Auto Test 2003 SRL'] as const;

/** Both parties' blocks, each with its lines under its name. */
const file = ([vendor, customer]: [string, string], own: string[], theirs: string[], ...foot: string[]): OpenedFile =>
  opened(
    page([
      ...invoiceTitle,
      ...column(60, 160, [vendor, names[0], 'Str. Lungă nr. 5, 700001 Iași', ...own]),
      ...column(60, 260, [customer, names[1], 'Calea Florești nr. 3, 400001 Cluj', ...theirs]),
      ...column(60, 760, foot),
    ]),
  );
const read = (opened: OpenedFile) => decide(opened, { vat: 'RO18547290', name: null }, '2026-11-21');
const numbersOf = ({ invoice }: ReturnType<typeof read>) => [
  invoice.vendor.trade_register_number,
  invoice.customer.trade_register_number,
];

describe('the number in the trade register', () => {
  it('has a case in every language', () => {
    expect(Object.keys(cases)).toEqual(lexicon().map(({ language }) => language));
  });

  it.each(Object.entries(cases))(
    'is read of both parties in %s, with its place, and is sure',
    (_, { parties, numbers }) => {
      const [own, theirs] = numbers;
      const found = read(file(parties, [own[0]], [theirs[0]]));
      expect(numbersOf(found)).toEqual([own[1], theirs[1]]);
      const [above, below] = (['vendor', 'customer'] as const).map(
        (party) => found.fields[`${party}.trade_register_number`]!,
      );
      for (const field of [above, below]) expect(field).toMatchObject({ confidence: 'high', page: 1, source: 'text' });
      expect(above!.box![1]).toBeLessThan(260);
      expect(below!.box![1]).toBeGreaterThan(260);
    },
  );

  it.each(Object.entries(cases))(
    "is the customer's alone where the vendor prints none in %s",
    (_, { parties, numbers }) => {
      expect(numbersOf(read(file(parties, [], [numbers[0][0]])))).toEqual([null, numbers[0][1]]);
    },
  );

  it.each(Object.entries(cases))('is no other number that companies print in %s', (_, { parties, other }) => {
    expect(numbersOf(read(file(parties, [other], [other])))).toEqual([null, null]);
  });

  const { parties } = cases.ro!;

  it("is not the tax number, printed once more as the register's", () => {
    const found = read(file(parties, ['CIF: RO16702141', 'Nr. Reg. Com.: 16702141'], []));
    expect(numbersOf(found)).toEqual([null, null]);
  });

  it("is not sure behind words that may make it another company's", () => {
    const found = read(file(parties, ['Transportator Nr. Reg. Com. J40/1234/2010'], []));
    expect(found.fields['vendor.trade_register_number']?.confidence).not.toBe('high');
  });

  it('is not sure where two are printed in one block', () => {
    const found = read(file(parties, ['Nr. Reg. Com. J40/1234/2010', 'Nr. Reg. Com. J22/77/2004'], []));
    expect(found.fields['vendor.trade_register_number']).toMatchObject({ confidence: 'medium' });
    expect(found.fields['vendor.trade_register_number']?.evidence).toContain('rival');
  });

  it.each([
    ['J2012000750528', ['check_digit', 'labelled'], 'high'],
    ['J2012000750529', ['labelled'], 'medium'],
  ])('of a scan is sure by its check digit: %s', (number, evidence, confidence) => {
    const text = file(parties, [`Nr. Reg. Com. ${number}`], []);
    const scan: OpenedFile = {
      ...text,
      pages: text.pages.map((each) => ({
        ...each,
        source: 'ocr',
        words: each.words.map((word) => ({ ...word, source: 'ocr', confidence: 0.97 })),
      })),
    };
    expect(read(scan).fields['vendor.trade_register_number']).toMatchObject({ evidence, confidence });
  });

  it.each([
    ['KvK-nummer: 160 30 531', '160 30 531'],
    ['Handelsregister: HRB 12 345', 'HRB 12 345'],
    ['RCS Lyon 412 345 678', 'RCS Lyon 412 345 678'],
    ['Nr. Reg. Com. J40 / 1234 / 2010', 'J40 / 1234 / 2010'],
  ])('is whole where its digits stand in groups: %s', (printed, value) => {
    expect(numbersOf(read(file(parties, [printed], [])))[0]).toBe(value);
  });

  it("is the vendor's in the foot of the page, and not sure there", () => {
    const found = read(file(['Verkäufer', 'Kunde'], [], [], 'Amtsgericht Kiel HRB 47110'));
    expect(numbersOf(found)).toEqual(['Amtsgericht Kiel HRB 47110', null]);
    expect(found.fields['vendor.trade_register_number']?.confidence).toBe('medium');
  });

  it("needs no label in the form that only Romania's register has", () => {
    const found = read(file(parties, ['CIF RO16702141, J40/1234/2010'], []));
    expect(numbersOf(found)[0]).toBe('J40/1234/2010');
  });
});
