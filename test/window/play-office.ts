import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../server/resources.ts';
import { officeDay } from './office-day.ts';

/** `npm run play:office`: one day of an office with fifty clients, by keyboard alone; its pictures lie in `screenshots/office`. */
const size = { companies: 50, documents: 200, doubtful: 30, duplicates: 3, changedAccounts: 2, failures: 5 };
const pictures = join(packageRoot, 'screenshots', 'office');
await rm(pictures, { recursive: true, force: true });
const day = await officeDay(size, pictures);
process.stdout.write(`${JSON.stringify({ size, ...day }, null, 2)}\n`);
const left = Object.entries(day.counts).filter(([state, count]) => state !== 'confirmed' && count > 0);
if (left.length > 0 || day.complaints.length > 0) process.exitCode = 1;
