import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { partsMade } from '../../server/checks/parts.ts';
import type { DocumentRow } from '../../server/contract/window.ts';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { type Appliance, startAppliance } from '../helpers/appliance.ts';
import { freePort } from '../helpers/free-port.ts';
import { invoiceStack } from '../helpers/invoice-stack.ts';
import { eml } from '../helpers/mails.ts';
import { pdf } from '../helpers/server.ts';
import { askInWindow } from '../helpers/session.ts';
import { madeTiff, smallPicture } from '../helpers/tiff-files.ts';
import { listAll, signIn } from './window-client.ts';

export interface WindowRun {
  kills: number;
  /** How many times a request had no answer and was sent again. */
  repeated: number;
  /** What should be listed: each name with its pages. */
  expected: string[];
  /** What is listed, in the same form. */
  listed: string[];
  /** How many documents are there and not listed: others were made of their pages. */
  replaced: number;
  /** How many files lie in the data folder. */
  files: number;
}

const vat = 'RO9900816346';
/** A server that is stopped meanwhile gives no answer for so long. */
const patienceMs = 20_000;
/** How long a request is taken to last before one was answered, in milliseconds, and what it is held for after each kill. */
const firstGuess = 1_000;
const widened = 1.5;
const mostGuessed = 3_000;

/**
 * Brings files into the window's server, cuts them, joins them and arranges their pages as a person does, who sends again
 * what got no answer; and kills the real server in the midst of those requests, at any moment of them.
 */
export async function windowRun(
  folder: string,
  settings: { kills: number; log?: (line: string) => void },
): Promise<WindowRun> {
  const args = ['--port', String(await freePort())];
  let server: Appliance = await startAppliance(folder, { args });
  let killed = 0;
  let repeated = 0;
  const took = new Map<string, number>();
  const headers = await signIn(folder, server.url);
  const ask = (method: string, path: string, body?: unknown) =>
    askInWindow(server.url, headers, { method, path, ...(body !== undefined && { body }) });
  const detail = async (id: string): Promise<DocumentDetail> => (await ask('GET', `/app/documents/${id}`)).json;

  /** Sends something, and kills the server on the way. @returns null where there was no answer */
  const send = async <T>(what: string, request: () => Promise<T>): Promise<T | null> => {
    const isKilled = killed < settings.kills;
    const span = took.get(what) ?? firstGuess;
    const started = performance.now();
    const answer = request().then(
      (got) => {
        took.set(what, widened * (performance.now() - started));
        return got;
      },
      () => {
        took.set(what, Math.min(mostGuessed, widened * span));
        return null;
      },
    );
    if (isKilled) {
      await delay(Math.random() * span);
      await server.stop('SIGKILL');
      killed += 1;
      if (killed % 10 === 0) settings.log?.(`${killed} kills`);
    }
    const got = await answer;
    if (isKilled) server = await startAppliance(folder, { args, within: 60_000 });
    if (got === null) repeated += 1;
    return got;
  };

  const bring = async (what: string, name: string, bytes: Uint8Array): Promise<string> => {
    const path = `/app/documents?buyer_vat=${vat}&filename=${name}&upload=${randomUUID()}`;
    for (;;) {
      const row = await send(what, async () => {
        const answer = await fetch(server.url + path, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/octet-stream' },
          body: new Uint8Array(bytes),
          signal: AbortSignal.timeout(patienceMs),
        });
        if (answer.status !== 202) throw new Error(`It was answered ${answer.status}`);
        return (await answer.json()) as DocumentRow;
      });
      if (row) return row.id;
    }
  };
  /** Waits until a document is read. */
  const read = async (id: string): Promise<DocumentDetail> => {
    for (let tries = 0; tries < 1200; tries++) {
      const now = await detail(id);
      if (now.row.state !== 'reading') return now;
      await delay(50);
    }
    throw new Error('A document was not read');
  };
  /** Does something with a document until it is done, as a person does who looks at it again. @returns it, as it is then */
  const until = async (
    what: string,
    id: string,
    isDone: (now: DocumentDetail) => boolean,
    body: (now: DocumentDetail, tries: number) => unknown,
  ): Promise<DocumentDetail> => {
    let now = await read(id);
    for (let tries = 1; !isDone(now); tries++) {
      if (now.reading === null) throw new Error(`A document to ${what} is ${now.row.state}`);
      const sent = body(now, tries);
      await send(what, () => ask('POST', `/app/documents/${id}/${what}`, sent));
      now = await read(id);
    }
    return now;
  };
  const last = ({ acts }: DocumentDetail): string | undefined => acts.at(-1)?.kind;
  const stack = (number: number): Promise<Uint8Array> =>
    invoiceStack(
      [1, 2, 3].map((net) => ({ number: `C ${number}${net}`, date: '09.02.2026', net: net * 100 + number })),
    );
  /** Cuts a file; whoever has no answer and sees it whole still may cut it otherwise. */
  const cutUp = (id: string): Promise<DocumentDetail> =>
    until(
      'split',
      id,
      (now) => last(now) === 'split',
      ({ reading }, tries) => {
        const ends = tries % 2 === 1 ? [1, 2, 3] : [2, 3];
        return { reading, parts: ends.map((to, at) => ({ from: (ends[at - 1] ?? 0) + 1, to })) };
      },
    );
  const straight = (...numbers: number[]) => numbers.map((number) => ({ number, turn: 0 as const }));

  await ask('PUT', '/app/company', { vat, name: null });
  const expected: string[] = [];
  let replaced = 0;
  for (let round = 1; round === 1 || killed < settings.kills; round++) {
    const attached = ['a', 'b'].map((which) => ({
      ...{ name: `mail-${round}-${which}.pdf`, type: 'application/pdf' },
      bytes: Buffer.concat([pdf(), Buffer.from(`%${round}${which}\n`)]),
    }));
    await bring('mail', `mail-${round}.eml`, eml(...attached));
    expected.push(...attached.map(({ name }) => `${name} 1`));

    // Of a PDF the pages are known before it is read, which kills may give up.
    const archived = ['a', 'b'].map((which) => {
      return [
        `archive-${round}-${which}.pdf`,
        Buffer.concat([pdf(), Buffer.from(`%${round}archive${which}\n`)]),
      ] as const;
    });
    await bring('archive', `archive-${round}.zip`, Buffer.from(zipSync(Object.fromEntries(archived))));
    expected.push(...archived.map(([name]) => `${name} 1`));

    await bring('tiff', `fax-${round}.tif`, madeTiff(Buffer.alloc(64, round % 256), [{ tags: smallPicture() }]));
    expected.push(`fax-${round}.tif 1`);

    const cut = await bring('stack', `cut-${round}.pdf`, await stack(round));
    const made = partsMade((await cutUp(cut)).acts);
    expected.push(`cut-${round}.pdf 3`, ...made.map(({ from }) => `cut-${round} ${from}.pdf 1`));

    const joined = await bring('stack', `joined-${round}.pdf`, await stack(round + 500));
    await cutUp(joined);
    await until(
      'join',
      joined,
      (now) => last(now) === 'joined',
      () => ({}),
    );
    expected.push(`joined-${round}.pdf 3`);

    const turned = await bring('stack', `turned-${round}.pdf`, await stack(round + 1000));
    const wish = { pages: [{ number: 1, turn: 90 }, ...straight(3)], behind: null };
    await until(
      'arrange',
      turned,
      (now) => now.replacedBy !== null,
      ({ reading }) => ({ ...wish, reading }),
    );
    expected.push(`turned-${round}.pdf 2`);
    replaced += 1;
  }

  const rows = await listAll(server.url, headers);
  for (const { id } of rows) await read(id);
  await server.stop();
  return {
    ...{ kills: killed, repeated, expected },
    listed: rows.map(({ filename, pages }) => `${filename} ${pages}`),
    replaced,
    files: readdirSync(join(folder, 'files')).length,
  };
}
