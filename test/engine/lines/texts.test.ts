import { describe, expect, it } from 'vitest';
import { head, left, linesOf, right, usual } from '../../helpers/printed-lines.ts';
import { page, printTable, run, runTo } from '../../helpers/printed-page.ts';

describe('what is said of the goods', () => {
  it('keeps a wrapped description whole and passes over the row of column numbers', () => {
    const words = [
      ...printTable([['Nr.', 'Denumire', 'Cant.', 'UM', 'Preț', null, 'Valoare']], usual, 100),
      ...printTable([['0', '1', '2', '3', '4', null, '5(2x4)']], usual, 116),
      ...printTable([['1', 'Instalare cabluri de date în birouri', '2', 'buc', '10,00', null, '20,00']], usual, 134),
      ...run('și verificare finală', 70, 146),
      ...printTable([['2', 'Deplasare', '1', 'km', '5,00', null, '5,00']], usual, 164),
    ];
    expect(linesOf(page(words)).map((line) => line.description)).toEqual([
      'Instalare cabluri de date în birouri și verificare finală',
      'Deplasare',
    ]);
  });

  it('puts a batch and until when it keeps beside the description', () => {
    const words = [
      ...printTable([head], usual, 100),
      ...printTable(
        [['1', 'Ceai de mure cu lămâie la plic, cutie de 20', '2', 'pcs', '4.00', '9', '8.00']],
        usual,
        118,
      ),
      ...run('48213377(6) - 21.04.2027', 70, 130),
    ];
    expect(linesOf(page(words))).toMatchObject([
      { description: 'Ceai de mure cu lămâie la plic, cutie de 20', details: '48213377(6) - 21.04.2027' },
    ]);
  });

  it('puts lines about the goods beside the description', () => {
    const words = [
      ...printTable([head], usual, 100),
      ...printTable([['1', 'Vitamin C', '2', 'pcs', '4.00', '9', '8.00']], usual, 118),
      ...run('Lot: AB1234, Origin: Germany', 70, 130),
    ];
    expect(linesOf(page(words))).toMatchObject([
      {
        description: 'Vitamin C',
        lot_number: 'AB1234',
        origin_country: 'Germany',
        details: expect.stringContaining('Lot'),
      },
    ]);
  });

  it('takes the row above the figures of each line for its name, where what stands beside them is set smaller', () => {
    const places = [left(36), right(300), right(400), right(500)];
    const goods = [
      ['Garden pump', 'art. 22 817', '1', '900.00', '900.00'],
      ['Hose 20 m', null, '2', '31.00', '62.00'],
      ['Nozzle', 'art. 40 115', '3', '8.00', '24.00'],
    ] as const;
    const printed = page([
      ...printTable([['Description', 'Qty', 'Price', 'Amount']], places, 100),
      ...goods.flatMap(([name, more, ...figures], i) => [
        ...run(name, 36, 120 + 30 * i),
        ...(more === null ? [] : run(more, 44, 132 + 30 * i, 8)),
        ...printTable([[null, ...figures]], places, 132 + 30 * i),
      ]),
    ]);
    expect(linesOf(printed)).toMatchObject([
      { description: 'Garden pump', details: 'art. 22 817' },
      { description: 'Hose 20 m' },
      { description: 'Nozzle', details: 'art. 40 115' },
    ]);
  });

  it('has no name that is the head of its column, once more below it', () => {
    const places = [left(60), right(300), right(420), right(540)];
    const rows = [
      ['Označení dodávky', 'Množství', 'Cena za MJ', 'Celkem'],
      ['Označení', null, null, null],
      ['Vizitky s ražbou a obálkou', null, null, null],
      [null, '2,00', '310,00', '620,00'],
    ].flatMap((cells, i) => printTable([cells], places, 100 + 11 * i));
    expect(linesOf(page(rows))).toMatchObject([{ description: 'Vizitky s ražbou a obálkou', total: 620 }]);
  });

  it('has the name below the period that stands beside the figures, and no word of another column', () => {
    const places = [left(60), left(300), right(420), right(470), right(540)];
    const rows = [
      ['Period Description', 'Site', 'Unit price', 'Quantity', 'Net value'],
      ['S00417253', 'Northgate 4', null, null, null],
      ['01/08/2026 - 31/08/2026', '(Mill lane)', '512.00', '1', '512.00'],
      ['Line between two houses, 200 Mbit/s', 'York', null, null, null],
    ].flatMap((cells, i) => printTable([cells], places, 100 + 10 * i + (i > 0 ? 8 : 0)));
    expect(linesOf(page(rows))).toMatchObject([
      { description: 'Line between two houses, 200 Mbit/s', quantity: 1, total: 512 },
    ]);
  });

  it('takes a code with letters in it from over the name where both are in the head', () => {
    const rows = (...names: string[]) =>
      linesOf(
        page([
          ...printTable(
            [
              ['Pos', 'Artikel-Nummer / Bezeichnung', 'Menge', 'Einzelpreis', 'Gesamtpreis'],
              ['1', 'MRT41806', '5', '38.20', '191.00'],
              [null, names[0]!, null, null, null],
              ['2', 'PLS20917', '2', '64.00', '128.00'],
              [null, names[1]!, null, null, null],
            ],
            [left(40), left(70), right(380), right(450), right(540)],
            100,
            14,
          ),
        ]),
      );
    expect(rows('Wartung Pumpe, 1 Jahr', 'Wartung Kessel, 1 Jahr')).toMatchObject([
      { description: 'Wartung Pumpe, 1 Jahr', item_code: 'MRT41806' },
      { description: 'Wartung Kessel, 1 Jahr', item_code: 'PLS20917' },
    ]);
  });

  it('joins a word that was parted at its own hyphen', () => {
    const words = [
      ...printTable([head, ['1', 'Router with antenna for Wi-', '2', 'pcs', '4.00', '9', '8.00']], usual, 100),
      ...run('Fi', 70, 130),
    ];
    expect(linesOf(page(words))).toMatchObject([{ description: 'Router with antenna for Wi-Fi' }]);
  });

  it('reads fees whose texts begin some rows above their amounts', () => {
    const words = [
      ...run('Date 17 June 2026', 40, 70),
      ...run('For professional services in connection with', 40, 100),
      ...run('the lease of unit 4, including attendance at', 40, 112),
      ...run('two meetings', 40, 124),
      ...runTo('2,150.00', 500, 124),
      ...run('Search fees', 40, 144),
      ...runTo('84.00', 500, 144),
      ...run('Net', 300, 164),
      ...runTo('2,234.00', 500, 164),
    ];
    expect(linesOf(page(words))).toMatchObject([
      {
        description:
          'For professional services in connection with the lease of unit 4, including attendance at two meetings',
        total: 2150,
      },
      { description: 'Search fees', total: 84 },
    ]);
  });

  it('takes a row as far below a line as lines stand apart for a note about the goods', () => {
    const words = [
      ...printTable([head, ['1', 'Butterfly valve DN 50', '4', 'pcs', '62.00', '22', '248.00']], usual, 100),
      ...printTable([['2', 'Gasket', '8', 'pcs', '3.10', '22', '24.80']], usual, 136),
      ...printTable([['3', 'Work for replacing all of these valves', '3', 'h', '48.00', '22', '144.00']], usual, 154),
      ...run('Contribution to recycling paid where due', 70, 172),
    ];
    expect(linesOf(page(words)).at(-1)).toMatchObject({
      description: 'Work for replacing all of these valves',
      details: 'Contribution to recycling paid where due',
    });
  });

  it('takes a second row for something else where most of them would have had room in the first', () => {
    const places = [left(40), left(70), right(300)];
    const row = (top: number, number: string, name: string, below: string, amount: string) => [
      ...printTable([[number, name, amount]], places, top),
      ...run(below, 70, top + 12),
    ];
    const words = [
      ...printTable([['Pos', 'Description', 'Amount']], places, 100),
      ...row(118, '1', 'Linz - Brno', 'Empties', '480.00'),
      ...row(148, '2', 'Brno - Lindau am Bodensee, day', 'Seats on pallets', '720.00'),
      ...row(178, '3', 'Lindau - Linz', 'Furniture', '965.00'),
      ...printTable([[null, 'Net', '2165.00']], places, 220),
    ];
    expect(linesOf(page(words)).map((line) => line.description)).toEqual([
      'Linz - Brno',
      'Brno - Lindau am Bodensee, day',
      'Lindau - Linz',
    ]);
  });

  it('takes a text that runs on over other columns for a heading of the lines below', () => {
    const words = [
      ...printTable([head], usual, 100),
      ...run('Line 06 30 555 1200 with the package for firms of up to twenty people', 70, 114),
      ...printTable([['1', 'Monthly fee', '2', 'pcs', '4.00', '9', '8.00']], usual, 126),
      ...printTable([['2', 'Calls', '3', 'h', '2.00', '9', '6.00']], usual, 138),
    ];
    expect(linesOf(page(words)).map((line) => line.description)).toEqual(['Monthly fee', 'Calls']);
  });

  it('takes what is said of the goods apart without colons', () => {
    const words = [
      ...printTable([head], usual, 100),
      ...printTable([['1', 'Ham that was aged for eighteen long months', '2', 'kg', '4.00', '9', '8.00']], usual, 118),
      ...run('Lot PC771 Exp. 30.09.2027', 70, 130),
    ];
    expect(linesOf(page(words))).toMatchObject([
      { description: 'Ham that was aged for eighteen long months', lot_number: 'PC771' },
    ]);
  });

  it('leaves what is said of the goods with those above it', () => {
    const words = [
      ...printTable([head, ['1', 'Screen', '2', 'pcs', '4.00', '9', '8.00']], usual, 100, 12),
      ...run('Lot: AA-1100', 70, 124),
      ...printTable([['2', 'Cable', '3', 'pcs', '2.00', '9', '6.00']], usual, 136),
    ];
    expect(linesOf(page(words)).map((line) => [line.description, line.lot_number])).toEqual([
      ['Screen', 'AA-1100'],
      ['Cable', undefined],
    ]);
  });

  it('takes apart products written out below the names of the goods, and leaves out their numbering', () => {
    const product = (name: string, written: string, amount: string, top: number) => [
      ...run(name, 40, top),
      ...run(written, 50, top + 14),
      ...runTo(amount, 400, top + 14),
    ];
    const words = [
      ...run('Description', 40, 100),
      ...runTo('Amount', 400, 100),
      ...product('1. Mesh 100 x 100', '14 pcs x 38.50', '539.00', 116),
      ...product('2. Sand', '95.00 EUR x 2.5 m3', '237.50', 146),
    ];
    expect(linesOf(page(words))).toEqual([
      { description: 'Mesh 100 x 100', quantity: 14, unit: 'pcs', unit_price: 38.5, total: 539 },
      { description: 'Sand', quantity: 2.5, unit: 'm3', unit_price: 95, total: 237.5 },
    ]);
  });

  it.each([
    ['the middles', 1],
    ['the ends', 2],
  ])('begins texts above their figures where these stand beside %s of all of them', (_, at) => {
    const places = [left(70), right(300), right(400), right(540)];
    const goods = [
      { text: ['Nettoyage des vitres', 'Garantie 24 mois', 'Série AT40961'], figures: ['2', '697,86', '1395,72'] },
      { text: ['Vin rouge'], figures: ['3', '13,91', '41,73'] },
      { text: ['Livre relié', 'Garantie 24 mois', 'Série NT78409'], figures: ['2', '32,08', '64,16'] },
    ];
    let top = 125;
    const lines = goods.flatMap(({ text, figures }) => {
      const first = top;
      top += text.length * 9 + 12;
      const beside = first + Math.min(at, text.length - 1) * 9;
      return [
        ...text.flatMap((each, i) => run(each, 70, first + i * 9, 8)),
        ...printTable([[null, ...figures]], places, beside),
      ];
    });
    const labels = printTable([['Désignation', 'Quantité', 'PU HT', 'Montant']], places, 100);
    expect(linesOf(page([...labels, ...lines]))).toMatchObject([
      { description: 'Nettoyage des vitres', details: 'Garantie 24 mois\nSérie AT40961', total: 1395.72 },
      { description: 'Vin rouge', total: 41.73 },
      { description: 'Livre relié', total: 64.16 },
    ]);
  });

  it.each(['Garanție 24 luni', 'Warranty: 2 years according to offer 14', 'Gwarancja 24 mies.'])(
    'has the goods above "%s", which stands beside the figures, and keeps a service that is called so',
    (warranty) => {
      const words = [
        ...printTable([head], usual, 100),
        ...run('Paper A4', 70, 118),
        ...printTable([['1', warranty, '2', 'pcs', '4.00', '9', '8.00']], usual, 128),
        ...run('S/N RK860124', 70, 138),
        ...run('Accessories', 70, 160),
        ...printTable([['2', 'Warranty extension for printers', '1', 'pcs', '5.00', '9', '5.00']], usual, 172),
      ];
      expect(linesOf(page(words)).map((line) => line.description)).toEqual([
        'Paper A4',
        'Warranty extension for printers',
      ]);
    },
  );
});
