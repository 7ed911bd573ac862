import fc from 'fast-check';
import { readCodes } from '../../server/engine/open/codes.ts';
import { openFile } from '../../server/engine/open/open-file.ts';
import { usualWidth } from '../../server/engine/recognise/read-picture.ts';
import { payloads } from '../engine/witnesses/payloads.ts';
import { drawings, pdfWithCode, type Symbology } from '../helpers/printed-codes.ts';
import { scanned } from '../helpers/scans.ts';

/**
 * node test/bench/codes.ts [N] [NAME]
 * Prints N invoices with each kind of code, or with one, and says how many were read, from the digital page and from a 200-dpi scan,
 * and what looking costs.
 */
const runs = Number(process.argv[2] ?? 20);
const only = process.argv[3];

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(before);
  return [done, (user + system) / 1000];
}

const plain = (value: string): string => value.replace(/\r\n/g, '\n').trim();
for (const [name, made] of Object.entries(payloads)) {
  if (only && name !== only) continue;
  const symbology: Symbology = name === 'hub3' ? 'PDF417' : 'QRCode';
  const counts = { digital: 0, scan: 0, scanMs: 0 };
  for (const [index, { text }] of fc.sample(made, { numRuns: runs, seed: 7 }).entries()) {
    const width = symbology === 'PDF417' ? 58 : [25, 30, 35, 46][index % 4]!;
    const pdf = await pdfWithCode(text, symbology, width, drawings[index % drawings.length]!);
    const { codes } = await openFile(pdf.slice());
    if (codes.some((code) => plain(code.text) === plain(text))) counts.digital++;
    const grey = await scanned(pdf, index + 1);
    const [read, ms] = await timed(() => readCodes({ grey, x: 0, y: 0, points: usualWidth / grey.width }, 1));
    counts.scanMs += ms;
    if (read.some((code) => plain(code.text) === plain(text))) counts.scan++;
  }
  const share = (count: number): string => `${((100 * count) / runs).toFixed(0)} %`.padStart(6);
  console.log(
    `${name.padEnd(24)} digital ${share(counts.digital)}  scan ${share(counts.scan)}  ${(counts.scanMs / runs).toFixed(0)} ms CPU a scanned page`,
  );
}
