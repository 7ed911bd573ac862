import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Retention } from '../../server/contract/document.ts';
import { type Invoice, invoiceSchema } from '../../server/contract/invoice.ts';
import { eraseWhatIsDue, startRetentionLoop } from '../../server/retention-loop.ts';
import { claimNext } from '../../server/store/claims.ts';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import { aboutOf } from '../../server/store/document-keys.ts';
import * as documents from '../../server/store/documents.ts';
import * as endings from '../../server/store/endings.ts';
import { eraseDocument } from '../../server/store/erasure.ts';
import * as events from '../../server/store/events.ts';
import * as idempotency from '../../server/store/idempotency.ts';
import { newId } from '../../server/store/ids.ts';
import * as pageTexts from '../../server/store/page-texts.ts';
import * as reviews from '../../server/store/reviews.ts';
import { accept } from '../../server/store/submissions.ts';
import * as tenants from '../../server/store/tenants.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { testDatabase, testFiles } from '../helpers/store.ts';
import { findTracesIn, piecesOf, type Trace } from './traces.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const log = pino({ level: 'silent' });
/** On SQLite. */
const alone = inject('cluster') === undefined;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: Store;
let scope: documents.Scope;
let now: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  const database = await testDatabase();
  store = await openStore({ data: folder.path, masterKey: null, database, files: testFiles(database) });
  now = Date.parse('2026-11-21T09:00:00.000Z');
  const tenant = await tenants.create(store.db, store.vault, { name: 'A firm', now });
  await tenants.update(store.db, tenant.id, { webhook_url: 'https://erp.test/' });
  scope = { tenantId: tenant.id, mode: 'live' };
});

afterEach(async () => {
  await store.close();
  await folder.remove();
});

const eraseDue = async (): Promise<void> => {
  const parts = { ...store, policy: {}, clock: { now: () => now, elapsed: () => now }, log };
  while (await eraseWhatIsDue(parts));
};

/** A document with a mark of its own in everything that is kept of it. */
interface Marked {
  id: string;
  mark: string;
  file: Buffer;
  invoice: Invoice;
}

const submit = async (retention: Retention = 'standard'): Promise<Marked> => {
  const mark = randomBytes(9).toString('hex');
  const file = Buffer.concat([Buffer.from(`%PDF-1.7 ${mark}`), randomBytes(2_000), Buffer.from(mark)]);
  const id = newId('doc', now);
  const staged = await store.files.stage(
    (async function* () {
      yield file;
    })(),
  );
  await store.files.adopt(staged, id);
  const key = idempotency.describe(store.vault, { key: mark, fields: [mark], fileSha256: mark, filename: mark });
  const accepted = await accept(
    store.db,
    store.vault,
    scope,
    {
      id,
      externalId: `reference ${mark}`,
      metadata: { note: `metadata ${mark}` },
      filename: `file ${mark}.pdf`,
      buyerVat: 'RO9900816346',
      buyerName: `buyer ${mark}`,
      webhookUrl: `https://receiver-${mark}.test/`,
      retention,
      mimeType: 'application/pdf',
      pages: null,
      fileKey: staged.key.wrapped,
      fileSha256: '0'.repeat(64),
      origin: 'api',
    },
    key,
    now,
  );
  expect(accepted.outcome).toBe('accepted');
  const invoice = invoiceSchema.parse({
    vendor: { name: `vendor ${mark}` },
    customer: {},
    bank_details: {},
    quality_flags: {},
    line_items: [{ description: `line ${mark}` }],
  });
  return { id, mark, file, invoice };
};

const claim = async ({ id }: Marked): Promise<string> => {
  const claimed = await claimNext(store.db, store.vault, {
    now,
    leaseMs: 60_000,
    owner: 'the test',
  });
  expect(claimed!.id).toBe(id);
  return claimed!.token;
};

const finish = async (document: Marked, token: string, failed = false): Promise<void> => {
  const ending: endings.Ending = failed
    ? { status: 'failed', code: 'unreadable_file', message: 'It is damaged.' }
    : {
        status: 'succeeded',
        extraction: { invoice: document.invoice, fields: {}, warnings: [] },
        pages: 1,
        texts: [[[[`printed ${document.mark}`, 1, 2, 3, 4]]]],
        opened: Buffer.from(`opened ${document.mark}`),
      };
  expect(await endings.finish(store.db, store.vault, store.files, { id: document.id, token, now, ending })).toBe(true);
  const left = { id: document.id, by: 'Ana', now, text: `note ${document.mark}` };
  expect(await reviews.note(store.db, store.vault, scope, left)).toBe(true);
};

const submitAndRead = async (retention: Retention = 'standard'): Promise<Marked> => {
  const document = await submit(retention);
  await finish(document, await claim(document));
  return document;
};

const row = async (id: string): Promise<documents.DocumentRow> => (await documents.find(store.db, id))!;

/** The file as it came and as it is kept, and its key as it is used and as it is stored. */
const tracesOfFile = async ({ id, file }: Marked): Promise<Trace[]> => {
  const { file_key: wrapped } = await row(id);
  return [
    ...piecesOf('the file', file),
    ...piecesOf('the sealed file', await store.files.sealed(id)),
    { name: 'the key of the file', bytes: store.vault.unwrap(wrapped) },
    { name: 'the wrapped key of the file', bytes: wrapped },
  ];
};

const tracesOfExtraction = async ({ id, mark }: Marked): Promise<Trace[]> => {
  const { result, result_key: wrapped } = await row(id);
  return [
    `vendor ${mark}`,
    `line ${mark}`,
    ...piecesOf('the sealed extraction', result!),
    { name: 'the key of the extraction', bytes: store.vault.unwrap(wrapped) },
    { name: 'the wrapped key of the extraction', bytes: wrapped },
  ];
};

const nothingLeft = async (traces: Trace[]): Promise<void> => {
  expect(await findTracesIn(store, traces)).toEqual([]);
};

describe('interface.md 3: retention=standard', () => {
  test('the file is kept for 24 h after processing and then gone from everything that is kept', async () => {
    const document = await submitAndRead();
    const traces = await tracesOfFile(document);
    now += day - 1;
    await eraseDue();
    expect(await store.files.read(document.id, (await row(document.id)).file_key)).toEqual(document.file);
    expect((await findTracesIn(store, traces)).length).toBeGreaterThan(1);
    expect((await pageTexts.of(store.db, store.vault, await row(document.id))).flat(3)).toContain(
      `printed ${document.mark}`,
    );
    now += 1;
    await eraseDue();
    await nothingLeft(traces);
    expect(await store.db.selectFrom('page_texts').selectAll().execute()).toEqual([]);
    expect(await row(document.id)).toMatchObject({ status: 'succeeded', result_deleted_at: null });
  });

  test('a file waits for its processing however long that takes', async () => {
    const document = await submit();
    now += 10 * day;
    await eraseDue();
    expect(await store.files.read(document.id, (await row(document.id)).file_key)).toEqual(document.file);
  });

  test('the extraction is kept for 30 days and then gone; the document stays and says when', async () => {
    const document = await submitAndRead();
    const traces = await tracesOfExtraction(document);
    now += 30 * day - 1;
    await eraseDue();
    expect(documents.extractionOf(store.vault, await row(document.id))?.invoice).toEqual(document.invoice);
    expect((await findTracesIn(store, traces)).length).toBeGreaterThan(1);
    now += 1;
    await eraseDue();
    await nothingLeft(traces);
    expect(await row(document.id)).toMatchObject({
      status: 'succeeded',
      result_deleted_at: new Date(now).toISOString(),
    });
    expect(aboutOf(store.vault, await row(document.id)).externalId).toBe(`reference ${document.mark}`);
  });
});

describe('interface.md 3: retention=zero', () => {
  test('the file is gone as soon as processing ends, well or badly', async () => {
    for (const failed of [false, true]) {
      const document = await submit('zero');
      const traces = await tracesOfFile(document);
      const token = await claim(document);
      expect((await findTracesIn(store, traces)).length).toBeGreaterThan(1);
      await finish(document, token, failed);
      await eraseDue();
      await nothingLeft(traces);
    }
  });

  test('the extraction that nobody fetched is gone within 24 h', async () => {
    const document = await submitAndRead('zero');
    const traces = await tracesOfExtraction(document);
    now += 23 * hour;
    await eraseDue();
    expect((await findTracesIn(store, traces)).length).toBeGreaterThan(1);
    // The loop comes round every minute.
    now += hour - 60_000;
    await eraseDue();
    await nothingLeft(traces);
    expect((await row(document.id)).result_deleted_at).toBe(new Date(now).toISOString());
  });
});

describe('interface.md 4.5: DELETE', () => {
  const describing = ({ mark }: Marked): Trace[] =>
    ['reference', 'metadata', 'file', 'buyer', 'vendor', 'line'].map((what) => `${what} ${mark}`);
  const states: Record<string, (document: Marked) => Promise<void>> = {
    queued: async () => {},
    processing: async (document) => void (await claim(document)),
    succeeded: async (document) => finish(document, await claim(document)),
    failed: async (document) => finish(document, await claim(document), true),
  };
  for (const [state, reach] of Object.entries(states)) {
    for (const retention of ['standard', 'zero'] as const) {
      test(`erases a ${state} document with retention=${retention} from everything that is kept`, async () => {
        const document = await submit(retention);
        const { about, about_key: aboutKey } = await row(document.id);
        const traces = [
          ...(await tracesOfFile(document)),
          ...piecesOf('what describes it', about!),
          { name: 'the wrapped key of what describes it', bytes: aboutKey },
          ...describing(document),
          document.mark,
        ];
        await reach(document);
        if (state === 'succeeded') traces.push(...(await tracesOfExtraction(document)));
        expect((await findTracesIn(store, traces)).length).toBeGreaterThan(1);
        expect(await eraseDocument(store.db, store.files, scope, { id: document.id, now })).toBe(true);
        await nothingLeft(traces);
        expect(await store.db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
        expect(await documents.find(store.db, document.id)).toBeNull();
        const stays = await store.db.selectFrom('documents').selectAll().executeTakeFirstOrThrow();
        expect(stays).toMatchObject({ id: document.id, status: state, deleted_at: stays.created_at, about: null });
        expect(stays.pages).toBe(state === 'succeeded' ? 1 : null);
      });
    }
  }

  test('takes the words of the pages and the history along', async () => {
    const document = await submitAndRead();
    await eraseDocument(store.db, store.files, scope, { id: document.id, now });
    for (const table of ['page_texts', 'acts'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  });

  test('a reading that ends after it changes nothing and leaves nothing', async () => {
    const document = await submit();
    const token = await claim(document);
    await eraseDocument(store.db, store.files, scope, { id: document.id, now });
    const ending: endings.Ending = {
      status: 'succeeded',
      extraction: { invoice: document.invoice, fields: {}, warnings: [] },
      pages: 1,
    };
    expect(await endings.finish(store.db, store.vault, store.files, { id: document.id, token, now, ending })).toBe(
      false,
    );
    await nothingLeft([document.mark]);
    expect(
      await events.claimNext(store.db, store.vault, {
        now,
        leaseMs: 1,
        owner: 'the test',
        exceptHosts: [],
        exceptTenants: [],
        held: [],
      }),
    ).toBeNull();
  });

  // SQLite moves rows between pages as they come, grow and go, and leaves copies in the unused part of pages.
  test.runIf(alone)('leaves no key behind between the rows of many documents that come and go', async () => {
    const erased: Trace[] = [];
    const staying = new Map<string, Trace[]>();
    for (let index = 0; index < 300; index++) {
      const document = await submitAndRead();
      const { file_key, result_key, about_key } = await row(document.id);
      const keys = Object.entries({ file_key, result_key, about_key });
      staying.set(
        document.id,
        keys.map(([name, bytes]) => ({ name, bytes })),
      );
      if (index % 3 !== 2) continue;
      const ids = [...staying.keys()];
      const id = ids[(index * 7) % ids.length]!;
      await eraseDocument(store.db, store.files, scope, { id, now });
      erased.push(...staying.get(id)!);
      staying.delete(id);
    }
    await nothingLeft(erased);
    expect((await findTracesIn(store, [...staying.values()].flat())).length).toBe(staying.size * 3);
  });

  test.runIf(alone)('what a reader beside the server held back is emptied once it is gone', async () => {
    const document = await submitAndRead();
    const traces = await tracesOfFile(document);
    const loop = startRetentionLoop({ ...store, policy: {}, clock: { now: () => now, elapsed: () => now }, log });
    const reader = new SQLite(join(folder.path, 'facturier.db'), { readonly: true });
    reader.exec('begin');
    reader.prepare('select id from documents').all();
    await eraseDocument(store.db, store.files, scope, { id: document.id, now });
    expect(await findTracesIn(store, traces)).not.toEqual([]);
    reader.close();
    await expect.poll(() => findTracesIn(store, traces), { timeout: 10_000 }).toEqual([]);
    await loop.stop();
  });
});

test('interface.md 4.2.3: an idempotency record is gone after 24 h', async () => {
  await submit();
  const count = () => store.db.selectFrom('idempotency').select('key').execute();
  now += day - 1;
  await eraseDue();
  expect((await count()).length).toBe(1);
  now += 1;
  await eraseDue();
  expect((await count()).length).toBe(0);
});
