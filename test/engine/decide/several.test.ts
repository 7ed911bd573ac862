import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, printTable, run } from '../../helpers/printed-page.ts';

const read = (...pages: Word[][][]) =>
  decide(opened(...pages.map((words) => page(words.flat()))), { vat: 'RO18547290', name: null }, '2026-11-21');
const left = (x: number) => ({ x, align: 'left' as const });
const right = (x: number) => ({ x, align: 'right' as const });

const customer = column(330, 160, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, Cluj']);
const vendor = (name: string, cif: string) => column(60, 160, ['Furnizor', name, 'Str. Lungă nr. 5, Iași', cif]);
const brad = vendor('Brad Alb Impex S.R.L.', 'CIF: RO16702141');
const munte = vendor('Munte Verde S.A.', 'CIF: RO31415920');
const sums = (net: number, top = 420) =>
  printTable(
    [
      ['Total fără TVA', `${net},00`],
      ['TVA 21%', `${(net * 21) / 100},00`],
      ['Total de plată', `${(net * 121) / 100},00`],
    ],
    [left(330), right(530)],
    top,
  );
const head = (number: string, date: string, ...more: string[]) =>
  column(60, 60, [...more, `Număr factură: ${number}`, `Data facturii: ${date}`]);

describe('several invoices in one file', () => {
  it('are told apart where each has its title, its vendor and its own words, and only the first is given', () => {
    const found = read(
      [run('FACTURĂ', 60, 40, 18), head('AB 1204', '09.02.2026'), brad, customer, sums(100)],
      [
        run('INVOICE', 60, 40, 18),
        column(60, 60, ['Invoice no.: 77815', 'Invoice date: 11.03.2026']),
        munte,
        sums(900),
      ],
      [run('Rechnung Nr. 2026-55 vom 12.04.2026', 60, 40, 16), customer, sums(700)],
    );
    expect(found.warnings).toContain('multiple_invoices');
    expect(found.invoice).toMatchObject({
      invoice_number: 'AB 1204',
      invoice_date: '2026-02-09',
      vendor: { name: 'Brad Alb Impex S.R.L.' },
      total_amount: 121,
    });
    expect(Object.values(found.fields).every((field) => (field.page ?? 1) === 1)).toBe(true);
    expect(found.splits).toEqual([1, 2, 3].map((number) => ({ from: number, to: number })));
  });

  it('are told apart where one form without a title has another number in the same place', () => {
    const found = read(
      [head('AB-1204', '09.02.2026'), brad, customer, sums(100)],
      [head('AB-1205', '10.02.2026'), brad, customer, sums(900)],
    );
    expect(found.warnings).toContain('multiple_invoices');
    expect(found.invoice).toMatchObject({ invoice_number: 'AB-1204', invoice_date: '2026-02-09', total_amount: 121 });
  });

  it('are told apart where pages are counted from one again', () => {
    const found = read(
      [run('Pagina 1/2', 500, 800), head('AB-1204', '09.02.2026'), brad, customer],
      [run('Pagina 2/2', 500, 800), sums(100)],
      [run('Pagina 1/1', 500, 800), column(330, 90, ['Factura nr. 88-31', 'Data: 10.02.2026']), munte, sums(900)],
    );
    expect(found.warnings).toContain('multiple_invoices');
    expect(found.invoice).toMatchObject({ invoice_number: 'AB-1204', total_amount: 121 });
    expect(found.splits).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 3 },
    ]);
  });

  it('are told apart by their titles where the sums of the one before are closed and no number is known', () => {
    const untitled = [column(60, 60, ['Data facturii: 10.02.2026']), munte, sums(900)];
    const first = [run('FACTURĂ', 60, 40, 18), head('AB-1204', '09.02.2026'), brad, customer, sums(100)];
    const titled = [run('FACTURĂ', 60, 40, 18), ...untitled];
    expect(read(first, titled, titled).splits).toHaveLength(3);
    // Without a title it goes on, and so it does where the number stands again.
    expect(read(first, untitled).splits).toBeUndefined();
    expect(read(first, [...titled, run('pentru AB-1204', 330, 60)]).splits).toBeUndefined();
    // Nothing was closed before.
    expect(read(first.slice(0, -1), titled).splits).toBeUndefined();
  });

  it('beside each other on one sheet leave open which value is whose', () => {
    const form = (x: number, number: string) =>
      column(x, 40, [`Număr factură: ${number}`, 'Data facturii: 09.02.2026']);
    const titles = [...run('FACTURĂ', 60, 40, 18), ...run('FACTURĂ', 330, 40, 18)];
    for (const words of [
      [form(40, 'AB-1204'), form(320, 'AB-1205'), sums(100, 200)],
      [titles, sums(100, 200)],
    ]) {
      const found = read(words);
      expect(found.warnings).toContain('multiple_invoices');
      expect(Object.values(found.fields).filter(({ confidence }) => confidence === 'high')).toEqual([]);
    }
  });

  it('are warned of for text that nobody can see, on whichever of their pages', () => {
    const pages = [head('AB-1204', '09.02.2026'), head('AB-1205', '10.02.2026')].map((words) =>
      page([...words, ...brad, ...customer, ...sums(100)]),
    );
    const warningsOf = (hidesText: boolean[]) =>
      decide(
        opened(...pages.map((each, at) => ({ ...each, ...(hidesText[at] && { hidesText: true as const }) }))),
        { vat: 'RO18547290', name: null },
        '2026-11-21',
      ).warnings;
    expect(warningsOf([false, true])).toEqual(expect.arrayContaining(['multiple_invoices', 'hidden_text']));
    expect(warningsOf([true, false]).filter((code) => code === 'hidden_text')).toHaveLength(1);
    expect(warningsOf([false, false])).not.toContain('hidden_text');
  });

  it('on one page leave open which value is whose', () => {
    const found = read([
      column(60, 40, ['Număr factură: AB-1204', 'Data facturii: 09.02.2026']),
      sums(100, 200),
      column(60, 440, ['Număr factură: AB-1205', 'Data facturii: 09.02.2026']),
      sums(900, 600),
    ]);
    expect(found.warnings).toContain('multiple_invoices');
    expect(Object.values(found.fields).filter(({ confidence }) => confidence === 'high')).toEqual([]);
  });
});

describe('one invoice on several pages', () => {
  it.each<[string, Word[][]]>([
    ['repeats its title and number', [run('FACTURĂ', 60, 40, 18), head('AB-1204', '09.02.2026'), sums(100)]],
    ['goes on as page 2 of 2', [run('Pagina 2/2', 500, 800), run('Client nr.: 88310', 60, 60), sums(100)]],
    ['names orders', [column(60, 60, ['Comanda nr. 4500-1', 'Aviz nr. 4500-2']), sums(100)]],
    ['says which invoice it replaces', [run('Înlocuiește factura nr. 2025-99', 60, 60), sums(100)]],
  ])('that %s is one', (_, second) => {
    const found = read([run('FACTURĂ', 60, 40, 18), head('AB-1204', '09.02.2026'), brad, customer], second);
    expect(found.warnings).not.toContain('multiple_invoices');
    expect(found.invoice).toMatchObject({ invoice_number: 'AB-1204', total_amount: 121 });
    expect(found.fields.total_amount?.confidence).toBe('high');
  });

  it.each([
    ['Seria AB nr. 1204', 'AB 1204'],
    ['Serie: AB Număr: 1204', 'AB 1204'],
    ['Seria AB Nr. 1204/2026', 'AB 1204/2026'],
  ])('that repeats "%s", its number in two parts, is one', (number, whole) => {
    const top = [...run('FACTURĂ', 60, 40, 18), ...column(60, 60, [number, 'Data facturii: 09.02.2026'])];
    const found = read([top, brad, customer], [top, brad, customer, sums(100)]);
    expect(found.warnings).not.toContain('multiple_invoices');
    expect(found.invoice).toMatchObject({ invoice_number: whole, total_amount: 121 });
  });
});
