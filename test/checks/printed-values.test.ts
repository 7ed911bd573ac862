import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../server/checks/dates.ts';
import { monthNamed } from '../../server/checks/month-names.ts';
import { habitOf, type PrintedKind, valuesIn } from '../../server/checks/printed-values.ts';
import type { PageWord } from '../../server/contract/window-review.ts';

const words = (text: string): PageWord[] => text.split(' ').map((word, index) => [word, 40 * index, 0, 38, 10]);
const habit = habitOf([[words('1.250,00 23,50 7,10')]]);
const valuesOf = (text: string, kind: PrintedKind, sure = true) =>
  valuesIn(words(text), kind, habit, sure).map(({ value, words: taken }) => [
    value,
    taken.map(([word]) => word).join(' '),
  ]);

describe('values among printed words', () => {
  it('are found with the words that they stand in, apart from labels', () => {
    expect(valuesOf('Data emiterii: 3 septembrie 2026, scadent 03.10.2026', 'date')).toEqual([
      ['2026-09-03', '3 septembrie 2026,'],
      ['2026-10-03', '03.10.2026'],
    ]);
    expect(valuesOf('Total de plată 12 345,60 lei din care TVA 120,00', 'amount')).toEqual([
      [12345.6, '12 345,60 lei'],
      [120, '120,00'],
    ]);
    expect(valuesOf('CUI: RO 9900816346 Tel 0330555014', 'vat')).toEqual([['RO9900816346', 'RO 9900816346']]);
    expect(valuesOf('IBAN: RO49 AAAA 1B31 0075 9384 0000 Banca', 'iban')).toEqual([
      ['RO49AAAA1B31007593840000', 'RO49 AAAA 1B31 0075 9384 0000'],
    ]);
    expect(valuesOf('suma în RON', 'currency')).toEqual([['RON', 'RON']]);
  });

  it('leave out what is printed like many other things, unless it was pointed at', () => {
    expect(valuesOf('3 500 21%', 'amount')).toEqual([]);
    expect(valuesOf('500', 'amount', false)).toEqual([[500, '500']]);
    expect(valuesOf('20260903', 'date')).toEqual([]);
    expect(valuesOf('20260903', 'date', false)).toEqual([['2026-09-03', '20260903']]);
    expect(valuesOf('3, 500,40', 'amount')).toEqual([[500.4, '500,40']]);
  });

  it('put the month first only where the document does', () => {
    const american = habitOf([[words('09/25/2026 due 10/04/2026')]]);
    expect(valuesIn(words('10/04/2026'), 'date', american, true)[0]?.value).toBe('2026-10-04');
    expect(valuesOf('10/04/2026', 'date')[0]?.[0]).toBe('2026-04-10');
  });

  it('never overlap and never throw, whatever is printed', () => {
    const kinds: PrintedKind[] = ['date', 'amount', 'number', 'vat', 'iban', 'currency'];
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...kinds), (text, kind) => {
        const run = words(text);
        const taken = valuesIn(run, kind, habit, false).flatMap((value) =>
          value.words.map((word) => run.indexOf(word)),
        );
        expect(taken).toEqual([...new Set(taken)].toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('names of months', () => {
  it('are known in the languages of the invoices, whole, begun and in their case beside a day', () => {
    for (const [name, month] of [
      ['septembrie', 9],
      ['Sept', 9],
      ['IULIE', 7],
      ['März', 3],
      ['août', 8],
      ['szeptember', 9],
      ['grudnia', 12],
      ['listopadu', 11],
      ['декември', 12],
      ['xyz', null],
      ['Δεκεμβρίου', 12],
      ['studenoga', 11],
      ['marec', 3],
      // October in Croatian too.
      ['listopada', 11],
      ['ma', null],
    ] as const) {
      expect(monthNamed(name), name).toBe(month);
    }
  });

  it('make every date that is written out in Romanian readable', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2098-12-31'), noInvalidDate: true }),
        (date) => {
          const format = new Intl.DateTimeFormat('ro-RO', { dateStyle: 'long', timeZone: 'UTC' });
          const iso = isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
          expect(valuesOf(format.format(date), 'date')[0]?.[0]).toBe(iso);
        },
      ),
    );
  });
});
