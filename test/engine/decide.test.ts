import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { fold } from '../../server/checks/fold.ts';
import { invoiceSchema } from '../../server/contract/invoice.ts';
import { decide } from '../../server/engine/decide/decide.ts';
import { termDays } from '../../server/engine/fields/term-days.ts';
import { tokensOf } from '../../server/engine/lexicon/tokens.ts';
import type { OpenedFile, Word } from '../../server/engine/page.ts';
import { packageRoot } from '../../server/resources.ts';
import { opened, page, run, word } from '../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };
const today = '2026-11-21';

/** What stands on invoices, and what does not: labels, values, whole cells of both, and noise. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...['Factura', 'Invoice no.', 'Rechnung Nr.', 'Facture n°', 'Seria', 'Data facturii:', 'Scadenta', 'Due date'],
    ...['Furnizor:', 'Supplier', 'Client', 'Cumpărător:', 'Bill to', 'CUI', 'USt-IdNr.', 'VAT no.', 'IBAN', 'BIC:'],
    ...['Cantitate', 'Qty', 'Preț unitar', 'Price', 'Valoare', 'Amount', 'TVA', 'VAT 19%', 'U.M.', 'Denumire'],
    ...['Total', 'Subtotal', 'Total TVA', 'Total de plată', 'Amount due', 'Discount', 'Avans', 'Report', 'Curs BNR'],
    ...['SC Alfa Beta SRL', 'Nordlicht GmbH', 'Str. Lungă nr. 5', '010101 București', 'Hauptstraße 7', '10115 Berlin'],
    ...['RO18547290', 'RO9900816346', 'DE271483066', '4031282', 'RO49AAAA1B31007593840000', 'AAAAROBU', 'a@b.example'],
    ...['+40 21 555 0101', 'lei', 'RON', 'EUR', '€', '4,9481', 'buc', 'kg', '19%', '21 %', '30 zile', '-', '1', '2'],
  ),
  fc.integer({ min: -9_999_999, max: 99_999_999 }).map((cents) => {
    const [whole, part] = (Math.abs(cents) / 100).toFixed(2).split('.');
    return `${cents < 0 ? '-' : ''}${whole!.replace(/\B(?=(\d{3})+$)/g, '.')},${part}`;
  }),
  fc.date({ min: new Date('2019-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }).map((date) => {
    const [year, month, day] = date.toISOString().slice(0, 10).split('-');
    return `${day}.${month}.${year}`;
  }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => text.replace(/\s/gu, '') || '.'),
  fc.stringMatching(/^[A-Z0-9/.,()%-]{1,14}$/),
);

/** Cells in rows and columns as on a page, or strewn about anyhow. */
const cloud: fc.Arbitrary<Word[]> = fc
  .array(
    fc.record({
      text: pieces,
      column: fc.integer({ min: 0, max: 6 }),
      row: fc.integer({ min: 0, max: 45 }),
      aside: fc.constantFrom(0, 0, 0, 3.7, -5.2, 11.1),
      size: fc.constantFrom(10, 10, 8, 14, 5),
    }),
    { maxLength: 120, size: 'max' },
  )
  .map((cells) =>
    cells.flatMap(({ text, column, row, aside, size }) => run(text, 30 + 78 * column + aside, 30 + 17 * row, size)),
  );

const amount = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2).replace('.', ','));
const label = fc.constantFrom(
  ...[
    'Factura nr.',
    'Invoice no.',
    'Data facturii:',
    'Scadenta',
    'Comanda',
    'Aviz',
    'IBAN',
    'BIC',
    'Banca',
    'Curs BNR',
  ],
  ...['Total', 'Subtotal', 'Total TVA', 'TVA 19%', 'Total de plată', 'Discount', 'Avans', 'Furnizor', 'Client', 'CUI'],
);
const count = fc.integer({ min: 1, max: 40 });

/** One row of an invoice that is none: what rows of invoices are made of, and it need not make sense. */
const strip: fc.Arbitrary<[x: number, text: string][]> = fc.oneof(
  fc.tuple(label, pieces).map(([name, text]): [number, string][] => [
    [40, name],
    [160, text],
  ]),
  fc.tuple(label, amount).map(([name, text]): [number, string][] => [
    [330, name],
    [480, text],
  ]),
  fc.constant<[number, string][]>([
    [40, 'Denumire'],
    [250, 'Cantitate'],
    [330, 'Preț unitar'],
    [480, 'Valoare'],
  ]),
  fc.tuple(pieces, count, amount, amount, fc.boolean()).map(([text, quantity, price, other, closes]) => {
    const total = new Decimal(price.replace(',', '.')).mul(quantity).toFixed(2).replace('.', ',');
    const cells: [number, string][] = [
      [40, `Articol ${text}`],
      [250, String(quantity)],
      [330, price],
      [480, closes ? total : other],
    ];
    return cells;
  }),
  fc.tuple(pieces, pieces).map(([left, right]): [number, string][] => [
    [40, left],
    [330, right],
  ]),
);
const sheet: fc.Arbitrary<Word[]> = fc
  .array(strip, { minLength: 8, maxLength: 45, size: 'max' })
  .map((strips) => strips.flatMap((cells, row) => cells.flatMap(([x, text]) => run(text, x, 30 + 17 * row))));

const file = fc
  .array(fc.oneof(cloud, sheet, sheet), { minLength: 1, maxLength: 2 })
  .map((pages) => opened(...pages.map((words) => page(words.toSorted((a, b) => a.y - b.y || a.x - b.x)))));

/** Strings that are said in another form than they are printed in, each with a test of its own. */
const restated = /^(invoice_date|due_date|currency|exchange_rate_currency|document_type)$|\.(county|country|category)$/;

describe('deciding', () => {
  it('gives every cloud of words an extraction of the contract’s shape, and invents no text, number or date', () => {
    const looked = { texts: 0, numbers: 0, dates: 0 };
    fc.assert(
      fc.property(file, (opened) => {
        const { invoice, fields } = decide(opened, buyer, today);
        expect(invoiceSchema.parse(invoice)).toEqual(invoice);
        const [printed, digits] = [printedText(opened), printedDigits(opened)];
        // Numbers and accounts are printed in groups and given without.
        const glued = printed.replaceAll(' ', '');
        for (const [path, value] of fieldValues(invoice)) {
          if (value === null) continue;
          expect(fields[path], path).toBeDefined();
          if (typeof value === 'string' && !restated.test(path)) {
            looked.texts++;
            // A VAT number's country may follow from the vendor's.
            const said = path.endsWith('vat_number') ? value.replace(/^[A-Z]{2}/, '') : value;
            for (const { folded } of tokensOf(said).filter((token) => !/^[#%]/.test(token.folded)))
              expect(/^\d/.test(folded) ? glued : printed, `${path}: ${value}`).toContain(folded);
          }
          // The contract has a unit price computed where none is printed.
          if (typeof value === 'number' && !path.endsWith('.unit_price')) {
            looked.numbers++;
            const shown = new Decimal(value).abs().toFixed().replace('.', '').replace(/^0+/, '');
            expect(digits, `${path}: ${value}`).toContain(shown);
          }
        }
        for (const date of [invoice.invoice_date, invoice.due_date]) {
          if (date === null) continue;
          looked.dates++;
          for (const part of date.split('-')) expect(digits, date).toContain(part.slice(-2).replace(/^0/, ''));
        }
      }),
      { numRuns: 250 },
    );
    expect(looked.texts).toBeGreaterThan(250);
    expect(looked.numbers).toBeGreaterThan(250);
    expect(looked.dates).toBeGreaterThan(50);
  });

  it('gives the same bytes in any time zone and locale', () => {
    const script = join(packageRoot, 'test', 'engine', 'decide-once.ts');
    const answers = [
      { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
      { TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
      { TZ: 'America/Adak', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    ].map((env) => execFileSync(process.execPath, [script], { env: { ...process.env, ...env }, encoding: 'utf8' }));
    expect(JSON.parse(answers[0]!).invoice.total_amount).toBe(2223.97);
    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
  });
});

describe('deciding ends in time', () => {
  /** Each takes a second or two; what goes back over such texts again and again takes hours. */
  const within = { timeout: 60_000 };
  const seeds = [
    'a',
    '1',
    'A1',
    '1.',
    '.',
    '-',
    '(',
    'a.',
    'a@',
    '@',
    'a-',
    'www.a.',
    '+1',
    '0/',
    'RO1',
    '12.12.',
    '№',
  ];
  const spaced = [
    '1 ',
    '1 234 ',
    'a b ',
    'Total ',
    'TVA 19% ',
    'nr. 1 ',
    'Factura nr. ',
    'RO 1 ',
    'AB12 ',
    '12 martie ',
  ];
  const size = 100_000;
  const repeated = (seed: string): string => seed.repeat(Math.ceil(size / seed.length)).slice(0, size);

  it.each([...seeds, ...spaced])('on a page that prints %j 100 kB long without a gap', within, (seed) => {
    const text = `${repeated(seed).replaceAll(' ', '\u00a0')}!`;
    ends(opened(page([word(text, 30, 100)])));
  });

  it.each(['1', 'AB12\u00a0', 'TVA\u00a019%\u00a0'])('on a page of 1 MB in words of %j', within, (seed) => {
    const words = Array.from({ length: 10_000 }, (_, i) => word(seed.repeat(100 / seed.length), 30, 10 + i / 12, 1));
    ends(opened(page(words)));
  });

  it.each(spaced)('on a line of 1,000 words that repeats %j', within, (seed) => {
    const words = repeated(seed).trim().split(' ').slice(0, 1000);
    ends(opened(page(run(words.join(' '), 30, 100, 1))));
  });

  it.each([
    ['figures', ['1', '2,00', '19%']],
    ['labels', ['Cantitate', 'Preț', 'Valoare', 'TVA', 'Furnizor:', 'Client:', 'Total']],
    ['addresses', ['Str.', 'Lungă', 'nr.', '5', 'București', 'SRL', 'RO18547290']],
    ['accounts', ['RO49AAAA1B31007593840000', '12.03.2024', '+40215550101', 'a@b.example']],
  ])('on a page of 2,000 cells of %s', within, (_, mix) => {
    const cells = Array.from({ length: 2000 }, (_, i) =>
      word(mix[i % mix.length]!, 5 + (i % 12) * 48, 5 + Math.floor(i / 12) * 5, 4),
    );
    ends(opened(page(cells)));
  });

  it.each(['a@', '1.', '1 000 ', 'a.a@a.', 'RO1 ', './-', ' , 1', 'SRL '])(
    'on a row of 99,000 characters of "%s"',
    within,
    (piece) => {
      const row = piece
        .repeat(99_000 / piece.length)
        .split(' ')
        .flatMap((text, i) => (text === '' ? [] : [word(text, 5 + i * 0.05, 20, 4)]));
      ends(opened(page(row)));
    },
  );
});

it('looks for days only near a number, however many numbers a line has', { timeout: 60_000 }, () => {
  expect(termDays(`${'1 '.repeat(8_000)}net 30`)).toMatchObject([{ days: 30 }]);
});

/** Each of these pages says something; that it is gone through at all is what is waited for. */
function ends(opened: OpenedFile): void {
  expect(decide(opened, buyer, today).invoice).toBeDefined();
}

/** All letters and digits of the file, folded as labels are compared. */
const printedText = (opened: OpenedFile): string =>
  opened.pages.map((page) => page.words.map((each) => fold(each.text)).join(' ')).join(' ');

/** All digits in the order of the words, without what may stand between the groups of a number. */
const printedDigits = (opened: OpenedFile): string =>
  opened.pages.map((page) => page.words.map((each) => each.text.replace(/\P{Nd}/gu, '')).join('')).join('');
