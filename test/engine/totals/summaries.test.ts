import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import type { Word } from '../../../server/engine/page.ts';
import { readTotals } from '../../../server/engine/totals/read-totals.ts';
import { left, right } from '../../helpers/printed-lines.ts';
import { opened, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

const amountsOf = (words: Word[]) => {
  const layout = layOut(opened(page(words)));
  const totals = readTotals(layout, readLines(layout), 'EUR');
  return [totals.subtotal, totals.vat_amount, totals.total_amount].map((found) => found?.value ?? null);
};
const goods = (rows: string[][]) =>
  printTable(
    [['Descripción', 'Cantidad', 'Precio', 'Importe'], ...rows],
    [left(40), right(300), right(400), right(540)],
    100,
  );

describe('summaries of VAT', () => {
  it('take what is printed like money for the base of a rate of nothing, and no number of its reason', () => {
    const words = [
      ...goods([
        ['Curso', '1', '200,00', '200,00'],
        ['Manual', '1', '100,00', '100,00'],
      ]),
      ...run('IVA 0% Exento art. 292', 300, 300),
      ...runTo('200,00', 480, 300),
      ...runTo('0,00', 540, 300),
      ...run('IVA 0% Exento art. 310', 300, 318),
      ...runTo('100,00', 480, 318),
      ...runTo('0,00', 540, 318),
      ...run('TOTAL', 300, 345),
      ...runTo('300,00 €', 540, 345),
    ];
    const layout = layOut(opened(page(words)));
    const { vat_breakdown } = readTotals(layout, readLines(layout), 'EUR');
    expect(vat_breakdown.map(({ base }) => base?.value)).toEqual([200, 100]);
  });

  it('takes the rate that heads a row of its summary as a code for no amount of VAT', () => {
    const words = [
      ...goods([
        ['Lomo curado', '2', '150,00', '300,00'],
        ['Portes', '1', '20,00', '20,00'],
      ]),
      ...printTable(
        [
          ['IVA', 'Base imponible', '% I.V.A.', 'Cuota'],
          ['10', '300,00', '10,00 %', '30,00'],
          ['21', '20,00', '21,00 %', '4,20'],
        ],
        [left(40), right(160), right(230), right(290)],
        300,
      ),
      ...run('TOTAL', 505, 318),
      ...runTo('354,20 €', 540, 345),
    ];
    expect(amountsOf(words)).toEqual([null, 34.2, 354.2]);
  });

  it('takes the base that a label of VAT names for the net sum, each time that it is printed', () => {
    const row = (y: number) => [
      ...run('IVA 22% su imponibile di euro', 40, y),
      ...run('84,00', 250, y),
      ...runTo('18,48', 540, y),
    ];
    const words = [
      ...printTable(
        [
          ['Descrizione', 'Importo'],
          ['Canone di marzo', '84,00'],
        ],
        [left(40), right(540)],
        100,
      ),
      ...row(160),
      ...run('Totale fattura', 40, 178),
      ...runTo('102,48', 540, 178),
      ...row(400),
    ];
    expect(amountsOf(words)).toEqual([84, 18.48, 102.48]);
  });

  it('reads a net and a gross sum under their columns, whatever the label beside both calls them', () => {
    const places = [left(40), right(350), right(440), right(540)];
    const rows = [
      ['Denumire', 'Valoare fără TVA', 'TVA (19%)', 'Valoare cu TVA'],
      ['Abonament', '71,00', '13,49', '84,49'],
      ['Reducere', '-16,00', '-3,04', '-19,04'],
    ];
    const words = [
      ...printTable(rows, places, 100),
      ...printTable([['Total factură curentă', '55,00', null, '65,45']], places, 156),
    ];
    expect(amountsOf(words)).toEqual([55, null, 65.45]);
  });

  it('takes amounts of a list, the last of which is the sum of the others, for no rate and its VAT', () => {
    const places = [left(40), right(370), right(430), right(540)];
    const list = [
      ['A-3544', '7,88', '0,32', '8,20'],
      ['A-3563', '3,65', '0,15', '3,80'],
      ['A-3575', '1,97', '0,08', '2,05'],
      ['A-3594', '2,50', '0,10', '2,60'],
      ['Total oficina', '16,00', '0,65', '16,65'],
    ];
    const words = [
      ...printTable([['Albarán', 'Base imponible', 'I.V.A.', 'Total'], ...list], places, 100),
      ...printTable(
        [
          ['Base imponible', '%', 'IVA', 'Total'],
          ['16,01', '4', '0,64', '16,65'],
        ],
        [left(60), left(160), left(220), left(380)],
        320,
      ),
    ];
    expect(amountsOf(words)).toEqual([16.01, 0.64, 16.65]);
  });

  it('takes for the VAT nothing that is more than a third of the net sum or of the other sign', () => {
    const sums = (...rows: [string, string][]) =>
      rows.flatMap(([label, amount], i) => [...run(label, 60, 200 + i * 18), ...runTo(amount, 540, 200 + i * 18)]);
    const split = sums(
      ['Totale imposte e IVA', '568,60'],
      ['Totale bolletta', '2.589,80'],
      ['IVA versata dal cliente', '-467,01'],
      ['Totale spesa per energia', '2.021,20'],
    );
    const [net, vat] = amountsOf(split);
    expect(net === null || vat === null).toBe(true);
  });
});

describe('a total that is more than net and VAT', () => {
  const sums = (...rows: [string, string][]) =>
    rows.flatMap(([label, amount], i) => [...run(label, 60, 400 + 16 * i), ...runTo(amount, 400, 400 + 16 * i)]);

  it('is led to by a tax outside of the base, in its row between the two, and is not proven by it', () => {
    const words = sums(
      ['Total bază de impozitare TVA', '520,00'],
      ['TVA 19%', '98,80'],
      ['Total taxe', '7,50'],
      ['Total de plată', '626,30'],
    );
    const layout = layOut(opened(page(words)));
    const totals = readTotals(layout, readLines(layout), 'RON');
    expect(totals).toMatchObject({
      subtotal: { value: 520 },
      vat_amount: { value: 98.8 },
      total_amount: { value: 626.3 },
    });
    expect(totals.total_amount!.evidence).not.toContain('sums_agree');
  });

  it('stands without a label of its own where lines and VAT under their columns add up to it', () => {
    const words = [
      ...printTable(
        [
          ['Denumire', 'Cantitate', 'Preț unitar', 'Valoare', 'TVA'],
          ['Ciment', '10,00', '30,00', '300,00', '57,00'],
          ['Nisip', '4,00', '50,00', '200,00', '38,00'],
          ['TOTAL:', '', '', '500,00', '95,00'],
        ],
        [left(40), right(260), right(350), right(440), right(540)],
        100,
      ),
      ...run('Semnătura de primire', 60, 600),
      ...run('595,00', 430, 640),
    ];
    expect(amountsOf(words)).toEqual([500, 95, 595]);
  });
});

describe('the list of all that a bill comes to', () => {
  const row = (label: string, amount: string, y: number) => [...run(label, 60, y), ...runTo(amount, 300, y)];
  const list = (vat: string) => [
    ...row('Power', '10.00', 100),
    ...row('Energy', '30.00', 112),
    ...row('Hire of the meter', '2.50', 124),
    ...row('IGIC reducido', '1.20', 136),
    ...row('IGIC normal', vat, 148),
    ...row('TOTAL IMPORTE FACTURA', '43.88', 166),
  ];

  it('makes its total, and the VAT of all of its rates', () => {
    expect(amountsOf(list('0.18'))).toEqual([null, 1.38, 43.88]);
  });

  it('says nothing where its amounts do not make the total', () => {
    expect(amountsOf(list('0.17'))[1]).not.toBe(1.37);
  });
});

it('the VAT of several rates comes to what net sum and total differ by, where its sum is printed nowhere', () => {
  const rows: [string, string][] = [
    ['Totaal exclusief BTW', '€ 94,20'],
    ['6% BTW', '€ 4,50'],
    ['21% BTW', '€ 6,30'],
    ['Totaal', '€ 105,-'],
  ];
  const printed = (sums: [string, string][]) => [
    ...printTable(
      [
        ['Omschrijving', 'BTW', 'Totaal'],
        ['Zeilen', '6%', '€ 75,-'],
        ['Boot', '21%', '€ 30,-'],
      ],
      [left(40), left(400), left(500)],
      100,
    ),
    ...sums.flatMap(([label, amount], at) => [...run(label, 380, 400 + 15 * at), ...run(amount, 500, 400 + 15 * at)]),
  ];
  expect(amountsOf(printed(rows))).toEqual([94.2, 10.8, 105]);
  expect(amountsOf(printed([...rows.slice(0, 2), ['21% BTW', '€ 5,30'], rows[3]!]))[1]).not.toBe(9.8);
});

it('the VAT of rows by rate is the sum of them below a net sum as well, where its own is printed nowhere', () => {
  const printed = (last: string) => [
    ...goods([
      ['Curso', '2', '50,00', '100,00'],
      ['Manual', '4', '50,00', '200,00'],
    ]),
    ...[
      ['Total sin IVA', '300,00'],
      ['IVA 21 % sobre 100,00', '21,00'],
      ['IVA 10 % sobre 200,00', '20,00'],
      ['TOTAL', last],
    ].flatMap(([label, amount], at) => [...run(label!, 300, 300 + 15 * at), ...runTo(amount!, 540, 300 + 15 * at)]),
  ];
  expect(amountsOf(printed('341,00'))).toEqual([300, 41, 341]);
  expect(amountsOf(printed('351,00'))[1]).not.toBe(41);
});

it('a net sum over its VAT on the next page is no line that says all others once more', () => {
  const first = printTable(
    [
      ['Bezeichnung', 'Anzahl', 'Preis', 'Summe', 'Steuersatz %'],
      ['Rechner', '1', '4.320,96', '4.320,96', '19,00'],
      ['Urheberabgabe', '1', '10,55', '10,55', '19,00'],
    ],
    [left(40), right(260), right(360), right(460), right(550)],
    100,
  );
  const last = [
    ...printTable([['Netto', 'MwSt. MwSt.-Satz']], [right(420), right(530)], 580),
    ...run('Seriennummern für Artikel 000010', 68, 586, 7),
    ...run('Einzelheiten zur Garantie finden Sie in den', 68, 598),
    ...printTable([['4.331,51', '822,99', '19,00 %']], [right(420), right(490), right(560)], 598),
    ...run('Gesamtpreis (inkl. MwSt.)', 360, 622),
    ...runTo('EUR 5.154,50', 560, 622),
  ];
  const layout = layOut(opened(page(first), page(last)));
  const totals = readTotals(layout, readLines(layout), 'EUR');
  expect([totals.subtotal, totals.vat_amount, totals.total_amount].map((found) => found?.value ?? null)).toEqual([
    4331.51, 822.99, 5154.5,
  ]);
});

it('sums of seven digits in groups of three are amounts, and no numbers of something', () => {
  const words = [
    ...printTable(
      [
        ['Megnevezés', 'Mennyiség', 'Nettó ár', 'Áfa', 'Bruttó ár'],
        ['Bérleti díj', '1', '1 076 829', '290 744', '1 367 573'],
      ],
      [left(40), right(220), right(320), right(420), right(540)],
      100,
    ),
    ...printTable(
      [['Összesen:', '1 076 829', '290 744', '1 367 573']],
      [left(40), right(320), right(420), right(540)],
      150,
    ),
  ];
  expect(amountsOf(words)).toEqual([1076829, 290744, 1367573]);
});

it('what several rates of nothing come to is the total, and not the largest of them', () => {
  const words = [
    ...goods([
      ['Proyecto', '1', '4.876,00', '4.876,00'],
      ['Timbre', '1', '2,00', '2,00'],
    ]),
    ...printTable(
      [
        ['IVA', 'BASE', 'CUOTA'],
        ['0%', '2,00 €', '0,00 €'],
        ['0%', '5.071,04 €', '0,00 €'],
      ],
      [left(40), right(200), right(270)],
      400,
    ),
    ...printTable(
      [
        ['Caja', '195,04 €'],
        ['Total no sujeto', '5.071,04 €'],
        ['Total IVA', '0,00 €'],
        ['Total documento', '5.073,04 €'],
      ],
      [left(320), right(560)],
      400,
    ),
  ];
  expect(amountsOf(words)[2]).toBe(5073.04);
});
