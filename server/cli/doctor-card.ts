import { readFile } from 'node:fs/promises';
import { localDate, systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createReaderPool } from '../reading/reader-pool.ts';
import { resource } from '../resources.ts';

export interface Speed {
  /** The median of the readings after the first, which also loads what reading needs. */
  secondsPerPage: number;
  /** Of processors' time, in the same readings: what other work on the machine hardly changes. */
  processorSecondsPerPage: number;
  pages: number;
}

/** Reads the samples again and again in one reader. The times are of this moment: other work on the machine shows in them. */
export async function measureMachine(): Promise<{ digital: Speed; scanned: Speed; peakMib: number }> {
  const pool = createReaderPool({ size: 1, log: createLog('silent') });
  const speedOf = async (sample: string, times: number): Promise<Speed> => {
    const bytes = await readFile(resource('samples', sample));
    const seconds: number[] = [];
    const processor: number[] = [];
    let pages = 0;
    for (let time = 0; time <= times; time++) {
      const started = performance.now();
      const before = process.cpuUsage();
      const job = { bytes, buyer: { vat: '', name: null }, today: localDate(systemClock.now()) };
      const read = await pool.read(job, { signal: new AbortController().signal, onPage: () => undefined });
      if (time === 0) continue;
      seconds.push((performance.now() - started) / 1000 / read.pages);
      const { user, system } = process.cpuUsage(before);
      processor.push((user + system) / 1_000_000 / read.pages);
      pages += read.pages;
    }
    return { secondsPerPage: median(seconds), processorSecondsPerPage: median(processor), pages };
  };
  try {
    const digital = await speedOf('invoice.pdf', 9);
    const scanned = await speedOf('scan.jpg', 3);
    return { digital, scanned, peakMib: Math.round(process.resourceUsage().maxRSS / 1024) };
  } finally {
    await pool.stop();
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
