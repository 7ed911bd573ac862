import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { packageRoot } from '../../server/resources.ts';
import * as accounts from '../../server/store/accounts.ts';
import * as companies from '../../server/store/companies.ts';
import * as keys from '../../server/store/keys.ts';
import * as people from '../../server/store/people.ts';
import * as savedViews from '../../server/store/saved-views.ts';
import type { Tables } from '../../server/store/schema.ts';
import * as supplierList from '../../server/store/supplier-list.ts';
import * as suppliers from '../../server/store/suppliers.ts';
import * as tenants from '../../server/store/tenants.ts';
import { buyer, startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';
import { signInTo } from '../helpers/session.ts';

/** Two companies on one appliance: who knows every id of the other one still reads and changes nothing of it. */
describe('one tenant from the place of another, and one mode from the other', () => {
  let server: TestServer;
  let victim: string;
  let ids: Record<'live' | 'test' | 'key' | 'event' | 'supplier', string>;
  /** Whoever asks, by the headers that they send. */
  let strangers: Record<string, Record<string, string>>;

  /** Only the victim's rows and answers hold these. */
  const secrets = [
    'secret-reference',
    'secret-file.pdf',
    'secret-label',
    'secret-hook',
    'secret-company',
    'secret-buyer',
    'secret-supplier',
    'secret-view',
    'secret-person',
  ];
  const webhook = 'https://127.0.0.1:1/secret-hook';

  const signIn = async (tenantId: string): Promise<Record<string, string>> => {
    return signInTo(server, { tenantId, person: null });
  };

  beforeAll(async () => {
    server = await startTestServer();
    const { db } = server.store;
    victim = await server.createTenant('victim');
    await tenants.update(db, victim, { webhook_url: webhook });
    await companies.use(db, victim, { vat: 'RO9900816346', name: 'secret-company' }, server.now());
    const fields = { external_id: 'secret-reference', buyer_name: 'secret-buyer' };
    const file = { name: 'secret-file.pdf', headers: { 'Idempotency-Key': 'one-key' } };
    const live = await server.createKey('live', { tenantId: victim, label: 'secret-label' });
    const test = await server.createKey('test', { tenantId: victim });
    ids = {
      live: (await submit(server, live, fields, file)).json.id,
      test: (await submit(server, test, { ...fields, mode: 'sync' }, file)).json.id,
      key: (await keys.list(db)).find(({ label }) => label === 'secret-label')!.id,
      event: '',
      supplier: '',
    };
    await server.finish(ids.live);
    ids.event = (
      await db.selectFrom('events').select('id').where('document_id', '=', ids.live).executeTakeFirstOrThrow()
    ).id;
    const view = { name: 'secret-view', query: { search: 'secret-buyer' } };
    await savedViews.save(db, server.store.vault, victim, view);
    await people.save(db, server.store.vault, victim, { name: 'secret-person', pin: null }, null);
    const own = [{ code: '401.1', name: 'secret-account' }];
    await accounts.keep(db, server.store.vault, victim, 'RO9900816346', own);
    const { invoice } = sandboxExtraction();
    await suppliers.teach(db, server.store.vault, {
      tenantId: victim,
      buyerVat: 'RO9900816346',
      documentId: ids.live,
      now: server.now(),
      invoice: { ...invoice, vendor: { ...invoice.vendor, name: 'secret-supplier' } },
      contribution: { day: '2026-01-01', fixed: {}, places: {}, account: null },
      untouched: true,
      marks: { invoice_mark: null, total_mark: null, number_mark: null },
    });
    ids.supplier = (await supplierList.list(db, server.store.vault, victim))[0]!.id;
    strangers = {
      'a live key of another tenant': { 'X-API-Key': await server.createKey('live') },
      'a sandbox key of another tenant': { 'X-API-Key': await server.createKey('test') },
      'a window of another tenant': await signIn(server.tenantId),
    };
  });
  afterAll(() => server.stop());

  /** All that is kept of the victim, as it lies in the database. */
  async function kept(): Promise<string> {
    const { db } = server.store;
    const of = (table: keyof Tables): Promise<unknown[]> => db.selectFrom(table).selectAll().execute();
    const rows = await Promise.all(
      (
        [
          ...(['tenants', 'documents', 'keys', 'companies', 'events', 'reviews', 'acts', 'deliveries'] as const),
          ...(['settings', 'contributions'] as const),
        ] as const
      ).map(of),
    );
    const own = rows.flat() as Record<string, unknown>[];
    // Deliveries go on by themselves, and a key that is used is noted.
    return JSON.stringify(
      own
        .filter(
          (row) =>
            JSON.stringify(row).includes(victim) || Object.values(ids).some((id) => JSON.stringify(row).includes(id)),
        )
        .map(
          ({
            attempts: _attempts,
            state: _state,
            next_attempt_at: _at,
            lease_owner: _owner,
            lease_expires_at: _until,
            ...row
          }) => row,
        ),
    );
  }

  const draft = { reading: '2026-01-01T00:00:00.000Z', draft: {} };
  /** Every endpoint that is behind a key or a session, with the victim's ids in every place that an id can stand in. */
  const requests = (): [string, string, unknown?][] =>
    [ids.live, ids.test].flatMap((id): [string, string, unknown?][] => [
      ['GET', '/v1/whoami'],
      ['GET', '/v1/documents'],
      ['GET', '/v1/documents?external_id=secret-reference&limit=200'],
      ['GET', `/v1/documents/${id}`],
      ['DELETE', `/v1/documents/${id}`],
      ['POST', `/v1/documents/${id}/webhook`],
      ['GET', '/v1/usage'],
      ['GET', '/app/settings'],
      ['PUT', '/app/people', { name: 'own', pin: null }],
      ['DELETE', '/app/people/secret-person'],
      ['PUT', '/app/session/person', { name: 'secret-person', pin: null }],
      ['PUT', '/app/company', { vat: 'RO9900816346', name: 'taken' }],
      ['GET', '/app/companies'],
      ['POST', '/app/companies', { csv: 'RO9900816346;taken' }],
      ['GET', '/app/companies/RO9900816346/accounts'],
      ['PUT', '/app/companies/RO9900816346/accounts', { accounts: [{ code: '628', name: null }] }],
      ['DELETE', '/app/companies/RO9900816346'],
      ['PUT', '/app/preferences', { supplierMonths: 12 }],
      ['POST', '/app/backup'],
      ['GET', '/app/activity'],
      ['GET', '/app/proof'],
      ['GET', '/app/access'],
      ['POST', '/app/keys', { mode: 'live', label: 'own', tenantId: victim, tenant_id: victim }],
      ['DELETE', `/app/keys/${ids.key}`],
      ['PUT', '/app/webhook', { url: null, tenantId: victim }],
      ['POST', '/app/webhook/test'],
      ['GET', '/app/webhook/secret'],
      ['POST', '/app/webhook/secret'],
      ['GET', '/app/suppliers'],
      ['GET', `/app/suppliers/${ids.supplier}`],
      ['DELETE', `/app/suppliers/${ids.supplier}`],
      ['GET', '/app/deliveries'],
      ['POST', `/app/events/${ids.event}`],
      ['GET', '/app/documents'],
      ['GET', '/app/documents?search=secret'],
      ['GET', '/app/documents?toExport=saga'],
      ['GET', '/app/document-ids'],
      ['GET', '/app/document-ids?toExport=saga'],
      ['GET', '/app/document-choices'],
      ['GET', '/app/due?of=all'],
      ['GET', '/app/due/calendar?of=all&language=ro'],
      ['GET', '/app/views'],
      ['PUT', '/app/views', { name: 'own', query: {} }],
      ['DELETE', '/app/views/secret-view'],
      ['GET', '/app/exports'],
      ['POST', '/app/exports', { target: 'json', language: 'ro', ids: [ids.live, ids.test], query: {} }],
      ['POST', '/app/exports', { target: 'csv', language: 'ro', query: {} }],
      ['POST', '/app/exports/preview', { target: 'json', language: 'ro', ids: [ids.live, ids.test], query: {} }],
      ['POST', '/app/exports/preview', { target: 'saga', language: 'ro', company: 'RO9900816346', query: {} }],
      ['POST', '/app/exports/originals', { language: 'ro', ids: [ids.live, ids.test], query: {} }],
      ['GET', `/v1/documents/${id}/export/json`],
      ['POST', '/app/sample'],
      ['GET', `/app/documents/${id}`],
      ['DELETE', `/app/documents/${id}`],
      ['GET', `/app/documents/${id}/pages/1`],
      ['GET', `/app/documents/${id}/text`],
      ['PUT', `/app/documents/${id}/draft`, draft],
      ['POST', `/app/documents/${id}/confirm`, draft],
      ['DELETE', `/app/documents/${id}/taught`],
      ['POST', `/app/documents/${id}/note`, { text: 'seen' }],
      ['POST', `/app/documents/${id}/payments`, { on: '2026-11-24', amount: null }],
      ['DELETE', `/app/documents/${id}/payments`],
      ['POST', `/app/documents/${id}/read-again`],
      ['POST', `/app/documents/${id}/reopen`],
      ['POST', `/app/documents/${id}/retry`],
      [
        'POST',
        `/app/documents/${id}/split`,
        {
          reading: 'any',
          parts: [
            { from: 1, to: 1 },
            { from: 2, to: 2 },
          ],
        },
      ],
      ['POST', `/app/documents/${id}/join`],
      ['POST', `/app/documents/${id}/arrange`, { reading: 'any', pages: [{ number: 1, turn: 90 }], behind: null }],
      ['POST', `/app/documents/${id}/restore`],
      ['PUT', `/app/documents/${id}/company`, { vat: 'RO9900816346' }],
    ]);

  it('reads and changes nothing, at any endpoint', async () => {
    const own = { key: await server.createKey('live', { tenantId: victim }) };
    const shown = (await server.request('GET', `/v1/documents/${ids.live}`, own)).text;
    for (const each of [ids.live, 'secret-reference', 'secret-file.pdf']) expect(shown).toContain(each);
    const before = await kept();
    expect(before).toContain(victim);
    const secret = await tenants.signingSecret(server.store.db, server.store.vault, victim);
    for (const [who, headers] of Object.entries(strangers)) {
      for (const [method, path, body] of requests()) {
        const answer = await fetch(server.url + path, {
          method,
          headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        const what = `${who}: ${method} ${path} is ${answer.status} ${text.slice(0, 200)}`;
        for (const each of [...secrets, secret, victim]) expect(text, what).not.toContain(each);
        // An id may come back in the address of what is not there, never in an answer.
        for (const id of Object.values(ids)) expect(text, what).not.toContain(id);
        expect(answer.status, what).not.toBe(500);
        if (path.includes(id(path))) expect(answer.status, what).toBeGreaterThanOrEqual(400);
      }
    }
    expect(await kept()).toBe(before);
  }, 120_000);

  /** The victim's id in a path, or what is in none. */
  const id = (path: string): string => Object.values(ids).find((each) => path.includes(`/${each}`)) ?? '\0';

  it('is asked for every endpoint that there is', () => {
    const source = readFileSync(join(packageRoot, 'server', 'http', 'app', 'routes.ts'), 'utf8');
    const routes = [...source.matchAll(/routes\.(get|post|put|delete)\('([^']+)'/g)].map(
      ([, method, path]) => `${method!.toUpperCase()} /app${path}`,
    );
    const contract = readFileSync(join(packageRoot, 'server', 'http', 'app.ts'), 'utf8');
    const v1 = [...contract.matchAll(/at\(app, '(\/v1[^']+)', \{(.*?)\n? *\}\);/gs)].flatMap(([, path, methods]) =>
      [...methods!.matchAll(/(GET|POST|DELETE|PUT):/g)].map(([, method]) => `${method} ${path}`),
    );
    const asked = new Set(
      requests().map(([method, path]) =>
        `${method} ${path.split('?')[0]}`
          .replace(/doc_\w+|key_\w+|evt_\w+|[\da-f]{64}/, ':id')
          .replace(/\/RO\d+(?=$|\/accounts$)/, '/:vat')
          .replace(/\/secret-(?:view|person)$/, '/:name')
          .replace(/\/pages\/1$/, '/pages/:number')
          .replace(/\/export\/json$/, '/export/:target'),
      ),
    );
    // Submissions and live updates have tests of their own below; a session is nobody's before there is one.
    const elsewhere = ['POST /v1/documents', 'GET /v1/openapi.json', 'GET /app/events', 'POST /app/documents'];
    const missing = [...v1, ...routes].filter(
      (route) =>
        !asked.has(route.replace(':document_id', ':id')) && !elsewhere.includes(route) && !route.endsWith('/session'),
    );
    expect(routes.length + v1.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  it('gets a document of its own by an Idempotency-Key that another tenant, or the other mode, used', async () => {
    for (const mode of ['live', 'test'] as const) {
      const answer = await submit(
        server,
        await server.createKey(mode),
        {},
        { headers: { 'Idempotency-Key': 'one-key' } },
      );
      expect(answer.status).toBe(202);
      expect(answer.headers.get('Idempotent-Replayed')).toBeNull();
      expect(Object.values(ids)).not.toContain(answer.json.id);
    }
  });

  it('drops nothing for the company of another tenant', async () => {
    const path = '/app/documents?filename=a.pdf&buyer_vat=RO9900816346&upload=1';
    const { status } = await server.request('POST', path, {
      headers: strangers['a window of another tenant']!,
      body: '%PDF-1.7',
    });
    expect(status).toBe(400);
  });

  it('hears of no document of another tenant or mode, and of nothing once it is signed out', async () => {
    const headers = strangers['a window of another tenant']!;
    const events = await fetch(`${server.url}/app/events`, { headers });
    let heard = '';
    const ended = (async () => {
      for await (const chunk of events.body!) heard += Buffer.from(chunk).toString();
    })();
    await delay(1_000);
    const own = await server.createKey('live');
    await submitJson(server, await server.createKey('live', { tenantId: victim }), { external_id: 'secret-reference' });
    await submitJson(server, await server.createKey('test'), { external_id: 'own-sandbox' });
    const { json } = await submitJson(server, own, { external_id: 'own', buyer_vat: buyer });
    await expect.poll(() => heard, { timeout: 5_000 }).toContain(json.id);
    expect(heard.match(/doc_\w+/g)?.every((each) => each === json.id)).toBe(true);
    await fetch(`${server.url}/app/session`, { method: 'DELETE', headers });
    await ended;
  }, 30_000);
});
