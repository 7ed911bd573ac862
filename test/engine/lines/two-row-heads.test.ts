import { describe, expect, it } from 'vitest';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { page, printTable, run, runTo } from '../../helpers/printed-page.ts';

describe('heads in two rows over lines in two rows', () => {
  const upper = [left(40), left(100), left(250)];
  const lower = [right(200), left(215), right(330), right(400), right(550)];

  it('reads what is left after a discount below, and a price for a hundred', () => {
    const items = [
      [
        ['000010', 'QX-4411', 'Gasket ring'],
        ['4,000', 'PCS', '25,00', '1 PCS', '100,00'],
        ['20,00- %', '20,00-', '80,00'],
      ],
      [
        ['000020', 'QX-5012', 'Shaft coupling'],
        ['2,000', 'PCS', '60,00', '1 PCS', '120,00'],
        ['10,00- %', '12,00-', '108,00'],
      ],
      [
        ['000030', 'QX-7190', 'Hexagon screw zinc plated'],
        ['300,000', 'PCS', '20,00', '100 PCS', '60,00'],
        ['50,00- %', '30,00-', '30,00'],
      ],
    ] as const;
    const words = items.flatMap(([names, figures, [percent, off, net]], i) => {
      const y = 150 + 70 * i;
      return [
        ...printTable([[...names]], upper, y),
        ...printTable([[...figures]], lower, y + 12),
        ...run('Rabatt', 250, y + 24),
        ...runTo(percent, 400, y + 24),
        ...runTo(off, 550, y + 24),
        ...run('Nettowert', 250, y + 36),
        ...runTo(net, 550, y + 36),
        ...run('Ursprung AT', 100, y + 48),
      ];
    });
    const printed = page([
      ...printTable([['Pos.', 'Material', 'Bezeichnung']], upper, 118),
      ...printTable([['Menge', 'ME', 'Preis', 'pro ME', 'Wert']], lower, 130),
      ...words,
      ...run('Summe Positionen', 250, 370),
      ...runTo('218,00', 550, 370),
    ]);
    expect(linesOf(printed)).toMatchObject([
      { description: 'Gasket ring', item_code: 'QX-4411', quantity: 4, unit: 'PCS', unit_price: 20, total: 80 },
      { description: 'Shaft coupling', quantity: 2, unit_price: 54, total: 108 },
      { description: 'Hexagon screw zinc plated', quantity: 300, unit_price: 0.1, total: 30 },
    ]);
  });

  it('reads a quantity beside the names and all other figures below them, under labels at the same edge', () => {
    const printed = page([
      ...printTable([['Code', 'Description', 'Qty']], [left(40), left(150), right(550)], 110),
      ...printTable([['Unit price', 'Discount', 'Amount']], [right(300), right(400), right(550)], 122),
      ...[
        [
          ['A-100', 'Oil filter', '1,00'],
          ['18,00', null, '18,00'],
        ],
        [
          ['A-204', 'Engine oil', '4,50'],
          ['16,00', '10,00 %', '64,80'],
        ],
        [
          ['W-001', 'Labour', '2,25'],
          ['80,00', null, '180,00'],
        ],
      ].flatMap(([names, figures], i) => [
        ...printTable([names!], [left(40), left(150), right(550)], 140 + 28 * i),
        ...printTable([figures!], [right(300), right(400), right(550)], 152 + 28 * i),
      ]),
      ...run('Total', 400, 240),
      ...runTo('262,80', 550, 240),
    ]);
    expect(linesOf(printed)).toMatchObject([
      { description: 'Oil filter', quantity: 1, unit_price: 18, total: 18 },
      { description: 'Engine oil', quantity: 4.5, unit_price: 14.4, total: 64.8 },
      { description: 'Labour', quantity: 2.25, unit_price: 80, total: 180 },
    ]);
  });
});
