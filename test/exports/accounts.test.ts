import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Booked } from '../../server/contract/booked.ts';
import { summaryOf } from '../../server/exports/summary.ts';
import type { ExportSettings } from '../../server/exports/target.ts';
import { targets } from '../../server/exports/targets.ts';
import { bookedInvoice, ownCompany } from '../helpers/booked.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { parser, sectionsOf, settings, write } from './written-files.ts';

/** What books add up to, by rate: base and VAT. */
type Sums = Record<string, [base: string, vat: string]>;

function added(lines: readonly { rate: string; net: Decimal; vat: Decimal }[]): Sums {
  const sums: Sums = {};
  for (const { rate, net, vat } of lines) {
    const [base, tax] = sums[rate] ?? ['0', '0'];
    sums[rate] = [net.plus(base).toFixed(2), vat.plus(tax).toFixed(2)];
  }
  return sums;
}

/** What SAGA would book of its file. */
async function bySaga(booked: Booked, more: Partial<ExportSettings> = {}): Promise<Sums> {
  const { files } = await write('saga', [booked], more);
  const [invoice] = parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura;
  const lines: Record<string, string>[] = invoice.Detalii.Continut.Linie;
  return added(
    lines.map(({ ProcTVA, Valoare, TVA }) => ({ rate: ProcTVA!, net: new Decimal(Valoare!), vat: new Decimal(TVA!) })),
  );
}

/** What WinMENTOR would book, which multiplies quantity and price itself and knows the rate by the article. */
async function byWinmentor(booked: Booked): Promise<Sums> {
  const { files } = await write('winmentor', [booked]);
  const file = (name: RegExp) => sectionsOf(files.find((one) => name.test(one.name))!.bytes);
  const [invoices, articles] = [file(/^FACTURI/), file(/^ARTICOLE/)];
  const items = invoices.Items_1!;
  const count = Number(invoices.Factura_1!.TotalArticole);
  return added(
    Array.from({ length: count }, (_, index) => {
      const [code, , quantity, price] = items[`Item_${index + 1}`]!.split(';');
      return {
        rate: articles[`ArticoleNoi_${code}`]!.ProcTVA!,
        net: new Decimal(quantity!).times(price!).toDecimalPlaces(2, Decimal.ROUND_HALF_UP),
        vat: new Decimal(items[`Item_${index + 1}_TVA`]!),
      };
    }),
  );
}

const cents = (value: number): number => Math.round(value * 100) / 100;

/** Invoices of several rates whose VAT is rounded once for each rate, with a discount on all of it or without one. */
const invoices = fc
  .array(
    fc.record({
      rate: fc.constantFrom(21, 11, 9),
      quantity: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 1, max: 90_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .chain((lines) => fc.tuple(fc.constant(lines), fc.constantFrom(0, 0, 3, 10)))
  .map(([made, percent]) => {
    const lines = made.map(({ rate, quantity, price }, index) => ({
      description: `Articol ${index}`,
      quantity,
      unit: 'buc',
      unit_price: price / 100,
      vat_rate: rate,
      total: cents((quantity * price) / 100),
    }));
    const rates = [...new Set(lines.map(({ vat_rate }) => vat_rate))].map((rate) => {
      const sum = lines
        .filter((line) => line.vat_rate === rate)
        .reduce((all, { total }) => all.plus(total), new Decimal(0));
      const base = sum.minus(sum.times(percent).div(100).toDecimalPlaces(2));
      return { rate, base, amount: base.times(rate).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP), sum };
    });
    const total = (pick: (rate: (typeof rates)[number]) => Decimal): Decimal =>
      rates.reduce((all, rate) => all.plus(pick(rate)), new Decimal(0));
    const [net, vat] = [total(({ base }) => base), total(({ amount }) => amount)];
    const discount = total(({ sum }) => sum)
      .minus(net)
      .toNumber();
    const booked = bookedInvoice({
      line_items: lines,
      vat_breakdown: rates.map(({ rate, base, amount }) => ({
        rate,
        base: base.toNumber(),
        amount: amount.toNumber(),
      })),
      subtotal: net.toNumber(),
      vat_amount: vat.toNumber(),
      total_amount: net.plus(vat).toNumber(),
      discount_amount: discount === 0 ? null : discount,
    });
    const printed = Object.fromEntries(
      rates.map(({ rate, base, amount }) => [rate, [base.toFixed(2), amount.toFixed(2)]]),
    );
    return { booked, printed: printed as Sums };
  });

describe('files for programs of accounts', () => {
  it('book to the cent what is printed for each rate, in SAGA', async () => {
    await fc.assert(
      fc.asyncProperty(invoices, async ({ booked, printed }) => {
        expect(await bySaga(booked)).toEqual(printed);
        expect(await bySaga(booked, { linePerRate: true })).toEqual(printed);
      }),
    );
  });

  it('charge no VAT for the reason that all lines without it have behind their names, and for none that only some have', async () => {
    const leased = (...names: string[]) => {
      const lines = [['Rată capital', 21] as const, ...names.map((name) => [name, 0] as const)];
      return bookedInvoice({
        subtotal: 100 * lines.length,
        vat_amount: 21,
        total_amount: 100 * lines.length + 21,
        line_items: lines.map(([description, vat_rate]) => ({
          description,
          quantity: 1,
          unit: 'buc',
          unit_price: 100,
          vat_rate,
          total: 100,
        })),
        vat_breakdown: [],
      });
    };
    const blocking = async (...names: string[]) =>
      (await write('saga', [leased(...names)])).problems.filter((one) => one.blocking).map(({ code }) => code);
    expect(await blocking('Rată dobândă (scutit)', 'Asigurare (scutit de TVA)')).toEqual([]);
    expect(await blocking('Rată dobândă (scutit)', 'Asigurare')).toEqual(['no_category']);
    expect(await blocking('Rată dobândă (scutit)', 'Deșeuri (taxare inversă)')).toEqual(['no_category']);
    expect(await blocking('Dobândă scutită parțial (rata 3)')).toEqual(['no_category']);
  });

  it('book to the cent what is printed for each rate, in WinMENTOR', async () => {
    await fc.assert(
      fc.asyncProperty(invoices, async ({ booked, printed }) => {
        expect(await byWinmentor(booked)).toEqual(printed);
      }),
    );
  });

  it('give the cents that are left over to the largest line of their rate', async () => {
    const { files } = await write('saga', [kindsOfInvoices()['cents left over']!]);
    const [invoice] = parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura;
    expect(invoice.Detalii.Continut.Linie.map(({ TVA }: { TVA: string }) => TVA)).toEqual(['0.07', '0.07', '0.07']);
  });

  it('book what the lines of each rate make where no sums are printed by rate, only if they make the printed sums', async () => {
    const kinds = kindsOfInvoices();
    const sums = { 11: ['100.00', '11.00'], 21: ['200.00', '42.00'] };
    expect(await bySaga(kinds['several rates at lines alone']!)).toEqual(sums);
    const { problems } = await write('saga', [kinds['several rates at lines alone']!]);
    expect(problems).toMatchObject([{ code: 'computed', path: 'vat_breakdown', blocking: false }]);
    const open = await write('saga', [kinds['several rates that do not make the VAT']!]);
    expect(open.problems).toMatchObject([{ code: 'no_rates', blocking: true }]);
  });

  it('book the whole invoice at the only rate where that is printed without its base, and nothing where another is', async () => {
    const kinds = kindsOfInvoices();
    const { files, problems } = await write('saga', [kinds['reverse charge without its base']!]);
    const [invoice] = parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura;
    expect(invoice.Antet).toMatchObject({ FacturaTaxareInversa: 'Da', FacturaTip: 'T' });
    expect(invoice.Detalii.Continut.Linie[0]).toMatchObject({ Valoare: '500.00', ProcTVA: '0', TVA: '0.00' });
    expect(problems).toEqual([]);
    const beside = await write('saga', [kinds['a rate without its base beside another']!]);
    expect(beside.files).toEqual([]);
    expect(beside.problems.map(({ code }) => code)).toContain('no_rates');
  });

  it('name a price that makes the value of its line, and say so where that is not the printed one', async () => {
    const { files, problems } = await write('saga', [kindsOfInvoices()['price that is rounded to cents']!]);
    const [invoice] = parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura;
    expect(invoice.Detalii.Continut.Linie[0]).toMatchObject({ Cantitate: '300', Pret: '0.6667', Valoare: '200.00' });
    expect(problems).toMatchObject([{ code: 'computed', path: 'line_items.0.unit_price', blocking: false }]);
    const back = bookedInvoice({
      line_items: [
        { description: 'Scaun', quantity: 5, unit: 'buc', unit_price: 50, vat_rate: 21, total: 250 },
        { description: 'Reducere', quantity: 1, unit: 'buc', unit_price: -50, vat_rate: 21, total: -50 },
      ],
    });
    const [second] = parser.parse(Buffer.from((await write('saga', [back])).files[0]!.bytes)).Facturi.Factura;
    expect(second.Detalii.Continut.Linie[1]).toMatchObject({ Cantitate: '-1', Pret: '50.00', Valoare: '-50.00' });
  });

  it('keep a quantity that is printed without a price, and say that the price is computed', async () => {
    const booked = bookedInvoice({
      line_items: [
        { description: 'Scaun', quantity: 3, unit: 'buc', unit_price: null, vat_rate: 21, total: 100 },
        { description: 'Masă', quantity: null, unit: null, unit_price: null, vat_rate: 21, total: 100 },
      ],
    });
    const { files, problems } = await write('saga', [booked]);
    const [invoice] = parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura;
    const [first, second] = invoice.Detalii.Continut.Linie;
    expect([first.Cantitate, first.Pret, first.Valoare]).toEqual(['3', '33.3333', '100.00']);
    expect([second.Cantitate, second.Pret, second.Valoare]).toEqual(['1', '100.00', '100.00']);
    expect(problems).toMatchObject([{ code: 'computed', path: 'line_items.0.unit_price', blocking: false }]);
    const { Items_1: items } = sectionsOf((await write('winmentor', [booked])).files[0]!.bytes);
    expect(items!.Item_1!.split(';').slice(1, 4)).toEqual(['buc', '3', '33.333']);
  });

  it('say what decimals a column of SAGA has no room for', async () => {
    const { files, problems } = await write('saga', [kindsOfInvoices()['price of many decimals']!]);
    const [invoice] = parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura;
    expect(invoice.Detalii.Continut.Linie[0]).toMatchObject({ Cantitate: '123.457', Pret: '0.3375', Valoare: '41.67' });
    expect(problems).toMatchObject([{ code: 'cut', path: 'line_items.0.quantity', blocking: false }]);
  });

  it('name for WinMENTOR a price that makes the value of its line with the decimals that are written', async () => {
    const line = {
      description: 'Dozare',
      quantity: 1_000_000,
      unit: 'buc',
      unit_price: 0.0002004,
      vat_rate: 21,
      total: 200.4,
    };
    const booked = bookedInvoice({
      ...{ subtotal: 200.4, vat_amount: 42.08, total_amount: 242.48, line_items: [line] },
      vat_breakdown: [{ rate: 21, base: 200.4, amount: 42.08 }],
    });
    expect(await byWinmentor(booked)).toEqual({ 21: ['200.40', '42.08'] });
  });

  it('book a credit note below zero however it is printed', async () => {
    const kinds = kindsOfInvoices();
    for (const name of ['credit note above zero', 'credit note below zero']) {
      expect(await bySaga(kinds[name]!)).toEqual({ 21: ['-100.00', '-21.00'] });
      expect(await byWinmentor(kinds[name]!)).toEqual({ 21: ['-100.00', '-21.00'] });
    }
  });

  it('say reverse charge, cash accounting and receipts in the words of SAGA', async () => {
    const kinds = kindsOfInvoices();
    const header = async (name: string) => {
      const { files } = await write('saga', [kinds[name]!]);
      return parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura[0].Antet;
    };
    expect(await header('reverse charge')).toMatchObject({ FacturaTaxareInversa: 'Da', FacturaTip: 'T' });
    expect(await header('cash accounting')).toMatchObject({ FacturaTaxareInversa: 'Nu', FacturaTVAIncasare: 'Da' });
    // Where only lines name the rate, the notes say it.
    expect(await header('reverse charge at lines alone')).toMatchObject({
      FacturaTaxareInversa: 'Da',
      FacturaTip: 'T',
    });
    for (const kind of ['cash accounting at lines alone', 'cash accounting at several rates of lines'])
      expect(await header(kind)).toMatchObject({ FacturaTaxareInversa: 'Nu', FacturaTVAIncasare: 'Da' });
    expect(await header('rates at lines alone')).toMatchObject({ FacturaTVAIncasare: 'Nu' });
    expect(await header('not registered for VAT, without any')).toMatchObject({ FurnizorCIF: '18547290' });
    expect(await header('receipt')).toMatchObject({ FacturaTip: 'B' });
    expect(await header('receipt with a number')).toMatchObject({ FacturaTip: 'C' });
    expect(await header('plain')).not.toHaveProperty('FacturaTip');
  });

  it('are named as SAGA asks, and two invoices never have one name', async () => {
    const twice = [bookedInvoice({ invoice_number: 'A/7' }), bookedInvoice({ invoice_number: 'A-7' })];
    const { files } = await write('saga', twice);
    expect(files.map(({ name }) => name)).toEqual([
      'F_RO16702141_A-7_19.10.2026.xml',
      'F_RO16702141_A-7_19.10.2026-2.xml',
    ]);
  });

  it('keep within the widths of SAGA’s columns and say what was cut', async () => {
    const { files, problems } = await write('saga', [kindsOfInvoices()['long names']!]);
    const [invoice] = parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura;
    expect([...invoice.Antet.FurnizorNume].length).toBeLessThanOrEqual(64);
    const [line] = invoice.Detalii.Continut.Linie;
    expect([...line.Descriere].length).toBeLessThanOrEqual(60);
    expect(line.InformatiiSuplimentare.length).toBeGreaterThan(0);
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'cut vendor.name',
      'cut vendor.address',
      'cut line_items.0.description',
    ]);
  });

  it('write ă â î ș ț as Windows-1250 has them, and leave out what it has no place for', async () => {
    const kinds = kindsOfInvoices();
    const letters = bookedInvoice({ vendor: { name: 'ĂÂÎȘȚ ăâîșț Șuruburi' } });
    const { files } = await write('winmentor', [letters]);
    const partner = files.find(({ name }) => name === 'PARTNER.txt')!;
    expect(Buffer.from(partner.bytes).includes(Buffer.from([0xaa, 0xde, 0x20, 0xe3, 0xe2, 0xee, 0xba, 0xfe]))).toBe(
      true,
    );
    expect(sectionsOf(partner.bytes).ParteneriNoi_16702141!.Denumire).toBe('ĂÂÎŞŢ ăâîşţ Şuruburi');
    const foreign = await write('winmentor', [kinds['foreign letters']!]);
    expect(foreign.files).toEqual([]);
    expect(foreign.problems).toMatchObject([{ code: 'not_writable', path: 'vendor.name', blocking: true }]);
    const sign = bookedInvoice({
      line_items: [{ ...letters.extraction.invoice.line_items[0], description: 'Oțel Ø12' }],
    });
    const { problems } = await write('winmentor', [sign]);
    expect(problems).toMatchObject([{ code: 'not_writable', path: 'line_items.0.description', blocking: true }]);
  });

  it('say which unit of a line WinMENTOR is given that the invoice does not print', async () => {
    const [first] = kindsOfInvoices()['two rates']!.extraction.invoice.line_items;
    const { problems } = await write('winmentor', [bookedInvoice({ line_items: [{ ...first!, unit: null }] })]);
    expect(problems).toMatchObject([{ code: 'unit_missing', path: 'line_items.0.unit', blocking: false }]);
    expect((await write('saga', [bookedInvoice({ line_items: [{ ...first!, unit: null }] })])).problems).toEqual([]);
  });

  it('make a package for each month, and each partner and article once', async () => {
    const days = ['2026-09-30', '2026-10-01', '2026-10-02'];
    const { files } = await write(
      'winmentor',
      days.map((invoice_date) => bookedInvoice({ invoice_date, due_date: null })),
    );
    expect(files.map(({ name }) => name)).toEqual([
      'FACTURI_2026_09.txt',
      'FACTURI_2026_10.txt',
      'PARTNER.txt',
      'ARTICOLE.txt',
    ]);
    expect(sectionsOf(files[1]!.bytes).InfoPachet).toEqual({
      AnLucru: '2026',
      LunaLucru: '10',
      TipDocument: 'FACTURA INTRARE',
      TotalFacturi: '2',
    });
    for (const file of files.slice(2)) expect(Object.keys(sectionsOf(file.bytes))).toHaveLength(1);
  });
});

it('book the whole at no VAT where the notes say why, and VAT of nothing or the lines show that none is in it', async () => {
  for (const kind of ['reverse charge without a rate', 'reverse charge without VAT']) {
    const booked = kindsOfInvoices()[kind]!;
    expect(await bySaga(booked), kind).toEqual({ 0: ['500.00', '0.00'] });
    const { files, problems } = await write('saga', [booked]);
    expect(parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura[0].Antet.FacturaTaxareInversa, kind).toBe('Da');
    expect(problems, kind).toMatchObject([{ code: 'computed', path: 'vat_breakdown' }]);
  }
  const more = bookedInvoice({
    ...kindsOfInvoices()['reverse charge without VAT']!.extraction.invoice,
    ...{ total_amount: 605, amount_due: null },
  });
  // What is missing between the lines and the total may be VAT.
  expect((await write('saga', [more])).files).toEqual([]);
});

it('gives the same files for WinMENTOR in whichever order the invoices come', async () => {
  const all = ['2026-10-03', '2026-09-30', '2026-10-01'].map((invoice_date, index) =>
    bookedInvoice({ invoice_date, due_date: null, vendor: { city: `Brașov ${index}` } }),
  );
  const [one, other] = await Promise.all([write('winmentor', all), write('winmentor', all.toReversed())]);
  const bytesOf = ({ files }: typeof one) => files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')]);
  expect(bytesOf(other)).toEqual(bytesOf(one));
});

it('gives the same bytes for the same invoices', async () => {
  const all = Object.values(kindsOfInvoices());
  for (const target of targets) {
    const of = { ...settings, company: target.perCompany ? ownCompany : null };
    const [once, again] = [await target.write(all, of), await target.write(all, of)];
    expect(once.files.length, target.name).toBeGreaterThan(0);
    expect(again.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')])).toEqual(
      once.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')]),
    );
  }
});

describe('the sums to compare', () => {
  it('count a credit note below zero, however it is printed', () => {
    const kinds = kindsOfInvoices();
    for (const kind of ['credit note above zero', 'credit note below zero']) {
      const { rates, suppliers } = summaryOf([kinds[kind]!, kinds['two rates']!]);
      expect(rates).toMatchObject([
        { rate: 21, base: 100, vat: 21 },
        { rate: 11, base: 100, vat: 11 },
      ]);
      expect(suppliers).toMatchObject([{ count: 2, total: 232 }]);
    }
  });
});
