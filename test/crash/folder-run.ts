import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createKey, startAppliance } from '../helpers/appliance.ts';
import { pdf } from '../helpers/server.ts';

export interface FolderRun {
  put: Map<string, Buffer>;
  /** Names of the documents' files, as the API lists them. */
  documents: string[];
  /** What lies in the company's folder in the end, by its path in there. */
  found: Map<string, Buffer>;
}

const vat = 'RO18547290';
/** So many come before each kill. */
const filesAtOnce = 10;
/** What the appliance is killed at when it is about to: to claim a file, and to set it down; and any moment between. */
const calls = ['rename', 'link', null];

/**
 * Puts files into a watched folder, every fifth of which is to be refused, and kills the real server again and again in
 * the midst of taking them in, until all are.
 * @param folder for its data and for the watched folder
 */
export async function folderRun(folder: string, settings: { kills: number }): Promise<FolderRun> {
  const watched = join(folder, 'watched');
  const own = join(watched, vat);
  const data = join(folder, 'data');
  mkdirSync(own, { recursive: true });
  const put = new Map<string, Buffer>();
  const putMore = (): void => {
    for (let more = 0; more < filesAtOnce; more++) {
      const number = put.size;
      const isRefused = number % 5 === 4;
      const name = `${number}.${isRefused ? 'doc' : 'pdf'}`;
      const bytes = isRefused ? `note ${number}` : `${pdf().toString('latin1')}%${number}\n%%EOF\n`;
      put.set(name, Buffer.from(bytes, 'latin1'));
      writeFileSync(join(own, name), put.get(name)!);
    }
  };
  const env = { FACTURIER_WATCHED_FOLDER: watched };
  const left = (): number => readdirSync(own, { withFileTypes: true }).filter((entry) => entry.isFile()).length;

  for (let kill = 0; kill < settings.kills; kill++) {
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
    const server = await startAppliance(data, { env, ...(call && { command: watcher }) });
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
    const key = await createKey(data, 'live');
    const answer = await fetch(`${server.url}/v1/documents?limit=200`, { headers: { 'X-API-Key': key } });
    const { data: listed } = (await answer.json()) as { data: { filename: string }[] };
    const paths = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const found = paths.map(({ parentPath, name }) => join(parentPath, name));
    return {
      put,
      documents: listed.map(({ filename }) => filename),
      found: new Map(found.map((path) => [path.slice(own.length + 1), readFileSync(path)])),
    };
  } finally {
    await server.stop();
  }
}
