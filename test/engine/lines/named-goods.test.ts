import { expect, it } from 'vitest';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { page, printTable, run } from '../../helpers/printed-page.ts';

it('goods have the name above a number that stands beside their figures', () => {
  const places = [left(57), right(350), left(388), right(540)];
  const words = [
    ...printTable([['Subscription', 'Monthly price', 'Period', 'Amount']], places, 100),
    ...[0, 1, 2].flatMap((at) => [
      ...run('Server large', 57, 130 + 30 * at),
      ...printTable(
        [[`192.0.2.${10 + at}`, '26.99', '04.01.2026 - 04.02.2026', ['26.99', '71.28', '4.99'][at]!]],
        places,
        142 + 30 * at,
      ),
    ]),
  ];
  expect(linesOf(page(words))).toMatchObject(
    [26.99, 71.28, 4.99].map((total) => ({ description: 'Server large', total })),
  );
});

it('goods whose price multiplies out are no imprint, whatever letters stand beside their figures', () => {
  const places = [left(20), left(89), left(170), right(280), left(308), right(370), right(400), right(450), left(470)];
  const rows = [
    ['433718', 'KEUKENROL', null, '4,650', '1 BK', '4,65', '1', '4,65', '1'],
    ['871389', 'APPEL JONAGOLD', null, '2,250', '1 ZK', '2,25', '5', '11,25', '5'],
    ['+ 327340', 'MBS KRAT', 'E 3.90', '3,900', '1 ST', '3,90', '2', '7,80', '0'],
    ['871777', 'BIERBOX', null, '11,990', '1 DS', '11,99', '1', '11,99', '1'],
    ['871157', 'THEE LEMON', null, '2,990', '1 DS', '2,99', '2', '5,98', '5'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toHaveLength(rows.length);
});
