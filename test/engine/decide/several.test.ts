import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Page, Word } from '../../../server/engine/page.ts';
import { column, opened, page, printTable, run } from '../../helpers/printed-page.ts';

const read = (...pages: Word[][][]) =>
  decide(opened(...pages.map((words) => page(words.flat()))), { vat: 'RO18547290', name: null }, '2026-11-21');
const left = (x: number) => ({ x, align: 'left' as const });
const right = (x: number) => ({ x, align: 'right' as const });

const customer = column(330, 160, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, Cluj']);
const vendor = (name: string, cif: string) => column(60, 160, ['Furnizor', name, 'Str. Lungă nr. 5, Iași', cif]);
const brad = vendor('Brad Alb Impex S.R.L.', 'CIF: RO16702141');
const verde = vendor('Vale Verde S.A.', 'CIF: RO9900777123');
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

  it('leave nothing of a later one high where the first has no number and no sums that anybody can read', () => {
    const found = read(
      [run('FACTURĂ', 60, 40, 18), brad, customer],
      [
        run('INVOICE', 60, 40, 18),
        column(60, 60, ['Invoice no.: 77815', 'Invoice date: 11.03.2026']),
        column(60, 160, ['Munte Verde Ltd', 'VAT no.: RO31415920']),
        column(60, 300, ['Please pay to IBAN: DE89370400440532013000', 'BIC: COBADEFFXXX']),
      ],
    );
    const ofTheLater = Object.values(found.fields).filter(({ page: at }) => at === 2);
    expect(ofTheLater.length).toBeGreaterThan(2);
    expect(ofTheLater.filter(({ confidence }) => confidence === 'high')).toEqual([]);
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
    const untitled = [column(60, 60, ['Data facturii: 10.02.2026']), brad, sums(900)];
    const first = [run('FACTURĂ', 60, 40, 18), head('AB-1204', '09.02.2026'), brad, customer, sums(100)];
    const titled = [run('FACTURĂ', 60, 40, 18), ...untitled];
    expect(read(first, titled, titled).splits).toHaveLength(3);
    // Without a title it goes on, and so it does where the number stands again.
    expect(read(first, untitled).splits).toBeUndefined();
    expect(read(first, [...titled, run('pentru AB-1204', 330, 60)]).splits).toBeUndefined();
    // Nothing was closed before.
    expect(read(first.slice(0, -1), titled).splits).toBeUndefined();
  });

  describe('without a number that is known', () => {
    const first = [run('FACTURĂ', 60, 40, 18), head('AB-1204', '09.02.2026'), brad, customer, sums(100)];
    const own = (net: number) => [column(60, 60, ['Data facturii: 10.02.2026']), verde, sums(net)];

    it('are told apart by another sender with sums of its own', () => {
      expect(read(first, own(900)).splits).toHaveLength(2);
      // What is attached repeats the total; so does the letter that an invoice comes with.
      expect(read(first, own(100)).splits).toBeUndefined();
      expect(read(own(100), first).splits).toBeUndefined();
      expect(read(own(900), first).splits).toHaveLength(2);
      // The sender is the same, or none is named.
      expect(read(first, [column(60, 60, ['Data facturii: 10.02.2026']), brad, sums(900)]).splits).toBeUndefined();
      expect(read(first, [sums(900)]).splits).toBeUndefined();
      // A page of its own count goes on.
      expect(read(first, [...own(900), run('Pagina 2/2', 500, 800)]).splits).toBeUndefined();
    });

    it('are told apart by another form of paper', () => {
      const till = (net: number) => ({
        ...page([...column(20, 60, ['Doc 10.02.2026']), ...sums(net, 100)]),
        height: 1500,
      });
      const sheet = page(first.flat());
      const splitsOf = (...pages: Page[]) =>
        decide(opened(...pages), { vat: 'RO18547290', name: null }, '2026-11-21').splits;
      expect(splitsOf(sheet, till(900))).toHaveLength(2);
      // The receipt of what was paid belongs to the invoice; and a sheet that lies across is the same sheet.
      expect(splitsOf(sheet, till(100))).toBeUndefined();
      expect(splitsOf(sheet, { ...page(sums(900)), width: 842, height: 595 })).toBeUndefined();
    });

    it('are told apart by another language under a title', () => {
      const german = [
        run('RECHNUNG', 60, 40, 18),
        column(60, 60, [
          'Rechnungsdatum: 10.02.2026',
          'Zahlbar innerhalb von 14 Tagen',
          'Lieferung und Leistung',
          'Steuernummer',
        ]),
      ];
      const romanian = first.slice(0, -1);
      expect(read(romanian, german).splits).toHaveLength(2);
      expect(read(romanian, german.slice(1)).splits).toBeUndefined();
      expect(
        read(romanian, [run('FACTURĂ', 60, 40, 18), column(60, 60, ['Data facturii: 10.02.2026'])]).splits,
      ).toBeUndefined();
    });
  });

  it('are told apart by their number where the form calls an order or an account one too, alike on each', () => {
    const numbered = (number: string, net: number) => [
      run('Factura #23111', 60, 40, 18),
      column(60, 60, [`Nr. factură: ${number}`, 'Data facturii: 09.02.2026']),
      brad,
      customer,
      sums(net),
    ];
    expect(read(numbered('SR2782', 100), numbered('SR2800', 900)).splits).toHaveLength(2);
    expect(read(numbered('SR2782', 100), numbered('SR2782', 900)).splits).toBeUndefined();
    // With the same total it can be a page of the same invoice on which the number was misread.
    expect(read(numbered('SR2782', 100), numbered('SR2792', 100)).splits).toBeUndefined();
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

  it('whose first page has the parties alone, and the second its number and sums, is one', () => {
    const found = read([run('FACTURĂ', 60, 40, 18), brad, customer], [head('AB-1204', '09.02.2026'), sums(100)]);
    expect(found.warnings).not.toContain('multiple_invoices');
    expect(found.invoice).toMatchObject({ invoice_number: 'AB-1204', total_amount: 121 });
  });
});
