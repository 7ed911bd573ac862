import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../server/http/rate-limit.ts';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  // Tokens come back with time, however long the requests take.
  server.stopClock();
});
afterAll(() => server.stop());

const badRequest = (key: string) => server.request('POST', '/v1/documents', { key, body: 'x' });

describe('8 submissions per key', () => {
  test('20 at once pass, the next is 429 with an honest Retry-After', async () => {
    const key = await server.createKey('test');
    const answers = await Promise.all(Array.from({ length: 25 }, () => submit(server, key)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(5);
    expect(refused[0]!.json.error.code).toBe('rate_limited');
    const seconds = Number(refused[0]!.headers.get('Retry-After'));
    expect(Number.isInteger(seconds) && seconds >= 1).toBe(true);
    server.advance(seconds * 1000);
    expect((await submit(server, key)).status).toBe(202);
  });

  test('a key has a bucket of its own, sandbox and live alike', async () => {
    const first = await server.createKey('live');
    const second = await server.createKey('test');
    for (let sent = 0; sent < 20; sent++) await badRequest(first);
    expect((await badRequest(first)).status).toBe(429);
    expect((await badRequest(second)).status).toBe(415);
  });

  test('what is refused later takes one too, but a wrong key or version does not', async () => {
    const key = await server.createKey('test');
    const headers = { 'Service-Version': '1999-01-01' };
    for (let sent = 0; sent < 30; sent++) await server.request('POST', '/v1/documents', { key, headers, body: 'x' });
    for (let sent = 0; sent < 20; sent++) expect((await badRequest(key)).status).toBe(415);
    expect((await badRequest(key)).status).toBe(429);
  });

  test('429 comes before the body is looked at, and other endpoints are not limited', async () => {
    const key = await server.createKey('test');
    for (let sent = 0; sent < 20; sent++) await badRequest(key);
    expect((await submit(server, key, { buyer_vat: 'x' })).status).toBe(429);
    for (let sent = 0; sent < 30; sent++) expect((await server.request('GET', '/v1/whoami', { key })).status).toBe(200);
  });
});

describe('the limiter alone', () => {
  test('whatever comes when: never more than 20 at once or 120 in any minute, and its waits are honest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1500 }), { maxLength: 400 }), (pauses) => {
        let now = 1_000_000;
        const limiter = createRateLimiter({ now: () => now, elapsed: () => now });
        const taken: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const wait = limiter.take('k');
          if (wait === 0) taken.push(now);
          else if (pauses.length % 2 === 0) {
            now += Math.max(1, Math.ceil(wait / 1000)) * 1000;
            expect(limiter.take('k')).toBe(0);
            taken.push(now);
          }
        }
        for (const [index, time] of taken.entries()) {
          const inMinute = taken.slice(index).filter((later) => later < time + 60_000).length;
          expect(inMinute).toBeLessThanOrEqual(120);
          const atOnce = taken.filter((other) => other === time).length;
          expect(atOnce).toBeLessThanOrEqual(20);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a steady two per second is never refused within its minute, and the 121st of a minute is', () => {
    let now = 0;
    const limiter = createRateLimiter({ now: () => now, elapsed: () => now });
    for (let sent = 0; sent < 120; sent++) {
      expect(limiter.take('k')).toBe(0);
      now += 499;
    }
    expect(limiter.take('k')).toBe(60_000 - 120 * 499);
  });
});
