import { describe, expect, it } from 'vitest';
import { meansThis, proofsOf, readRight } from '../../server/engine/confidence.ts';
import type { OpenedFile } from '../../server/engine/page.ts';
import { readOpened } from '../../server/engine/read-invoice.ts';
import { recallSupplier } from '../../server/engine/recall-supplier.ts';
import { contributionOf } from '../../server/suppliers/learn.ts';
import { column, printTable, run } from '../helpers/printed-page.ts';
import {
  account,
  alone,
  closing,
  customer,
  file,
  foot,
  head,
  left,
  level,
  lines,
  paid,
  read,
  readTwice,
  right,
  scanned,
  sums,
  today,
  vendor,
} from './proven-pages.ts';
import { cii, hybrid, printed, sample } from './witnesses/hybrid.ts';

/** A page on which a row of a table is what makes these fields `high`, and the nearest one on which it does not hold. */
interface Pair {
  paths: string[];
  high: OpenedFile;
  not: OpenedFile;
  /** The buyer that is sent with either. */
  buyers?: [high: string, not: string];
  /** An earlier invoice of the supplier that a person confirmed. */
  confirmed?: OpenedFile;
}

const einvoice = (invoice = sample) => hybrid([...run('Rechnung', 60, 20, 16), ...printed(sample)], cii(invoice));
const coded = (text: OpenedFile, currency: string): OpenedFile => ({
  ...text,
  codes: [
    {
      page: 1,
      box: { x: 400, y: 700, width: 60, height: 60 },
      text: ['BCD', '002', '1', 'SCT', '', 'Brad Alb', 'RO45RZBR0000060012186372', `${currency}12.50`].join('\n'),
    },
  ],
});
const dated = (days: number) =>
  file(head('Data facturii: 09.02.2026', 'Data scadenței: 11.03.2026', `Termen de plată: ${days} zile`));
const numbered = (label: string, value: string, qualified: string) => ({
  high: file(head(`${label}: ${value}`)),
  not: file(head(`${qualified}: ${value}`)),
});

const reading: Record<string, Pair[]> = {
  'painted text': [
    {
      paths: ['invoice_number'],
      high: file(head('Factura nr. MT-1204')),
      not: scanned(file(head('Factura nr. MT-1204'))),
    },
  ],
  'e-invoice': [
    { paths: ['po_reference'], high: scanned(einvoice()), not: scanned(einvoice({ ...sample, order: 'B-77106' })) },
  ],
  'file of an e-invoice': [
    {
      paths: ['invoice_number', 'vendor.name'],
      high: alone(sample, true),
      not: scanned(file(head(`Rechnungsnummer: ${sample.number}`))),
    },
  ],
  code: [
    {
      paths: ['currency'],
      high: coded(scanned(file(head('Moneda: EUR'))), 'EUR'),
      not: coded(scanned(file(head('Moneda: EUR'))), 'RON'),
    },
  ],
  'another place': [
    {
      paths: ['invoice_number'],
      high: scanned(file(head('Factura nr. MT-1204'), foot('Anexa la factura MT-1204'))),
      not: scanned(file(head('Factura nr. MT-1204'), foot('Anexa la factura MT-1205'))),
    },
  ],
  'two readers': [
    {
      paths: ['invoice_number', 'invoice_date'],
      high: readTwice(scanned(file(head('Factura nr. 1204-78', 'Data facturii: 09.02.2026')))),
      not: scanned(file(head('Factura nr. 1204-78', 'Data facturii: 09.02.2026'))),
    },
  ],
  'check digits': [
    {
      paths: ['bank_details.iban'],
      high: scanned(file(...paid())),
      not: scanned(file(vendor(), customer(), foot('IBAN: RO45RZBR0000060012186373'))),
    },
  ],
  'letters of the account': [
    {
      paths: ['bank_details.bic'],
      high: scanned(file(...paid('BIC: RZBRROBU'))),
      not: scanned(file(...paid('BIC: BRDEROBU'))),
    },
  ],
  buyer: [
    {
      // Its own check digits do not hold, as those of countries that have none.
      paths: ['customer.vat_number'],
      high: scanned(file(vendor(), customer('DE271483067'))),
      not: scanned(file(vendor(), customer('DE271483067'))),
      buyers: ['DE271483067', 'RO18547290'],
    },
  ],
  sums: [
    {
      paths: ['subtotal', 'vat_amount', 'total_amount'],
      high: scanned(file(closing('363,00'))),
      not: scanned(file(closing('364,00'))),
    },
  ],
  'term of payment': [{ paths: ['due_date'], high: scanned(dated(30)), not: scanned(dated(31)) }],
};

const meaning: Record<string, Pair[]> = {
  'e-invoice': [
    {
      paths: ['vendor.address'],
      high: einvoice(),
      not: einvoice({ ...sample, seller: { ...sample.seller, street: 'Hafenweg 21' } }),
    },
  ],
  'signed e-invoice': [
    {
      paths: ['invoice_number', 'line_items.0.description', 'currency'],
      high: alone(sample, true),
      not: alone(sample),
    },
  ],
  'sums of an e-invoice': [
    { paths: ['total_amount', 'subtotal'], high: alone(), not: alone({ ...sample, gross: '351.93' }) },
  ],
  'check digits of an e-invoice': [
    {
      paths: ['bank_details.iban'],
      high: alone(),
      not: alone({ ...sample, iban: 'DE89370400440532013001' }),
    },
  ],
  code: [{ paths: ['currency'], high: coded(file(head('Moneda: EUR')), 'EUR'), not: file(head('Moneda: EUR')) }],
  buyer: [
    {
      paths: ['customer.vat_number'],
      high: file(vendor(), customer()),
      not: file(vendor(), customer()),
      buyers: ['RO18547290', 'RO9900816346'],
    },
  ],
  "vendor's VAT number": [
    {
      paths: ['vendor.vat_number'],
      high: file(vendor(), customer()),
      not: file(vendor(), customer(), foot('Blorba CIF: RO31415920')),
    },
  ],
  register: [
    {
      paths: ['vendor.trade_register_number'],
      high: file(vendor('Nr. Reg. Com. J40/1234/2010'), customer()),
      not: file(vendor('Blorba zgrunt Reg. Com. J40/1234/2010'), customer()),
    },
  ],
  account: [
    {
      paths: ['bank_details.iban', 'bank_details.bic'],
      high: file(...paid('BIC: RZBRROBU')),
      not: file(vendor(), customer(), foot('Blorba zgrunt', account, 'BIC: RZBRROBU')),
    },
  ],
  'bank of the account': [
    {
      paths: ['bank_details.bank_name'],
      high: file(...paid('Banca: Raiffeisen Bank')),
      not: file(...paid('Banca: Banca Exemplu')),
    },
  ],
  'rate of exchange': [
    {
      paths: ['exchange_rate', 'exchange_rate_currency'],
      high: file(closing('363,00 EUR'), foot('Curs BNR: 1 EUR = 4,9764 RON', 'Total în lei 1.806,43')),
      not: file(closing('363,00 EUR'), foot('Curs BNR: 1 EUR = 4,9764 RON', 'Total în lei 1.860,43')),
    },
  ],
  'number or date': [
    { paths: ['invoice_number'], ...numbered('Factura nr.', 'MT-1204', 'Blorba factura nr.') },
    { paths: ['po_reference'], ...numbered('Comanda nr.', '77120-B', 'Blorba comanda nr.') },
    { paths: ['delivery_note_number'], ...numbered('Aviz nr.', '88120', 'Blorba aviz nr.') },
    { paths: ['invoice_date'], ...numbered('Data facturii', '09.02.2026', 'Blorba data facturii') },
    { paths: ['due_date'], ...numbered('Data scadenței', '11.03.2026', 'Blorba data scadenței') },
  ],
  currency: [
    {
      paths: ['currency'],
      high: file(sums(['Total fără TVA', '300,00 EUR'], ['Total cu TVA', '363,00 EUR'])),
      not: file(sums(['Total fără TVA', '300,00'], ['Total cu TVA', '363,00 EUR'])),
    },
  ],
  vendor: [
    {
      paths: ['vendor.name'],
      high: file(vendor(), customer(), foot('Brad Alb Impex S.R.L.')),
      not: file(vendor(), customer(), foot('Brad Alb')),
    },
  ],
  sums: [
    {
      paths: ['subtotal', 'vat_amount', 'total_amount'],
      high: file(closing('363,00')),
      not: file(closing('364,00')),
    },
    {
      paths: ['prepaid_amount', 'amount_due'],
      high: file(
        closing('363,00'),
        printTable(
          [
            ['Avans încasat', '-63,00'],
            ['Rest de plată', '300,00'],
          ],
          [left(330), right(530)],
          500,
        ),
      ),
      not: file(
        closing('363,00'),
        printTable(
          [
            ['Avans încasat', '-63,00'],
            ['Rest de plată', '310,00'],
          ],
          [left(330), right(530)],
          500,
        ),
      ),
    },
  ],
  'known supplier': [
    {
      paths: ['vendor.address'],
      high: file(vendor(), customer()),
      not: file(
        vendor().filter(({ y }) => y < 200),
        column(60, 210, ['Str. Scurtă nr. 8, Iași, jud. Iași']),
        customer(),
      ),
      confirmed: file(vendor(), customer()),
    },
  ],
  line: [
    {
      paths: ['quantity', 'unit_price', 'total'].map((cell) => `line_items.0.${cell}`),
      high: file(lines(['Hârtie', '10', '10,00', '100,00'], ['Toner', '10', '20,00', '200,00']), closing('363,00')),
      not: file(lines(['Hârtie', '10', '10,00', '100,00'], ['Toner', '10', '20,50', '205,00']), closing('363,00')),
    },
  ],
};

/** What is read where an earlier invoice of the supplier was confirmed, each of its fields looked at. */
function readKnowing(opened: OpenedFile, earlier: OpenedFile | undefined, buyerVat = 'RO18547290') {
  if (!earlier) return read(opened, buyerVat);
  const context = { buyer: { vat: buyerVat, name: null }, today };
  const [before, now] = [earlier, opened].map((each) => readOpened(each, context));
  const looked = new Set(Object.keys(before!.extraction.fields));
  const known = contributionOf(before!.extraction, before!.texts, {
    looked,
    day: today,
    accountIsKnown: true,
    known: [],
  });
  return recallSupplier(now!.extraction, now!.texts, [known], { buyerVat, today }).extraction;
}

/** The rows of a table that hold for a field. */
function held(list: 'readRight' | 'meansThis', { fields }: ReturnType<typeof read>, path: string): string[] {
  const { source = 'ocr', evidence = [] } = fields[path] ?? {};
  return proofsOf(path, { source, evidence })[list].map(({ name }) => name);
}

describe.each([
  ['that it was read right', 'readRight', readRight, reading],
  ['that it means this', 'meansThis', meansThis, meaning],
] as const)('what proves of a value %s', (_, list, rows, pairs) => {
  it('has a pair of pages for each row, and no other', () => {
    expect(Object.keys(pairs)).toEqual(rows.map(({ name }) => name));
  });

  const cases = Object.entries(pairs).flatMap(([name, own]) =>
    own.flatMap((pair) => pair.paths.map((path) => ({ name, path, ...pair }))),
  );

  it.each(cases)('$name makes $path high by itself', ({ name, path, high, buyers, confirmed }) => {
    const found = readKnowing(high, confirmed, buyers?.[0]);
    expect(held(list, found, path)).toEqual([name]);
    expect(level(found, path)).toBe('high');
  });

  it.each(cases)('$name does not make $path high on the nearest page', ({ name, path, not, buyers, confirmed }) => {
    const found = readKnowing(not, confirmed, buyers?.[1]);
    expect(held(list, found, path)).not.toContain(name);
    expect(level(found, path)).not.toBe('high');
  });
});
