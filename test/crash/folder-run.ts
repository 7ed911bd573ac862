import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { startAppliance } from '../helpers/appliance.ts';
import { archive, romanianInvoice, signatureOver } from '../helpers/e-invoices.ts';
import { type Attached, eml } from '../helpers/mails.ts';
import { pdf } from '../helpers/server.ts';
import { madeTiff, smallPicture } from '../helpers/tiff-files.ts';
import { listAll, signIn } from './window-client.ts';

export interface FolderRun {
  put: Map<string, Buffer>;
  /** Names of what should become a document: of a mail what is attached, of an archive what is in it. */
  expected: string[];
  /** Names of the documents' files, as the window lists them. */
  documents: string[];
  /** What lies in the company's folder in the end, by its path in there. */
  found: Map<string, Buffer>;
}

const vat = 'RO18547290';
/** So many come before each kill. */
const filesAtOnce = 10;
/** What they are, in turn; the last is to be refused. */
const endings = ['pdf', 'tif', 'eml', 'zip', 'doc'];
/**
 * What the appliance is killed at when it is about to: to claim a file, to keep its bytes, and to set it down; and any moment
 * between.
 */
const calls = ['rename', 'fsync', 'link', null];

/**
 * Puts files into a watched folder, also mails, archives of e-invoices, TIFF and what is to be refused, and kills the real server again and again in
 * the midst of taking them in, until all are.
 * @param folder for its data and for the watched folder
 */
export async function folderRun(
  folder: string,
  settings: { kills: number; log?: (line: string) => void },
): Promise<FolderRun> {
  const watched = join(folder, 'watched');
  const own = join(watched, vat);
  const data = join(folder, 'data');
  mkdirSync(own, { recursive: true });
  const put = new Map<string, Buffer>();
  const expected: string[] = [];
  const putMore = (): void => {
    for (let more = 0; more < filesAtOnce; more++) {
      const number = put.size;
      const ending = endings[number % endings.length]!;
      const name = `${number}.${ending}`;
      put.set(name, bytesOf(ending, number));
      if (ending === 'eml') expected.push(...attachedTo(number).map((attached) => attached.name));
      else if (ending === 'zip') expected.push(...Object.keys(archivedIn(number)));
      else if (ending !== 'doc') expected.push(name);
      writeFileSync(join(own, name), put.get(name)!);
    }
  };
  const env = { FACTURIER_WATCHED_FOLDER: watched };
  const left = (): number => readdirSync(own, { withFileTypes: true }).filter((entry) => entry.isFile()).length;

  for (let kill = 0; kill < settings.kills; kill++) {
    if (kill > 0 && kill % 10 === 0) settings.log?.(`${kill} kills`);
    putMore();
    const before = left();
    const call = calls[kill % calls.length]!;
    const injected = `inject=${call}:signal=KILL`;
    const watcher = [
      'strace',
      '-D',
      '-f',
      '--seccomp-bpf',
      '-qq',
      '-e',
      `trace=${call}`,
      '-e',
      injected,
      '-o',
      '/dev/null',
    ];
    const server = await startAppliance(data, { env, within: 60_000, ...(call && { command: watcher }) });
    const ended = new Promise((resolve) => server.process.once('close', resolve));
    if (call === null) {
      for (let tries = 0; left() === before && tries < 10_000; tries++) await delay(2);
      await delay(Math.random() * 60);
      await server.stop('SIGKILL');
    } else if (await Promise.race([ended.then(() => false), delay(60_000, true)])) {
      throw new Error(`The appliance did not come to ${call}`);
    }
  }

  const server = await startAppliance(data, { env });
  try {
    for (let tries = 0; left() > 0 && tries < 600; tries++) await delay(100);
    const listed = await listAll(server.url, await signIn(data, server.url));
    const paths = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const found = paths.map(({ parentPath, name }) => join(parentPath, name));
    return {
      put,
      expected,
      documents: listed.map(({ filename }) => String(filename)),
      found: new Map(found.map((path) => [path.slice(own.length + 1), readFileSync(path)])),
    };
  } finally {
    await server.stop();
  }
}

function bytesOf(ending: string, number: number): Buffer {
  switch (ending) {
    case 'eml':
      return eml(...attachedTo(number));
    case 'zip':
      return Buffer.from(zipSync(archivedIn(number)));
    case 'tif':
      return madeTiff(Buffer.alloc(64, number % 256), [{ tags: smallPicture() }]);
    case 'pdf':
      return Buffer.concat([pdf(), Buffer.from(`%${number}\n%%EOF\n`)]);
    default:
      return Buffer.from(`note ${number}`);
  }
}

function attachedTo(mail: number): Attached[] {
  return ['a', 'b'].map((which) => ({
    ...{ name: `${mail}${which}.pdf`, type: 'application/pdf' },
    bytes: Buffer.concat([pdf(), Buffer.from(`%${mail}${which}\n%%EOF\n`)]),
  }));
}

function archivedIn(month: number): Record<string, Uint8Array> {
  const ids = [`${month}01`, `${month}02`];
  return Object.fromEntries(
    ids.map((id) => {
      const xml = romanianInvoice({ vat, name: null }, { number: id });
      return [`${id}.zip`, archive(xml, signatureOver(xml), id)];
    }),
  );
}
