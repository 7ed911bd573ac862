import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as companies from '../../server/store/companies.ts';
import { list, revoke } from '../../server/store/keys.ts';
import * as sessions from '../../server/store/sessions.ts';
import { objectStreamBomb, pdfWithPages } from '../helpers/bad-files.ts';
import { portOf } from '../helpers/raw-http.ts';
import { buyer, pdf, startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';

const mebibyte = 1024 * 1024;
const host = 'Host: localhost\r\n';
const json = 'Content-Type: application/json\r\n';

let server: TestServer;
const open: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await server.stop();
});

/** A connection of its own, and what came on it so far. */
function begin(text: string): { send(more: string | Uint8Array): Promise<void>; answer(): string; end(): void } {
  const socket = connect(portOf(server.url), '127.0.0.1');
  open.push(socket);
  let all = '';
  socket.on('data', (data) => {
    all += data;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  return {
    // Gone already, where the server has answered.
    send: (more) => new Promise((resolve) => socket.write(more, () => resolve())),
    answer: () => all,
    end: () => socket.destroy(),
  };
}

describe('memory that bodies take before they are whole', () => {
  const submission = (key: string, bytes: number): string =>
    `POST /v1/documents HTTP/1.1\r\n${host}X-API-Key: ${key}\r\n${json}Content-Length: ${bytes}\r\n\r\n`;
  const largest = 19.5 * mebibyte;

  it('who is not signed in is refused after a kilobyte, and without a key after nothing', async () => {
    const head = `POST /app/session HTTP/1.1\r\n${host}X-Facturier: 1\r\n${json}Content-Length: ${4 * mebibyte}\r\n\r\n`;
    const signingIn = begin(`${head}{"token":"${'x'.repeat(1_100)}`);
    await expect.poll(signingIn.answer).toMatch(/^HTTP\/1\.1 400 /);
    const stranger = begin(submission('wrong', largest));
    await expect.poll(stranger.answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('unfinished ones of one tenant end in 503 and leave room for others, and come in again once they are gone', async () => {
    const other = await server.createKey('test', { tenantId: await server.createTenant('Other') });
    const bodies: ReturnType<typeof begin>[] = [];
    for (let number = 0; number < 8; number++) {
      const body = begin(submission(await server.createKey('test'), largest));
      bodies.push(body);
      await body.send('{"file_base64":"');
      await body.send(Buffer.alloc(largest - 100, 'A'));
    }
    const refused = (): string[] => bodies.map(({ answer }) => answer()).filter(Boolean);
    await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThan(0);
    for (const answer of refused()) {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 503 /);
      expect(head).toMatch(/\r\nRetry-After: \d+\r\n/);
      expect(JSON.parse(body).error.code).toBe('overloaded');
    }
    // Five of the largest have room.
    expect(refused().length).toBeLessThanOrEqual(3);
    const file_base64 = Buffer.concat([pdf(), Buffer.alloc(10 * mebibyte, '%')]).toString('base64');
    expect((await submitJson(server, other, { file_base64 })).status).toBe(202);
    for (const body of bodies) body.end();
    const again = await server.createKey('test');
    await expect
      .poll(async () => (await submitJson(server, again, { file_base64 })).status, { timeout: 20_000 })
      .toBe(202);
  }, 60_000);

  it('a file takes no memory while it comes in, however many are half here', async () => {
    const parts =
      `--b\r\nContent-Disposition: form-data; name="buyer_vat"\r\n\r\n${buyer}\r\n` +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
    const bodies: ReturnType<typeof begin>[] = [];
    for (let number = 0; number < 15; number++) {
      const key = await server.createKey('test');
      const body = begin(
        `POST /v1/documents HTTP/1.1\r\n${host}X-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${14 * mebibyte}\r\n\r\n${parts}`,
      );
      bodies.push(body);
      await body.send(Buffer.alloc(13 * mebibyte, 'A'));
    }
    expect((await submit(server, await server.createKey('test'))).status).toBe(202);
    expect(bodies.map(({ answer }) => answer()).join('')).toBe('');
    for (const body of bodies) body.end();
  }, 60_000);
});

describe('what was allowed when an upload began, and no more when it ended', () => {
  it.each(['multipart', 'JSON'])('a key that is revoked meanwhile gets 401, in %s', async (form) => {
    const key = await server.createKey('live', { label: `revoked in ${form}` });
    const [type, text] =
      form === 'JSON'
        ? [
            'application/json',
            JSON.stringify({ file_base64: pdf().toString('base64'), buyer_vat: buyer, filename: 'revoked.pdf' }),
          ]
        : [
            'multipart/form-data; boundary=b',
            `--b\r\nContent-Disposition: form-data; name="buyer_vat"\r\n\r\n${buyer}\r\n` +
              `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf().toString('latin1')}\r\n--b--\r\n`,
          ];
    const head = `POST /v1/documents HTTP/1.1\r\n${host}X-API-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\nExpect: 100-continue\r\n\r\n`;
    const upload = begin(head);
    await expect.poll(upload.answer).toContain('100 Continue');
    await upload.send(text.slice(0, 200));
    const own = (await list(server.store.db)).find(({ label }) => label === `revoked in ${form}`);
    expect(await revoke(server.store.db, String(own?.id), server.now())).toBe(true);
    await upload.send(text.slice(200));
    await expect.poll(upload.answer).toMatch(/HTTP\/1\.1 401 /);
    const live = await server.createKey('live');
    expect((await server.request('GET', '/v1/documents', { key: live })).json.data).toEqual([]);
  });

  it('a window that is signed out meanwhile gets 401', async () => {
    const { db } = server.store;
    await companies.use(db, server.tenantId, { vat: buyer, name: null }, server.now());
    const link = await sessions.createSignIn(db, { tenantId: server.tenantId, person: null }, server.now());
    const session = String(await sessions.signIn(db, link, server.now()));
    const bytes = pdf();
    const upload = begin(
      `POST /app/documents?buyer_vat=${buyer}&upload=1&filename=a.pdf HTTP/1.1\r\n${host}X-Facturier: ${sessions.pageSecretOf(server.store.vault, session)}\r\nCookie: facturier_session=${session}\r\nContent-Length: ${bytes.byteLength}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await expect.poll(upload.answer).toContain('100 Continue');
    await upload.send(bytes.subarray(0, 100));
    await sessions.signOut(db, session);
    await upload.send(bytes.subarray(100));
    await expect.poll(upload.answer).toMatch(/HTTP\/1\.1 401 /);
  });
});

describe('PDFs that take long to be counted', () => {
  it("those of one key hold up no other key's, and are accepted with their pages unknown", async () => {
    const bomb = objectStreamBomb();
    const [hostile, innocent] = [await server.createKey('test'), await server.createKey('test')];
    const order: string[] = [];
    const bombs = Array.from({ length: 12 }, async () => {
      const answer = await submit(server, hostile, {}, { bytes: bomb });
      order.push('bomb');
      return answer;
    });
    const whole = await pdfWithPages(3, null);
    await expect.poll(() => order.length, { timeout: 20_000 }).toBeGreaterThan(0);
    // From the first that was given up on, nobody waits for another.
    for (let number = 0; number < 3; number++) {
      expect((await submit(server, innocent, {}, { bytes: whole })).json.pages).toBe(3);
    }
    for (const { status, json } of await Promise.all(bombs)) expect([status, json.pages]).toEqual([202, null]);
  }, 60_000);

  it('one with too many pages that was not counted in time ends as failed, and says so', async () => {
    const reading = await startTestServer({ readers: 1 });
    const key = await reading.createKey('live');
    const [bomb, bytes] = [objectStreamBomb(), await pdfWithPages(51, null)];
    const before = Array.from({ length: 6 }, () => submit(reading, key, {}, { bytes: bomb }));
    // It is refused with its pages counted until the others are here, and then waits behind them.
    let long = await submit(reading, key, {}, { bytes });
    for (let tries = 1; long.status !== 202 && tries < 50; tries++) long = await submit(reading, key, {}, { bytes });
    expect([long.status, long.json.pages]).toEqual([202, null]);
    for (const { json } of await Promise.all(before)) {
      await reading.request('DELETE', `/v1/documents/${json.id}`, { key });
    }
    const read = async () => (await reading.request('GET', `/v1/documents/${long.json.id}`, { key })).json;
    await expect.poll(async () => (await read()).status, { timeout: 40_000 }).toBe('failed');
    expect((await read()).error.code).toBe('too_many_pages');
    await reading.stop();
  }, 60_000);
});
