import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { columnPhrases } from '../../../server/engine/lines/column-words.ts';
import { linesOf } from '../../helpers/printed-lines.ts';
import { opened, page, run, runTo } from '../../helpers/printed-page.ts';

it('reads a list without a head, set wide, that adds up to the first of the sums far below, whatever that is called', () => {
  const goods = [
    ['Painting of the hall', '2,180.00'],
    ['Floors', '1,340.00'],
    ['Cleaning', '260.00'],
  ] as const;
  const list = goods.flatMap(([name, amount], i) => [
    ...run(name, 60, 300 + 30 * i),
    ...runTo(amount, 500, 300 + 30 * i),
  ]);
  const sums = [
    ['Xyz', '3,780.00'],
    ['VAT 10%', '378.00'],
    ['Total', '4,158.00'],
  ] as const;
  const below = sums.flatMap(([name, amount], i) => [
    ...run(name, 300, 425 + 16 * i),
    ...runTo(amount, 500, 425 + 16 * i),
  ]);
  expect(linesOf(page([...list, ...below]))).toMatchObject([
    { description: 'Painting of the hall', total: 2180 },
    { description: 'Floors', total: 1340 },
    { description: 'Cleaning', total: 260 },
  ]);
});

it('reads fees whose value, table and tenths stand below their names, down to a sum that nothing names', () => {
  const fees = [
    ['Jahresabschluss mit Anhang 2025', '412.000,00 €', 'Tab B', '24/10', '1.608,00'],
    ['Körperschaftsteuererklärung 2025', '23.000,00 €', 'Tab A', '4/10', '301,20'],
    ['Umsatzsteuererklärung 2025', '61.500,00 €', 'Tab A', '1/10', '118,80'],
  ] as const;
  const list = (vat: string) =>
    linesOf(
      page([
        ...fees.flatMap(([name, value, table, tenths, amount], i) => [
          ...run(name, 60, 300 + 40 * i),
          ...run(`Wert ${value}`, 61 - i, 311 + 40 * i),
          ...run(table, 270, 311 + 40 * i),
          ...runTo(tenths, 360, 311 + 40 * i),
          ...runTo(amount, 450, 311 + 40 * i),
        ]),
        ...runTo('2.028,00', 450, 405),
        ...run(vat, 60, 420),
        ...runTo('385,32', 450, 420),
        ...runTo('2.413,32', 450, 435),
      ]),
    );
  // A frame's line is read as a stroke in the rate.
  for (const vat of ['+ 19 % Umsatzsteuer', '+ 19/% Umsatzsteuer'])
    expect(list(vat)).toMatchObject(fees.map(([description], i) => ({ description, total: [1608, 301.2, 118.8][i] })));
});

it('reads what stands under heads of amounts alone, which comes to the sum below', () => {
  const table = (...rows: (string | null)[][]) =>
    linesOf(
      page(
        rows.flatMap((cells, i) =>
          cells.flatMap((cell, at) => {
            if (cell === null) return [];
            return at === 0 ? run(cell, 60, 300 + 15 * i) : runTo(cell, 300 + 80 * at, 300 + 15 * i);
          }),
        ),
      ),
    );
  expect(
    table(
      ['Gemaakte kosten', 'Bedrag', 'Btw %', 'Btw'],
      ['Bemiddeling', '€640,50', '21%', '€134,51'],
      ['Correctie bemiddeling', '€-40,50', '21%', '€-8,51'],
      ['Vergoeding verlies', '€-56,00', null, null],
      ['Subtotaal (excl. btw)', '€544,00', null, '€126,00'],
    ),
  ).toMatchObject([
    { description: 'Bemiddeling', vat_rate: 21, total: 640.5, vat_amount: 134.51 },
    { description: 'Correctie bemiddeling', vat_rate: 21, total: -40.5 },
    { description: 'Vergoeding verlies', total: -56 },
  ]);
  const bill = (net: string) =>
    table(
      [null, 'Tx TVA', '€ HT', '€ TTC'],
      ['Abonnements', null, '15,00', '18,00'],
      ['Fibre pour la maison', '20,00%', '15,00', '18,00'],
      ['Location du boîtier', '20,00%', '2,50', '3,00'],
      ['Montant hors TVA', null, net, null],
    );
  expect(bill('17,50')).toMatchObject([
    { description: 'Fibre pour la maison', vat_rate: 20, total: 15 },
    { description: 'Location du boîtier', vat_rate: 20, total: 2.5 },
  ]);
  expect(bill('19,50')).toEqual([]);
});

it('finds no heads in the remains of drawn lines on a scan', () => {
  const scanned = [...run('i', 60, 300), ...run('l', 200, 300), ...run('Floors', 60, 316), ...runTo('20.00', 300, 316)];
  const words = scanned.map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.9 }));
  expect(linesOf({ ...page(words), source: 'ocr' })).toEqual([]);
});

it('reads two charges over their sum, of which one is called by a word for sums', () => {
  const bill = (...rows: [string, string][]) =>
    linesOf(
      page(rows.flatMap(([name, amount], i) => [...run(name, 60, 300 + 14 * i), ...runTo(amount, 500, 300 + 14 * i)])),
    );
  expect(
    bill(
      ['Miete der Leitung', '41,20'],
      ['Nutzungsabhängige Entgelte', '18,55'],
      ['Summe der genannten Beträge', '59,75'],
      ['zuzüglich 19,00 % Umsatzsteuer', '11,35'],
      ['Rechnungsbetrag', '71,10'],
    ),
  ).toMatchObject([
    { description: 'Miete der Leitung', total: 41.2 },
    { description: 'Nutzungsabhängige Entgelte', total: 18.55 },
  ]);
});

it('takes one amount above a sum of another name for no line', () => {
  const words = [
    ...run('Floors', 60, 300),
    ...runTo('1,340.00', 500, 300),
    ...run('Xyz', 300, 330),
    ...runTo('1,340.00', 500, 330),
    ...run('VAT 10%', 300, 346),
    ...runTo('134.00', 500, 346),
  ];
  expect(linesOf(page(words))).toEqual([]);
});

it('takes the notes that a collective invoice sums up for no goods, though their amounts come to its sum', () => {
  const notes = ['25-881', '25-894', '25-907'].flatMap((number, i) => [
    ...run(number, 60, 300 + 14 * i),
    ...run(`0${i + 2}-nov.-2026`, 160, 300 + 14 * i),
    ...runTo('7.00', 400, 300 + 14 * i),
    ...runTo('0.70', 450, 300 + 14 * i),
    ...runTo('7.70', 500, 300 + 14 * i),
  ]);
  expect(linesOf(page([...notes, ...run('Total', 300, 346), ...runTo('23.10', 500, 346)]))).toEqual([]);
});

it('knows the Hungarian label of codes', () => {
  expect(columnPhrases().whole('Árukód')?.kinds).toEqual(['code']);
});

it('reads what a letter lists as products written out, also where they are all that is printed of it', () => {
  const letter = (...rows: string[]) =>
    page([
      ...run('Für unsere Leistungen berechnen wir:', 60, 270),
      ...rows.flatMap((row, i) => run(row, 90, 300 + 16 * i)),
    ]);
  expect(
    linesOf(
      letter('Reinigung 5 Räume, 4 Std × 31,50 = 126,00 €', 'Glas, 12 m² × 1,80 = 21,60 €', 'Zwischensumme: 147,60 €'),
    ),
  ).toMatchObject([
    { description: 'Reinigung 5 Räume', quantity: 4, unit: 'Std', unit_price: 31.5, total: 126 },
    { description: 'Glas', quantity: 12, unit: 'm²', unit_price: 1.8, total: 21.6 },
  ]);
  expect(linesOf(letter('Reinigung, 4 Std × 31,50 = 126,00 €', 'Zwischensumme: 126,00 €'))).toMatchObject([
    { description: 'Reinigung', quantity: 4, total: 126 },
  ]);
  expect(linesOf(letter('Reinigung, 4 Std × 31,50 = 126,00 €', 'Zwischensumme: 226,00 €'))).toEqual([]);
});

describe('a bill of groups, each with its sum below', () => {
  const bill = (...rows: (readonly [string, string] | string)[]) =>
    page(
      rows.flatMap((row, i) => {
        const [name, amount] = typeof row === 'string' ? [row, null] : row;
        return [...run(name, 60, 300 + 14 * i), ...(amount === null ? [] : runTo(amount, 500, 300 + 14 * i))];
      }),
    );
  const groups = [
    ['Descriere', 'Valoare'],
    ['Abonament lunar', '64,30'],
    ['Total abonamente', '64,30'],
    'Alte costuri',
    ['Donatii', '5,00'],
    ['Servicii speciale', '7,20'],
    ['Total alte costuri', '12,20'],
  ] as const;

  const sums = [
    ['Total fara TVA (20%)', '71,50'],
    ['TVA (20%)', '14,30'],
    ['Total operatii neimpozabile', '5,00'],
    ['Total factura', '90,80'],
  ] as const;

  it('has the lines of all groups where with the VAT they come to a sum', () => {
    expect(linesOf(bill(...groups, ...sums))).toMatchObject([
      { description: 'Abonament lunar', total: 64.3 },
      { description: 'Donatii', total: 5 },
      { description: 'Servicii speciale', total: 7.2 },
    ]);
  });

  it('says of each line its rate where not all are taxed, by what the rate is of', () => {
    const rates = (...rows: Parameters<typeof bill>) =>
      decide(opened(bill(...rows)), { vat: 'RO18547290', name: null }, '2026-11-21').invoice.line_items.map(
        ({ vat_rate }) => vat_rate,
      );
    expect(rates(...groups, ...sums)).toEqual([20, 0, 20]);
    const taxed = groups.filter(([name]) => name !== 'Donatii' && name !== 'Total alte costuri');
    expect(rates(...taxed, ['Total alte costuri', '7,20'], ...sums.slice(0, 2), ['Total factura', '85,80'])).toEqual([
      20, 20,
    ]);
  });

  it('has only those of the first where the others come to no sum', () => {
    expect(linesOf(bill(...groups, ['Total factura', '95,80']))).toMatchObject([
      { description: 'Abonament lunar', total: 64.3 },
    ]);
  });
});

describe('a bill that says how each charge was counted', () => {
  type Row = readonly [name: string, amount: string | null, how?: string];
  const bill = (rows: readonly Row[], top = 300) =>
    rows.flatMap(([name, amount, how], i) => [
      ...(name === '' ? [] : run(name, 60, top + 11 * i, 8)),
      ...(how === undefined ? [] : run(how, 240, top + 11 * i, 8)),
      ...(amount === null ? [] : runTo(amount, 500, top + 11 * i, 8)),
    ]);
  const charges: Row[] = [
    ['Energía consumida', '40,20', '201 kWh x 0,20 €/kWh'],
    ['Potencia', '18,60'],
    ['', null, 'P1: 5 kW x 2,10 €/kW'],
    ['', null, 'P2: 5 kW x 1,62 €/kW'],
    ['Subtotal', '58,80'],
    ['Importe de la tasa', '1,20'],
    ['Alquiler del contador', '2,00'],
  ];
  const totals: Row[] = [
    ['IVA 21 % sobre 62,00 €', '13,02'],
    ['Total factura', '75,02'],
  ];
  const wanted = [
    { description: 'Energía consumida', total: 40.2 },
    { description: 'Potencia', total: 18.6 },
    { description: 'Importe de la tasa', total: 1.2 },
    { description: 'Alquiler del contador', total: 2 },
  ];

  it('has the charges for its lines, which with the VAT come to the total', () => {
    expect(linesOf(page(bill([...charges, ...totals])))).toMatchObject(wanted);
  });

  it('has them whatever another column of the page says between them, and however far below the sum is', () => {
    const beside = [0, 2, 5].flatMap((i) =>
      run('Nuevo servicio', 0, 305 + 11 * i, 7).map((one) => ({ ...one, width: 12 })),
    );
    expect(linesOf(page([...bill(charges), ...bill(totals, 600), ...beside]))).toMatchObject(wanted);
  });

  it('has them rather than readings of meters, and once where a second page says them again', () => {
    const readings = [
      ['Periodo', 'Lectura', 'Consumo'],
      ['Periodo 1', '4.120,00', '120,00'],
      ['Periodo 2', '3.250,00', '81,00'],
    ].flatMap((cells, i) => cells.flatMap((cell, at) => run(cell, 60 + 150 * at, 300 + 14 * i)));
    const pages = [
      page(bill([...charges, ...totals])),
      page([...readings, ...bill([...charges, ...totals], 500)], [], 2),
    ];
    expect(linesOf(...pages)).toMatchObject(wanted);
  });

  it('has none where they come to no sum, or one is a balance from before', () => {
    expect(linesOf(page(bill([...charges, ['Total factura', '99,02']])))).toEqual([]);
    const balance: Row[] = [
      ['Plazo de marzo', '40,00'],
      ['Plazo de abril', '30,00'],
      ['Saldo anterior', '5,00'],
      ['Total a pagar', '75,00'],
    ];
    expect(linesOf(page(bill(balance)))).toEqual([]);
  });
});

it('reads a list with numbers, days and other figures in its rows, that a sum carried over to the next page parts', () => {
  const rides = [
    ['03.04.', 'KX4410', 'Harbour warehouse', '1.10', '14.20'],
    ['04.04.', 'KX4411', 'Old mill', '2.05', '23.60'],
    ['05.04.', 'KX4415', 'Station yard', '0.90', '11.30'],
    ['09.04.', 'KX4420', 'Old mill', '2.05', '25.00'],
    ['11.04.', 'KX4421', 'Airport gate', '3.15', '31.40'],
  ] as const;
  const listOf = (some: readonly (typeof rides)[number][], top: number) =>
    some.flatMap(([day, number, name, surcharge, amount], i) => [
      ...run(day, 40, top + 16 * i),
      ...run(number, 90, top + 16 * i),
      ...run(name, 150, top + 16 * i),
      ...runTo(surcharge, 420, top + 16 * i),
      ...runTo(amount, 520, top + 16 * i),
    ]);
  const first = page([
    ...listOf(rides.slice(0, 3), 300),
    ...run('Carried forward', 40, 352),
    ...runTo('49.10', 520, 352),
  ]);
  const second = page(
    [
      ...run('Carried forward', 40, 80),
      ...runTo('49.10', 520, 80),
      ...listOf(rides.slice(3), 94),
      ...run('Rides: 5', 40, 135),
      ...run('Total transport net', 330, 135),
      ...runTo('105.50', 520, 135),
    ],
    [],
    2,
  );
  expect(linesOf(first, second)).toMatchObject(
    rides.map(([, , description, , amount]) => ({ description, total: Number(amount) })),
  );
});

it('reads the fees of a letter whose margin says who sends it, each beside what they are charged by', () => {
  const fees = [
    ['§ 40 GebO', 'Jahresabschluss', 'für das Jahr 2025', '910,00'],
    ['§ 41 Abs. 2 GebO', 'Umsatzsteuer-Voranmeldungen', 'vier Quartale', '220,40'],
    ['§ 42 GebO', 'Beratung am Telefon', 'zwei Stunden', '150,00'],
  ] as const;
  const list = fees.flatMap(([rule, name, more, amount], i) => [
    ...run(rule, 60, 300 + 36 * i),
    ...run(name, 160, 300 + 36 * i),
    ...runTo(amount, 390, 300 + 36 * i),
    ...run(more, 160, 311 + 36 * i),
  ]);
  const margin = [...run('2. März 2026', 460, 300), ...run('Amtsgericht PR 2204', 460, 415)];
  const sums = [
    ...run('Honorar', 160, 415),
    ...runTo('1.280,40', 390, 415),
    ...run('19 % Umsatzsteuer', 160, 428),
    ...runTo('243,28', 390, 428),
    ...run('Rechnungsbetrag', 160, 441),
    ...runTo('1.523,68', 390, 441),
  ];
  expect(linesOf(page([...list, ...margin, ...sums]))).toMatchObject([
    { description: 'Jahresabschluss', total: 910 },
    { description: 'Umsatzsteuer-Voranmeldungen', total: 220.4 },
    { description: 'Beratung am Telefon', total: 150 },
  ]);
});

it('has no period of a column of its own in the names of a list', () => {
  const services = [
    ['Line rental', '01-04 to 30-04', '21.50'],
    ['Router 5', '01-04 to 30-04', '6.00'],
    ['Calls 10-20 minutes', 'mar', '3.45'],
  ] as const;
  const words = services.flatMap(([name, period, amount], i) => [
    ...run(name, 50, 250 + 15 * i),
    ...run(period, 300, 250 + 15 * i),
    ...runTo(amount, 540, 250 + 15 * i),
  ]);
  const sum = [...run('Subtotal', 400, 310), ...runTo('30.95', 540, 310)];
  expect(linesOf(page([...words, ...sum])).slice(0, 2)).toMatchObject([
    { description: 'Line rental', total: 21.5 },
    { description: 'Router 5', total: 6 },
  ]);
});

it('takes a list for the products written out in some of its rows alone, where only all of its rows come to the sum', () => {
  const charges = [
    ['Power', '5.5 kW x 30 days x 0.080000', '13.20'],
    ['Energy, day', '210 kWh x 0.200000', '42.00'],
    ['Energy, night', '160 kWh x 0.110000', '17.60'],
    ['Saving plan', '5% of 59.60', '-2.98'],
    ['Meter hire', '30 days x 0.030000', '0.90'],
    ['Electricity levy', '4.5% of 69.82', '3.14'],
  ] as const;
  const detail = page(
    [
      ...charges.flatMap(([name, how, amount], i) => [
        ...run(name, 40, 100 + 16 * i),
        ...run(how, 250, 100 + 16 * i),
        ...runTo(amount, 550, 100 + 16 * i),
      ]),
      ...run('Subtotal', 40, 200),
      ...runTo('73.86', 550, 200),
    ],
    [],
    2,
  );
  // The first page sums up the same.
  const summed = page(
    [
      ['For power', '13.20'],
      ['For energy', '56.62'],
      ['Other', '4.04'],
      ['Subtotal', '73.86'],
    ].flatMap(([name, amount], i) => [...run(name!, 40, 200 + 16 * i), ...runTo(amount!, 550, 200 + 16 * i)]),
  );
  const read = linesOf(summed, detail);
  expect(read).toMatchObject(charges.map(([description, , amount]) => ({ description, total: Number(amount) })));
  expect(read[1]).toMatchObject({ quantity: 210, unit: 'kWh', unit_price: 0.2 });
});
