import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventBody, eventSchema } from '../../server/contract/event.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { signature } from '../../server/webhooks/signature.ts';

// The receivers that the documentation hands out are run as they are and judge what the real sender sends.

const secret = `whsec_${randomBytes(32).toString('base64url')}`;
const body = eventBody({
  type: 'document.failed',
  documentId: 'doc_01jd0000000000000000000000',
  externalId: 'Factură nr. 7 – ăîșț €',
  errorCode: 'password_protected',
  createdAt: '2026-11-21T09:00:00.000Z',
});
const hasPython = spawnSync('python3', ['--version']).status === 0;

const receivers = [
  { name: 'Node', command: process.execPath, file: 'docs/receivers/receiver.mjs', present: true },
  {
    name: 'Python (skipped where python3 is not installed)',
    command: 'python3',
    file: 'docs/receivers/receiver.py',
    present: hasPython,
  },
];

test('interface.md 6.3: the signature is t and the hex HMAC-SHA256 of "t.body" under the whole secret', () => {
  const digest = createHmac('sha256', Buffer.from(secret, 'utf8'))
    .update(Buffer.from(`1795251600.${body}`, 'utf8'))
    .digest('hex');
  expect(signature(secret, 1_795_251_600_999, body)).toBe(`t=1795251600,v1=${digest}`);
});

test('interface.md 2.10: the event names the document and carries no extraction and no message', () => {
  const event = eventSchema.parse(JSON.parse(body));
  expect(event).toEqual({
    type: 'document.failed',
    created_at: '2026-11-21T09:00:00.000Z',
    data: {
      id: 'doc_01jd0000000000000000000000',
      object: 'document',
      external_id: 'Factură nr. 7 – ăîșț €',
      status: 'failed',
      url: '/v1/documents/doc_01jd0000000000000000000000',
      error: { code: 'password_protected' },
    },
  });
});

for (const { name, command, file, present } of receivers) {
  describe.skipIf(!present)(`interface.md 6.3: the documented receiver in ${name}`, () => {
    let receiver: ChildProcess;
    let url: string;
    const printed: string[] = [];

    beforeAll(async () => {
      receiver = spawn(command, [file], {
        env: { ...process.env, SIGNING_SECRET: secret, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines = createInterface({ input: receiver.stdout! });
      url = await new Promise((resolve, reject) => {
        receiver.once('exit', () => reject(new Error('The receiver ended before it listened')));
        lines.once('line', (line) => resolve(line.match(/http:\S+/)![0]));
      });
      lines.on('line', (line) => printed.push(line));
    });
    afterAll(() => {
      receiver?.kill();
    });

    const post = async (headers: Record<string, string>, text: string): Promise<number> =>
      (await fetch(url, { method: 'POST', headers, body: text })).status;

    test('takes what the sender sends, once for each event id', async () => {
      for (const eventId of ['evt_a', 'evt_a', 'evt_b']) {
        const attempt = await createSender().send(
          { url, eventId, body, secret },
          Date.now(),
          AbortSignal.timeout(5000),
        );
        expect(attempt).toMatchObject({ status: 204, problem: null });
      }
      await expect
        .poll(() => printed)
        .toEqual([
          'evt_a document.failed /v1/documents/doc_01jd0000000000000000000000',
          'evt_b document.failed /v1/documents/doc_01jd0000000000000000000000',
        ]);
    });

    test('takes a message whose clock is four minutes off, either way', async () => {
      for (const minutes of [-4, 4]) {
        const signed = signature(secret, Date.now() + minutes * 60_000, body);
        expect(await post({ 'Service-Signature': signed, 'Service-Event-Id': 'evt_a' }, body)).toBe(204);
      }
    });

    const now = (): string => signature(secret, Date.now(), body);
    const spoilt: Record<string, () => { header?: string; text?: string }> = {
      'no signature': () => ({}),
      'an empty signature': () => ({ header: '' }),
      'a changed body': () => ({ header: now(), text: body.replace('failed', 'failes') }),
      'a body written anew': () => ({ header: now(), text: JSON.stringify(JSON.parse(body), null, 1) }),
      'a body with a line end added': () => ({ header: now(), text: `${body}\n` }),
      'no body': () => ({ header: now(), text: '' }),
      'another secret': () => ({ header: signature(`${secret}x`, Date.now(), body) }),
      'the secret without its prefix': () => ({ header: signature(secret.slice('whsec_'.length), Date.now(), body) }),
      'a digest with one digit changed': () => ({
        header: now().replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
      }),
      'a digest cut short': () => ({ header: now().slice(0, -1) }),
      'a moment changed after signing': () => ({
        header: now().replace(/t=(\d+)/, (_, t: string) => `t=${Number(t) - 1}`),
      }),
      'a moment six minutes ago': () => ({ header: signature(secret, Date.now() - 6 * 60_000, body) }),
      'a moment six minutes ahead': () => ({ header: signature(secret, Date.now() + 6 * 60_000, body) }),
      'a moment that is no number': () => ({ header: now().replace(/t=\d+/, 't=now') }),
      'no moment': () => ({ header: now().replace(/t=\d+,/, '') }),
      'another scheme': () => ({ header: now().replace('v1=', 'v0=') }),
    };
    for (const [what, spoil] of Object.entries(spoilt)) {
      test(`refuses ${what}`, async () => {
        const { header, text } = spoil();
        const before = printed.length;
        const headers: Record<string, string> = { 'Service-Event-Id': 'evt_spoilt' };
        if (header !== undefined) headers['Service-Signature'] = header;
        expect(await post(headers, text ?? body)).toBe(400);
        expect(printed.length).toBe(before);
      });
    }
  });
}
