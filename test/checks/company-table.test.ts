import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companiesIn, mostCompanyRows } from '../../server/checks/company-table.ts';
import { rowsOfCsv } from '../../server/checks/read-csv.ts';
import { normalisePrintedVat } from '../../server/checks/vat-numbers.ts';

describe('a CSV file', () => {
  it('is read as spreadsheets write it', () => {
    expect(rowsOfCsv('\uFEFFCUI;Nume\r\n1;"A ""B""; C\nSRL"\r\n\r\n2;')).toEqual([
      ['CUI', 'Nume'],
      ['1', 'A "B"; C\nSRL'],
      [''],
      ['2', ''],
    ]);
    expect(rowsOfCsv('a\tb\nc,d\te')).toEqual([
      ['a', 'b'],
      ['c,d', 'e'],
    ]);
    expect(rowsOfCsv('')).toEqual([]);
  });

  it('gives back whatever cells were written', () => {
    const cells = fc.array(fc.string(), { minLength: 2, maxLength: 5 });
    const written = (rows: string[][]): string =>
      rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('');
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 8 }), (rows) => {
        // Only commas part cells here, so that the first line has most of them.
        const plain = rows.map((row) => row.map((cell) => cell.replace(/[;\t\r\n]/g, ' ')));
        expect(rowsOfCsv(written(plain))).toEqual(plain);
      }),
    );
  });
});

describe('companies of a table', () => {
  it('are found whichever column has their numbers, with or without a heading', () => {
    const read = companiesIn([
      ['Denumire', 'CUI', 'Localitate'],
      ['Casa Dunării SRL', '18547290', 'Galați'],
      ['Bäckerei Süd GmbH', 'DE 129273398', 'Ulm'],
    ]);
    expect(read).toEqual({
      companies: [
        { vat: 'RO18547290', name: 'Casa Dunării SRL' },
        { vat: 'DE129273398', name: 'Bäckerei Süd GmbH' },
      ],
      refused: [],
    });
    expect(companiesIn([['RO18547290', 'Casa Dunării SRL']]).companies).toHaveLength(1);
  });

  it('are refused by row where something is wrong, and the others are taken', () => {
    const read = companiesIn([
      ['RO18547290', 'Casa Dunării SRL'],
      ['RO18547291', 'Cu o cifră greșită SRL'],
      ['', ''],
      ['', 'Fără număr SRL'],
      ['18547290', 'Din nou'],
      ['RO14399840', 'x'.repeat(300)],
      ['CHE116281710', 'Nicht in der EU AG'],
      ['14399840', ''],
    ]);
    expect(read.companies).toEqual([
      { vat: 'RO18547290', name: 'Casa Dunării SRL' },
      { vat: 'RO14399840', name: null },
    ]);
    expect(read.refused).toEqual([
      { row: 2, code: 'vat_wrong' },
      { row: 4, code: 'vat_missing' },
      { row: 5, code: 'repeated' },
      { row: 6, code: 'name_too_long' },
      { row: 7, code: 'vat_wrong' },
    ]);
  });

  it('are no more than a file may hold', () => {
    const { refused } = companiesIn(Array.from({ length: mostCompanyRows + 50 }, () => ['x1', 'y']));
    expect(refused).toHaveLength(mostCompanyRows + 1);
    expect(refused.at(-1)).toEqual({ row: mostCompanyRows + 1, code: 'too_many' });
  });

  it('refuse every text that is no number, and never fail', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string())), (rows) => {
        const { companies, refused } = companiesIn(rows);
        return companies.length + refused.length <= rows.length;
      }),
    );
  });
});

describe('a printed number', () => {
  it('is Romanian without a prefix only where no other country is printed', () => {
    expect(normalisePrintedVat('18547290', null)).toBe('RO18547290');
    expect(normalisePrintedVat('18547290', 'RO')).toBe('RO18547290');
    expect(normalisePrintedVat('18547290', 'HU')).toBeNull();
    expect(normalisePrintedVat('RO18547290', 'HU')).toBe('RO18547290');
    expect(normalisePrintedVat('DE129273398', 'DE')).toBe('DE129273398');
  });
});
