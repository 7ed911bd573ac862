import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { find } from '../../server/store/documents.ts';
import { list } from '../../server/store/supplier-list.ts';
import { recall, teach } from '../../server/store/suppliers.ts';
import { accountIdentifier, identifiersOf, vatIdentifier } from '../../server/suppliers/contribution.ts';
import { contributionOf } from '../../server/suppliers/learn.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { seedInto } from '../helpers/many-documents.ts';

/**
 * npm run bench:suppliers
 * The processor's time, in milliseconds, to find out in the database what is known of a supplier, among two thousand that
 * taught six invoices each: by what was read of an invoice, and by twenty numbers of its page of which one is known.
 */
const suppliers = 2_000;
const invoicesOfEach = 6;
const times = 500;
const buyerVat = 'RO9900816346';

const folder = await temporaryFolder();
const store = await openStore({ data: folder.path, masterKey: null });
const { db, vault } = store;
try {
  const ids = await seedInto(store, suppliers * invoicesOfEach);
  const { tenant_id: tenantId } = (await find(db, ids[0]!))!;
  const { invoice, ...rest } = sandboxExtraction();
  const invoiceOf = (supplier: number) => ({
    ...invoice,
    vendor: { ...invoice.vendor, name: `Supplier ${supplier}`, vat_number: `RO${1_000_000 + supplier}` },
    bank_details: { ...invoice.bank_details, iban: `RO45RZBR${String(supplier).padStart(16, '0')}` },
  });
  await db.transaction().execute(async (trx) => {
    for (const [index, documentId] of ids.entries()) {
      const confirmed = invoiceOf(index % suppliers);
      const texts = [
        [
          ['Number', 60, 100, 40, 10],
          [String(confirmed.invoice_number), 110, 100, 60, 10],
        ],
      ] as never;
      const how = { looked: new Set<string>(), day: '2026-01-01', accountIsKnown: true, known: [] };
      await teach(trx, vault, {
        ...{ tenantId, buyerVat, documentId, invoice: confirmed, untouched: true, now: Date.now() },
        contribution: contributionOf({ ...rest, invoice: confirmed }, [texts], how),
        marks: { invoice_mark: null, total_mark: null, number_mark: null },
      });
    }
  });

  const timed = async (what: string, count: number, work: (index: number) => Promise<number>): Promise<void> => {
    const spent: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const began = process.cpuUsage();
      const found = await work(index);
      const { user, system } = process.cpuUsage(began);
      if (found === 0) throw new Error(`Nothing was found: ${what}`);
      spent.push((user + system) / 1000);
    }
    spent.sort((a, b) => a - b);
    const part = (share: number): string => spent[Math.floor((spent.length - 1) * share)]!.toFixed(2);
    console.log(`${what.padEnd(28)} p50 ${part(0.5)}, p95 ${part(0.95)}`);
  };
  const ask = async (identifiers: string[][]): Promise<number> =>
    (await recall(db, vault, { tenantId, buyerVat, documentId: '', identifiers })).length;
  await timed('by what was read', times, (index) => ask([identifiersOf(invoiceOf((index * 7) % suppliers))]));
  const strangers = Array.from({ length: 19 }, (_, index) => accountIdentifier(`RO00NONE${index}`));
  await timed('by the numbers of its page', times, (index) =>
    ask([[vatIdentifier('RO99')], [...strangers, vatIdentifier(`RO${1_000_000 + ((index * 7) % suppliers)}`)]]),
  );
  await timed('all, for the window', 5, async () => (await list(db, vault, tenantId)).length);
} finally {
  await store.close();
  await folder.remove();
}
