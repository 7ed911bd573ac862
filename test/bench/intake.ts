import { createLog } from '../../server/log.ts';
import { createReaderPool } from '../../server/reading/reader-pool.ts';
import { archive, romanianInvoice, signatureOver } from '../helpers/e-invoices.ts';

/**
 * npm run bench:intake
 * How long reading e-invoices of one line to thirty takes in a warm reader thread, from the portal's archive to extraction
 * and page; it should take less than 50 ms.
 */
const buyer = { vat: 'RO18547290', name: null };
const count = 300;
const warmUps = 100;

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
