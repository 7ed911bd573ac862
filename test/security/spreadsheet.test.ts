import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Exported } from '../../renderer/export/columns.ts';
import { type CsvFormats, csvOf } from '../../renderer/export/csv.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';

const formats: CsvFormats = { decimal: ',', typedDate: (date) => date };
const named = ((key: string) => key) as never;

/** The vendor's cell of an export in which an invoice gives this text for the vendor, without what quotes it. */
async function cellOf(vendor: string): Promise<string> {
  const extraction = sandboxExtraction();
  const invoice = { ...extraction.invoice, vendor: { ...extraction.invoice.vendor, name: vendor }, line_items: [] };
  const row = { state: 'ready', filename: null, buyerVat: null };
  const exported = { row, extraction: { ...extraction, invoice } } as unknown as Exported;
  const text = await csvOf([exported], named, formats).text();
  const [first = ''] = text.slice(text.indexOf('\r\n') + 2).split(`;${invoice.vendor.vat_number}`);
  const cell = first.slice('state.ready;'.length);
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
