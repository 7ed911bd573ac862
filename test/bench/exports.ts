import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../server/resources.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { ownCompany } from '../helpers/booked.ts';
import { confirmDocument, putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedInto } from '../helpers/many-documents.ts';

/**
 * npm run bench:exports
 * How long `facturier export` takes for a thousand confirmed invoices, in milliseconds from its start to its end: what is sealed is
 * opened, written, and written down as exported. Once with every line, once with one a rate and all of it again.
 */
const count = 1_000;
const run = promisify(execFile);

const folder = await temporaryFolder();
const data = join(folder.path, 'data');
try {
  const store = await openStore({ data, masterKey: null });
  const tenant =
    (await tenants.list(store.db))[0] ?? (await tenants.create(store.db, store.vault, { name: 'a', now: Date.now() }));
  // Every second is for another company.
  const ids = (await seedInto(store, 2 * count)).filter((_id, index) => index % 2 === 0);
  const kinds = kindsOfInvoices();
  const whole = ['plain', 'two rates', 'four rates', 'discount on two rates'].map((name) => kinds[name]!.extraction);
  for (const [index, id] of ids.entries()) {
    await putReading(store, id, (read) => ({ ...read, ...whole[index % whole.length]! }));
    await confirmDocument(store, tenant.id, id, (invoice) => ({ ...invoice, invoice_number: `NR ${index}` }));
  }
  await store.close();
  for (const to of ['saga', 'ubl-ro', 'winmentor', 'csv', 'xlsx', 'json']) {
    const taken: number[] = [];
    for (const more of [[], ['--line-per-rate', '--again']]) {
      const out = join(folder.path, `${to}-${more.length}`);
      const cli = join(packageRoot, 'dist/server/cli.js');
      const args = ['export', '--data', data, '--to', to, '--company', ownCompany.vat, '--out', out, ...more];
      const began = performance.now();
      const { stdout } = await run(process.execPath, [cli, ...args], { maxBuffer: 64 * 1024 * 1024 });
      taken.push(Math.round(performance.now() - began));
      if (!stdout.includes(`${count} of ${count} invoices written.`)) throw new Error(`Some were left out for ${to}.`);
    }
    console.log(JSON.stringify({ to, count, own_lines_ms: taken[0], line_per_rate_again_ms: taken[1] }));
  }
} finally {
  await folder.remove();
}
