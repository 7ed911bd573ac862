import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Invoice } from '../../server/contract/invoice.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { knownSupplier, supplierOf, teach } from '../../server/store/suppliers.ts';
import { furtherIdentifiersOf, identifiersOf } from '../../server/suppliers/contribution.ts';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const buyerVat = 'RO9900816346';
const account = 'RO45RZBR0000060012186372';

function invoiceOf(name: string, vat_number: string, iban: string): Invoice {
  const { invoice } = sandboxExtraction();
  return {
    ...invoice,
    vendor: { ...invoice.vendor, name, vat_number },
    bank_details: { ...invoice.bank_details, iban },
  };
}

/** Has a document of its own teach of an invoice. */
async function confirm(invoice: Invoice, accountIsKnown = true): Promise<void> {
  // A key of its own: so many at once are too many of one.
  const { json } = await submit(server, await server.createKey('live'));
  await teach(server.store.db, server.store.vault, {
    tenantId: server.tenantId,
    buyerVat,
    documentId: json.id,
    now: server.now(),
    invoice,
    contribution: {
      day: '2026-08-03',
      fixed: {},
      places: {},
      account: accountIsKnown ? invoice.bank_details.iban : null,
    },
    untouched: true,
    marks: { invoice_mark: null, total_mark: null, number_mark: null },
  });
}

function known(invoice: Invoice) {
  const identifiers = [identifiersOf({ ...invoice, bank_details: { ...invoice.bank_details, iban: null } })];
  const named = { tenantId: server.tenantId, buyerVat, documentId: 'doc_other', identifiers };
  return knownSupplier(server.store.db, server.store.vault, named, invoice.bank_details.iban);
}

it('a supplier is known from as many invoices as were confirmed, though not all of them are opened', async () => {
  const invoice = invoiceOf('Moara Ulmului S.R.L.', 'RO16702141', account);
  for (let count = 0; count < 23; count += 1) await confirm(invoice);
  expect(await known(invoice)).toMatchObject({ invoices: 23, accounts: [account], accountOf: null });
});

it('an account is told to be that of another supplier only where a person confirmed that', async () => {
  const elsewhere = 'RO49AAAA1B31007593840000';
  const other = invoiceOf('Lemnul Carpatin S.R.L.', 'RO18547290', elsewhere);
  const forged = invoiceOf('Moara Ulmului S.R.L.', 'RO16702141', elsewhere);
  await confirm(other, false);
  expect(await known(forged)).toMatchObject({ accountOf: null });
  await confirm(other);
  expect(await known(forged)).toMatchObject({ accountOf: 'Lemnul Carpatin S.R.L.' });
  expect(await known(other)).toMatchObject({ accountOf: null });
});

it('a supplier is found by what else is its own, and by nothing that two of them have', async () => {
  const phone = '0238 555 102';
  const of = (name: string, vat: string): Invoice => {
    const invoice = invoiceOf(name, vat, account);
    return { ...invoice, vendor: { ...invoice.vendor, phone, email: null, trade_register_number: null } };
  };
  const [mill, saw] = [of('Moara Zorbin S.R.L.', 'RO9900777123'), of('Gaterul Zorbin S.R.L.', 'RO14399840')];
  const found = () => {
    const named = { tenantId: server.tenantId, buyerVat, documentId: 'doc_other' };
    return supplierOf(server.store.db, server.store.vault, { ...named, identifiers: [[], furtherIdentifiersOf(mill)] });
  };
  expect(await found()).toBeNull();
  await confirm(mill);
  expect(await found()).not.toBeNull();
  await confirm(saw);
  expect(await found()).toBeNull();
});
