import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, printTable, run } from '../../helpers/printed-page.ts';

const left = (x: number) => ({ x, align: 'left' as const });
const right = (x: number) => ({ x, align: 'right' as const });
const read = (title: string, ...words: Word[][]) =>
  decide(opened(page([...run(title, 60, 40, 14), ...words.flat()])), { vat: '', name: null }, '2026-11-21').invoice;
const linesOf = (invoice: ReturnType<typeof read>) =>
  invoice.line_items.map(({ description, total }) => [description, total]);

describe('a list without a head', () => {
  it('charges in whole units of a currency', () => {
    const invoice = read(
      'Factura nr. 219',
      printTable(
        [
          ['Taxă lunară, atelier de după-amiază', '1.650 lei'],
          ['Gustare: 20 zile × 29 lei', '580 lei'],
          ['Opțional dans', '180 lei'],
          ['Total luna aprilie', '2.410 lei'],
          ['Restanță din martie', '150 lei'],
          ['Vă rugăm să achitați', '2.560 lei'],
        ],
        [left(60), right(530)],
        200,
      ),
    );
    expect(linesOf(invoice)).toEqual([
      ['Taxă lunară, atelier de după-amiază', 1650],
      ['Gustare: 20 zile × 29 lei', 580],
      ['Opțional dans', 180],
    ]);
    expect(invoice).toMatchObject({ total_amount: 2410, amount_due: 2560 });
  });

  it('numbers what it charges with points, names the currency in a column and takes a discount off its sum', () => {
    const invoice = read(
      'Rechnung 418',
      printTable(
        [
          ['4.31', 'Studie', 'CHF', "11'400.00"],
          ['4.32', 'Ausführung', 'CHF', "14'820.00"],
          [null, 'Nebenkosten pauschal', 'CHF', "1'180.00"],
          [null, 'Zwischentotal', 'CHF', "27'400.00"],
          [null, 'Rabatt 5 %', 'CHF', "-1'370.00"],
          [null, 'Total exkl. MWST', 'CHF', "26'030.00"],
          [null, 'MWST 8.1 %', 'CHF', "2'108.43"],
          [null, 'Rechnungsbetrag', 'CHF', "28'138.43"],
        ],
        [left(60), left(100), left(420), right(530)],
        200,
      ),
    );
    expect(linesOf(invoice)).toEqual([
      ['Studie', 11400],
      ['Ausführung', 14820],
      ['Nebenkosten pauschal', 1180],
    ]);
    expect(invoice).toMatchObject({ subtotal: 26030, discount_amount: 1370, total_amount: 28138.43 });
  });

  it('begins with what is called a sum elsewhere, and has abbreviations for names', () => {
    const invoice = read(
      'Parcella n. 57 del 15/10/2026',
      printTable(
        [
          ['Onorario fase iniziale', '€', '1.680,00'],
          ['Onorario fase finale', '€', '2.905,00'],
          ['Spese generali 15%', '€', '687,75'],
          ['C.P.A. 4% su € 5.272,75', '€', '210,91'],
          ['Imponibile I.V.A.', '€', '5.483,66'],
          ['I.V.A. 22%', '€', '1.206,41'],
          ['TOTALE PARCELLA', '€', '6.690,07'],
        ],
        [left(60), left(420), right(530)],
        200,
      ),
    );
    expect(linesOf(invoice)).toEqual([
      ['Onorario fase iniziale', 1680],
      ['Onorario fase finale', 2905],
      ['Spese generali 15%', 687.75],
      ['C.P.A. 4% su € 5.272,75', 210.91],
    ]);
  });
});

describe('sums after the total', () => {
  it('are paid and due under labels of their own line, with a day or in two languages', () => {
    const { prepaid_amount, amount_due } = read(
      'Factura nr. 219 / Invoice',
      column(400, 400, ['TOTAL LEI']),
      column(420, 414, ['7 770'], 16),
      column(360, 450, ['AVANS ACHITAT / DEPOSIT PAID 02.02.2026']),
      column(420, 464, ['2 000'], 12),
      column(400, 500, ['REST / BALANCE']),
      column(420, 514, ['5 770'], 16),
    );
    expect({ prepaid_amount, amount_due }).toEqual({ prepaid_amount: 2000, amount_due: 5770 });
  });

  it('are led to by several fees without VAT, and paid in part by a provision', () => {
    const invoice = read(
      "Note d'honoraires n° 26.0114",
      printTable(
        [
          ['Total honoraires HT', '2 035,00 €'],
          ['TVA au taux de 20 %', '407,00 €'],
          ['Honoraires TTC', '2 442,00 €'],
          ['Greffe, dépôt de la requête', '87,34 €'],
          ['Droit de greffe', '13,00 €'],
          ['TOTAL', '2 542,34 €'],
          ['Provision versée le 13/01/2026', '-1 000,00 €'],
          ['SOLDE À RÉGLER', '1 542,34 €'],
        ],
        [left(60), right(530)],
        300,
      ),
    );
    expect(invoice).toMatchObject({ total_amount: 2542.34, prepaid_amount: 1000, amount_due: 1542.34 });
  });
});

it('a table without a head has rates behind its amounts', () => {
  const { line_items } = read(
    'FACTUUR 2026-0037',
    printTable(
      [
        ['3 st.', 'herstel atlas, linnen', '340,00', '1.020,00', '21'],
        ['12 st.', 'kalender, geniet', '27,50', '330,00', '6'],
        ['2 st.', 'vervoer heen en weer', '22,50', '45,00', '21'],
      ],
      [left(60), left(120), right(420), right(490), right(530)],
      300,
    ),
    column(400, 420, ['te betalen: € 1.638,45']),
  );
  expect(line_items.map(({ vat_rate }) => vat_rate)).toEqual([21, 6, 21]);
});
