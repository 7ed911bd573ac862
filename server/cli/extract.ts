import { constants } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { MultiBar } from 'cli-progress';
import type { Command } from 'commander';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import { localDate, systemClock, timestamp } from '../clock.ts';
import type { DocumentJson } from '../contract/document.ts';
import { bundleProblems } from '../contract/errors.ts';
import { maxFileBytes, maxPassword } from '../contract/limits.ts';
import { currentVersion } from '../contract/versions.ts';
import { ReadingError } from '../engine/reading-error.ts';
import { isNoInvoice, openBundle } from '../intake/bring.ts';
import { checkFile } from '../intake/check-file.ts';
import { convert } from '../intake/convert.ts';
import { fileTooLarge } from '../intake/received-file.ts';
import { IntakeRefusal } from '../intake/refusal.ts';
import { createLog } from '../log.ts';
import { signersIn } from '../reading/einvoice-signers.ts';
import { budgetHere } from '../reading/memory-budget.ts';
import { type Converter, createConverter } from '../reading/reader-conversion.ts';
import { createPageCounter, type PageCounter } from '../reading/reader-page-count.ts';
import { createReaderPool, type ReaderPool } from '../reading/reader-pool.ts';
import { newId } from '../store/ids.ts';
import { makeFolder } from '../store/make-folder.ts';
import { type CommonOptions, command, configFrom } from './command.ts';
import { UsageError } from './usage-error.ts';

/** For each file that can be read at once so many are begun, so that a slow one holds up few; all would fill the memory. */
const ahead = 4;

interface ExtractOptions extends CommonOptions {
  buyerVat?: string;
  out?: string;
  passwordStdin?: boolean;
}

/** Writes anew what is there, and never through a link, which in a shared folder may be somebody else's. */
const writeNoLink = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

/** What a failed Document says. */
interface Failure {
  code: string;
  message: string;
}

type Outcome = Pick<DocumentJson, 'mime_type' | 'pages' | 'document' | 'fields' | 'warnings' | 'signature' | 'splits'>;

/** @param done is given the exit code */
export function addExtract(program: Command, done: (code: number) => void): void {
  command(program, 'extract', 'Read files without a server and print each as a Document')
    .argument(
      '<files...>',
      'PDF, JPEG, PNG, GIF, WebP or TIFF; e-invoices as XML, or in the archive of the tax office; mails and archives with these',
    )
    .option('--buyer-vat <vat>', 'VAT number of the company that received the invoices (default: no company)')
    .option('--password-stdin', 'read the password of PDFs that have one from the standard input')
    .option('--out <dir>', 'write each Document into this folder, and print the paths')
    .action(async (files: string[], options: ExtractOptions) => {
      const buyerVat = options.buyerVat === undefined ? '' : normaliseBuyerVat(options.buyerVat);
      if (buyerVat === null) throw new UsageError(`${options.buyerVat} is not a VAT number of the EU.`);
      done(await extract(files, buyerVat, options));
    });
}

/** @returns the exit code: 1 when any of the files could not be read */
async function extract(files: string[], buyerVat: string, options: ExtractOptions): Promise<number> {
  const log = createLog('silent');
  const pool = createReaderPool({ size: Math.min(files.length, budgetHere().readers), log });
  const counter = createPageCounter({ log });
  const converter = createConverter({ log });
  const bars = new MultiBar({
    stream: process.stderr,
    format: '{bar} {done}/{total} {name}',
    clearOnComplete: true,
    hideCursor: true,
  });
  const cancel = new AbortController();
  const onSignal = (): void => cancel.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const taken = new Set<string>();
    if (options.out !== undefined) makeFolder(options.out);
    const password = options.passwordStdin === true ? await firstLine(process.stdin) : null;
    const signers = signersIn(configFrom(options).einvoiceSignersFile);
    const reads = { pool, counter, converter, buyerVat, signers, password, signal: cancel.signal };
    const begin = (file: string): Promise<DocumentJson[]> => {
      const bar = process.stderr.isTTY ? bars.create(1, 0, { done: 0, total: '?', name: basename(file) }) : null;
      const reading = read(file, reads, (count, total) => {
        bar?.setTotal(total);
        bar?.update(count, { done: count, total });
      }).finally(() => bar && bars.remove(bar));
      // Errors are looked at in the order of the files, not when they happen.
      reading.catch(() => {});
      return reading;
    };
    const waiting = [...files];
    const begun: Promise<DocumentJson[]>[] = [];
    let failed = false;
    for (const file of files) {
      while (begun.length < ahead * pool.size && waiting.length > 0) begun.push(begin(waiting.shift()!));
      const documents = await begun.shift()!.catch((error: unknown) => {
        if (cancel.signal.aborted) throw error;
        process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
        return [];
      });
      // A path that leads nowhere does not keep the other files from being read.
      failed ||= documents.length === 0 || documents.some(({ status }) => status !== 'succeeded');
      for (const document of documents) {
        const path = options.out === undefined ? null : join(options.out, outName(file, taken));
        if (path !== null) await writeFile(path, `${JSON.stringify(document, null, 2)}\n`, { flag: writeNoLink });
        process.stdout.write(`${resultLine(document, path, options.json === true)}\n`);
      }
    }
    return failed ? 1 : 0;
  } finally {
    bars.stop();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await Promise.all([pool.stop(), counter.stop(), converter.stop()]);
  }
}

function resultLine(document: DocumentJson, path: string | null, json: boolean): string {
  if (path === null) return json ? JSON.stringify(document) : JSON.stringify(document, null, 2);
  return json ? JSON.stringify({ path, status: document.status }) : path;
}

/** A password that is piped in: others could read one on the command line. @throws UsageError for an empty one */
async function firstLine(input: Readable): Promise<string> {
  let text = '';
  for await (const piece of input.setEncoding('utf8')) {
    text += piece;
    if (text.length > maxPassword || text.includes('\n')) break;
  }
  const line = text.split('\n', 1)[0]!.replace(/\r$/, '');
  if (line === '' || line.length > maxPassword) throw new UsageError('The standard input holds no password.');
  return line;
}

/** A name for a Document of the file; those of one mail or archive, and of files of one name in different folders, stay apart. */
function outName(file: string, taken: Set<string>): string {
  let name = `${basename(file)}.json`;
  for (let count = 2; taken.has(name); count++) name = `${basename(file)}-${count}.json`;
  taken.add(name);
  return name;
}

/** What reads, and what it reads by. */
interface Reads {
  pool: ReaderPool;
  counter: PageCounter;
  converter: Converter;
  buyerVat: string;
  signers: string[];
  password: string | null;
  signal: AbortSignal;
}

/**
 * A file's Document, or of a mail or an archive those of what is inside.
 * @throws when the path cannot be read, or on a cancellation; whatever is wrong with the file itself is in the Document
 */
async function read(
  path: string,
  reads: Reads,
  onPage: (done: number, total: number) => void,
): Promise<DocumentJson[]> {
  const createdAt = systemClock.now();
  try {
    if ((await stat(path)).size > maxFileBytes) throw fileTooLarge();
    const bytes = await readFile(path);
    const bundle = await openBundle(reads.converter, { head: bytes, content: () => Buffer.from(bytes) });
    if (!bundle) return [await readOne({ bytes, name: basename(path) }, reads, onPage)];
    const documents: DocumentJson[] = [];
    for (const { bytes: attached, filename } of bundle.files) {
      const document = await readOne({ bytes: Buffer.from(attached), name: filename ?? basename(path) }, reads, onPage);
      if (!isNoInvoice(document.error?.code ?? null)) documents.push(document);
    }
    if (documents.length === 0) throw new IntakeRefusal('no_attachments', bundleProblems.no_attachments);
    return documents;
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    const { code, message } = error;
    return [asDocument(basename(path), createdAt, unread, { code, message })];
  }
}

async function readOne(
  file: { bytes: Buffer; name: string },
  { pool, counter, converter, buyerVat, signers, password, signal }: Reads,
  onPage: (done: number, total: number) => void,
): Promise<DocumentJson> {
  const createdAt = systemClock.now();
  let known: Pick<Outcome, 'mime_type' | 'pages'> = unread;
  try {
    const given = file.bytes;
    const bytes = (await convert(converter, { head: given, content: () => Buffer.from(given) }, password)) ?? given;
    const sender = { tenantId: 'here', keyId: file.name };
    const checked = await checkFile(bytes, {
      async countPages() {
        const pages = await counter.count(Buffer.from(bytes), sender);
        known = { mime_type: 'application/pdf', pages: pages === 'locked' ? null : pages };
        return pages;
      },
      unpackEInvoice: () => counter.unpack(Buffer.from(bytes), sender),
    });
    known = { mime_type: checked.mimeType, pages: checked.pages };
    const job = { bytes, buyer: { vat: buyerVat, name: null }, today: localDate(createdAt), signers };
    const { extraction, ...result } = await pool.read(job, { signal, onPage });
    const { invoice, ...rest } = extraction;
    const outcome = { mime_type: result.mimeType, pages: result.pages, document: invoice, ...rest };
    return asDocument(file.name, createdAt, outcome, null);
  } catch (error) {
    if (!(error instanceof ReadingError || error instanceof IntakeRefusal)) throw error;
    const { code, message } = error;
    return asDocument(file.name, createdAt, { ...unread, ...known }, { code, message });
  }
}

const unread: Outcome = {
  mime_type: 'application/octet-stream',
  pages: null,
  document: null,
  fields: null,
  warnings: null,
};

/** The Document that the API would give for this file, though nothing of it is kept. */
function asDocument(filename: string, createdAt: number, outcome: Outcome, error: Failure | null): DocumentJson {
  return {
    id: newId('doc', createdAt),
    object: 'document',
    status: error ? 'failed' : 'succeeded',
    mode: 'live',
    external_id: null,
    metadata: null,
    filename,
    mime_type: outcome.mime_type,
    pages: outcome.pages,
    created_at: timestamp(createdAt),
    finished_at: timestamp(systemClock.now()),
    error,
    schema_version: error ? null : currentVersion,
    retention: 'zero',
    result_deleted_at: null,
    reviewed_at: null,
    document: outcome.document,
    fields: outcome.fields,
    warnings: outcome.warnings,
    ...(outcome.signature && { signature: outcome.signature }),
    ...(outcome.splits && { splits: outcome.splits }),
  };
}
