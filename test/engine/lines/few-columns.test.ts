import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { isTotalsRow } from '../../../server/engine/lines/totals-row.ts';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { opened, page, printTable, run, runTo, word } from '../../helpers/printed-page.ts';

/** Two columns under labels that are set to their middles, and a sum below. */
const named = (labels: [string, string], rows: [string, string][], sum: [string, string]) =>
  page([
    ...run(labels[0], 210, 100),
    ...run(labels[1], 470, 100),
    ...printTable(rows, [left(50), right(530)], 125),
    ...runTo(sum[0], 440, 125 + rows.length * 18),
    ...runTo(sum[1], 515, 125 + rows.length * 18),
  ]);

describe('tables of few columns', () => {
  it.each([
    ['BESCHREIBUNG', 'BETRAG', 'Dachrinne reinigen', 'Anfahrt', 'Gesamtbetrag'],
    ['DENUMIRE', 'VALOARE', 'Curățat jgheaburi', 'Deplasare', 'Total'],
    ['DESCRIPTION', 'AMOUNT', 'Gutter cleaning', 'Call-out', 'Total'],
  ])(
    'reads a text and an amount under %s and %s, far from the middle of their labels',
    (name, amount, work, way, sum) => {
      const rows: [string, string][] = [
        [work, '180.00'],
        [way, '35.50'],
      ];
      expect(linesOf(named([name, amount], rows, [sum, '215.50']))).toEqual([
        { description: work, total: 180 },
        { description: way, total: 35.5 },
      ]);
    },
  );

  it('takes what is taken off a line by its name for a line, and what is taken off all of them for none', () => {
    const rows: [string, string][] = [
      ['Delivery by bicycle', '6.40'],
      ['Cool bag', '2.00'],
      ['Discount delivery by bicycle', '-6.40'],
      ['Discount cool bag', '0.00'],
    ];
    expect(linesOf(named(['Item', 'Amount'], rows, ['Total', '2.00'])).map(({ total }) => total)).toEqual([
      6.4, 2, -6.4, 0,
    ]);
    const all: [string, string][] = [...rows.slice(0, 2), ['Discount', '-1.00']];
    expect(linesOf(named(['Item', 'Amount'], all, ['Total', '7.40'])).map(({ total }) => total)).toEqual([6.4, 2]);
  });

  it('takes why no VAT is charged, which costs nothing, for no line', () => {
    const rows: [string, string][] = [
      ['Delivery by bicycle', '6.40'],
      ['Cool bag', '2.00'],
      ['Reverse charge: VAT is due by the customer', '0.00'],
    ];
    expect(linesOf(named(['Item', 'Amount'], rows, ['Total', '8.40'])).map(({ total }) => total)).toEqual([6.4, 2]);
    // Goods that cost nothing stay, and so does what costs something, whatever it is called.
    const others: [string, string][] = [rows[0]!, ['Cool bag, reverse charge', '0.00'], ['Reverse charge fee', '2.00']];
    expect(linesOf(named(['Item', 'Amount'], others, ['Total', '8.40'])).map(({ total }) => total)).toEqual([
      6.4, 0, 2,
    ]);
  });

  it('takes goods that begin like a sum for lines where they are part of it, and for none where they are not', () => {
    const rows: [string, string][] = [
      ['Goods transport', '2,000.00'],
      ['Deposit handling', '1,500.00'],
      ['Consulting', '500.00'],
    ];
    const totals = (sum: string) =>
      linesOf(named(['DESCRIPTION', 'AMOUNT'], rows, ['Subtotal', sum])).map(({ total }) => total);
    expect(totals('4,000.00')).toEqual([2000, 1500, 500]);
    expect(totals('500.00')).toEqual([500]);
  });

  it('takes no number that stands elsewhere than the amounts above it for one', () => {
    const words = named(
      ['Item', 'Amount'],
      [
        ['Delivery', '6.40'],
        ['Cool bag', '2.00'],
      ],
      ['', ''],
    ).words;
    const order = [...run('Order id', 50, 175), ...run('100425169920', 300, 175)];
    const total = [...run('Total', 50, 211), ...runTo('8.40', 530, 211)];
    expect(linesOf(page([...words, ...order, ...total])).map(({ description }) => description)).toEqual([
      'Delivery',
      'Cool bag',
    ]);
  });

  it('parts two labels that stand together where two figures stand apart under each of them', () => {
    const places = [left(40), left(90), right(330), right(390), right(440), right(465), right(540)];
    const rows = [
      ['412', 'Fichi secchi 250 g', '12', '2,30', '0', '10', '27,60'],
      ['418', 'Mandorle 500 g', '8', '4,10', '0', '10', '32,80'],
      ['900', 'Trasporto', '1', '15,00', '0', '22', '15,00'],
    ];
    const labels = [
      ...['Codice', 'Descrizione'].flatMap((text, i) => run(text, [40, 90][i]!, 100)),
      ...runTo('Q.tà', 330, 100),
      ...runTo('Prezzo', 390, 100),
      ...run('Sconto %I', 418, 100),
      ...runTo('Importo', 540, 100),
    ];
    const [first, , last] = linesOf(page([...labels, ...printTable(rows, places, 125)]));
    expect(first).toEqual({
      item_code: '412',
      description: 'Fichi secchi 250 g',
      quantity: 12,
      unit_price: 2.3,
      vat_rate: 10,
      total: 27.6,
    });
    expect(last).toMatchObject({ vat_rate: 22, total: 15 });
  });

  it('begins a line where its code stands, though the figures stand beside the last row of its text', () => {
    const places = [left(40), left(90), right(360), right(440), right(540)];
    const rows = [
      ['Code', 'Description', 'Qty', 'Price', 'Amount'],
      ['A17', 'Rye bread', '6', '2.40', '14.40'],
      ['A21', 'Oat biscuits with hazelnut and no', null, null, null],
      [null, 'added sugar', '5', '2.20', '11.00'],
    ];
    expect(linesOf(page(printTable(rows, places, 100, 12))).map(({ description }) => description)).toEqual([
      'Rye bread',
      'Oat biscuits with hazelnut and no added sugar',
    ]);
  });

  it('takes nothing into a table that is set sideways beside it', () => {
    const places = [left(52), right(360), right(440), right(540)];
    const rows = [
      ['Description', 'Qty', 'Price', 'Amount'],
      ['Rye bread', '6', '2.40', '14.40'],
      ['Oat biscuits', '5', '2.20', '11.00'],
    ];
    const margin = ['Registered', 'in', 'Folio', '1177,', 'Reg.', '-', '0982'].map((text, i) => {
      const upright = word(text, 0, 0, 6);
      return { ...upright, x: 44, y: 250 - i * 34, width: 6, height: Math.max(2, upright.width), fontSize: 6 };
    });
    expect(linesOf(page([...printTable(rows, places, 100), ...margin])).map(({ description }) => description)).toEqual([
      'Rye bread',
      'Oat biscuits',
    ]);
  });

  it('takes prices that add up to the sum below for totals where no column has these', () => {
    const places = [left(40), right(330), right(500)];
    const rows = [
      ['Produs', 'Cantitate', 'Preț'],
      ['Cană emailată', '3', '60,00'],
      ['Ceainic', '1', '85,50'],
      ['Subtotal', null, '145,50'],
    ];
    expect(linesOf(page(printTable(rows, places, 100)))).toEqual([
      { description: 'Cană emailată', quantity: 3, unit_price: 20, total: 60 },
      { description: 'Ceainic', quantity: 1, unit_price: 85.5, total: 85.5 },
    ]);
  });

  it('keeps figures that are set to the right far from their label at the left', () => {
    const words = [
      ...printTable([['DESCRIPTION', 'TOTAL']], [left(40), left(430)], 100),
      ...printTable(
        [
          ['Desk', '478.68'],
          ['Lamp', '460.40'],
        ],
        [left(40), right(575)],
        125,
      ),
    ];
    expect(linesOf(page(words))).toEqual([
      { description: 'Desk', total: 478.68 },
      { description: 'Lamp', total: 460.4 },
    ]);
  });

  it.each([
    [
      'Bezeichnung',
      'Betrag',
      'Menge',
      'Tarif Büro',
      'Gerät',
      'Nachlass Büro',
      'Grundgebühren',
      'Nachlässe',
      'Summe Grundgebühren',
    ],
    [
      'Descriere',
      'Valoare',
      'Cantitate',
      'Abonament birou',
      'Aparat',
      'Reducere birou',
      'Abonamente',
      'Reduceri',
      'Total abonamente',
    ],
  ])('reads the lines that another page says one by one, and not the first page’s sums of them: %s', (...words) => {
    const [name, amount, quantity, plan, phone, off, plans, offs, sum] = words;
    const first = page([
      ...printTable([[name, amount]], [left(60), right(540)], 100),
      ...printTable(
        [
          [plans, '36,97'],
          [offs, '-7,00'],
        ],
        [left(60), right(540)],
        120,
      ),
      ...run('Total', 60, 170),
      ...runTo('29,97', 540, 170),
    ]);
    const second = page(
      printTable(
        [
          [name, quantity, amount],
          [`${plan} 300`, '1', '32,77'],
          [sum, null, '32,77'],
          [phone, '1', '4,20'],
          [off, '1', '-7,00'],
        ],
        [left(60), right(300), right(540)],
        100,
      ),
      [],
      2,
    );
    expect(linesOf(first, second).map(({ total }) => total)).toEqual([32.77, 4.2, -7]);
  });

  it.each([
    ['•', '• Beratung (Paket): 250,00 €', '• Anreise: 70,50 €', 'Netto: 320,50 € USt (19%): 60,90 € Brutto: 381,40 €'],
    ['Pos 1:', 'Pos 1: Beratung (Paket) ... 250,00 €', 'Pos 2: Anreise ... 70,50 €', 'Gesamtbetrag: 320,50 €'],
  ])('reads what running print lists behind %s, where it comes to a sum below', (_, first, second, sum) => {
    const list = (...rows: string[]) => page(rows.flatMap((text, i) => run(text, 70, 300 + i * 26)));
    expect(linesOf(list('Wir berechnen Ihnen wie vereinbart:', first, second, sum))).toEqual([
      { description: 'Beratung (Paket)', total: 250 },
      { description: 'Anreise', total: 70.5 },
    ]);
    expect(linesOf(list(first, second, sum.replace('320', '420')))).toEqual([]);
  });
});

it('takes the VAT of a rate beside an account below the table for no line', () => {
  const small = 8.8;
  const row = (y: number, label: string, amount: string) => [
    ...run(label, 438, y, small),
    ...runTo(amount, 552, y, small),
  ];
  const goods = [
    ['Details', 'Quantity UoM', 'Price', 'VAT', 'Net'],
    ['Pump seal', '12 ea', '204.13', '23', '2,449.56'],
    ['Inspection', '14 hrs', '216.21', '9', '3,026.94'],
  ].flatMap((cells, i) => [
    ...run(cells[0]!, 43, 219 + 15 * i, small),
    ...[345, 433, 477, 552].flatMap((x, at) => runTo(cells[at + 1]!, x, 219 + 15 * i, small)),
  ]);
  const words = [
    ...goods,
    ...run('Bank: Helmund Credit Bank', 39, 264, small),
    ...row(266, 'Net total', '€ 5,476.50'),
    ...run('IBAN: IE83 LMKP 3039 0263 1869 31', 39, 276, small),
    ...row(281, 'VAT (9 %)', '€ 272.42'),
    ...run('SWIFT/BIC: TPXRIEI9', 39, 287, small),
    ...row(296, 'VAT (23 %)', '€ 563.40'),
    ...row(311, 'Total due', '€ 6,312.32'),
  ];
  expect(linesOf(page(words)).map(({ description, total }) => [description, total])).toEqual([
    ['Pump seal', 2449.56],
    ['Inspection', 3026.94],
  ]);
});

it('takes sums under their own labels for no lines, whatever stands beside them at the left', () => {
  const goods: [string, string, string, string][] = [
    ['Reinigung', '6', '80,00', '480,00'],
    ['Wartung', '1', '95,50', '95,50'],
  ];
  const beside = (text: string, label: string, sum: string, y: number) => [
    ...run(text, 40, y),
    ...run(label, 380, y),
    ...runTo(sum, 552, y),
  ];
  const words = [
    ...printTable(
      [['Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag'], ...goods],
      [left(40), right(300), right(430), right(552)],
      200,
    ),
    ...beside('Zahlbar innerhalb von 30 Tagen ab Rechnungsdatum.', 'Nettobetrag', '575,50 €', 270),
    ...beside('Bank: Helmund Credit Bank', 'USt 19 %', '109,35 €', 286),
    ...beside('IBAN: DE02 1203 0000 0000 2020 51', 'Rechnungsbetrag', '684,85 €', 302),
    ...beside('BIC: BYLADEM1001', 'Sicherheitseinbehalt 5 %', '-34,24 €', 318),
    ...beside('', 'Zahlbetrag', '650,61 €', 334),
  ];
  expect(linesOf(page(words)).map(({ description, total }) => [description, total])).toEqual([
    ['Reinigung', 480],
    ['Wartung', 95.5],
  ]);
});

it('knows a sum behind other words by its label, also where the currency has a cell of its own', () => {
  const sums = [right(430), right(500), right(552)];
  const words = [
    ...run('Unser Fahrer kommt zwischen 8 und 12 Uhr vorbei', 40, 200),
    ...printTable([['Gesamtbetrag', '575,50', 'EUR']], sums, 200),
  ];
  expect(layOut(opened(page(words))).pages[0]!.rows.map(isTotalsRow)).toEqual([true]);
});

it('takes the imprint at the foot of a page for no line, whatever numbers stand in it', () => {
  const places = [left(57), right(300), right(420), right(560)];
  const rows = [
    ['Beschreibung', 'Menge', 'Einzelpreis', 'Gesamtpreis'],
    ['Rollcontainer', '2', '40,00', '80,00'],
    ['Montage', '1', '93,50', '93,50'],
  ];
  const words = [
    ...printTable(rows, places, 100),
    ...run('Tischlerei Nord', 57, 172),
    ...run('E-Mail buero@nord.example', 160, 172),
    ...run('FN-Nr. FN 204823 K', 330, 172),
    ...run('IBAN AT61 1904 3002 3457 3201', 430, 172),
  ];
  expect(linesOf(page(words)).map(({ description, total }) => [description, total])).toEqual([
    ['Rollcontainer', 80],
    ['Montage', 93.5],
  ]);
});

it.each([
  ['70,00', '7,00', true],
  ['70,00', '8,00', false],
])('knows a sum of VAT behind other words by what its rate makes of %s: %s', (base, vat, isSum) => {
  const words = [
    ...run('Verzugszinsen von 1% pro Monat', 40, 200),
    ...printTable([['10% MWSt von', base, vat]], [left(280), right(460), right(550)], 200),
  ];
  expect(layOut(opened(page(words))).pages[0]!.rows.map(isTotalsRow)).toEqual([isSum]);
});
