import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../server/exports/words.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { write } from './written-files.ts';

const kinds = kindsOfInvoices();

/** The rows of the CSV file, of values in which no separator stands. */
async function rowsOf(kind: string, language: 'ro' | 'en'): Promise<string[][]> {
  const { files } = await write('csv', [kinds[kind]!], { words: wordsIn(language) });
  const text = new TextDecoder().decode(files[0]!.bytes);
  return text
    .trim()
    .split('\r\n')
    .map((row) => row.split(language === 'ro' ? ';' : ','));
}

describe('a table of invoices and their lines', () => {
  it('has no two columns of one name', async () => {
    for (const language of ['ro', 'en'] as const) {
      const [headings = []] = await rowsOf('plain', language);
      expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
    }
  });

  it('says what was taken off the whole invoice, without which its lines do not make its net sum', async () => {
    const [headings = [], first = []] = await rowsOf('discount on two rates', 'ro');
    const cellUnder = (heading: string): string | undefined => first[headings.indexOf(heading)];
    expect([cellUnder('Reducere comercială'), cellUnder('Total fără TVA')]).toEqual(['10', '164']);
  });
});
