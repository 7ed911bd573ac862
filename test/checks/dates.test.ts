import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, findDates, isoDate } from '../../server/checks/dates.ts';

const months: Record<string, number> = { august: 8, aug: 8, oct: 10, décembre: 12, június: 6 };
const find = (text: string) => findDates(text, (name) => months[name.toLowerCase()] ?? null);

describe('dates', () => {
  it.each([
    ['Data: 24.02.2026', '2026-02-24'],
    ['2024.06.15.', '2024-06-15'],
    ['2026-07-06', '2026-07-06'],
    ['12 august 2025', '2025-08-12'],
    ['12-aug.-2025', '2025-08-12'],
    ['4.XII.2025', '2025-12-04'],
    ['4. IX. 2025 r.', '2025-09-04'],
    ['Oct 31, 2023', '2023-10-31'],
    ['August 3 , 2024', '2024-08-03'],
    ['Aug 1 - August 31, 2024', '2024-08-31'],
    ['1er décembre 2024', '2024-12-01'],
    ['2024. június 3.', '2024-06-03'],
    ['31/12/18', '2018-12-31'],
    ['17-08.2026', '2026-08-17'],
    ['Data 16.02.20 26', '2026-02-16'],
    ['16.02.20 26 pcs', '2020-02-16'],
    ['2026-02-20 26', '2026-02-20'],
  ])('reads %s', (text, iso) => {
    expect(find(text).map((date) => date.dmy)).toEqual([iso]);
  });

  it.each(['25.03 2026', '25 03.2026'])('reads %s, whose point is lost, in a picture alone', (text) => {
    expect(findDates(text, () => null, true).map((date) => date.dmy)).toEqual(['2026-03-25']);
    expect(find(text)).toEqual([]);
  });

  it('takes no number of a month in Roman figures for a day', () => {
    expect(find('FV 14/XI/2025 A')).toEqual([]);
  });

  it('gives both readings of a date that may begin with the month', () => {
    expect(find('03/04/2025')[0]).toMatchObject({ dmy: '2025-04-03', mdy: '2025-03-04' });
    expect(find('03/20/2023')[0]).toMatchObject({ dmy: null, mdy: '2023-03-20' });
  });

  it('takes no date from amounts, versions, numbers and days that do not exist', () => {
    for (const text of [
      '1.234.567,89',
      '12.13.14.15',
      '31.02.2024',
      'FV 731/10/2025',
      '10.000.2024',
      'art. 310',
      '01-05.2026',
    ]) {
      expect(find(text).map((date) => date.dmy ?? date.mdy)).toEqual([]);
    }
  });

  it('marks eight digits in a row as a date only for a label', () => {
    expect(find('20260815')[0]).toMatchObject({ dmy: '2026-08-15', compact: true });
  });

  it('reads back every day it can print', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2089-12-31'), noInvalidDate: true }), (day) => {
        const iso = day.toISOString().slice(0, 10);
        const [year, month, date] = iso.split('-');
        expect(find(`emisă la ${date}.${month}.${year} ora 10`)[0]?.dmy).toBe(iso);
        expect(find(iso)[0]?.dmy).toBe(iso);
      }),
    );
  });

  it('stands any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void find(text)));
  });

  it('counts days over leap years and summer time', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2026-03-01', '2026-04-30')).toBe(60);
    expect(isoDate(2023, 2, 29)).toBeNull();
  });
});
