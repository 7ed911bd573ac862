import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A window that was opened from the account of that name on the machine. */
async function windowOf(person: string | null) {
  const own = await signInTo(server, { tenantId: server.tenantId, person });
  return (method: string, path: string, sent?: unknown) =>
    askInWindow(server.url, own, { method, path, ...(sent !== undefined && { body: sent }) });
}

it('people who share a window are named in the history, each by the PIN that they have', async () => {
  const asked = await windowOf('contabilitate');
  expect((await asked('GET', '/app/settings')).json).toMatchObject({ people: [], person: 'contabilitate' });
  await asked('PUT', '/app/people', { name: 'Ștefan Olaru', pin: null });
  const added = await asked('PUT', '/app/people', { name: 'Ana Zorbin', pin: '4071' });
  expect(added.json.people).toEqual([
    { name: 'Ana Zorbin', hasPin: true },
    { name: 'Ștefan Olaru', hasPin: false },
  ]);
  expect(JSON.stringify(added.json)).not.toContain('4071');

  const { id } = (await submit(server, await server.createKey('live'))).json;
  await server.finish(id);
  const note = (text: string) => asked('POST', `/app/documents/${id}/note`, { text });
  const takes = (name: string, pin: string | null) => asked('PUT', '/app/session/person', { name, pin });
  expect((await takes('Ștefan Olaru', null)).status).toBe(204);
  await note('first');
  expect((await takes('Ana Zorbin', '4071')).status).toBe(204);
  await note('second');
  const { acts } = (await asked('GET', `/app/documents/${id}`)).json;
  expect(acts.map(({ by, text }: { by: string; text: string }) => [by, text])).toEqual([
    ['Ștefan Olaru', 'first'],
    ['Ana Zorbin', 'second'],
  ]);
});

it('a PIN is not guessed: after five wrong ones it waits a minute, for the right one too, however many come at once', async () => {
  const asked = await windowOf(null);
  await asked('PUT', '/app/people', { name: 'Ilinca', pin: '0042' });
  const takes = async (pin: string | null) =>
    (await asked('PUT', '/app/session/person', { name: 'Ilinca', pin })).status;
  expect(await takes(null)).toBe(400);
  expect(await takes('0042')).toBe(204);
  // The right one has taken the wrong one back.
  const wrong = await Promise.all(Array.from({ length: 12 }, (_, n) => takes(`100${n % 10}`)));
  expect(wrong.filter((status) => status === 400)).toHaveLength(5);
  expect(wrong.filter((status) => status === 429)).toHaveLength(7);
  expect(await takes('0042')).toBe(429);
  server.advance(61_000);
  expect(await takes('0042')).toBe(204);
  expect((await asked('PUT', '/app/session/person', { name: 'Nobody', pin: null })).status).toBe(404);
});

it('nobody changes or removes who has a PIN but themselves; a link that names them is as good', async () => {
  const asked = await windowOf(null);
  await asked('PUT', '/app/people', { name: 'Matei', pin: '7788' });
  expect((await asked('PUT', '/app/people', { name: 'Matei', pin: '1111' })).status).toBe(400);
  expect((await asked('DELETE', '/app/people/Matei')).status).toBe(400);
  for (const pin of ['12', '12345678901234', 'abcd']) {
    expect((await asked('PUT', '/app/people', { name: 'Radu', pin })).status).toBe(422);
  }
  const forgotten = await windowOf('Matei');
  expect((await forgotten('PUT', '/app/people', { name: 'Matei', pin: '1111' })).status).toBe(200);
  expect((await asked('PUT', '/app/session/person', { name: 'Matei', pin: '1111' })).status).toBe(204);
  expect((await asked('DELETE', '/app/people/Matei')).json.people).not.toContainEqual({ name: 'Matei', hasPin: true });
});
