import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { describe, expect, it } from 'vitest';
import type { Booked } from '../../server/contract/booked.ts';
import { ublRo } from '../../server/exports/ubl-ro.ts';
import { wordsIn } from '../../server/exports/words.ts';
import { bookedInvoice, ownCompany } from '../helpers/booked.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';

// Schemas name each other by their files.
xmlRegisterFsInputProviders();
const fileOf = (name: string): string => fileURLToPath(new URL(`ubl/${name}.xsd`, import.meta.url));
const schemaOf = (name: string): XsdValidator => {
  using doc = XmlDocument.fromBuffer(readFileSync(fileOf(name)), { url: pathToFileURL(fileOf(name)).href });
  return XsdValidator.fromDoc(doc);
};
const schemas: Record<string, XsdValidator> = { Invoice: schemaOf('invoice'), CreditNote: schemaOf('credit-note') };

/** What the schema says against a file; empty where it holds. */
function faultsOf(xml: string): string {
  using doc = XmlDocument.fromString(xml);
  try {
    schemas[doc.root.name]!.validate(doc);
    return '';
  } catch (error) {
    return String(error);
  }
}

async function written(booked: Booked, linePerRate = false): Promise<string | null> {
  const { files } = await ublRo.write([booked], { company: ownCompany, words: wordsIn('ro'), linePerRate });
  return files[0] ? Buffer.from(files[0].bytes).toString('utf8') : null;
}

/** With everything that may be in a file. */
const full = (more: Parameters<typeof bookedInvoice>[0] = {}): Booked =>
  bookedInvoice({
    currency: 'EUR',
    exchange_rate: 5.0712,
    exchange_rate_currency: 'EUR',
    payment_terms: '30 de zile',
    notes: 'Livrat la depozit.',
    po_reference: 'C 12',
    delivery_note_number: 'AV 3',
    discount_amount: 20,
    prepaid_amount: 50,
    subtotal: 280,
    vat_amount: 48.8,
    total_amount: 328.82,
    vendor: { phone: '0268 000 000', email: 'birou@example.com', postal_code: '500030' },
    line_items: [
      {
        description: 'Scaun',
        details: 'din fag',
        quantity: 4,
        unit: 'zgrumț',
        unit_price: 50,
        vat_rate: 21,
        total: 200,
      },
      {
        description: 'Carte',
        item_code: 'CRT-7',
        quantity: 10,
        unit: 'buc',
        unit_price: 10,
        vat_rate: 11,
        total: 100,
        origin_country: 'IT',
      },
    ],
    vat_breakdown: [
      { rate: 21, base: 180, amount: 37.8 },
      { rate: 11, base: 100, amount: 11 },
    ],
    ...more,
  });
const credit = () => full({ document_type: 'credit_note' });

/** An XML tree in its order: of each element its name, what is in it, and its attributes. */
// biome-ignore lint/suspicious/noExplicitAny: as its parser gives it
type Node = any;
const how = {
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  commentPropName: '#comment',
} as const;
const treeOf = (xml: string): Node[] => new XMLParser(how).parse(xml);
const textOf = (tree: Node[]): string => new XMLBuilder(how).build(tree);
const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@')!;

/** Every list of elements in a tree, from the outside in. */
function* listsIn(list: Node[]): Generator<Node[]> {
  yield list;
  for (const node of list) if (Array.isArray(node[nameOf(node)])) yield* listsIn(node[nameOf(node)]);
}

/** The tree once more for each place in it, changed there. @param change null where nothing can be changed */
function* changed(xml: string, change: (list: Node[], index: number) => string | null): Generator<[string, string]> {
  const places = [...listsIn(treeOf(xml))].flatMap((list, at) => list.map((_node, index) => [at, index] as const));
  for (const [at, index] of places) {
    const tree = treeOf(xml);
    const root = tree.find((node) => nameOf(node) in schemas);
    const list = [...listsIn(tree)][at]!;
    if (list === tree) continue;
    const what = change(list, index);
    if (what !== null && root) yield [what, textOf(tree)];
  }
}

describe('the schema of UBL', () => {
  const kinds = Object.entries(kindsOfInvoices());

  it.each(kinds)('is kept by %s, with its own lines and with one a rate', async (_kind, booked) => {
    for (const linePerRate of [false, true]) {
      const xml = await written(booked, linePerRate);
      if (xml !== null) expect(faultsOf(xml)).toBe('');
    }
  });

  it('is kept by a file with everything in it, and has nothing that no file has', async () => {
    const used = new Set<string>();
    for (const booked of [full(), credit(), ...kinds.map(([, of]) => of)]) {
      const xml = await written(booked);
      if (xml === null) continue;
      expect(faultsOf(xml)).toBe('');
      for (const [, prefix, name] of xml.matchAll(/<(cac|cbc):(\w+)/g)) used.add(`${prefix}:${name}`);
    }
    const declared = [...['aggregates', 'basics'].entries()].flatMap(([index, file]) =>
      [...readFileSync(fileOf(file), 'utf8').matchAll(/^ {2}<xsd:element name="(\w+)"/gm)].map(
        ([, name]) => `${['cac', 'cbc'][index]}:${name}`,
      ),
    );
    expect([...used].toSorted()).toEqual(declared.toSorted());
  });

  it.each([
    ['an invoice', full],
    ['a credit note', credit],
  ])('refuses two elements of %s in the other order, wherever they stand', async (_what, of) => {
    const xml = (await written(of()))!;
    let count = 0;
    const swap = (list: Node[], index: number): string | null => {
      const [one, other] = [list[index], list[index + 1]];
      if (!other || nameOf(one) === nameOf(other)) return null;
      list.splice(index, 2, other, one);
      return `${nameOf(other)} before ${nameOf(one)}`;
    };
    for (const [what, other] of changed(xml, swap)) {
      expect(faultsOf(other), what).toContain('not expected');
      count += 1;
    }
    expect(count).toBeGreaterThan(50);
  });

  it.each([
    ['an invoice', full],
    ['a credit note', credit],
  ])('refuses one element too many in %s, and one that the norm does not have', async (_what, of) => {
    const xml = (await written(of()))!;
    const repeated = ['cbc:Note', 'cac:AllowanceCharge', 'cac:TaxTotal', 'cac:TaxSubtotal'];
    const twice = (list: Node[], index: number): string | null => {
      const name = nameOf(list[index]);
      if (name === '#text' || repeated.includes(name) || name.endsWith('Line')) return null;
      list.splice(index, 0, structuredClone(list[index]));
      return name;
    };
    let count = 0;
    for (const [what, other] of changed(xml, twice)) {
      expect(faultsOf(other), what).toContain('not expected');
      count += 1;
    }
    expect(count).toBeGreaterThan(100);
    expect(faultsOf(xml.replaceAll('cbc:IssueDate', 'cbc:IssuedDate'))).toContain('not expected');
    expect(faultsOf(xml.replaceAll(/<cbc:IssueDate>.*<\/cbc:IssueDate>/g, ''))).toContain('not expected');
  });

  it.each(['1,50', '12 lei', '', '1e3', 'NaN'])('refuses "%s" for an amount, a quantity and a price', async (text) => {
    const xml = (await written(full()))!;
    for (const name of ['PayableAmount', 'InvoicedQuantity', 'PriceAmount', 'Percent']) {
      const other = xml.replace(new RegExp(`(<cbc:${name}[^>]*>)[^<]*`), `$1${text}`);
      expect(other).not.toBe(xml);
      expect(faultsOf(other), name).toMatch(/not a valid value/);
    }
  });

  it('refuses a day that there is not, a currency that is none, and an amount without one', async () => {
    const xml = (await written(full()))!;
    expect(faultsOf(xml.replace(/<cbc:IssueDate>[^<]*/, '<cbc:IssueDate>2026-02-30'))).toContain('not a valid value');
    expect(faultsOf(xml.replace('currencyID="EUR"', 'currencyID="euro"'))).not.toBe('');
    expect(faultsOf(xml.replace(' currencyID="EUR"', ''))).toContain('required');
  });
});
