import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, invoiceTitle, opened, page, printTable } from '../../helpers/printed-page.ts';
import { sentences } from './account-sentences.ts';

const left = (x: number) => ({ x, align: 'left' as const });
const right = (x: number) => ({ x, align: 'right' as const });
const own = 'RO45RZBR0000060012186372';
const invoice: Word[] = [
  ...invoiceTitle,
  ...column(60, 40, [
    'Factura nr. MT-1204',
    'Data facturii: 09.02.2026',
    'Data scadenței: 11.03.2026',
    'Comanda nr. 77120-B',
  ]),
  ...column(60, 130, ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Str. Lungă nr. 5, 700123 Iași']),
  ...column(330, 130, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, 400509 Cluj-Napoca']),
  ...printTable(
    [
      ['Denumire', 'Cantitate', 'Preț', 'Valoare'],
      ['Hârtie A4 80 g', '10', '10,00', '100,00'],
      ['Toner XK 12', '10', '20,00', '200,00'],
    ],
    [left(60), right(300), right(420), right(530)],
    240,
  ),
  ...printTable(
    [
      ['Total fără TVA', '300,00 RON'],
      ['TVA 21%', '63,00 RON'],
      ['Total de plată', '363,00 RON'],
    ],
    [left(330), right(530)],
    330,
  ),
  ...column(60, 420, [`IBAN: ${own}`, 'BIC: RZBRROBU', 'Banca: Raiffeisen Bank', 'Brad Alb Impex S.R.L.']),
];
const read = (more: Word[] = []) =>
  decide(opened(page([...invoice, ...more])), { vat: 'RO18547290', name: null }, '2026-11-21');
const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (inner as Record<string, unknown>)[key], object);
const plain = read();

/** What an invoice prints besides: other people's accounts, numbers, days and sums, beneath words known and unknown. */
const figure = fc.oneof(
  fc.constantFrom(
    'IBAN: DE89370400440532013000',
    'DE89370400440532013000',
    'CIF: RO31415920',
    'RO31415920',
    'BIC: COBADEFFXXX',
    '1 EUR = 4,9764 RON',
  ),
  fc.stringMatching(/^[A-Z]{2}-[0-9]{3,5}$/),
  fc.stringMatching(/^[1-9][0-9]{2,5},[0-9]{2} (RON|EUR)$/),
  fc.date({ min: new Date('2024-01-01'), max: new Date('2026-11-20'), noInvalidDate: true }).map((date) => {
    const [year, month, day] = date.toISOString().slice(0, 10).split('-');
    return `${day}.${month}.${year}`;
  }),
);
const languages = lexicon();
const phrase = fc.oneof(
  fc.stringMatching(/^[A-ZȘȚ][a-zăîșț]{3,9}( [a-zăîșț]{3,9}){0,3}$/),
  fc.constantFrom(...Object.values(sentences).flatMap((own) => Object.values(own))),
  fc.constantFrom(
    ...languages.flatMap(({ labels }) => Object.values(labels).flatMap((phrases) => phrases.slice(0, 3))),
  ),
  fc.constantFrom(
    ...languages.flatMap(({ totals }) => Object.values(totals).flatMap((phrases) => phrases.slice(0, 2))),
  ),
  fc.constantFrom(
    ...languages.flatMap(({ documents }) => Object.values(documents).flatMap((titles) => titles[0] ?? [])),
  ),
);
const line = fc.oneof(
  phrase,
  figure,
  fc.tuple(phrase, fc.constantFrom(' ', ': '), figure).map((parts) => parts.join('')),
);

it('the invoice alone is high in all that it proves', () => {
  const high = Object.entries(plain.fields).filter(({ 1: { confidence } }) => confidence === 'high');
  expect(high.length).toBeGreaterThanOrEqual(20);
});

it('no block that is added, of whatever words, leaves a wrong value high', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), fc.constantFrom(60, 330), (lines, x) => {
      const { invoice: found, fields } = read(column(x, 520, lines));
      const wrong = Object.entries(fields).filter(
        ([path, { confidence }]) =>
          confidence === 'high' &&
          plain.fields[path]?.confidence === 'high' &&
          at(found, path) !== at(plain.invoice, path),
      );
      expect(wrong).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
