import { expect, it } from 'vitest';
import { run } from '../../helpers/printed-page.ts';
import { amounts, sums, totalsOf } from './printed-sums.ts';

it.each([
  ['Słownie: dwa tysiące złotych 00/100', 2000],
  ['Słownie: dwa tysiące sto trzydzieści złotych 50/100', 2130.5],
])('of two sums the one that is said in words is the total: %s', (words, total) => {
  const printed = sums(['Razem', '2 000,00 zł'], ['Razem', '2 130,50 zł']);
  expect(amounts(totalsOf([...printed, ...run(words, 40, 700)]))).toMatchObject({ total });
});

it('a total that is said in words was read in two places', () => {
  const said = [...run('Słownie: dwa tysiące złotych', 40, 700), ...run('zero groszy', 40, 712)];
  expect(totalsOf([...sums(['Razem', '2 000,00 zł']), ...said]).total_amount?.evidence).toContain('seen_twice');
});

it('where words say another amount than the total, that is another one', () => {
  const said = run('Słownie: trzy tysiące złotych', 40, 700);
  expect(totalsOf([...sums(['Razem', '2 000,00 zł']), ...said]).total_amount?.evidence).toContain('rival');
});

it('words may leave out the cents of what is to be paid', () => {
  const said = run('Słownie: dwa tysiące złotych', 40, 700);
  const { total_amount: total } = totalsOf([...sums(['Razem', '2 000,40 zł']), ...said]);
  expect(total?.evidence).not.toContain('rival');
  expect(total?.evidence).not.toContain('seen_twice');
});
