import { parentPort } from 'node:worker_threads';
import { isTiff } from '../checks/file-type.ts';
import type { ConversionProblem } from '../contract/errors.ts';
import { openBundle } from '../engine/bundle/open-bundle.ts';
import { unlockPdf } from '../engine/open/pdf-unlock.ts';
import { pdfOfTiff } from '../engine/open/tiff.ts';
import { readSealed, type SealedFile } from '../store/files.ts';
import { giveWay } from './give-way.ts';

/** A file that lies on the disk is read here too: it may be large. */
export type Conversion =
  /** Of a TIFF, or of a PDF with a password. */
  | { to: 'pdf'; file: Uint8Array | SealedFile; password: string | null }
  /** Of a mail or an archive. */
  | { to: 'files'; file: Uint8Array | SealedFile };

export type Converted = Uint8Array<ArrayBuffer> | ConversionProblem;

giveWay();

parentPort?.on('message', async (job: Conversion) => {
  const bytes = job.file instanceof Uint8Array ? job.file : await readSealed(job.file);
  if (job.to === 'files') {
    const bundle = await openBundle(bytes);
    parentPort?.postMessage(bundle, typeof bundle === 'string' ? [] : bundle.files.map((file) => file.bytes.buffer));
    return;
  }
  const converted: Converted = isTiff(bytes) ? pdfOfTiff(bytes) : await unlockPdf(bytes, job.password ?? '');
  parentPort?.postMessage(converted, typeof converted === 'string' ? [] : [converted.buffer]);
});
