import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import { opened, type Place, page, printTable, run, runTo } from '../../helpers/printed-page.ts';
import { amounts, lines, none, places, sums, totalsOf } from './printed-sums.ts';

describe('sums beside what is none of them', () => {
  it('keeps the VAT of a named rate apart from the sum of the lines over it, however many words are about it', () => {
    const row = (label: string, amount: string, y: number) => [...run(label, 60, y), ...runTo(amount, 540, y)];
    const totals = totalsOf([
      ...row('Advice on the lease', '410.00', 100),
      ...row('Journeys to the site (148 km x 0.50)', '74.00', 118),
      ...row('Net total', '484.00', 148),
      ...row('20 % VAT at the rate in force on the day named in section 12', '96.80', 166),
      ...row('Invoice total', '580.80', 184),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 484, vat: 96.8, total: 580.8 });
  });

  it('takes what the columns of amounts and of VAT come to for net sum and VAT, whatever stands beside each', () => {
    const columns: Place[] = [...places.slice(0, 3), { x: 470, align: 'right' }, { x: 540, align: 'right' }];
    const form = (net: string, vat: string) => [
      ...printTable(
        [
          ['Denumire', 'Cantitatea', 'Prețul unitar', 'Valoarea', 'Valoarea TVA'],
          ['Apă plată', '20', '13.20', '264.00', '29.04'],
          ['Bere blondă', '12', '64.80', '777.60', '163.30'],
        ],
        columns,
        100,
      ),
      ...[...run('Semnătura', 40, 260), ...run('Total din care:', 300, 260), ...runTo(net, 470, 260)],
      ...[...run('furnizorului', 40, 270), ...run('accize', 300, 270), ...runTo(vat, 540, 270)],
      ...[...run('Total de plată', 440, 292), ...runTo('1233.94', 540, 306)],
    ];
    expect(amounts(totalsOf(form('1041.60', '192.34')))).toMatchObject({ net: 1041.6, vat: 192.34, total: 1233.94 });
  });

  it('takes figures alone under the lines for their sums, and no line', () => {
    const columns: Place[] = [...places.slice(0, 3), { x: 470, align: 'right' }, { x: 540, align: 'right' }];
    const words = [
      ...printTable(
        [
          ['Denumire', 'Cant.', 'Preț', 'Valoarea', 'TVA'],
          ['Contabilitate', '1', '850.00', '850.00', '21%'],
          ['Salarizare', '7', '35.00', '245.00', '21%'],
        ],
        columns,
        100,
      ),
      ...[...run('Întocmit: Oana Brad', 40, 156), ...runTo('1,095.00', 470, 165), ...runTo('229.95', 540, 165)],
      ...[...run('Total plată', 300, 190), ...runTo('1,324.95', 540, 190)],
    ];
    expect(amounts(totalsOf(words))).toMatchObject({ net: 1095, vat: 229.95, total: 1324.95 });
    expect(readLines(layOut(opened(page(words)))).lines).toHaveLength(2);
  });

  it('takes what stands between net sum and total without a label for the VAT, where the named rate makes it', () => {
    const between = (amount: string, ...rest: [string, number][]) => [
      ...[...run('Subtotal', 330, 600), ...runTo('€1,384.20', 540, 600)],
      ...[...runTo(amount, 540, 618), ...run('TVA 21%', 330, 624), ...runTo('1,480.03 RON', 540, 630)],
      ...[...run('Total de plată', 330, 650), ...runTo('€1,674.88', 540, 650)],
      ...rest.flatMap(([text, y]) => run(text, 330, y)),
    ];
    expect(amounts(totalsOf(between('€290.68'), 'EUR'))).toMatchObject({ net: 1384.2, vat: 290.68, total: 1674.88 });
    expect(amounts(totalsOf(between('€290.60'), 'EUR')).vat).toBeNull();
  });

  it('takes a sum with VAT that carriage is added to for none of the whole', () => {
    const row = (label: string, amount: string, y: number) => [...run(label, 360, y), ...runTo(amount, 540, y)];
    const totals = totalsOf([
      ...row('Sous Total TTC :', '52,80 €', 600),
      ...row('Port :', '6,00 €', 618),
      ...row('TOTAL', '58,80 €', 640),
    ]);
    expect(amounts(totals).total).toBe(58.8);
  });

  it('reads figures that are set against their labels without white, and an amount before its rate in brackets', () => {
    const column = (...texts: string[]) => totalsOf(texts.flatMap((text, i) => run(text, 330, 600 + i * 18)));
    const whole = { net: 1305000, vat: 352350, total: 1657350 };
    expect(amounts(column('Nettó1 305 000 Ft', 'ÁFA352 350 (27%)', 'Bruttó1 657 350 Ft'))).toMatchObject(whole);
    expect(amounts(column('Nettó 1 305 000 Ft', 'ÁFA 352 350 (27%)', 'Bruttó 1 657 350 Ft'))).toMatchObject(whole);
    expect(amounts(column('Netto1 300,00', 'MwSt247,00', 'Gesamtbetrag1 547,00'))).toMatchObject({
      net: 1300,
      vat: 247,
      total: 1547,
    });
    expect(amounts(totalsOf(run('Somme à régler508,00 €', 330, 600)))).toMatchObject({ total: 508 });
    expect(amounts(totalsOf(run('Modèle à ressort508,00 €', 330, 600))).total).toBeNull();
  });

  it('leaves the number of a note at its label, where its figure stands in a column of its own', () => {
    const noted = ['Netto1', 'MwSt1', 'Gesamtbetrag2'].flatMap((text, i) => run(text, 330, 600 + i * 18));
    const figures = ['500,00', '105,00', '605,00'].flatMap((text, i) => runTo(text, 540, 600 + i * 18));
    expect(amounts(totalsOf([...noted, ...figures].sort((a, b) => a.y - b.y || a.x - b.x)))).toMatchObject({
      net: 500,
      vat: 105,
      total: 605,
    });
  });

  it('takes none of several discounts in rows of what is charged for one of the whole', () => {
    const rows = (offers: string[]) =>
      totalsOf(
        [
          ['Tariff of the month', '38.50'],
          ...offers.map((amount, i) => [`Discount ${i + 1}`, amount]),
          ['Net total', '25.00'],
          ['VAT 20%', '5.00'],
          ['Total', '30.00'],
        ].flatMap(([label, amount], i) => [...run(label!, 60, 300 + i * 18), ...runTo(amount!, 540, 300 + i * 18)]),
      );
    expect(amounts(rows(['-8.10', '-4.45']))).toMatchObject({ net: 25, total: 30, discount: null });
  });

  it('reads past the number of an earlier invoice to the words that say what was paid', () => {
    const row = (label: string, amount: string, y: number) => [...run(label, 60, y), ...runTo(amount, 540, y)];
    const totals = totalsOf([
      ...lines,
      ...sums(['Subtotal', '1,000.00'], ['VAT 20%', '200.00'], ['Total', '1,200.00']),
      ...row('Less deposit (invoice no. 2501877)', '300.00', 270),
      ...row('Left of this', '900.00', 288),
    ]);
    expect(amounts(totals)).toMatchObject({ total: 1200, prepaid: 300, due: 900 });
  });

  it('takes the number of the invoice beside an amount for no label of it: what stands over it is', () => {
    const totals = totalsOf([
      ...run('Amount due', 300, 60),
      ...run('Invoice no. 071164050260117', 60, 74),
      ...run('1,200.00', 300, 74),
      ...lines,
      ...sums(['Subtotal', '1,000.00'], ['VAT 20%', '200.00'], ['Total', '1,200.00']),
    ]);
    expect(amounts(totals)).toMatchObject({ due: 1200 });
  });

  it('knows the VAT beside the net sum by the rate over both, in a row whose label is for all of its figures', () => {
    const at = [300, 360, 420, 480, 540];
    const figures = (y: number, ...texts: string[]) =>
      texts.flatMap((text, i) => runTo(text, at[i + 5 - texts.length]!, y));
    const inTwoCurrencies = (vat: string) =>
      totalsOf(
        [
          ...run('Services', 40, 100),
          ...figures(100, 'Qty', 'Price', 'Net value'),
          ...run('VAT 20%', 510, 100),
          ...figures(112, 'EUR', 'EUR', 'RON', 'EUR', 'RON').slice(1),
          ...run('Transport to the harbour', 40, 130),
          ...runTo('2', 240, 130),
          ...figures(130, '350.00', '700.00', '3,500.00', '140.00', '700.00'),
          ...run('Waiting', 40, 148),
          ...runTo('3', 240, 148),
          ...figures(148, '100.00', '300.00', '1,500.00', '60.00', '300.00'),
          ...run('TOTAL', 40, 166),
          ...figures(166, '1,000.00', '5,000.00', vat, '1,000.00'),
          ...run('Total due: 1,200.00 EUR', 400, 190),
        ],
        'EUR',
      );
    expect(amounts(inTwoCurrencies('200.00'))).toMatchObject({ net: 1000, vat: 200, total: 1200 });
    expect(amounts(inTwoCurrencies('190.00'))).toMatchObject({ vat: null });
  });

  it('takes no day for what is due on it, in whichever line its month stands', () => {
    const totals = totalsOf([
      ...lines,
      ...run('TOTAL AMOUNT DUE BY 03', 60, 220),
      ...runTo('1,000.00', 540, 220),
      ...run('May 2026', 60, 232),
    ]);
    expect(amounts(totals)).toMatchObject({ due: 1000 });
  });

  it('takes discounts that the lines already leave out for none of the whole', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(
        ['Goods', '1,050.00'],
        ['Trade discount', '50.00'],
        ['Subtotal', '1,000.00'],
        ['VAT 20%', '200.00'],
        ['Total', '1,200.00'],
      ),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 1000, vat: 200, total: 1200 });
  });

  it('takes what VAT is counted on for the net sum, also where it ends at the edge of the amounts with VAT', () => {
    const at: Place[] = [
      ...places.slice(0, 1),
      ...[220, 300, 380, 460, 540].map((x) => ({ x, align: 'right' }) as const),
    ];
    const totals = totalsOf([
      ...printTable(
        [
          ['Articol', 'Cantitate', 'Pret', 'Valoare', 'TVA', 'Total'],
          ['Janta din aliaj', '-4', '250.00', '-1,000.00', '-210.00', '-1,210.00'],
          ['Capac de roata', '-2', '50.00', '-100.00', '-21.00', '-121.00'],
        ],
        at,
        100,
      ),
      ...sums(['Baza TVA 21%', '-1,100.00'], ['Valoare TVA', '-231.00'], ['TOTAL LEI', '-1,331.00']),
    ]);
    expect(amounts(totals)).toMatchObject({ net: -1100, vat: -231, total: -1331 });
  });

  it('takes VAT that the customer pays itself for no payment before', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Totale imponibile', '1,000.00'], ['IVA 22%', '220.00'], ['Totale documento', '1,220.00']),
      ...sums(['', ''], ['', ''], ['', ''], ['IVA a vs. carico', '-220.00'], ['Netto a pagare', '1,000.00']),
    ]);
    expect(amounts(totals)).toMatchObject({ vat: 220, total: 1220, prepaid: null, due: 1000 });
  });

  it('knows what was paid before where nothing is paid now', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Subtotal', '1,000.00'], ['VAT 20%', '200.00'], ['Total', '1,200.00']),
      ...sums(
        ['', ''],
        ['', ''],
        ['', ''],
        ['Amount due', '1,200.00'],
        ['Amount paid', '0.00'],
        ['Less deposits', '1,200.00'],
        ['Left to pay', '0.00'],
      ),
    ]);
    expect(amounts(totals)).toMatchObject({ total: 1200, prepaid: 1200 });
  });

  it('counts VAT on no sum that a discount of nothing stands beside', () => {
    const at = [120, 220, 300, 380, 540];
    const row = (y: number, ...cells: string[]) => cells.flatMap((cell, i) => runTo(cell, at[i]!, y));
    const totals = totalsOf([
      ...lines,
      ...row(200, 'Base', 'Taux', 'Montant TVA'),
      ...row(214, '1,000.00', '20%', '200.00'),
      ...row(240, 'Total HT', 'Remise', 'Total TTC'),
      ...row(254, '1,000.00', '0,00% 0,00', '1,200.00'),
    ]);
    expect(amounts(totals)).toMatchObject({ net: 1000, vat: 200, total: 1200 });
    expect(totals.vat_breakdown).toHaveLength(1);
  });

  it('is told by a sentence whose VAT stands at the begin of its next line', () => {
    const gross = printTable(
      [
        ['Description', 'Qty', 'Unit price', 'Amount'],
        ['Tea set', '1', '119.00', '119.00'],
      ],
      places,
      100,
    );
    const totals = totalsOf([
      ...gross,
      ...sums(['Zwischensumme', '119.00 EUR'], ['Gesamtsumme', '119.00 EUR']),
      ...run(
        'In unserem Preis von 119.00 EUR für die Ware sind ein Nettobetrag von 100.00 EUR und die gesetzliche Umsatzsteuer von',
        40,
        260,
        6,
      ),
      ...run('19.00 EUR (Steuersatz 19%).', 40, 268, 6),
    ]);
    expect(amounts(totals)).toMatchObject({ net: 100, vat: 19, total: 119 });
  });

  it('gives a discount of the whole, where no VAT is charged, and no sum before it as the net one', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Amount', '1,000.00'], ['Remise 5 %', '-50.00'], ['Net à payer', '950.00']),
    ]);
    expect(amounts(totals)).toMatchObject({ total: 950, discount: 50 });
    expect(amounts(totals).net).not.toBe(1000);
  });

  it('names one rate, however often its label says it', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Total fără TVA', '1,000.00'], ['TVA 19% (3=2*19%)', '190.00'], ['Total factură', '1,190.00']),
    ]);
    expect(totals.vat_breakdown.map(({ rate }) => rate?.value)).toEqual([19]);
  });

  it('is what its words before a bracket say, and not what the bracket says of its parts', () => {
    const row = (label: string, amount: string, y: number) => [...run(label, 60, y), ...runTo(amount, 540, y)];
    const totals = totalsOf([
      ...lines,
      ...sums(['Nettobetrag', '1,000.00'], ['19,00 % Mehrwertsteuer', '190.00'], ['Bruttobetrag', '1,190.00']),
      ...row('Zahlung Beleg 4471 am 28.03.26 (inkl. 95.00 € MwSt. auf 500.00 €)', '595.00', 270),
      ...row('Zu zahlender Betrag (inkl. 95.00 € MwSt. auf 500.00 €)', '595.00', 288),
    ]);
    expect(amounts(totals)).toMatchObject({ net: 1000, vat: 190, total: 1190, due: 595 });
  });

  it('is what its words before a bracket say, however long that is, and whether or not it ends in the line below', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Rechnungsbetrag (steuerfrei nach § 4 Nr. 14a des Gesetzes)', '1,000.00']),
    ]);
    expect(amounts(totals)).toMatchObject({ net: null, total: 1000 });
    const broken = totalsOf([
      ...lines,
      ...sums(['Total excl. VAT', '1,000.00'], ['VAT (intra-Community supply,', '0.00'], ['0%)', '']),
      ...sums(['Total', '1,000.00']).map((word) => ({ ...word, y: word.y + 54 })),
    ]);
    expect(amounts(broken)).toMatchObject({ net: 1000, vat: 0, total: 1000 });
  });

  it('is no VAT where its rate is nought and it is not: what the rate is counted on', () => {
    const totals = totalsOf([
      ...lines,
      ...run('TVA: 0%: 1,000.00+0,00 = 1,000.00.', 40, 220),
      ...sums(['Montant total', '1,000.00']).map((word) => ({ ...word, y: word.y + 40 })),
    ]);
    expect(amounts(totals)).toMatchObject({ net: 1000, total: 1000 });
    expect(amounts(totals).vat).not.toBe(1000);
  });

  it('is due by the word for what nobody paid', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Subtotal', '1,000.00'], ['VAT 20%', '200.00'], ['Total', '1,200.00'], ['Paid', '1,200.00']),
      ...run('Unpaid', 300, 300),
      ...runTo('0.00', 540, 300),
    ]);
    expect(amounts(totals)).toMatchObject({ total: 1200, prepaid: 1200, due: 0 });
  });
});
