import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csv } from '../../server/exports/csv.ts';
import { wordsIn } from '../../server/exports/words.ts';
import { bookedInvoice } from '../helpers/booked.ts';

/** The vendor's cell of an export in which an invoice gives this text for the vendor, without what quotes it. */
async function cellOf(vendor: string): Promise<string> {
  const booked = bookedInvoice({ vendor: { name: vendor }, line_items: [] });
  const { files } = await csv.write([booked], { company: null, words: wordsIn('ro'), linePerRate: false });
  const text = Buffer.from(files[0]!.bytes).toString('utf8');
  const [first = ''] = text.slice(text.indexOf('\r\n') + 2).split(`;${booked.extraction.invoice.vendor.vat_number}`);
  const cell = first.slice('Confirmată;'.length);
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
const unseen = ['', ' ', '   ', '\t', '\r', '\n', '\r\n', '\u00a0', '\u3000', '\u200b', '\ufeff', '\0', ' \n\t '];

it.each(signs)('a text that begins with %s stays a text, whatever that is not seen stands before it', async (sign) => {
  for (const before of unseen) {
    const text = `${before}${sign}HYPERLINK("http://x.test")`;
    expect(await cellOf(text)).toBe(`'${text}`);
  }
});

it('no cell begins as a formula, and no text loses anything', async () => {
  const character = fc.oneof(fc.constantFrom(...signs, ...unseen, ';', '"'), fc.string({ unit: 'grapheme' }));
  await fc.assert(
    fc.asyncProperty(fc.array(character, { maxLength: 6 }), async (characters) => {
      const text = characters.join('');
      const cell = await cellOf(text);
      expect(cell).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u);
      expect([text, `'${text}`]).toContain(cell);
    }),
  );
});

it.each(['Ocean SRL', 'A-B', 'a = b', '12 345', 'office@x.test'])('%s is left as it is', async (text) => {
  expect(await cellOf(text)).toBe(text);
});
