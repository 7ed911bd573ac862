import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '../../server/log.ts';
import { createReaderPool } from '../../server/reading/reader-pool.ts';
import { resource } from '../../server/resources.ts';
import { createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { archive, romanianInvoice, signatureOver } from '../helpers/e-invoices.ts';
import { measure } from './load.ts';

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
    const alone = await measure(server.url, target, 10, 50);
    const invoice = readFileSync(resource('samples', 'invoice.pdf'));
    const startedAt = performance.now();
    const beside = measure(server.url, target, seconds, 50);
    for (let index = 0; index < count; index++) {
      writeFileSync(join(own, `${index}.pdf`), Buffer.concat([invoice, Buffer.from(`%${index}\n%%EOF\n`)]));
    }
    while (readdirSync(own, { withFileTypes: true }).some((entry) => entry.isFile())) await delay(50);
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
