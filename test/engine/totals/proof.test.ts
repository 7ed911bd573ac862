import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import type { Word } from '../../../server/engine/page.ts';
import type { TotalKind } from '../../../server/engine/totals/total-words.ts';
import { invoiceTitle, opened, type Place, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

const places: Place[] = [
  { x: 40, align: 'left' },
  { x: 300, align: 'right' },
  { x: 400, align: 'right' },
  { x: 540, align: 'right' },
];
type Row = [string, string];
const table = (head: string[], ...rows: string[][]) => printTable([head, ...rows], places, 100);
const head = ['Description', 'Qty', 'Unit price', 'Amount'];
const lines = table(head, ['Copper pipe', '3', '100.00', '300.00'], ['Work on site', '2', '350.00', '700.00']);
const sums = (...rows: Row[]) => block(rows, 340, 200, 540);
const block = (rows: readonly Row[], x: number, top: number, right: number): Word[] =>
  rows.flatMap(([label, amount], i) => [...run(label, x, top + i * 18), ...runTo(amount, right, top + i * 18)]);
const closing: Row[] = [
  ['Subtotal', '1,000.00'],
  ['VAT 20%', '200.00'],
  ['Invoice total', '1,200.00'],
];

const read = (...words: Word[][]) => {
  const { invoice, fields, warnings } = decide(
    opened(page([...invoiceTitle, ...words.flat()])),
    { vat: 'RO18547290', name: null },
    '2026-11-21',
  );
  return { invoice, warnings, levelOf: (path: string) => fields[path]?.confidence };
};
const trio = ['subtotal', 'vat_amount', 'total_amount'];
const levels = ({ levelOf }: ReturnType<typeof read>) => trio.map(levelOf);
const [high, medium] = [
  ['high', 'high', 'high'],
  ['medium', 'medium', 'medium'],
];

describe('net, VAT and total are high', () => {
  it("where they close and the invoice's own lines lead to them, whatever else their label says", () => {
    expect(levels(read(lines, sums(...closing)))).toEqual(high);
    expect(levels(read(lines, sums(closing[0]!, closing[1]!, ['Total Nordbahn', '1,200.00'])))).toEqual(high);
  });

  it('without lines only where every word of their labels is known', () => {
    expect(levels(read(sums(...closing)))).toEqual(high);
    expect(levels(read(sums(closing[0]!, closing[1]!, ['Total Nordbahn', '1,200.00'])))).toEqual(medium);
    expect(levels(read(sums(['Subtotal Nordbahn', '1,000.00'], closing[1]!, closing[2]!)))).toEqual(medium);
  });

  it('not where the only sum may be the one before VAT, by a word that nobody knows', () => {
    expect(read(lines, sums(['Total', '1,000.00'])).levelOf('total_amount')).toBe('high');
    expect(read(lines, sums(['Total Nordbahn', '1,000.00'])).levelOf('total_amount')).not.toBe('high');
  });

  it('not where the lines make another sum', () => {
    const others = table(head, ['Copper pipe', '3', '100.00', '300.00'], ['Work on site', '2', '250.00', '500.00']);
    expect(levels(read(others, sums(...closing)))).toEqual(medium);
  });

  it('not where a list without a head, which may be one of sums, makes the total', () => {
    const total: Row = ['amount due', '854.18'];
    const list = sums(['Nordbahn', '639.60'], ['Ostbahn', '121.52'], ['Westbahn', '93.06'], total);
    expect(read(list).levelOf('total_amount')).not.toBe('high');
  });

  it('not beside a larger sum without a known label in the same column', () => {
    const followedBy = (label: string, amount: string) =>
      read(lines, sums(...closing, [label, '55.00'], ['Nordbahn', amount]));
    expect(followedBy('Westbahn', '1,255.00').levelOf('total_amount')).toBe('medium');
    expect(followedBy('Previous balance', '1,255.00').levelOf('total_amount')).toBe('high');
    expect(followedBy('Westbahn', '55.00').levelOf('total_amount')).toBe('high');
  });

  it.each<[string, Row[], boolean]>([
    [
      'an older balance',
      [
        ['Previous balance', '500.00'],
        ['Total to pay', '1,700.00'],
      ],
      true,
    ],
    [
      'a payment',
      [
        ['Less deposit', '-80.00'],
        ['Balance due', '1,120.00'],
      ],
      true,
    ],
    ['nothing that is printed', [['Total to pay', '1,700.00']], false],
    [
      'words that nobody knows',
      [
        ['Nordbahn', '500.00'],
        ['Total to pay', '1,700.00'],
      ],
      false,
    ],
  ])('where what is to be paid differs by %s', (_, rows, isExplained) => {
    expect(read(lines, sums(...closing, ...rows)).levelOf('total_amount')).toBe(isExplained ? 'high' : 'medium');
  });

  it('not the VAT of one rate among several, though a line that is another one makes up for it', () => {
    const found = read(
      table(head, ['Filter', '12', '138.13', '1,657.56'], ['Safety gloves', '12', '81.01', '972.12']),
      sums(['VAT 5 %', '82.88'], ['VAT 20 %', '194.42'], ['Total', '2,906.98']),
      block(
        [
          ['5 % 1,657.56', '82.88'],
          ['20 % 972.12', '194.42'],
        ],
        40,
        300,
        280,
      ),
    );
    expect(found.levelOf('vat_amount') ?? 'none').not.toBe('high');
  });

  it("not a net sum that is called the total with VAT, nor one rate's VAT as the total", () => {
    const single = read(table(head, ['Pipe', '3', '100.00', '300.00']), sums(['Total incl. VAT', '300.00']));
    expect(single.levelOf('subtotal') ?? 'none').not.toBe('high');
    expect(read(sums(['Total VAT', '200.00'], ['Total', '1,200.00'])).invoice.total_amount).toBe(1200);
  });
});

describe('other sums on the page', () => {
  const languages = fc.constantFrom(...lexicon().map(({ totals }) => totals));
  const letters = fc.constantFrom(...'bdgklmnprstvz');
  const vowels = fc.constantFrom(...'aeiou');
  /** A word that no list knows, as the words of an unseen trap are. */
  const unknown = fc
    .array(fc.tuple(letters, vowels), { minLength: 3, maxLength: 4 })
    .map((pairs) => `X${pairs.flat().join('')}`);
  const money = (cents: number) =>
    `${Math.floor(cents / 100)
      .toString()
      .replace(/\B(?=(\d{3})+$)/g, '.')},${String(cents % 100).padStart(2, '0')}`;
  const label = (kind: TotalKind) =>
    fc.record({ totals: languages, word: unknown, how: fc.nat(3) }).map(({ totals, word, how }) => {
      const known = totals[kind]![0]!;
      return [known, `${known} ${word}`, `${word} ${known}`, word][how]!;
    });
  const invoice = fc.record({
    net: fc.integer({ min: 10_000, max: 900_000 }),
    other: fc.integer({ min: 10_000, max: 2_000_000 }),
    labels: fc.tuple(label('net'), label('vat'), label('gross')),
    others: fc.tuple(label('net'), label('vat'), label('gross')),
    currencies: fc.constantFrom<[string, string]>(['', ''], [' EUR', ' EUR'], [' EUR', ' USD'], ['', ' USD']),
    heading: fc.option(unknown),
    hasLines: fc.boolean(),
    place: fc.constantFrom('above', 'below', 'beside'),
    first: fc.constantFrom(0, 2),
  });

  it("of another period, part or currency never leave a wrong amount high, whatever they and the invoice's own are called", () => {
    fc.assert(
      fc.property(invoice, (made) => {
        // A cent more or less is a rounding.
        fc.pre(Math.abs(made.net - made.other) > 100);
        const tax = (net: number) => Math.round(net * 0.21);
        const rows = (net: number, labels: readonly string[], currency: string): Row[] =>
          [net, tax(net), net + tax(net)].map((cents, i) => [
            i === 1 ? `${labels[i]} 21%` : labels[i]!,
            money(cents) + currency,
          ]);
        const own = rows(made.net, made.labels, made.currencies[0]);
        const alien = rows(made.other, made.others, made.currencies[1]).slice(made.first);
        const top = { above: 40, below: 320, beside: 250 }[made.place];
        const x = made.place === 'beside' ? 40 : 340;
        const found = read(
          made.hasLines
            ? table(['Description', 'Quantity', 'Price', 'Amount'], ['Xogira', '1', money(made.net), money(made.net)])
            : [],
          block(own, 340, 250, 540),
          made.heading ? run(made.heading, x, top - 18) : [],
          block(alien, x, top, x === 40 ? 280 : 540),
        );
        const { subtotal, vat_amount, total_amount } = found.invoice;
        const truth = [made.net, tax(made.net), made.net + tax(made.net)];
        for (const [i, amount] of [subtotal, vat_amount, total_amount].entries())
          if (found.levelOf(trio[i]!) === 'high') expect(Math.round(amount! * 100)).toBe(truth[i]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});

describe('a deposit on packaging outside VAT', () => {
  const cases = lexicon().flatMap(({ language, totals }) =>
    totals.deposit!.map((phrase): [string, string] => [language, phrase]),
  );

  it('is named in every language', () => {
    expect(new Set(cases.map(([language]) => language)).size).toBe(lexicon().length);
  });

  it.each(cases)('belongs to the total (%s: %s)', (_, phrase) => {
    const found = read(lines, sums(...closing, [phrase, '12.50'], ['Amount due', '1,212.50']));
    expect(found.invoice).toMatchObject({
      subtotal: 1000,
      vat_amount: 200,
      total_amount: 1212.5,
      prepaid_amount: null,
    });
    expect(levels(found)).toEqual(high);
    expect(found.warnings).not.toContain('totals_mismatch');
  });

  it('is a line where it is printed as one, and no part of the net sum', () => {
    const found = read(
      table(head, ['Apple juice', '10', '100.00', '1,000.00'], ['Garanție SGR', '25', '0.50', '12.50']),
      sums(closing[0]!, closing[1]!, ['Total', '1,212.50']),
    );
    expect(found.invoice.line_items).toHaveLength(2);
    expect(found.invoice).toMatchObject({ subtotal: 1000, total_amount: 1212.5 });
    expect(levels(found)).toEqual(high);
    expect(found.warnings).not.toContain('totals_mismatch');
  });

  it('is none under a name that says nothing of it', () => {
    const found = read(lines, sums(...closing, ['Nordbahn', '12.50'], ['Amount due', '1,212.50']));
    expect(found.levelOf('total_amount')).toBe('medium');
  });
});

describe('a point before three digits', () => {
  const pesos = (...more: Word[][]) =>
    read(
      table(['Descripción', 'Cantidad', 'Precio', 'Importe'], ['Tubo de cobre', '3', '$109.237', '$327.711']),
      sums(['Subtotal', '$327.711'], ['IVA 19%', '$62.265'], ['Total', '$389.976']),
      ...more,
    );
  const amounts = [...trio, 'line_items.0.unit_price', 'line_items.0.total'];

  it.each(['$', '€', 'Ft ', '¥', 'kr '])('is never high where no other figure tells what it parts (%s)', (sign) => {
    const found = read(
      table(head, ['Pipe', '3', `${sign}109.237`, `${sign}327.711`]),
      sums(['Subtotal', `${sign}327.711`], ['VAT 19%', `${sign}62.265`], ['Total', `${sign}389.976`]),
    );
    for (const path of amounts) expect(found.levelOf(path)).not.toBe('high');
  });

  it('parts thousands of money, and is sure where figures with decimals use the other mark', () => {
    expect(pesos().invoice.total_amount).toBe(389_976);
    const settled = pesos(run('Descuento 2,50 % - 12,75 %', 40, 400));
    expect(settled.invoice.total_amount).toBe(389_976);
    for (const path of amounts) expect(settled.levelOf(path)).toBe('high');
  });

  it('settles nothing where a time of day looks like an amount', () => {
    for (const path of amounts) expect(pesos(run('Hora 10.30', 40, 400)).levelOf(path)).not.toBe('high');
  });

  it('is no decimal point of a sum, whose currency has two decimals', () => {
    const found = read(
      table(head, ['Pipe', '3.50', '2.000', '7.000']),
      sums(['Subtotal EUR', '7.000'], ['VAT 20.00%', '1.400'], ['Total EUR', '8.400']),
    );
    for (const path of [...trio, 'line_items.0.total']) expect(found.levelOf(path)).not.toBe('high');
  });
});

describe('amounts of a line', () => {
  const cells = ['quantity', 'unit_price', 'total'].map((name) => `line_items.0.${name}`);

  it('are high where quantity and price are told apart and the lines make the net sum', () => {
    const found = read(lines, sums(...closing));
    expect(cells.map(found.levelOf)).toEqual(high);
  });

  it('are not where they hold the VAT', () => {
    const gross = table(head, ['Pipe', '3', '120.00', '360.00'], ['Work', '2', '420.00', '840.00']);
    expect(cells.map(read(gross, sums(...closing)).levelOf)).toEqual(medium);
    const named = table(['Description', 'Qty', 'Price incl. VAT', 'Amount'], ['Pipe', '3', '100.00', '300.00']);
    expect(cells.map(read(named, sums(['Total', '300.00'])).levelOf)).toEqual(medium);
  });

  it('are not of a line that adds nothing', () => {
    const free = table(head, ['Pipe', '10', '100.00', '1,000.00'], ['Setup', '0', '14.00', '0.00']);
    const found = read(free, sums(...closing));
    expect(cells.map((path) => found.levelOf(path.replace('0', '1')))).not.toContain('high');
  });

  it('have the words of the row for their description where its column holds a code', () => {
    const found = read(
      printTable(
        [
          ['Description', null, 'Qty', 'Unit price', 'Amount'],
          ['XK-4410', 'Copper pipe', '3', '100.00', '300.00'],
          ['ZD-2000', 'Work on site', '2', '350.00', '700.00'],
        ],
        [{ x: 40, align: 'left' }, { x: 130, align: 'left' }, ...places.slice(1)],
        100,
      ),
      sums(...closing),
    );
    expect(found.invoice.line_items.map(({ description }) => description)).toEqual(['Copper pipe', 'Work on site']);
  });
});

describe('what is taken off', () => {
  it('is a discount for certain only where the sums close with no other one', () => {
    const one = sums(['Discount', '-100.00'], ['Subtotal', '900.00'], ['VAT 20%', '180.00'], ['Total', '1,080.00']);
    expect(read(lines, one).levelOf('discount_amount')).toBe('high');
    const two = block([['Discount', '-40.00']], 340, 290, 540);
    expect(read(lines, one, two).levelOf('discount_amount')).toBe('medium');
  });

  it('proves nothing of a payment of nothing', () => {
    const found = read(lines, sums(...closing, ['Paid', '0.00'], ['Balance due', '1,200.00']));
    expect(found.levelOf('prepaid_amount') ?? 'none').not.toBe('high');
  });
});

describe('the currency', () => {
  const levelOf = (sign: string, ...more: Word[][]) =>
    read(
      table(head, ['Copper pipe', '3', `100.00 ${sign}`, `300.00 ${sign}`]),
      sums(['Subtotal', `300.00 ${sign}`], ['VAT 20%', `60.00 ${sign}`], ['Total', `360.00 ${sign}`]),
      ...more,
    ).levelOf('currency');

  it('is high where it stands beside amounts, and never of a sign that several countries share', () => {
    expect(levelOf('RON')).toBe('high');
    expect(levelOf('$')).toBe('medium');
    expect(levelOf('$', run('Exchange rate of the USD 1.0841', 40, 400))).toBe('medium');
  });

  it('is not where another one stands beside a total', () => {
    expect(levelOf('RON', block([['Total at the exchange rate', '72.00 EUR']], 40, 400, 280))).not.toBe('high');
  });
});
