import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Appliance, createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { portOf } from '../helpers/raw-http.ts';
import { samplePdf } from '../helpers/window.ts';

describe.skipIf(process.platform !== 'linux')('a server that may open few files', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let appliance: Appliance;
  let key: string;
  const held: Socket[] = [];

  beforeEach(async () => {
    folder = await temporaryFolder();
    appliance = await startAppliance(folder.path, { command: ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh'] });
    key = await createKey(folder.path, 'live');
  });
  afterEach(async () => {
    for (const socket of held.splice(0)) socket.destroy();
    await appliance.stop();
    await folder.remove();
  });

  const files = (): number => readdirSync(`/proc/${appliance.process.pid}/fd`).length;
  const hold = (count: number, text: string | Buffer, onData = (_answer: string): void => undefined): void => {
    for (let index = 0; index < count; index++) {
      const socket = connect(portOf(appliance.url), '127.0.0.1', () => void (text.length > 0 && socket.write(text)));
      socket.on('data', (answer) => onData(String(answer)));
      socket.on('error', () => undefined);
      held.push(socket);
    }
  };
  const submit = async (): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([readFileSync(samplePdf)]), 'invoice.pdf');
    form.set('buyer_vat', 'RO9900816346');
    const headers = { 'X-API-Key': key };
    const answer = await fetch(`${appliance.url}/v1/documents`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as { id: string }).id;
  };
  const statusOf = async (id: string): Promise<string> => {
    const answer = await fetch(`${appliance.url}/v1/documents/${id}`, { headers: { 'X-API-Key': key } });
    return ((await answer.json()) as { status: string }).status;
  };

  it('keeps some for its work, whatever connects and says nothing', async () => {
    hold(300, '');
    await expect.poll(files, { timeout: 10_000 }).toBeGreaterThan(128);
    expect(files()).toBeLessThan(230);
    for (const socket of held.splice(0)) socket.destroy();
    const id = await submit();
    await expect.poll(() => statusOf(id), { timeout: 40_000 }).toBe('succeeded');
  }, 60_000);

  it('says that it has too much at once, loses nothing, and goes on when files are to be had again', async () => {
    const waiting = await submit();
    const begun = [
      'POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n',
      `X-API-Key: ${await createKey(folder.path, 'test')}\r\nContent-Length: 9000000\r\n\r\n`,
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
    ].join('');
    const keys = await Promise.all(Array.from({ length: 7 }, () => createKey(folder.path, 'test')));
    const answers: string[] = [];
    // Each of these has its connection, and beyond a mebibyte a file.
    const upload = Buffer.concat([Buffer.from(begun), randomBytes(1_500_000)]);
    for (const own of keys) {
      const text = upload.toString('latin1').replace(/X-API-Key: \S+/, `X-API-Key: ${own}`);
      hold(18, Buffer.from(text, 'latin1'), (answer) => answers.push(answer));
    }
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(0);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answers[0]).toContain('overloaded');
    expect(appliance.process.exitCode).toBeNull();
    for (const socket of held.splice(0)) socket.destroy();
    await expect.poll(files, { timeout: 20_000 }).toBeLessThan(128);
    const later = await submit();
    for (const id of [waiting, later]) await expect.poll(() => statusOf(id), { timeout: 40_000 }).toBe('succeeded');
    expect(appliance.process.exitCode).toBeNull();
  }, 120_000);
});
