/** How a country writes its money and days, and what its numbers look like. */
export interface Country {
  code: string;
  currency: string;
  /** As printed beside amounts. */
  sign: string;
  signBefore: boolean;
  point: string;
  thousands: string;
  decimals: number;
  /** With the letters of `yyyy-mm-dd` in the country's order. */
  day: string;
  /** Standard rate of VAT and a reduced one, in percent. */
  rates: readonly [number, number];
  /** `#` is a digit, `@` a letter, anything else itself. */
  vat: string;
  /** Printed before the VAT number; empty where it is usually left out. */
  vatPrefix: string;
}

const euro = { currency: 'EUR', sign: '€', signBefore: false, point: ',', thousands: '.', decimals: 2 };
const dotted = 'dd.mm.yyyy';
const slashed = 'dd/mm/yyyy';

const all: Country[] = [
  { ...euro, code: 'AT', day: dotted, rates: [20, 10], vat: 'U########', vatPrefix: 'AT' },
  { ...euro, code: 'BE', day: slashed, rates: [21, 6], vat: '0#########', vatPrefix: 'BE' },
  { ...euro, code: 'BG', day: dotted, thousands: ' ', rates: [20, 9], vat: '#########', vatPrefix: 'BG' },
  { ...euro, code: 'CY', day: slashed, rates: [19, 9], vat: '########@', vatPrefix: 'CY' },
  {
    ...euro,
    code: 'CZ',
    currency: 'CZK',
    sign: 'Kč',
    thousands: ' ',
    day: dotted,
    rates: [21, 12],
    vat: '########',
    vatPrefix: 'CZ',
  },
  { ...euro, code: 'DE', day: dotted, rates: [19, 7], vat: '#########', vatPrefix: 'DE' },
  { ...euro, code: 'EL', day: slashed, rates: [24, 13], vat: '#########', vatPrefix: '' },
  { ...euro, code: 'ES', day: slashed, rates: [21, 10], vat: 'B########', vatPrefix: '' },
  { ...euro, code: 'FR', day: slashed, thousands: ' ', rates: [20, 10], vat: '###########', vatPrefix: 'FR' },
  {
    ...euro,
    code: 'GB',
    currency: 'GBP',
    sign: '£',
    signBefore: true,
    point: '.',
    thousands: ',',
    day: slashed,
    rates: [20, 5],
    vat: '#########',
    vatPrefix: 'GB',
  },
  { ...euro, code: 'HR', day: 'dd.mm.yyyy.', rates: [25, 13], vat: '###########', vatPrefix: '' },
  {
    ...euro,
    code: 'HU',
    currency: 'HUF',
    sign: 'Ft',
    thousands: ' ',
    decimals: 0,
    day: 'yyyy.mm.dd.',
    rates: [27, 5],
    vat: '########',
    vatPrefix: '',
  },
  {
    ...euro,
    code: 'IE',
    signBefore: true,
    point: '.',
    thousands: ',',
    day: slashed,
    rates: [23, 9],
    vat: '#######@',
    vatPrefix: 'IE',
  },
  { ...euro, code: 'IT', day: slashed, rates: [22, 10], vat: '###########', vatPrefix: '' },
  { ...euro, code: 'NL', signBefore: true, day: 'dd-mm-yyyy', rates: [21, 9], vat: '#########B01', vatPrefix: 'NL' },
  {
    ...euro,
    code: 'PL',
    currency: 'PLN',
    sign: 'zł',
    thousands: ' ',
    day: dotted,
    rates: [23, 8],
    vat: '##########',
    vatPrefix: '',
  },
  { ...euro, code: 'PT', thousands: ' ', day: 'dd-mm-yyyy', rates: [23, 13], vat: '5########', vatPrefix: '' },
  {
    ...euro,
    code: 'RO',
    currency: 'RON',
    sign: 'lei',
    day: dotted,
    rates: [21, 11],
    vat: '########',
    vatPrefix: 'RO',
  },
  { ...euro, code: 'SI', day: dotted, rates: [22, 9.5], vat: '########', vatPrefix: 'SI' },
];

/** By ISO 3166 code, Greece as EL like its VAT numbers. */
export const countries: Readonly<Record<string, Country>> = Object.fromEntries(all.map((own) => [own.code, own]));
