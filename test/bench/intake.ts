import { mkdirSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '../../server/log.ts';
import { createReaderPool } from '../../server/reading/reader-pool.ts';
import { createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { archive, romanianInvoice, signatureOver } from '../helpers/e-invoices.ts';
import { invoiceStack } from '../helpers/invoice-stack.ts';
import { measureEvenly } from './load.ts';

/**
 * npm run bench:intake
 * How long reading e-invoices of one line to thirty takes in a warm reader thread, from the portal's archive to extraction
 * and page, which should be less than 50 ms; and how long until a thousand small invoices that were put into a watched
 * folder at once are queued, which should be less than 60 s, beside what the API takes for an answer meanwhile: 99 of 100
 * within 25 ms.
 */
const buyer = { vat: 'RO18547290', name: null };

async function eInvoices(count: number, warmUps: number): Promise<void> {
  const pool = createReaderPool({ size: 1, log: createLog('silent') });
  const took: number[] = [];
  for (let index = 0; index < warmUps + count; index++) {
    const quantities = Array.from({ length: 1 + (index % 30) }, (_, at) => at + 1);
    const xml = romanianInvoice(buyer, { number: `FMN ${index}`, quantities });
    const bytes = archive(xml, signatureOver(xml));
    const startedAt = performance.now();
    await pool.read({ bytes, buyer, today: '2026-11-23' });
    if (index >= warmUps) took.push(performance.now() - startedAt);
  }
  await pool.stop();
  took.sort((a, b) => a - b);
  const at = (part: number): string => took[Math.min(took.length - 1, Math.floor(part * took.length))]!.toFixed(1);
  console.log(`${count} e-invoices, ms each: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, slowest ${at(1)}`);
}

async function watchedFolder(count: number, seconds: number): Promise<void> {
  const folder = await temporaryFolder();
  const watched = join(folder.path, 'watched');
  const own = join(watched, buyer.vat);
  mkdirSync(own, { recursive: true });
  const env = { FACTURIER_WATCHED_FOLDER: watched, FACTURIER_LOG_LEVEL: 'warn' };
  const server = await startAppliance(join(folder.path, 'data'), { env, within: 60_000 });
  try {
    const key = await createKey(join(folder.path, 'data'), 'live');
    const target = { path: '/v1/documents?limit=20', headers: [{ 'X-API-Key': key }] };
    await measureEvenly(server.url, target, 5, 50);
    const alone = await measureEvenly(server.url, target, 10, 50);
    const invoices = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        invoiceStack([{ number: `FB ${index}`, date: `${10 + (index % 19)}.03.2026`, net: 100 + index }], buyer.vat),
      ),
    );
    const startedAt = performance.now();
    const beside = measureEvenly(server.url, target, seconds, 50);
    // Nothing here may hold up what measures beside it.
    for (const [index, invoice] of invoices.entries()) await writeFile(join(own, `${index}.pdf`), invoice);
    while ((await readdir(own, { withFileTypes: true })).some((entry) => entry.isFile())) await delay(250);
    const took = (performance.now() - startedAt) / 1000;
    const p99 = `p99 ${(await beside).p99} ms meanwhile, ${alone.p99} ms before`;
    console.log(`${count} invoices of a folder queued in ${took.toFixed(1)} s; 50 lists a second: ${p99}`);
  } finally {
    await server.stop();
    await folder.remove();
  }
}

await eInvoices(300, 100);
await watchedFolder(1000, 40);
