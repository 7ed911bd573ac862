import { describe, expect, it } from 'vitest';
import { withDrawnLines } from '../../../server/engine/layout/drawn-lines.ts';
import { layOut } from '../../../server/engine/layout/layout.ts';
import type { Word } from '../../../server/engine/page.ts';
import { opened, page, word } from '../../helpers/printed-page.ts';

/** Rows of print in which each character is five points wide. */
const typed = (...rows: string[]): Word[] =>
  rows.flatMap((row, i) =>
    [...row.matchAll(/\S+/gu)].map((match) => ({
      ...word(match[0], 40 + 5 * match.index, 100 + 12 * i, 8),
      width: 5 * match[0].length,
    })),
  );

const rowsOf = (...rows: string[]) =>
  layOut(opened(page(typed(...rows)))).pages[0]!.rows.map(({ cells }) => cells.map(({ text }) => text));

describe('lines drawn with characters', () => {
  it('part cells, and are no part of their words', () => {
    expect(
      rowsOf(
        '+---+-----------+-----+',
        '|Nr.|Denumirea  |Cant.|',
        '+---+-----------+-----+',
        '|  1|FAINA TIP A|   35|',
        '|  2|SACI       | 1500|',
        '+---+-----------+-----+',
      ),
    ).toEqual([
      ['Nr.', 'Denumirea', 'Cant.'],
      ['1', 'FAINA TIP A', '35'],
      ['2', 'SACI', '1500'],
    ]);
  });

  it('are known by characters made for drawing wherever these stand', () => {
    expect(rowsOf('│Menny│Me. │', '├─────┼────┤')).toEqual([['Menny', 'Me.']]);
  });

  it('are known by exclamation marks and colons only where these frame the rows', () => {
    const framed = ['! 1 !LEMN! 12!', '! 2 !RUM ! 35!', '! 3 !KM  !  4!'];
    expect(rowsOf(...framed)).toEqual([
      ['1', 'LEMN', '12'],
      ['2', 'RUM', '35'],
      ['3', 'KM', '4'],
    ]);
    const labelled = ['CIF    : RO16702141', 'ADRESA : CALAFAT', 'BANCA  : BRD', 'Atentie!', 'Urgent !'];
    expect(rowsOf(...labelled).map((row) => row.join(' '))).toEqual(labelled.map((row) => row.replace(/ +/gu, ' ')));
  });

  it('are not seen in strokes that stand above each other by accident, or before numbers of telephones', () => {
    const rows = [
      'Apron | navy',
      'Glove | blue',
      'Apron | grey',
      'Nr.|No. 12',
      'Data|Date 3',
      '+40 722 100 200',
      '+40 722 100 201',
      '+40 722 100 202',
    ];
    expect(rowsOf(...rows).map((row) => row.join(' '))).toEqual(rows);
  });

  it('become lines of the page from the first stroke to the last, and lines across', () => {
    const { rules } = withDrawnLines(page(typed('+---+', '| a |', '| b |', '+---+')));
    expect(rules.filter(({ direction }) => direction === 'vertical')).toMatchObject([
      { x: 42.5, y: 100 },
      { x: 62.5, y: 100 },
    ]);
    expect(rules.filter(({ direction }) => direction === 'horizontal')).toMatchObject([
      { x: 40, width: 25 },
      { x: 40, width: 25 },
    ]);
  });

  it('part figures of two columns that could be one number', () => {
    const [table] = layOut(opened(page(typed('|12|500|', '|14|200|', '|15|100|')))).pages;
    expect(table!.rows.map(({ items }) => items.map(({ number }) => number?.value.toNumber()))).toEqual([
      [12, 500],
      [14, 200],
      [15, 100],
    ]);
  });

  it('are left alone where a page has more of them than any form', () => {
    const words = Array.from({ length: 500 }, (_, i) => word('│', 3 * i, 20 * (i % 7), 8));
    expect(withDrawnLines(page(words)).words).toHaveLength(500);
  });
});
