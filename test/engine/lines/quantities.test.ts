import { expect, it } from 'vitest';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { page, printTable, run, runTo } from '../../helpers/printed-page.ts';

it('reads a quantity of three decimals, which looks like thousands, as it makes the total', () => {
  const places = [left(40), right(240), left(260), right(360), right(460)];
  const rows = [
    ['Nazwa', 'Ilość', 'Jm', 'Cena', 'Netto'],
    ['Gips', '211.000', 'kg', '8,00', '1 688,00'],
    ['Cement', '3.500', 'kg', '2,00', '7,00'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { quantity: 211, unit_price: 8, total: 1688 },
    { quantity: 3.5, unit_price: 2, total: 7 },
  ]);
});

it('reads quantities of three decimals so where money is parted otherwise, under a label that says nothing of them', () => {
  const places = [left(40), right(240), left(250), right(360), right(460)];
  const rows = [
    ['Sortiment', 'Volum', null, 'Preț', 'Valoare'],
    ['Scânduri', '14,208', 'mc', '1,120.00', '15,912.96'],
    ['Rigle', '3,072', 'mc', '1,040.00', '3,194.88'],
    ['Lemn de foc', '6', 'mst', '290.00', '1,740.00'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { quantity: 14.208, total: 15912.96 },
    { quantity: 3.072, total: 3194.88 },
    { quantity: 6, total: 1740 },
  ]);
});

it('takes money for each of a unit for the price', () => {
  const places = [left(40), right(240), left(260), right(360), right(460)];
  const lines = (label: string) =>
    linesOf(
      page(
        printTable(
          [
            ['Produs', 'Exemplare', 'UM', label, 'Lei'],
            ['Pliante', '5 000', 'buc', '0,187', '935,00'],
            ['Panou', '2', 'buc', '210,000', '420,00'],
          ],
          places,
          100,
        ),
      ),
    ).map(({ quantity, unit_price }) => [quantity, unit_price]);
  for (const label of ['Lei/UM', 'EUR/buc', '(lei / buc)']) {
    expect(lines(label)).toEqual([
      [5000, 0.187],
      [2, 210],
    ]);
  }
});

it('takes what bears a currency for the price, whatever the labels over both figures mean', () => {
  const places = [left(40), right(300), right(400), right(500)];
  const rows = [
    ['Description', 'Amount', 'Single', 'Total'],
    ['Programming', '144 hrs', '£16.80', '£2419.20'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { description: 'Programming', quantity: 144, unit_price: 16.8, total: 2419.2 },
  ]);
});

it('counts pieces with three decimals, where no label tells them from a price', () => {
  const places = [left(40), right(240), right(320), right(400), right(480)];
  const rows = [
    ['Popis', 'Alfa', 'Beta', 'Gama', 'Delta'],
    ['Pronájem nabíječky', '1,000', '640,00', '0,00', '640,00'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([{ quantity: 1, unit_price: 640, total: 640 }]);
});

it('takes a long word at a quantity for its unit where it is one', () => {
  const places = [left(40), right(300), right(400), right(500)];
  const rows = [
    ['Leistung', 'Menge', 'Preis', 'Betrag'],
    ['Beratung', '1Stunde', '60,00', '60,00'],
    ['Planung', '7Stunden', '60,00', '420,00'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { quantity: 1, unit: 'Stunde', total: 60 },
    { quantity: 7, unit: 'Stunden', total: 420 },
  ]);
});

it('parts a quantity from its unit and from the price behind it, where narrow columns run into each other', () => {
  const places = [left(36), right(367), right(430), right(527), right(553)];
  const words = [
    ...printTable([['Descrizione', 'Quantità', 'Prezzo', 'Importo', 'Iva']], places, 100),
    ...[
      ['Tovaglioli', '120', 'confezione€', '2,500', '€ 300,00'],
      ['Vassoi', '1', 'cartone€', '65,000', '€ 65,00'],
      ['Bicchieri', '8confezione€', '', '4,500', '€ 36,00'],
    ].flatMap(([text, count, unit, price, amount], at) => [
      ...run(text!, 36, 120 + 18 * at),
      ...(unit === ''
        ? run(count!, 350, 120 + 18 * at, 8)
        : [...runTo(count!, 354, 120 + 18 * at), ...run(unit!, 355, 120 + 18 * at, 8)]),
      ...run(price!, 402, 120 + 18 * at),
      ...runTo(amount!, 527, 120 + 18 * at),
      ...runTo('22', 553, 120 + 18 * at),
    ]),
  ];
  expect(linesOf(page(words))).toMatchObject([
    { quantity: 120, unit: 'confezione', unit_price: 2.5, total: 300 },
    { quantity: 1, unit: 'cartone', unit_price: 65, total: 65 },
    { quantity: 8, unit: 'confezione', unit_price: 4.5, total: 36 },
  ]);
});

it('takes percentages that make the amounts of quantity and price for a discount, and the others for the rates, without labels', () => {
  const places = [left(40), right(270), right(360), right(410), right(460), right(540)];
  const rows = [
    ['Descripción', 'Cant.', 'Precio', 'Dtx', '1VX', 'Base'],
    ['Tuercas', '20,000', '12,03', '30%', '4%', '168,40'],
    ['Horas de montaje', '35,000', '52,18', '9%', '4%', '1.661,80'],
    ['Asesoría', '3,000', '187,40', '0%', '4%', '562,20'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { description: 'Tuercas', quantity: 20, vat_rate: 4, total: 168.4 },
    { description: 'Horas de montaje', quantity: 35, vat_rate: 4, total: 1661.8 },
    { description: 'Asesoría', quantity: 3, vat_rate: 4, total: 562.2 },
  ]);
});

it('takes what makes the amounts of the prices in all rows for the quantity, whatever its label seems to mean', () => {
  const places = [left(40), right(330), right(420), right(520)];
  const table = (rows: string[][]) =>
    page(printTable([['Serviciu', 'Nr. probe', 'Tarif', 'Suma'], ...rows], places, 100));
  expect(
    linesOf(
      table([
        ['Analiza apei', '4', '62.00', '248.00'],
        ['Analiza solului', '3', '81.50', '244.50'],
        ['Raport', '1', '40.00', '40.00'],
      ]),
    ).map(({ quantity }) => quantity),
  ).toEqual([4, 3, 1]);
  // One row of several pieces may multiply out by accident.
  const numbered = [
    ['Analiza apei', '1', '62.00', '62.00'],
    ['Analiza solului', '2', '81.50', '163.00'],
    ['Raport', '3', '40.00', '40.00'],
  ];
  expect(linesOf(table(numbered)).map(({ quantity }) => quantity)).toEqual([undefined, undefined, undefined]);
});

it('sees the columns of the lines and not those of readings of a meter below the sums, though these multiply out', () => {
  const heads = [left(40), left(283), left(320), left(360), left(445), left(515)];
  const cells = [left(40), right(313), left(322), right(432), right(506), right(551)];
  const words = [
    ...printTable([['Denumire', 'Cant.', 'U.M.', 'Preț unitar', 'Valoare', 'TVA']], heads, 100),
    ...printTable(
      [
        ['Energie termică 01.10.2025-31.10', '2,140', 'Gcal', '301,5000', '645,21', '11%'],
        ['Diferență din estimare 01.11.2025-30.11', '3,011', 'Gcal', '301,5000', '907,82', '11%'],
        ['Citire la distanță', '1', 'luna', '6,4000', '6,40', '11%'],
      ],
      cells,
      118,
    ),
    ...printTable([['TOTAL', '1.559,43']], [left(40), right(506)], 190),
    ...run(
      'din care transport 18,40 lei/Gcal, distribuție 52,16 lei/Gcal, cogenerare 3,07 lei/Gcal, contribuție 1,12',
      40,
      214,
      8,
    ),
    ...printTable(
      [
        ['Contor', 'Perioada', 'Index vechi', 'Index nou', 'Citire', 'Volum', 'Factor', 'Energie'],
        ['T7-88120', '01.10–15.10', '2.046', '2.296', 'estimat', '250', '8,560', '2.140'],
        ['T7-88120', '16.10–31.10', '2.296', '2.546', 'citit', '250', '12,044', '3.011'],
      ],
      [left(40), left(120), left(190), left(250), left(302), left(361), left(418), left(490)],
      240,
    ),
  ];
  expect(linesOf(page(words))).toMatchObject([
    { quantity: 2.14, unit: 'Gcal', unit_price: 301.5 },
    { quantity: 3.011, unit: 'Gcal', unit_price: 301.5 },
    { quantity: 1, unit: 'luna', unit_price: 6.4 },
  ]);
});

it('goes on below goods that are taken back, which bear the word for change', () => {
  const places = [left(40), right(300), right(400), right(500)];
  const rows = [
    ['Artikl', 'Kol.', 'Cijena', 'Ukupno'],
    ['Povrat: stolna svjetiljka', '-1 kom', '41,20', '-41,20'],
    ['Povrat: produžni kabel', '-3 kom', '6,10', '-18,30'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { description: 'Povrat: stolna svjetiljka', quantity: -1, total: -41.2 },
    { description: 'Povrat: produžni kabel', quantity: -3, total: -18.3 },
  ]);
});

it('reads the count in front of each name as the quantity, where no column has one and all of them multiply out', () => {
  const places = [left(60), left(300), right(420), right(520)];
  const shop = (second: string) =>
    page([
      ...printTable(
        [
          ['Product', 'SKU', 'Price', 'Total'],
          ['3× Desk lamp', 'DL-77', '12.50', '37.50'],
          ['2 x Notebook', 'NB-01', '4.20', second],
        ],
        places,
        100,
      ),
      // The count stands beside the middle of a text of two rows.
      ...run('Fountain pen', 60, 154),
      ...printTable([['5x', 'FP-20', '9.00', '45.00']], places, 160),
      ...run('blue ink', 60, 166),
    ]);
  expect(linesOf(shop('8.40'))).toMatchObject([
    { description: 'Desk lamp', quantity: 3, unit_price: 12.5, total: 37.5 },
    { description: 'Notebook', quantity: 2, unit_price: 4.2, total: 8.4 },
    { quantity: 5, unit_price: 9, total: 45 },
  ]);
  expect(linesOf(shop('8.70'))[0]).not.toHaveProperty('quantity');
});

it('reads what is taken off a price behind it in its cell, under one label for both', () => {
  const places = [left(36), left(100), right(330), right(440), right(530)];
  const rows = [
    ['Code', 'Description', 'Qty', 'Price - Discount', 'Net'],
    ['00117', 'Junction box', '20', '3.40 -50%', '34.00'],
    ['00254', 'Ceiling rose', '8', '12.00 -25%', '72.00'],
    ['00900', 'Recycling fee', '8', '0.25', '2.00'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { description: 'Junction box', quantity: 20, unit_price: 1.7, total: 34 },
    { description: 'Ceiling rose', quantity: 8, unit_price: 9, total: 72 },
    { description: 'Recycling fee', quantity: 8, unit_price: 0.25, total: 2 },
  ]);
});

it('finds the name above the first product that is written out below it, in a list without a head', () => {
  const entry = (y: number, rows: string[], amount: string) => [
    ...rows.flatMap((text, i) => run(text, 60, y + 13 * i)),
    ...runTo(amount, 540, y + 13 * (rows.length - 1)),
  ];
  const words = [
    ...entry(250, ['1. Brickwork, stage two, house', 'as per report 7', '1 pcs × 9 200,00'], '9 200,00'),
    ...entry(300, ['2. Plastering', '210,50 m² × 30,00'], '6 315,00'),
    ...entry(340, ['3. Hire of scaffolding', '1 400 m²/day × 0,75'], '1 050,00'),
    ...run('Total', 320, 380),
    ...runTo('16 565,00', 540, 380),
  ];
  expect(linesOf(page(words))).toMatchObject([
    { description: 'Brickwork, stage two, house as per report 7', quantity: 1, total: 9200 },
    { description: 'Plastering', quantity: 210.5, total: 6315 },
    { description: 'Hire of scaffolding', quantity: 1400, unit: 'm²/day', total: 1050 },
  ]);
});

it('parts counts from the names behind them under two heads that stand no farther apart than words', () => {
  const rows = [
    [null, 'P.Un.', 'IVA', 'Total'],
    [null, '18,50', '13%', '259,00'],
    [null, null, null, null],
    [null, '8,00', '23%', '40,00'],
    [null, '0,90', '13%', '11,70'],
  ];
  const heads: [string, string][] = [
    ['Qt', 'Artigo'],
    ['14', 'Ementa (entradas, prato,'],
    ['', 'sobremesa)'],
    ['5', 'Vinho da casa'],
    ['13', 'Café'],
  ];
  // As print of a fixed width has them, a space apart.
  const named = heads.flatMap(([count, name], i) => [
    ...(count === '' ? [] : run(count, 40, 100 + 13 * i)),
    ...run(name, 40 + (count === '' ? 0 : 5 * count.length + 6), 100 + 13 * i),
  ]);
  const words = [...named, ...printTable(rows, [left(40), right(300), right(360), right(460)], 100, 13)];
  expect(linesOf(page(words.sort((one, other) => one.y - other.y || one.x - other.x)))).toMatchObject([
    { quantity: 14, description: 'Ementa (entradas, prato, sobremesa)', unit_price: 18.5, total: 259 },
    { quantity: 5, description: 'Vinho da casa', unit_price: 8, total: 40 },
    { quantity: 13, description: 'Café', unit_price: 0.9, total: 11.7 },
  ]);
});

it('counts whole pieces, where another column that may count does not multiply out either', () => {
  const rows = [
    ['Leistung', 'Faktor', 'Anz.', 'Betrag'],
    ['Untersuchung der Zähne', '2,3', '1', '12,94'],
    ['Reinigung der Zähne', '2,3', '28', '101,36'],
  ];
  const places = [left(40), right(300), right(360), right(460)];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { quantity: 1, total: 12.94 },
    { quantity: 28, total: 101.36 },
  ]);
});

it('takes how much of the work is done for no rate of VAT', () => {
  const rows = [
    ['Désignation', 'P.U. HT', 'Avanc.', 'Qté', 'Montant HT'],
    ['Cloisons', '46,80', '100 %', '320,00', '14 976,00'],
    ['Doublage', '31,25', '80 %', '328,00', '10 250,00'],
    ['Retombées', '52,00', '25 %', '9,50', '494,00'],
  ];
  const places = [left(40), right(240), right(300), right(380), right(480)];
  const found = linesOf(page(printTable(rows, places, 100)));
  expect(found.map(({ total, vat_rate }) => [total, vat_rate])).toEqual([
    [14976, undefined],
    [10250, undefined],
    [494, undefined],
  ]);
});

it('reads a quantity with its unit at it that stands under the label of the unit', () => {
  const places = [left(40), right(260), left(280), right(380), right(460)];
  const rows = [
    ['Descrição', 'Qtd.', 'Un.', 'Preço', 'Valor'],
    ['Cartaz A3', null, '40,00UN', '1,2500', '50,00'],
    ['Lona impressa', null, '6,00MT', '8,5000', '51,00'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { quantity: 40, unit: 'UN', unit_price: 1.25, total: 50 },
    { quantity: 6, unit: 'MT', unit_price: 8.5, total: 51 },
  ]);
});

it('reads a product that is written out with the sign of bills in long hand', () => {
  const words = [
    ['Broșuri A5', '12 buc à 6,50', '78,00'],
    ['Corectură', '1,5 ore à 50,00', '75,00'],
    ['Total', null, '153,00'],
  ].flatMap(([name, product, amount], i) => [
    ...run(name!, 40, 100 + 16 * i),
    ...(product ? run(product, 300, 100 + 16 * i) : []),
    ...runTo(amount!, 540, 100 + 16 * i),
  ]);
  expect(linesOf(page(words))).toMatchObject([
    { description: 'Broșuri A5', quantity: 12, unit: 'buc', unit_price: 6.5, total: 78 },
    { description: 'Corectură', quantity: 1.5, unit: 'ore', unit_price: 50, total: 75 },
  ]);
});

it('reads a product whose sign is a letter of the language that a model knows, or stands at its unit', () => {
  const words = [
    ['Broșuri A5', '12 bucă 6,50', '78,00'],
    ['Corectură', '1,5 ore ă 50,00', '75,00'],
  ].flatMap(([name, product, amount], i) => [
    ...run(name!, 40, 100 + 16 * i),
    ...run(product!, 300, 100 + 16 * i),
    ...runTo(amount!, 540, 100 + 16 * i),
  ]);
  expect(linesOf(page(words))).toMatchObject([
    { description: 'Broșuri A5', quantity: 12, unit: 'buc', unit_price: 6.5, total: 78 },
    { description: 'Corectură', quantity: 1.5, unit: 'ore', unit_price: 50, total: 75 },
  ]);
});

it('reads what is charged by zone and time', () => {
  const places = [left(40), left(120), left(180), left(340), right(520)];
  const rows = [
    ['Start', 'Stop', 'Zone', 'Kenteken', 'Bedrag'],
    ['03-09 08:51', '11:02', 'Gouda 2041 Markt', '5-KLM-12', '9,40'],
    ['05-09 13:20', '14:05', 'Delft 3107 Wal', '5-KLM-12', '3,15'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
    { description: 'Gouda 2041 Markt', total: 9.4 },
    { description: 'Delft 3107 Wal', total: 3.15 },
  ]);
});
