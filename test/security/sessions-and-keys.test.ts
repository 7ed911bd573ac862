import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as keys from '../../server/store/keys.ts';
import { createSignIn } from '../../server/store/sessions.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { signedInBy } from '../helpers/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a session of the window', () => {
  const page = { 'X-Facturier': 'window', 'Content-Type': 'application/json' };
  const signIn = async (more: Record<string, string> = {}): Promise<Response> => {
    const token = await createSignIn(server.store.db, { tenantId: server.tenantId, person: null }, server.now());
    const request = { method: 'POST', headers: { ...page, ...more }, body: JSON.stringify({ token }) };
    return fetch(`${server.url}/app/session`, request);
  };
  const statusWith = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${server.url}/app/settings`, { headers: { ...page, ...headers } })).status;

  it('is never one that was chosen before (session fixation)', async () => {
    const chosen = { Cookie: `facturier_session_${new URL(server.url).port}=chosen-by-somebody-else` };
    expect(await statusWith(chosen)).toBe(401);
    const given = await signedInBy(await signIn(chosen));
    expect(given.Cookie).not.toBe(chosen.Cookie);
    expect(await statusWith({ ...given, ...chosen })).toBe(401);
    expect(await statusWith(given)).toBe(200);
  });

  it('is another at each sign-in, and its token lies nowhere in the database', async () => {
    const answers = await Promise.all([signIn(), signIn(), signIn()]);
    const tokens = answers.map((answer) => String(answer.headers.get('Set-Cookie')).split(/[=;]/)[1]!);
    expect(new Set(tokens).size).toBe(3);
    const stored = JSON.stringify(await server.store.db.selectFrom('sessions').selectAll().execute());
    for (const token of tokens) expect(stored).not.toContain(token);
  });

  it('ends by itself after a week, and at once by signing out, for its copies too', async () => {
    const [ended, other] = [await signedInBy(await signIn()), await signedInBy(await signIn())];
    await fetch(`${server.url}/app/session`, { method: 'DELETE', headers: ended });
    expect(await statusWith(ended)).toBe(401);
    expect(await statusWith(other)).toBe(200);
    server.advance(7 * 24 * 60 * 60 * 1000 + 1);
    expect(await statusWith(other)).toBe(401);
  });

  it.each([
    '',
    'facturier_session=',
    'facturier_session',
    `facturier_session=${'x'.repeat(10_000)}`,
    'facturier_session=%00',
  ])('is not made of the cookie %j', async (Cookie) => expect(await statusWith({ Cookie })).toBe(401));

  it('is worth nothing to who has its cookie alone, as every server on this machine has that is visited', async () => {
    const { Cookie, 'X-Facturier': secret } = await signedInBy(await signIn());
    const another = await signedInBy(await signIn());
    for (const tried of ['window', '', Cookie.split('=')[1]!, another['X-Facturier'], secret.slice(1), `${secret}0`]) {
      for (const [method, path] of [
        ['GET', '/settings'],
        ['GET', '/documents'],
        ['GET', '/events'],
        ['POST', '/keys'],
      ] as const) {
        const body = method === 'POST' ? { body: JSON.stringify({ mode: 'live', label: 'theirs' }) } : {};
        const headers = { ...page, Cookie, 'X-Facturier': tried };
        const { status } = await fetch(`${server.url}/app${path}`, { method, headers, ...body });
        expect(status, `${path} with ${tried}`).toBe(401);
      }
    }
    expect((await keys.list(server.store.db)).map(({ label }) => label)).not.toContain('theirs');
    expect(await statusWith({ Cookie, 'X-Facturier': secret })).toBe(200);
  });
});

it('a 401 takes the same steps, whatever is wrong with the key, so that its time tells nothing', async () => {
  const now = server.now();
  const revoked = await server.createKey('live', { label: 'revoked' });
  const { id } = (await keys.list(server.store.db)).find(({ label }) => label === 'revoked')!;
  await keys.revoke(server.store.db, id, now);
  const expired = await server.createKey('live', { expiresAt: '2026-01-01T00:00:00.000Z' });
  const good = await server.createKey('live');
  const steps: Record<string, number> = {};
  for (const [name, key] of Object.entries({
    missing: '',
    malformed: 'Bearer',
    wrong: `fct_live_${'0'.repeat(40)}`,
    'nearly right': `${good.slice(0, -1)}_`,
    revoked,
    expired,
  })) {
    let asked = 0;
    const db = server.store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        asked += 1;
        return result;
      },
    });
    expect(await keys.authenticate(db, key, now), name).toBeNull();
    steps[name] = asked;
  }
  expect(new Set(Object.values(steps))).toEqual(new Set([1]));
});
