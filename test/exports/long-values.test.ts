import { describe, expect, it } from 'vitest';
import { bookedInvoice } from '../helpers/booked.ts';
import { parser, write } from './written-files.ts';

describe('a name that is longer than its column', () => {
  const itemOf = async (description: string): Promise<Record<string, string>> => {
    const [line] = bookedInvoice().extraction.invoice.line_items;
    const { files } = await write('saga', [bookedInvoice({ line_items: [{ ...line, description }] })]);
    return parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura[0].Detalii.Continut.Linie[0];
  };

  it('goes on among the further information with a whole word', async () => {
    const name = 'Scaun de birou tapițat, cu brațe reglabile și mecanism de basculare sincron';
    const { Descriere, InformatiiSuplimentare } = await itemOf(name);
    expect(Descriere).toBe('Scaun de birou tapițat, cu brațe reglabile și mecanism de');
    expect(InformatiiSuplimentare).toBe('basculare sincron');
    // What ends with a word just there needs no more room.
    const exact = `${'cuvinte '.repeat(7)}abcd`;
    expect(await itemOf(`${exact} rest`)).toMatchObject({ Descriere: exact, InformatiiSuplimentare: 'rest' });
  });

  it('is torn only where a word has no end', async () => {
    const { Descriere, InformatiiSuplimentare } = await itemOf(`Cod ${'x'.repeat(80)}`);
    expect([Descriere, InformatiiSuplimentare]).toEqual([`Cod ${'x'.repeat(56)}`, 'x'.repeat(24)]);
  });
});

describe('a number that is longer than its column', () => {
  const numberIn = (bytes: Uint8Array): string =>
    parser.parse(Buffer.from(bytes)).Facturi.Factura[0].Antet.FacturaNumar;
  const numbered = (invoice_number: string) => bookedInvoice({ invoice_number });

  it('is written whole and said, or its part behind the last separator where a person wishes so', async () => {
    const long = numbered('SERIE-FOARTE-LUNGA-2026-000000417');
    const asked = { shortNumbers: true };
    const [whole, short] = [await write('saga', [long]), await write('saga', [long], asked)];
    expect(numberIn(whole.files[0]!.bytes)).toBe('SERIE-FOARTE-LUNGA-2026-000000417');
    expect(whole.problems).toMatchObject([{ code: 'number_too_long', path: 'invoice_number', blocking: false }]);
    expect(numberIn(short.files[0]!.bytes)).toBe('000000417');
    expect(short.files[0]!.name).toBe('F_RO16702141_000000417_19.10.2026.xml');
    expect(short.problems).toMatchObject([{ code: 'number_shortened', path: 'invoice_number', blocking: false }]);
    // One that fits stays as it is.
    const fits = await write('saga', [numbered('ABCD-2026-000417')], asked);
    expect([numberIn(fits.files[0]!.bytes), fits.problems]).toEqual(['ABCD-2026-000417', []]);
  });

  it.each(['SERIE-FOARTE-LUNGA-FĂRĂ-CIFRE', '20260000000000000000000417', 'LUNG-20260000000000000417'])(
    'stays whole where no such part is a number that fits: %s',
    async (number) => {
      const { files, problems } = await write('saga', [numbered(number)], { shortNumbers: true });
      expect([numberIn(files[0]!.bytes), problems.map(({ code }) => code)]).toEqual([number, ['number_too_long']]);
    },
  );

  it('stays whole where the supplier’s other invoice of that day has the part already', async () => {
    const { files, problems } = await write(
      'saga',
      ['CLUJ-NAPOCA-2026-0417', 'TIMISOARA-2026-0417'].map((number) => numbered(number)),
      { shortNumbers: true },
    );
    expect(files.map(({ bytes }) => numberIn(bytes))).toEqual(['0417', 'TIMISOARA-2026-0417']);
    expect(problems.map(({ code }) => code)).toEqual(['number_shortened', 'number_too_long']);
  });
});
