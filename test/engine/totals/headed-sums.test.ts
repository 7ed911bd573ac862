import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import type { Word } from '../../../server/engine/page.ts';
import { readTotals } from '../../../server/engine/totals/read-totals.ts';
import { left, right } from '../../helpers/printed-lines.ts';
import { opened, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

const read = (words: Word[], currency: string) => {
  const layout = layOut(opened(page(words)));
  const lines = readLines(layout);
  return { lines: lines.lines, totals: readTotals(layout, lines, currency) };
};
const amountsOf = (words: Word[], currency = 'EUR') => {
  const { totals } = read(words, currency);
  return [totals.subtotal, totals.vat_amount, totals.total_amount].map((found) => found?.value ?? null);
};

describe('sums under heads that say whether VAT is in them', () => {
  it.each([
    ['MWST', 'exkl. MWST', 'inkl. MWST', 'Zusammenfassung gem. MWST', 'Total Rechnung'],
    ['TVA', 'hors TVA', 'TVA comprise', 'Récapitulatif TVA', 'Total facture'],
    ['DPH', 'bez DPH', 's DPH', 'Přehled DPH', 'Doklad celkem'],
    ['TVA', 'fără TVA', 'cu TVA', 'Situația TVA', 'Total factură'],
  ])('are read by "%s | %s | %s", in rows of rates too', (vat, net, gross, title, total) => {
    const words = printTable(
      [
        [title, vat, net, gross],
        [`${vat} 9%`, '8,10', '90,00', '98,10'],
        [`${vat} 21%`, '42,00', '200,00', '242,00'],
        [total, '50,10', '290,00', '340,10'],
      ],
      [left(60), right(300), right(400), right(500)],
      400,
    );
    expect(amountsOf(words)).toEqual([290, 50.1, 340.1]);
  });

  it.each([
    ['Montant facturé', '90,00 € HT', '108,00 € TTC', 'Dont TVA 20,00%', '18,00 €'],
    ['Rechnungsbetrag', '90,00 € netto', '108,00 € brutto', 'USt 20,00%', '18,00 €'],
  ])('are read by words behind the figures of one row: %s %s %s', (label, net, gross, vat, amount) => {
    const words = [...run(label, 60, 400), ...runTo(net, 420, 400), ...runTo(gross, 520, 400)];
    expect(amountsOf([...words, ...runTo(vat, 420, 414), ...runTo(amount, 520, 414)])).toEqual([90, 18, 108]);
  });

  it.each([
    ['NETTO', 'BRUTTO', 'MwSt 19%'],
    ['Net', 'Gross', 'VAT 19%'],
  ])('are the labels of the figures behind them where each has one: %s, %s', (net, gross, vat) => {
    const words = [...run(`${net} 250,00 EUR ${gross}`, 60, 400), ...runTo('297,50 EUR', 500, 400)];
    expect(amountsOf([...words, ...run(vat, 60, 386), ...runTo('47,50', 500, 386)])).toEqual([250, 47.5, 297.5]);
  });

  it('are called by the labels over them, of which one has a rate with decimals', () => {
    const words = printTable(
      [
        ['Total brut', 'Remise 10 %', 'Frais de port', 'Net H.T.', 'TVA 20,00 %', 'Total T.T.C.'],
        ['100,00', '-10,00', '5,00', '95,00', '19,00', '114,00'],
      ],
      [left(40), left(120), left(210), left(300), left(390), left(490)],
      400,
      14,
    );
    expect(amountsOf(words)).toEqual([95, 19, 114]);
    expect(read(words, 'EUR').totals.discount_amount?.value).toBe(10);
  });

  it('are none beside a sum, where the same words say what VAT it is', () => {
    const words = [
      ...run('Gesamtbetrag', 300, 400),
      ...runTo('119,00', 500, 400),
      ...run('inkl. MwSt', 300, 418),
      ...runTo('19,00', 500, 418),
    ];
    expect(amountsOf(words)).toEqual([null, 19, 119]);
  });
});

it.each(['Размер на данъка', 'Сума на данъка', 'Размер на ДДС'])('has its VAT under "%s"', (label) => {
  const rows: [string, string][] = [
    ['Данъчна основа', '500.00'],
    [label, '100.00'],
    ['Сума за плащане', '600.00'],
  ];
  const words = rows.flatMap(([name, amount], i) => [
    ...run(name, 300, 300 + 18 * i),
    ...runTo(amount, 540, 300 + 18 * i),
  ]);
  expect(amountsOf(words, 'BGN')).toEqual([500, 100, 600]);
});

it('is called what both lines around it say, though they name columns by their numbers', () => {
  const words = [
    ...printTable(
      [
        ['Denumirea serviciilor', 'UM', 'Cant.', 'Pret unitar', 'Valoarea', 'TVA'],
        ['Documentatie tehnica', 'buc', '1', '10.000,00', '10.000,00', '1.900,00'],
      ],
      [left(45), left(330), right(370), right(440), right(500), right(570)],
      215,
    ),
    ...run('Total', 421, 501, 9),
    ...runTo('10.000,00', 500, 501, 9),
    ...runTo('1.900,00', 570, 501, 9),
    ...run('Total de plata', 379, 520, 9),
    ...runTo('11.900,00', 570, 525.5, 9),
    ...run('(col 5 + col 6)', 383, 531, 9),
  ];
  const { total_amount: total } = read(words, 'RON').totals;
  expect([total?.value, total?.evidence.includes('guessed')]).toEqual([11900, false]);
});

describe('a rate of VAT without its sign', () => {
  it.each([
    ['before the base', ['21,00', '18,40', '3,86']],
    ['behind it', ['18,40', '21,00', '3,86']],
  ])('is the one of two factors that is a rate, %s', (_, figures) => {
    const words = [
      ...printTable([figures], [right(150), right(250), right(350)], 400),
      ...run('TOTAL', 300, 440),
      ...runTo('22,26', 500, 440),
    ];
    const { totals } = read(words, 'EUR');
    expect(totals.vat_breakdown.map(({ rate, base }) => [rate?.value, base?.value])).toEqual([[21, 18.4]]);
  });
});

describe('a summary of VAT', () => {
  it('whose rows without VAT do not multiply out is summed up by the row below them', () => {
    const words = [
      ...printTable(
        [
          ['Áfakulcs', 'Áfa alap', 'Áfa', 'Bruttó'],
          ['FAD', '5 180', '0', '5 180 Ft'],
          ['27%', '3 000', '810', '3 810 Ft'],
          ['Összesen:', '8 180', '810', '8 990 Ft'],
        ],
        [left(40), right(150), right(230), right(330)],
        400,
      ),
      ...run('Fizetendő:', 380, 500),
      ...runTo('8 990 Ft', 540, 500),
    ];
    expect(amountsOf(words, 'HUF')).toEqual([8180, 810, 8990]);
  });

  it('is no table of goods, though one of its heads counts packages and another names the goods', () => {
    const words = [
      ...printTable(
        [
          ['Název', 'počet', 'cena celkem'],
          ['Chléb kmínový', '10', '480,00'],
          ['Mléko polotučné', '2', '30,00'],
        ],
        [left(60), right(300), right(500)],
        100,
      ),
      ...[
        'Spotřební daň celkem|143',
        'součet balení|240',
        'daň|333',
        'hodnota zboží|358',
        'částka daně|422',
        'Celkem|497',
      ]
        .map((label) => label.split('|'))
        .flatMap(([label, x]) => run(label!, Number(x), 300, 7)),
      ...[
        ['0,00', '70', '23= 12,0', '480,00', '57,60', '537,60'],
        ['', '', '6= 21,0', '30,00', '6,30', '36,30'],
        ['', '', '', '510,00', '63,90', '573,90'],
      ].flatMap((row, at) =>
        row.flatMap((cell, i) =>
          cell === '' ? [] : runTo(cell, [226, 295, 347, 417, 472, 521][i]!, 311 + 10 * at, 7),
        ),
      ),
    ];
    expect(amountsOf(words, 'CZK')).toEqual([510, 63.9, 573.9]);
    expect(read(words, 'CZK').lines.map(({ total }) => total?.value)).toEqual([480, 30]);
  });
});

describe('a bill whose head says what is to be paid', () => {
  const bill = (total: string): Word[] => [
    ...run('Totale da pagare:', 388, 100, 12),
    ...runTo(total, 560, 100, 12),
    ...printTable(
      [
        ['Aliquota 10%', '84,00 €', '8,40 €'],
        ['Aliquota 22%', '55,00 €', '12,10 €'],
        ["Gia' Assoggettato Ad Iva", '-0,02 €', '0,00 €'],
        ['Totale Gas', null, '159,48 €'],
      ],
      [left(34), right(245), right(290)],
      400,
    ),
    ...printTable(
      [
        ['Aliquota 10%', '51,00 €', '5,10 €'],
        ["Gia' Assoggettato Ad Iva", '0,01 €', '0,00 €'],
        ['Totale Energia Elettrica', null, '56,11 €'],
      ],
      [left(309), right(515), right(560)],
      400,
    ),
  ];

  it('has the totals of its parts for no total of its own, and the VAT of all rates for its VAT', () => {
    expect(amountsOf(bill('215,59 €'))).toEqual([null, 25.6, 215.59]);
  });

  it('is not made of parts that make another sum', () => {
    expect(amountsOf(bill('315,59 €'))[1]).not.toBe(25.6);
  });
});

describe('a label over an amount', () => {
  it('is the one that ends where the amount begins, and none that has an amount of its own beside it', () => {
    const words = [
      ...run('Neto', 380, 400),
      ...runTo('90,00', 520, 400),
      ...run('Total IVA + RE', 390, 420),
      ...runTo('18,90', 520, 420),
      ...runTo('TOTAL FACTURA', 430, 450),
      ...run('108,90 €', 431, 474, 14),
    ];
    expect(amountsOf(words)).toEqual([90, 18.9, 108.9]);
  });

  it('may have a figure one for the letter I, where OCR read it', () => {
    const scanned = [
      ...run('Base imponible', 300, 400),
      ...runTo('90,00', 520, 400),
      ...run('Total 1.V.A.+ R.E.', 300, 416),
      ...runTo('18,90', 520, 416),
      ...run('Total factura', 300, 432),
      ...runTo('108,90', 520, 432),
    ].map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
    expect(amountsOf(scanned)).toEqual([90, 18.9, 108.9]);
  });
});

it('takes no noughts for the sums of an invoice that says what is to be paid', () => {
  const rows: [string, string][] = [
    ['Total de energia (6%)', '0,00 €'],
    ['Valor sem IVA', '0,00 €'],
    ['IVA (6%)', '0,00 €'],
    ['Total a pagar', '61,50 €'],
  ];
  const words = rows.flatMap(([label, amount], i) => [
    ...run(label, 60, 400 + 16 * i),
    ...runTo(amount, 400, 400 + 16 * i),
  ]);
  expect(amountsOf(words)[2]).toBe(61.5);
});
