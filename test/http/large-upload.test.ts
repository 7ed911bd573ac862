import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buyer, form, pdf, startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';

const mebibyte = 1024 * 1024;
const limit = 14 * mebibyte;

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  key = await server.createKey('test');
});
afterAll(() => server.stop());

/** A PDF of exactly so many bytes. */
const sized = (bytes: number): Buffer => Buffer.concat([pdf(), Buffer.alloc(bytes - pdf().byteLength, '%')]);

async function stagedSoon(): Promise<string[]> {
  // The answer may be out before the last staged byte is gone.
  for (let tries = 0; tries < 50; tries++) {
    if ((await readdir(`${server.folder}/incoming`)).length === 0) return [];
    await delay(20);
  }
  return readdir(`${server.folder}/incoming`);
}

describe('8 file size', () => {
  test('14 MiB to the byte are taken, in both forms', async () => {
    expect((await submit(server, key, {}, { bytes: sized(limit) })).status).toBe(202);
    expect((await submitJson(server, key, { file_base64: sized(limit).toString('base64') })).status).toBe(202);
  });

  test('14 MiB are taken in base64 that is broken into short lines', async () => {
    const lines =
      sized(limit)
        .toString('base64')
        .match(/.{1,64}/g) ?? [];
    expect((await submitJson(server, key, { file_base64: lines.join('\r\n') })).status).toBe(202);
  });

  test('one byte more is 413 file_too_large, in both forms, and leaves nothing', async () => {
    const multipart = await submit(server, key, {}, { bytes: sized(limit + 1) });
    expect(multipart.status).toBe(413);
    expect(multipart.json.error.code).toBe('file_too_large');
    const json = await submitJson(server, key, { file_base64: sized(limit + 1).toString('base64') });
    expect(json.status).toBe(413);
    expect(json.json.error.code).toBe('file_too_large');
    expect(await stagedSoon()).toEqual([]);
  });

  test('the size comes before the fields: too large and no buyer_vat is 413', async () => {
    const body = form({}, { bytes: sized(limit + 1) });
    expect((await server.request('POST', '/v1/documents', { key, body })).status).toBe(413);
  });

  test('too much around a small file is 413 too', async () => {
    const { status } = await submitJson(server, key, { padding: 'x'.repeat(22 * mebibyte) });
    expect(status).toBe(413);
    const body = form({ buyer_vat: buyer }, { bytes: pdf() });
    body.set('other', new Blob([Buffer.alloc(16 * mebibyte)]), 'other.bin');
    expect((await server.request('POST', '/v1/documents', { key, body })).status).toBe(413);
  });
});

describe('4.2 a body of 2 GB', () => {
  const head = (type: string, length: number): string =>
    `POST /v1/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const total = 2 * 1024 * mebibyte;
  const multipartStart =
    `--b\r\nContent-Disposition: form-data; name="buyer_vat"\r\n\r\n${buyer}\r\n` +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';

  test.each([
    ['multipart', 'multipart/form-data; boundary=b', multipartStart],
    ['JSON', 'application/json', '{"buyer_vat":"RO18547290","file_base64":"'],
  ])('%s is refused at the limit, without being kept in memory or on the disk', async (_name, type, start) => {
    const before = process.memoryUsage.rss();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.write(head(type, total));
    socket.write(start);
    const chunk = Buffer.alloc(mebibyte, 'A');
    let sent = 0;
    let mostMemory = 0;
    while (sent < total && answer === '') {
      if (!socket.write(chunk)) await drained(socket);
      sent += chunk.byteLength;
      mostMemory = Math.max(mostMemory, process.memoryUsage.rss() - before);
      await delay(0);
    }
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('file_too_large');
    // The limit, and what two sockets hold.
    expect(sent).toBeLessThan(48 * mebibyte);
    expect(mostMemory).toBeLessThan(400 * mebibyte);
    expect(await stagedSoon()).toEqual([]);

    // The client may finish its sentence; what it says is thrown away, and the server answers others meanwhile.
    const kept = process.memoryUsage().arrayBuffers;
    for (let more = 0; more < 400; more++) {
      if (!socket.write(chunk)) await drained(socket);
      await delay(0);
    }
    expect(process.memoryUsage().arrayBuffers - kept).toBeLessThan(100 * mebibyte);
    expect((await server.request('GET', '/v1/whoami', { key })).status).toBe(200);
    socket.destroy();
  });

  test('an upload that the client breaks off leaves nothing', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(head('multipart/form-data; boundary=b', 10 * mebibyte));
    socket.write(multipartStart);
    socket.write(Buffer.alloc(mebibyte, 'A'));
    for (let tries = 0; tries < 100; tries++) {
      if ((await readdir(`${server.folder}/incoming`)).length > 0) break;
      await delay(10);
    }
    expect((await readdir(`${server.folder}/incoming`)).length).toBe(1);
    socket.destroy();
    expect(await stagedSoon()).toEqual([]);
  });
});

describe('a file of 100 MB that a person drops', () => {
  const total = 100 * mebibyte;
  let window: Record<string, string>;
  beforeAll(async () => {
    window = await signInTo(server, { tenantId: server.tenantId, person: null });
    const company = { method: 'PUT', path: '/app/company', body: { vat: buyer, name: null } };
    expect((await askInWindow(server.url, window, company)).status).toBe(200);
  });
  const begin = (): Socket => {
    const headers = Object.entries({ ...window, Host: new URL(server.url).host, 'Content-Length': String(total) });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /app/documents?filename=a.xml&upload=${key} HTTP/1.1\r\n${lines}\r\n<?xml version="1.0"?>`);
    return socket;
  };

  test('is refused at the limit, and what still comes is thrown away', async () => {
    const socket = begin();
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    const chunk = Buffer.alloc(mebibyte, ' ');
    for (let sent = 0; sent < total; sent += chunk.byteLength) {
      if (!socket.write(chunk)) await drained(socket);
      await delay(0);
    }
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('file_too_large');
    expect(await stagedSoon()).toEqual([]);
    expect((await askInWindow(server.url, window, { path: '/app/documents' })).json.total).toBe(0);
    socket.destroy();
  });

  test('leaves nothing where it is broken off', async () => {
    const socket = begin();
    socket.write(Buffer.alloc(5 * mebibyte, ' '));
    await expect.poll(async () => (await readdir(`${server.folder}/incoming`)).length).toBe(1);
    socket.destroy();
    expect(await stagedSoon()).toEqual([]);
  });
});

describe('a page tree that never ends', () => {
  test('a PDF that inflates without end is accepted within its bound, and the API answers meanwhile', async () => {
    const { deflateSync } = await import('node:zlib');
    const zeros = deflateSync(Buffer.alloc(200 * mebibyte), { level: 9 });
    const bomb = deflateSync(zeros, { level: 9 });
    const bytes = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 4 /W [1 2 1] /Root 2 0 R /Filter [/FlateDecode /FlateDecode] /Length ${bomb.byteLength} >>\nstream\n`,
        'latin1',
      ),
      bomb,
      Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n', 'latin1'),
    ]);
    let accepted = false;
    const submission = submit(server, key, {}, { bytes }).finally(() => {
      accepted = true;
    });
    let answered = 0;
    while (!accepted) {
      expect((await server.request('GET', '/v1/whoami', { key })).status).toBe(200);
      if (!accepted) answered += 1;
    }
    const { status, json } = await submission;
    expect([status, json.pages]).toEqual([202, null]);
    expect(answered).toBeGreaterThan(3);
  });
});

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      socket.off('drain', go);
      socket.off('close', go);
      socket.off('data', go);
      resolve();
    };
    socket.once('drain', go);
    socket.once('close', go);
    socket.once('data', go);
  });
}
