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
        [[`192.0.2.${10 + at}`, '18.50', '03.02.2026 - 03.03.2026', ['18.50', '64.20', '7.35'][at]!]],
        places,
        142 + 30 * at,
      ),
    ]),
  ];
  expect(linesOf(page(words))).toMatchObject(
    [18.5, 64.2, 7.35].map((total) => ({ description: 'Server large', total })),
  );
});

it('goods whose price multiplies out are no imprint, whatever letters stand beside their figures', () => {
  const places = [left(20), left(89), left(170), right(280), left(308), right(370), right(400), right(450), left(470)];
  const rows = [
    ['510012', 'Ringmap blauw', null, '3,200', '1 BK', '3,20', '1', '3,20', '1'],
    ['510047', 'Potlood', null, '0,700', '1 ST', '0,70', '6', '4,20', '5'],
    ['+ 410', 'MBS Krat', 'E 2.50', '2,500', '1 ST', '2,50', '3', '7,50', '0'],
    ['510101', 'Nietmachine', null, '14,300', '1 DS', '14,30', '1', '14,30', '1'],
    ['510155', 'Enveloppen', null, '5,150', '1 DS', '5,15', '2', '10,30', '5'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toHaveLength(rows.length);
});

it('goods stand under the period that is billed, where the column for details is empty, and no connection is their count', () => {
  const places = [left(57), left(320), left(407), right(560)];
  const rows = [
    ['Zeitraum 01.04.26 - 30.04.26', 'Details', 'Anschluss', 'Netto'],
    ['Anschluss Zuhause XXL', null, '0045 2264 5948', '50,37'],
    ['Zweiter Router', null, '0045 2624 4562', '4,20'],
  ];
  expect(linesOf(page(printTable(rows, places, 100)))).toEqual([
    { description: 'Anschluss Zuhause XXL', total: 50.37 },
    { description: 'Zweiter Router', total: 4.2 },
  ]);
});
