import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { update } from '../../server/store/tenants.ts';
import { pdf, startTestServer, submit, type TestServer } from '../helpers/server.ts';

const day = 24 * 60 * 60 * 1000;

let server: TestServer;
let tenantId: string;
let live: string;
let sandbox: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  tenantId = await server.createTenant('one');
  live = await server.createKey('live', { tenantId });
  sandbox = await server.createKey('test', { tenantId });
});
afterAll(() => server.stop());

const month = (): string => new Date(server.now()).toISOString().slice(0, 7);
const usage = (query = '', key = live) => server.request('GET', `/v1/usage${query}`, { key });

/** To the first day of the next month, so that a test has a month before it. */
function toNextMonth(): void {
  const now = new Date(server.now());
  server.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 1) - now.getTime());
}

describe('4.7 usage', () => {
  test('counts what finished, by kind and outcome, and the pages of live documents that were read', async () => {
    const read = await submit(server, live, {}, { bytes: pdf(3) });
    await server.finish(read.json.id);
    const failed = await submit(server, live, {}, { bytes: pdf(5) });
    await server.finish(failed.json.id, 'failed');
    const waiting = await submit(server, live);
    await submit(server, sandbox, { mode: 'sync' }, { bytes: pdf(4) });
    const end = new Date(Date.UTC(Number(month().slice(0, 4)), Number(month().slice(5)), 0)).toISOString().slice(0, 10);
    expect((await usage()).json).toEqual({
      object: 'usage',
      period: { month: month(), start: `${month()}-01`, end },
      documents: 1,
      pages: 3,
      failed_documents: 1,
      sandbox_documents: 1,
    });
    expect((await usage('', sandbox)).json).toEqual((await usage()).json);
    // The one that is not finished counts once it is.
    await server.finish(waiting.json.id);
    expect((await usage()).json).toMatchObject({ documents: 2, pages: 4 });
  });

  test('deleted documents stay counted', async () => {
    const { json } = await submit(server, live, {}, { bytes: pdf(2) });
    await server.finish(json.id);
    await server.request('DELETE', `/v1/documents/${json.id}`, { key: live });
    expect((await usage()).json).toMatchObject({ documents: 1, pages: 2 });
  });

  test('a document counts in the UTC month in which it finished', async () => {
    const { json } = await submit(server, live);
    const before = month();
    toNextMonth();
    await server.finish(json.id);
    expect((await usage(`?month=${before}`)).json.documents).toBe(0);
    expect((await usage()).json).toMatchObject({ documents: 1, period: { month: month() } });
  });

  test('months have their lengths', async () => {
    expect((await usage('?month=2024-02')).json.period).toEqual({
      month: '2024-02',
      start: '2024-02-01',
      end: '2024-02-29',
    });
    expect((await usage('?month=2025-02')).json.period.end).toBe('2025-02-28');
    expect((await usage('?month=2025-12')).json.period.end).toBe('2025-12-31');
  });

  test.each(['2026-13', '2026-00', '2026-1', '202611', 'abc', '', '2026-11-01', '%202026-11'])(
    '7.2 month=%s is 422 at query.month',
    async (value) => {
      const { status, json } = await usage(`?month=${value}`);
      expect(status).toBe(422);
      expect(json.detail[0].loc).toEqual(['query', 'month']);
    },
  );
});

describe('7.1 quota', () => {
  const quota = (monthly_quota: number | null) => update(server.store.db, tenantId, { monthly_quota });

  test('a live key that used it up gets 402, a sandbox key never', async () => {
    await quota(2);
    expect((await submit(server, live)).status).toBe(202);
    expect((await submit(server, live)).status).toBe(202);
    const { status, json } = await submit(server, live);
    expect(status).toBe(402);
    expect(json.error.code).toBe('quota_exceeded');
    expect((await submit(server, sandbox)).status).toBe(202);
  });

  test('it lasts until it is raised, or until next month', async () => {
    await quota(0);
    expect((await submit(server, live)).status).toBe(402);
    await quota(1);
    expect((await submit(server, live)).status).toBe(202);
    expect((await submit(server, live)).status).toBe(402);
    toNextMonth();
    expect((await submit(server, live)).status).toBe(202);
    await quota(null);
    expect((await submit(server, live)).status).toBe(202);
  });

  test('failed documents give their place back, deleted ones do not', async () => {
    await quota(1);
    const { json } = await submit(server, live);
    await server.finish(json.id, 'failed');
    const second = await submit(server, live);
    expect(second.status).toBe(202);
    await server.finish(second.json.id);
    expect((await submit(server, live)).status).toBe(402);
    await server.request('DELETE', `/v1/documents/${second.json.id}`, { key: live });
    expect((await submit(server, live)).status).toBe(402);
  });

  test('402 comes after every other check, and a replay is no new document', async () => {
    await quota(1);
    const headers = { 'Idempotency-Key': 'q' };
    expect((await submit(server, live, {}, { headers })).status).toBe(202);
    expect((await submit(server, live, {}, { headers })).status).toBe(202);
    expect((await submit(server, live, { external_id: 'x' }, { headers })).status).toBe(409);
    expect((await submit(server, live, {}, { bytes: 'text' })).status).toBe(415);
    expect((await submit(server, live, {}, { bytes: pdf(51) })).status).toBe(413);
    // Refused for the quota, the key is still unused.
    const unused = { 'Idempotency-Key': 'unused' };
    expect((await submit(server, live, {}, { headers: unused })).status).toBe(402);
    await quota(2);
    const accepted = await submit(server, live, {}, { headers: unused });
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get('Idempotent-Replayed')).toBeNull();
  });

  test('simultaneous submissions never overshoot it', async () => {
    await quota(7);
    const keys = [live, await server.createKey('live', { tenantId })];
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => submit(server, keys[index % 2]!)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(23);
    expect((await server.request('GET', '/v1/documents', { key: live })).json.data).toHaveLength(7);
  });

  test('what was accepted last month does not count this month', async () => {
    await quota(1);
    await submit(server, live);
    server.advance(31 * day);
    expect((await submit(server, live)).status).toBe(202);
  });
});
