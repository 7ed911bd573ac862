import { expect, it } from 'vitest';
import type { ProgramForms } from '../../server/contract/window.ts';
import { bookedInvoice, ownCompany } from '../helpers/booked.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { parser, sectionsOf, write } from './written-files.ts';

const usual: ProgramForms = { sagaBareCodes: false, winmentorComma: false, winmentorVatCodes: false };
const german = kindsOfInvoices()['euro with a rate']!;

/** What SAGA and WinMENTOR are given of an invoice by an office with these programs. */
async function given(forms: Partial<ProgramForms>, booked = bookedInvoice()) {
  const more = { forms: { ...usual, ...forms } };
  const [saga, winmentor] = await Promise.all([write('saga', [booked], more), write('winmentor', [booked], more)]);
  const sections = (name: RegExp) => sectionsOf(winmentor.files.find((file) => name.test(file.name))!.bytes);
  const { Antet } = parser.parse(Buffer.from(saga.files[0]!.bytes)).Facturi.Factura[0];
  return { name: saga.files[0]!.name, Antet, invoice: sections(/^FACTURI/), partners: sections(/^PARTNER/) };
}

it('SAGA has the codes of Romanian companies with RO, or without where the office says so, in the file’s name too', async () => {
  const { Antet, name } = await given({});
  expect([Antet.FurnizorCIF, Antet.ClientCIF]).toEqual(['RO16702141', ownCompany.vat]);
  expect(name).toMatch(/^F_RO16702141_/);
  const bare = await given({ sagaBareCodes: true });
  expect([bare.Antet.FurnizorCIF, bare.Antet.ClientCIF]).toEqual(['16702141', ownCompany.vat.slice(2)]);
  expect(bare.name).toMatch(/^F_16702141_/);
  expect((await given({ sagaBareCodes: true }, german)).Antet.FurnizorCIF).toBe('DE136695976');
});

it('WinMENTOR has every figure with a point, or with a comma where the office says so', async () => {
  const inEuro = bookedInvoice({
    ...german.extraction.invoice,
    line_items: [{ description: 'Șurub', quantity: 1.5, unit: 'kg', unit_price: 133.3333, vat_rate: 21, total: 200 }],
  });
  const figures = async (forms: Partial<ProgramForms>) => {
    const { Factura_1: invoice, Items_1: items } = (await given(forms, inEuro)).invoice;
    return [invoice!.Curs, ...items!.Item_1!.split(';').slice(2, 4), items!.Item_1_TVA];
  };
  expect(await figures({})).toEqual(['5.0712', '1.5', '133.3333', '42.00']);
  expect(await figures({ winmentorComma: true })).toEqual(['5,0712', '1,5', '133,3333', '42,00']);
});

it('WinMENTOR has a partner by its digits, or by its VAT number where the office says so, the same in both files', async () => {
  for (const [winmentorVatCodes, code] of [
    [false, '16702141'],
    [true, 'RO16702141'],
  ] as const) {
    const { invoice, partners } = await given({ winmentorVatCodes });
    expect(invoice.Factura_1!.CodFurnizor).toBe(code);
    expect(Object.keys(partners)).toEqual([`ParteneriNoi_${code}`]);
  }
});
