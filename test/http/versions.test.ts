import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractVersion, currentVersion } from '../../server/contract/versions.ts';
import { startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';

/** A made-up version before the first: what is `external_id` today was called `reference`, and lists had no `object`. */
const older: ContractVersion = {
  version: '2025-01-15',
  submission({ reference, ...fields }) {
    return { ...fields, external_id: reference };
  },
  answer(kind, body) {
    if (kind === 'list') return { data: body.data };
    if (kind !== 'document') return body;
    const { external_id, ...rest } = body;
    return { ...rest, reference: external_id };
  },
};
/** And one before that, so that a translation goes through two steps. */
const oldest: ContractVersion = {
  version: '2024-06-01',
  submission: ({ ref, ...fields }) => ({ ...fields, reference: ref }),
  answer(kind, body) {
    if (kind !== 'document') return body;
    const { reference, ...rest } = body;
    return { ...rest, ref: reference };
  },
};

let server: TestServer;
let current: string;
let bound: string;

beforeAll(async () => {
  server = await startTestServer({ versions: [oldest, older, { version: currentVersion }] });
  current = await server.createKey('test');
  bound = await server.createKey('test', { version: older.version });
});
afterAll(() => server.stop());

const whoami = (key: string, headers = {}) => server.request('GET', '/v1/whoami', { key, headers });

describe('9 versions', () => {
  test('9.2 a key stays on the version it was created with, and 9.4 every response names its version', async () => {
    expect((await whoami(current)).headers.get('Service-Version')).toBe(currentVersion);
    expect((await whoami(bound)).headers.get('Service-Version')).toBe(older.version);
    expect((await whoami(bound)).json.version).toBe(older.version);
  });

  test('9.3 a request may name another supported version', async () => {
    const up = await whoami(bound, { 'Service-Version': currentVersion });
    expect(up.headers.get('Service-Version')).toBe(currentVersion);
    const down = await whoami(current, { 'Service-Version': oldest.version });
    expect(down.headers.get('Service-Version')).toBe(oldest.version);
  });

  test.each(['1999-01-01', 'latest', '', '2026-10-19 '.repeat(2)])(
    '9.3 %j is 400 unsupported_version',
    async (named) => {
      for (const [method, path] of [
        ['GET', '/v1/whoami'],
        ['POST', '/v1/documents'],
        ['GET', '/v1/documents/doc_x'],
      ] as const) {
        const answer = await server.request(method, path, { key: current, headers: { 'Service-Version': named } });
        expect(answer.status).toBe(400);
        expect(answer.json.error.code).toBe('unsupported_version');
        expect(answer.headers.get('Service-Version')).toBe(currentVersion);
      }
    },
  );

  test('requests and answers of an older version are in its own words', async () => {
    const made = await submitJson(server, bound, { reference: 'R-1', mode: 'sync' });
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({ reference: 'R-1', status: 'succeeded' });
    expect(made.json).not.toHaveProperty('external_id');
    const listed = await server.request('GET', '/v1/documents', { key: bound });
    expect(listed.json).not.toHaveProperty('object');
    expect(listed.json.data[0].reference).toBe('R-1');
    // Asked for in today's words, the same document.
    const headers = { 'Service-Version': currentVersion };
    const today = await server.request('GET', `/v1/documents/${made.json.id}`, { key: bound, headers });
    expect(today.json.external_id).toBe('R-1');
  });

  test('a translation goes through every version in between', async () => {
    const headers = { 'Service-Version': oldest.version };
    const made = await submit(server, current, { ref: 'R-2' }, { headers });
    expect(made.json).toMatchObject({ ref: 'R-2' });
    expect(made.json).not.toHaveProperty('reference');
    expect((await server.request('GET', `/v1/documents/${made.json.id}`, { key: current })).json.external_id).toBe(
      'R-2',
    );
  });

  test('a key whose version is not served any more is told so, and may name one that is', async () => {
    const left = await server.createKey('test', { version: '2020-01-01' });
    expect((await whoami(left)).json.error.code).toBe('unsupported_version');
    expect((await whoami(left, { 'Service-Version': currentVersion })).status).toBe(200);
  });

  test('401 comes before the version, in the newest version', async () => {
    const answer = await whoami('wrong', { 'Service-Version': '1999-01-01' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('Service-Version')).toBe(currentVersion);
  });
});
