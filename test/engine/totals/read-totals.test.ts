import { describe, expect, it } from 'vitest';
import { type Place, printTable, run, runTo } from '../../helpers/printed-page.ts';
import { amounts, lines, none, places, sums, totalsOf } from './printed-sums.ts';

describe('totals', () => {
  it('reads over a currency in brackets that stands in a cell of its own', () => {
    const words = [
      ...lines,
      ...run('Celková částka', 300, 220),
      ...run('(Kč):', 400, 220),
      ...runTo('1210.00', 540, 220),
    ];
    expect(amounts(totalsOf(words)).total).toBe(1210);
  });

  it('reads the sums of a form under its columns, however much is noted between, and a rate over the head for none', () => {
    const form = (sum: string) =>
      totalsOf([
        ...runTo('cota TVA: 19%', 540, 80),
        ...printTable(
          [
            ['Denumire', 'Cant.', 'Pret unitar', 'Valoarea', 'Valoarea TVA'],
            ['Perie de sarma', '2', '150.00', '300.00', '57.00'],
            ['Lac pentru barci', '1', '700.00', '700.00', '133.00'],
          ],
          [...places.slice(0, 3), { x: 460, align: 'right' }, { x: 540, align: 'right' }],
          94,
        ),
        ...run('Marfa circula cu aviz', 60, 300),
        ...run('Data expedierii', 60, 330),
        ...run('Numele delegatului', 200, 330),
        ...run('Mijloc de transport', 60, 360),
        ...run('Ora', 200, 360),
        ...runTo(sum, 460, 520),
        ...runTo('190.00', 540, 520),
        ...runTo('Total de plata (col.5+col.6)', 540, 560),
        ...runTo('1 190.00', 540, 575),
      ]);
    expect(amounts(form('1 000.00'))).toMatchObject({ net: 1000, vat: 190, total: 1190 });
    expect(amounts(form('1 200.00'))).toMatchObject({ net: null });
  });

  it('takes a rate with the colon of its label for no amount of VAT', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Rechnungsnetto:', '1,000.00'], ['MwSt. 19,00 %:', '190.00'], ['Endsumme:', '1,190.00']),
    ]);
    expect(amounts(totals)).toMatchObject({ net: 1000, vat: 190, total: 1190 });
  });

  it('takes a grand total over the VAT that is counted on it for the net sum', () => {
    const total = (vat: string) =>
      totalsOf([
        ...lines,
        ...sums(['Gesamtsumme EUR', '1,000.00'], [vat, '190.00'], ['Rechnungsbetrag EUR', '1,190.00']),
      ]);
    expect(amounts(total('MwSt (19%)'))).toMatchObject({ net: 1000, vat: 190, total: 1190 });
    expect(amounts(total('MwSt (7%)'))).toMatchObject({ net: null });
  });

  it('reads three sums below each other of which only the VAT is named, and a total under none', () => {
    const letter = (vat: string, total: string) =>
      amounts(
        totalsOf([
          ...runTo('3,200.00', 480, 300),
          ...run('+ 19/% Umsatzsteuer', 60, 314),
          ...runTo(vat, 480, 314),
          ...runTo(total, 480, 328),
        ]),
      );
    expect(letter('608.00', '3,808.00')).toMatchObject({ net: 3200, vat: 608, total: 3808 });
    expect(letter('608.00', '3,818.00')).toMatchObject({ net: null, total: null });
    const untaxed = totalsOf([
      ...lines,
      ...sums(['Net', '1,000.00'], ['VAT 0.00%', '0.00'], ['Amount EUR', '1,000.00']),
    ]);
    expect(amounts(untaxed)).toMatchObject({ net: 1000, vat: 0, total: 1000 });
  });

  it('takes for the total what net and VAT above it come to, though its label is only known to head a column', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Subtotal', '1,000.00'], ['VAT 20%', '200.00'], ['Betrag', '1,200.00']),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 1000, vat: 200, total: 1200 });
  });

  it('takes the VAT that the rate of all lines makes, where a figure was misread alike in two places', () => {
    const words = [
      ...printTable(
        [
          ['Nazwa', 'Ilość', 'Cena', 'VAT %', 'Netto'],
          ['Program', '1', '12960.00', '23', '12960.00'],
          ['Dostawa', '1', '10.00', '23', '10.00'],
        ],
        [places[0]!, { x: 260, align: 'right' }, { x: 340, align: 'right' }, { x: 400, align: 'right' }, places[3]!],
        100,
      ),
      ...printTable(
        [
          ['Netto', 'Stawka VAT', 'VAT', 'Brutto'],
          ['12970.00', '23%', '2083.10', '15053.10'],
          ['12970.00', null, '2983.10', '15953.10'],
        ],
        places.map((place) => ({ ...place, align: 'right' as const, x: place.x + 40 })),
        200,
      ),
      ...run('Do zapłaty:', 300, 270),
      ...run('15953', 420, 270),
      ...run('10 PLN', 450, 270),
    ].map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
    expect(amounts(totalsOf(words))).toMatchObject({ net: 12970, vat: 2983.1, total: 15953.1, due: 15953.1 });
  });

  it('reads an amount behind a rate whose sign stands apart', () => {
    const rate = [...run('Te betalen BTW', 300, 218), ...run('20,00', 410, 218), ...run('%', 450, 218)];
    const totals = totalsOf([
      ...lines,
      ...sums(['BTW plichtig bedrag', '1,000.00']),
      ...rate,
      ...runTo('200.00', 540, 218),
      ...runTo('Rekeningbedrag', 440, 236),
      ...runTo('1,200.00', 540, 236),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 1000, vat: 200, total: 1200 });
  });

  it('reads net, VAT and total, confirmed by lines, rate and addition', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Subtotal', '1,000.00'], ['VAT 20%', '200.00'], ['Total', '1,200.00']),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 1000, vat: 200, total: 1200 });
    expect(totals.total_amount?.evidence).toContain('sums_agree');
    expect(totals.agree).toBe(true);
    expect(totals.vat_breakdown).toMatchObject([
      { rate: { value: 20 }, base: { value: 1000 }, amount: { value: 200 } },
    ]);
  });

  it('takes the amount over the VAT that its rate and the total single out for the net sum, though no label names it', () => {
    const bill = (charged: string) =>
      totalsOf([
        ...sums(['Electricity charges', charged], ['VAT @ 9%', '34.97'], ['Total charges this bill', '423.47']),
      ]);
    const { subtotal } = bill('388.50');
    expect(subtotal).toMatchObject({ value: 388.5, evidence: ['sums_agree'] });
    expect(bill('388.40').subtotal).toBeNull();
  });

  it('knows a net sum by its words "without VAT", whatever else its label says', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Valoare lucrări fără TVA', '1.000,00'], ['TVA', '0,00'], ['Total factură', '1.000,00']),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 1000, vat: 0, total: 1000 });
  });

  it('takes figures under the columns of net amounts and VAT for these, though their row is called the invoice', () => {
    const withVat: Place[] = [...places.slice(0, 3), { x: 470, align: 'right' }, { x: 540, align: 'right' }];
    const totals = totalsOf([
      ...printTable(
        [
          ['Denumire', 'Cantitate', 'Preț', 'Valoare fără TVA', 'TVA'],
          ['Gaze naturale', '3', '100,00', '300,00', '63,00'],
          ['Distribuție', '2', '350,00', '700,00', '147,00'],
          ['Total factură curentă', null, null, '1.000,00', '210,00'],
        ],
        withVat,
        100,
      ),
      ...run('Total factură cu TVA', 40, 180),
      ...runTo('1.210,00', 540, 180),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 1000, vat: 210, total: 1210 });
  });

  it('says that sums contradict each other and confirms none of them', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Subtotal', '1,000.00'], ['VAT 20%', '200.00'], ['Total', '1,250.00']),
    ]);
    expect(totals.agree).toBe(false);
    for (const found of [totals.subtotal, totals.vat_amount, totals.total_amount]) {
      expect(found?.evidence ?? ['contradicted']).toContain('contradicted');
    }
  });

  it('takes no total of a part for the one that several make together', () => {
    const parts: [string, string][] = [
      ['Total electricity supply', '70.00'],
      ['Total water supply', '30.02'],
    ];
    expect(amounts(totalsOf(sums(...parts, ['To be debited, rounded: amount due', '100.00'])))).toMatchObject({
      total: 100,
      due: 100,
    });
    // Without what they make they are what is printed.
    expect(amounts(totalsOf(sums(...parts))).total).not.toBe(100);
    const net: [string, string][] = [
      ['Total net', '100.00'],
      ['Total VAT 21%', '21.00'],
      ['Total amount due', '121.00'],
    ];
    expect(amounts(totalsOf(sums(...net)))).toMatchObject({ net: 100, vat: 21, total: 121 });
  });

  it('takes no day or year for an amount that is due on it', () => {
    for (const day of ['August 3 , 2026', 'August 3, 2026', '3 August 2026'])
      expect(
        amounts(totalsOf(sums([`TOTAL AMOUNT DUE ON ${day}`, '$4.11'], ['Total for this invoice', '$4.11']))),
        day,
      ).toMatchObject({
        total: 4.11,
        due: 4.11,
      });
  });

  it('keeps an earlier balance out of the total', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(
        ['Previous balance', '500.00'],
        ['Subtotal', '1,000.00'],
        ['VAT 20%', '200.00'],
        ['Invoice total', '1,200.00'],
        ['Total to pay', '1,700.00'],
      ),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 1000, vat: 200, total: 1200, due: 1700 });
  });

  it('takes a discount or a prepayment of 0.00, which a form prints for none, for none', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Subtotal', '1000.00'], ['Discount', '0.00'], ['VAT', '200.00'], ['Total', '1200.00'], ['Paid', '0.00']),
    ]);
    expect(amounts(totals)).toEqual({ ...none, net: 1000, vat: 200, total: 1200 });
  });

  it('takes discount and prepayment as positive amounts that the sums confirm', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(
        ['Discount', '-100.00'],
        ['Subtotal', '900.00'],
        ['VAT 20%', '180.00'],
        ['Invoice total', '1,080.00'],
        ['Less deposit', '-80.00'],
        ['Balance due', '1,000.00'],
      ),
    ]);
    expect(amounts(totals)).toEqual({ net: 900, vat: 180, total: 1080, discount: 100, prepaid: 80, due: 1000 });
    expect(totals.discount_amount?.evidence).toContain('sums_agree');
    expect(totals.prepaid_amount?.evidence).toContain('sums_agree');
  });

  it('takes what a discount leaves for the net sum that VAT is counted on, under a label that it does not know', () => {
    const below = (left: string) =>
      totalsOf([
        ...lines,
        ...sums(
          ['Subtotal', '1000.00'],
          ['Discount', '50.00'],
          [left, '950.00'],
          ['VAT rate', '20%'],
          ['VAT', '190.00'],
          ['Total', '1140.00'],
        ),
      ]);
    for (const label of ['VAT base after discount', 'Taxed']) {
      const totals = below(label);
      expect(amounts(totals)).toEqual({ ...none, net: 950, vat: 190, total: 1140, discount: 50 });
      expect(totals.vat_breakdown.map(({ base, rate }) => [rate?.value, base?.value])).toEqual([[20, 950]]);
    }
  });

  it('takes what a discount for early payment leaves for no net sum', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Net', '1000.00'], ['VAT', '200.00'], ['Total', '1200.00'], ['Discount', '24.00'], ['Taxed', '1176.00']),
    ]);
    expect(amounts(totals)).toMatchObject({ net: 1000, vat: 200, total: 1200 });
  });

  it('reads labels printed over their amounts', () => {
    const boxes: Place[] = [
      { x: 300, align: 'right' },
      { x: 420, align: 'right' },
      { x: 540, align: 'right' },
    ];
    const below = printTable(
      [
        ['Total HT', 'Total TVA', 'Total TTC'],
        ['1 000,00', '200,00', '1 200,00'],
      ],
      boxes,
      220,
      14,
    );
    const french = printTable(
      [
        ['Désignation', 'Qté', 'P.U. HT', 'Montant HT'],
        ['Tuyau', '3', '100,00', '300,00'],
        ['Travaux', '2', '350,00', '700,00'],
      ],
      places,
      100,
    );
    expect(amounts(totalsOf([...french, ...below]))).toEqual({ ...none, net: 1000, vat: 200, total: 1200 });
  });

  it('reads labels at the left of the boxes whose figures stand at their right', () => {
    const boxed = [
      ...run('Totale imponibile', 300, 212, 6),
      ...runTo('1.000,00', 540, 222),
      ...run('Totale imposta', 300, 242, 6),
      ...runTo('200,00', 540, 252),
      ...run('Totale documento EUR', 300, 272, 6),
      ...runTo('1.200,00', 540, 282),
    ];
    const level = (y: number) => ({ direction: 'horizontal' as const, x: 298, y, width: 246, height: 0.5 });
    const upright = (x: number) => ({ direction: 'vertical' as const, x, y: 208, width: 0.5, height: 90 });
    const rules = [...[208, 238, 268, 298].map(level), ...[298, 544].map(upright)];
    expect(amounts(totalsOf([...lines, ...boxed], null, rules))).toEqual({
      ...none,
      net: 1000,
      vat: 200,
      total: 1200,
    });
  });

  it('takes no rate in a box of rates for an amount', () => {
    const boxed = [
      ...run('%IVA', 300, 212, 6),
      ...runTo('22,00', 540, 222),
      ...run('Totale documento EUR', 300, 242, 6),
      ...runTo('1.220,00', 540, 252),
    ];
    const level = (y: number) => ({ direction: 'horizontal' as const, x: 298, y, width: 246, height: 0.5 });
    const upright = (x: number) => ({ direction: 'vertical' as const, x, y: 208, width: 0.5, height: 60 });
    const rules = [...[208, 238, 268].map(level), ...[298, 544].map(upright)];
    expect(amounts(totalsOf(boxed, null, rules))).toEqual({ ...none, total: 1220 });
  });

  it('reads a total at the foot of its column beside words that are no heads of another table', () => {
    const columns: Place[] = [
      { x: 40, align: 'left' },
      { x: 240, align: 'right' },
      { x: 330, align: 'right' },
      { x: 430, align: 'right' },
      { x: 540, align: 'right' },
    ];
    const rows = printTable(
      [
        ['Denumirea produselor', 'Cantitatea', 'Pretul unitar', 'Valoarea', 'Valoarea TVA'],
        ['Teava de cupru', '3', '100.00', '300.00', '60.00'],
        ['Manopera', '2', '350.00', '700.00', '140.00'],
        ['Semnatura furnizorului', null, 'Date privind expeditia', 'Total', null],
        [null, null, 'Numele delegatului: Ion', '1000.00', '200.00'],
        [null, null, 'Total de plata', '1200.00', null],
      ],
      columns,
      100,
      14,
    );
    const totals = totalsOf(rows);
    expect(amounts(totals)).toMatchObject({ net: 1000, vat: 200 });
    expect([totals.subtotal?.evidence, totals.vat_amount?.evidence]).toEqual([
      expect.arrayContaining(['labelled']),
      expect.arrayContaining(['labelled']),
    ]);
  });

  it('prefers the amounts in the currency of the invoice', () => {
    const totals = totalsOf(
      [
        ...lines,
        ...sums(
          ['Subtotal', '1,000.00 EUR'],
          ['VAT 20%', '200.00 EUR'],
          ['Total', '1,200.00 EUR'],
          ['Total', '6,000.00 RON'],
        ),
      ],
      'EUR',
    );
    expect(amounts(totals)).toMatchObject({ net: 1000, vat: 200, total: 1200 });
  });

  it('gives no VAT where none is printed', () => {
    const totals = totalsOf([...lines, ...sums(['Total', '1,000.00'])]);
    expect(amounts(totals)).toMatchObject({ vat: null, total: 1000 });
  });

  it('takes the total after a printed rounding and leaves it unconfirmed', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Total incl. VAT', '1,200.02'], ['Rounding', '-0.02'], ['Total', '1,200.00']),
    ]);
    expect(totals.total_amount?.value).toBe(1200);
    expect(totals.total_amount?.evidence).not.toContain('sums_agree');
  });

  it('gives nothing for a page without sums', () => {
    const totals = totalsOf(run('Nothing to see here', 40, 100));
    expect(amounts(totals)).toEqual(none);
    expect(totals.agree).toBeNull();
  });
});
