import { expect, it } from 'vitest';
import { linesOf } from '../../helpers/printed-lines.ts';
import { page, run, runTo } from '../../helpers/printed-page.ts';

/** Texts at a left edge with amounts at a right one, at their heights on the page. */
const list = (rows: readonly [y: number, text: string, amount?: string, x?: number][]) =>
  linesOf(
    page(rows.flatMap(([y, text, amount, x]) => [...run(text, x ?? 70, y), ...(amount ? runTo(amount, 520, y) : [])])),
  );

it('goes on with a name below its amount where the next word found no room, also of fees with a word for taxes among them', () => {
  const lines = list([
    [300, 'Asistență în litigiul cu depozitul de lângă gară, privind toată marfa avariată în', '3.410,00'],
    [313, 'septembrie 2025 și recursul ei'],
    [334, 'Redactarea unui contract', '920,00'],
    [355, 'Cheltuieli: taxe judiciare și curierat', '145,50'],
    [385, 'Total fără TVA', '4.475,50'],
  ]);
  expect(lines).toMatchObject([
    {
      description:
        'Asistență în litigiul cu depozitul de lângă gară, privind toată marfa avariată în septembrie 2025 și recursul ei',
      total: 3410,
    },
    { description: 'Redactarea unui contract', total: 920 },
    { description: 'Cheltuieli: taxe judiciare și curierat', total: 145.5 },
  ]);
});

it('takes what ends a wrapped name beside its amount for a part of it, though it holds no word', () => {
  const lines = list([
    [300, 'Izrada i ugradnja drvene ograde i dvokrilnih vrata u dvorištu, prema ponudi od'],
    [312, '14.3.2026.', '870,00'],
    [340, 'Odvoz stare ograde', '95,00'],
    [372, 'Ukupno za platiti', '965,00'],
  ]);
  expect(lines).toMatchObject([
    {
      description: 'Izrada i ugradnja drvene ograde i dvokrilnih vrata u dvorištu, prema ponudi od 14.3.2026',
      total: 870,
    },
    { description: 'Odvoz stare ograde', total: 95 },
  ]);
});

it('reads numbered names over how often at what price, whose VAT and amount stand behind that', () => {
  const goods = [
    ['1. Bridge toll, lorry of three axles', '1 pcs x 64.20', 'VAT exempt', '64.20'],
    ['2. Ferry ticket, lorry', '3 pcs x 28.50', 'VAT exempt', '85.50'],
    ['3. Service charge', '2 pcs x 1.75', 'VAT 10%', '3.50'],
  ] as const;
  const words = goods.flatMap(([name, product, vat, amount], i) => [
    ...run(name, 60, 300 + 26 * i),
    ...run(product, 72, 313 + 26 * i),
    ...run(vat, 180, 313 + 26 * i),
    ...runTo(amount, 500, 313 + 26 * i),
  ]);
  const sums = [...run('Net total', 60, 400), ...runTo('153.20', 500, 400)];
  expect(linesOf(page([...words, ...sums]))).toMatchObject([
    { description: 'Bridge toll, lorry of three axles', quantity: 1, unit: 'pcs', unit_price: 64.2, total: 64.2 },
    { description: 'Ferry ticket, lorry', quantity: 3, unit: 'pcs', unit_price: 28.5, total: 85.5 },
    { description: 'Service charge', quantity: 2, unit: 'pcs', unit_price: 1.75, total: 3.5 },
  ]);
});
