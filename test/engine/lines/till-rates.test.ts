import { describe, expect, it } from 'vitest';
import { slip } from '../../helpers/printed-slip.ts';

describe('the VAT rates of what a till sold', () => {
  it('are those of the letters behind the amounts, which the sums explain', () => {
    const { rates, sums } = slip([
      ['Lampă de birou', '84,00 A'],
      ['Biscuiți', '7,30 B'],
      ['Sacoșă', '1,50 À'],
      ['Sticlă returnabilă', '0,50 E'],
      ['SUBTOTAL', '93,30'],
      ['REDUCERE', '-5,00'],
      ['TOTAL LEI', '88,30'],
      ['TVA A - 21.00%', '13,97'],
      ['TVA B 11% din 7,30', '0,72'],
      ['TOTAL TVA', '14,69'],
    ]);
    expect(rates).toEqual([21, 11, 21, null]);
    // What the goods cost before what is taken off is no net sum.
    expect([sums.subtotal, sums.discount_amount?.value, sums.total_amount?.value]).toEqual([null, 5, 88.3]);
  });

  it('stand at the end of their rows where all of them stand again among the sums', () => {
    const rows = (second: string) =>
      slip([
        '2 kos x 3,10 9,5%',
        ['Kruh polnozrnat', '6,20'],
        'Sveča',
        [`1 kos x 4,40 ${second}`, '4,40'],
        ['SKUPAJ EUR', '10,60'],
        ['DDV 9,5%', '0,54'],
        ['DDV 22%', '0,79'],
      ]);
    expect(rows('22%').rates).toEqual([9.5, 22]);
    // What is in the goods is a percentage as well.
    expect(rows('20%').rates).toEqual([null, null]);
  });

  it('are no part of the name, and fuel is counted by what has a unit and priced to a tenth of a cent', () => {
    const { lines, rates } = slip([
      '38,20 LT X 1,694',
      ['BENZIN 95 24%', '64,71'],
      '2,00 TEM X 3,150',
      ['MOTORÖL 24%', '6,30'],
      ['SUMME', '71,01'],
      ['MWST 24%', '13,74'],
    ]);
    expect(lines).toEqual([
      ['BENZIN 95', 38.2, 'LT', 1.694, 64.71],
      ['MOTORÖL', 2, 'TEM', 3.15, 6.3],
    ]);
    expect(rates).toEqual([24, 24]);
  });
});
