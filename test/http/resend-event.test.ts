import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { update } from '../../server/store/tenants.ts';
import { finished, startTestServer, submit, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let tenantId: string;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  tenantId = await server.createTenant('one');
  key = await server.createKey('test', { tenantId });
});
afterAll(() => server.stop());

const resend = (id: string, as = key) => server.request('POST', `/v1/documents/${id}/webhook`, { key: as });
// Nothing answers there; the events stay on their schedule.
const nowhere = 'http://127.0.0.1:9/';

describe('4.6 the completion event again', () => {
  test('202 names the event, under the same id each time', async () => {
    const { json } = await submit(server, key, { webhook_url: 'https://127.0.0.1:9/hook' });
    await finished(server, key, json.id);
    const first = await resend(json.id);
    expect(first.status).toBe(202);
    expect(first.json).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      object: 'event',
      type: 'document.succeeded',
    });
    expect((await resend(json.id)).json).toEqual(first.json);
  });

  test('a failed document has its failed event', async () => {
    const live = await server.createKey('live', { tenantId });
    const { json } = await submit(server, live, { webhook_url: 'https://127.0.0.1:9/hook' });
    await server.finish(json.id, 'failed');
    expect((await resend(json.id, live)).json.type).toBe('document.failed');
  });

  test('409 document_not_finished while it waits', async () => {
    const live = await server.createKey('live', { tenantId });
    const { json } = await submit(server, live, { webhook_url: 'https://127.0.0.1:9/hook' });
    const { status, json: body } = await resend(json.id, live);
    expect(status).toBe(409);
    expect(body.error.code).toBe('document_not_finished');
  });

  test('409 no_webhook_url without one, 202 once the account has one', async () => {
    const { json } = await submit(server, key);
    await finished(server, key, json.id);
    const { status, json: body } = await resend(json.id);
    expect(status).toBe(409);
    expect(body.error.code).toBe('no_webhook_url');
    await update(server.store.db, tenantId, { webhook_url: nowhere });
    expect((await resend(json.id)).status).toBe(202);
  });

  test('404 for what is not there', async () => {
    expect((await resend('doc_00000000000000000000000000')).status).toBe(404);
  });
});
