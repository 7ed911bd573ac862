import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as companies from '../../server/store/companies.ts';
import * as keys from '../../server/store/keys.ts';
import { createSignIn } from '../../server/store/sessions.ts';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';
import { launchBrowser } from '../helpers/window.ts';

/** A page from elsewhere in the browser of somebody who is signed in, in a real Chromium. */
describe('a hostile page', () => {
  let server: TestServer;
  let browser: Browser;
  let elsewhere: Server;
  let hostile: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
    elsewhere = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    // Another port of the same host is the same site to a browser, whose cookies go along: the harder case.
    hostile = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    await browser.close();
    elsewhere.close();
    await server.stop();
  });

  /** In our own page: whether it is signed in. */
  const mayRead = `fetch('/app/settings', { headers: { 'X-Facturier': localStorage.getItem('facturier.page') } }).then((r) => r.status)`;

  it('gets the cookie of the person who looks at it, on another port of this machine, and can do nothing with it', async () => {
    const { db } = server.store;
    const context = await browser.newContext();
    const window = await context.newPage();
    const token = await createSignIn(db, { tenantId: server.tenantId, person: null }, server.now());
    await window.goto(`${server.url}/#sign-in=${token}`);
    await expect.poll(() => window.evaluate(mayRead), { timeout: 10_000 }).toBe(200);

    const received = once(elsewhere, 'request') as Promise<[IncomingMessage]>;
    const page = await context.newPage();
    await page.goto(`${hostile}app/`);
    const { cookie = '' } = (await received)[0].headers;
    expect(cookie).toContain('facturier_session');
    const request = {
      method: 'POST',
      headers: { Cookie: cookie, 'X-Facturier': 'window', 'Content-Type': 'application/json' },
      body: '{"mode":"live","label":"stolen"}',
    };
    expect((await fetch(`${server.url}/app/keys`, request)).status).toBe(401);
    expect(await page.evaluate(`localStorage.getItem('facturier.page')`)).toBeNull();
    expect(await keys.list(db)).toEqual([]);

    // The person goes on, after a reload and in a second tab too.
    await window.reload();
    expect(await window.evaluate(mayRead)).toBe(200);
    const second = await context.newPage();
    await second.goto(server.url);
    await expect.poll(() => second.textContent('body'), { timeout: 10_000 }).toContain('Facturier');
    expect(await second.evaluate(mayRead)).toBe(200);
    await context.close();
  });

  it('can neither change nor read anything with the session of the person who looks at it', async () => {
    const { db } = server.store;
    const context = await browser.newContext();
    const window = await context.newPage();
    const token = await createSignIn(db, { tenantId: server.tenantId, person: null }, server.now());
    await window.goto(`${server.url}/#sign-in=${token}`);
    await expect.poll(() => window.evaluate(mayRead), { timeout: 10_000 }).toBe(200);

    const page = await context.newPage();
    await page.goto(hostile);
    const tries = [
      `fetch('${server.url}/app/settings', { credentials: 'include' })`,
      `fetch('${server.url}/app/settings', { credentials: 'include', headers: { 'X-Facturier': 'window' } })`,
      `fetch('${server.url}/app/keys', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{"mode":"live","label":"stolen"}' })`,
      `fetch('${server.url}/app/webhook', { method: 'PUT', credentials: 'include', headers: { 'X-Facturier': 'window', 'Content-Type': 'application/json' }, body: '{"url":"https://collect.example/"}' })`,
    ];
    tries.push(
      `navigator.sendBeacon('${server.url}/app/keys', '{"mode":"live","label":"stolen"}') && Promise.resolve(new Response(''))`,
      `new Promise((end) => {
        const events = new EventSource('${server.url}/app/events', { withCredentials: true });
        events.onopen = events.onmessage = () => end(new Response('heard'));
        events.onerror = () => end(new Response(''));
      })`,
      ...['script', 'img', 'link'].map(
        (tag) => `new Promise((end) => {
          const loaded = Object.assign(document.createElement('${tag}'), { rel: 'stylesheet' });
          loaded.onload = () => end(new Response('loaded'));
          loaded.onerror = () => end(new Response(''));
          loaded.${tag === 'link' ? 'href' : 'src'} = '${server.url}/app/settings';
          document.body.append(loaded);
        })`,
      ),
      `new Promise((end) => {
        const socket = new WebSocket('${server.url.replace('http', 'ws')}/app/events');
        socket.onopen = () => end(new Response('open'));
        socket.onerror = () => end(new Response(''));
      })`,
    );
    for (const attempt of tries) {
      const read = await page.evaluate(`${attempt}.then((r) => r.text(), () => 'refused')`);
      expect(['refused', '']).toContain(read);
    }
    // A form needs no permission to be sent.
    await page.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '${server.url}/app/keys', enctype: 'text/plain' });
      form.append(Object.assign(document.createElement('input'), { name: '{"mode":"live","label":"', value: 'stolen"}' }));
      document.body.append(form);
      form.submit();
    })()`);
    await page.waitForURL(`${server.url}/app/keys`);
    expect(await page.textContent('body')).toContain('unauthorized');
    expect(await keys.list(db)).toEqual([]);
    await context.close();
  });

  it('has no script run by what it called a file, an invoice or a company', async () => {
    const { db } = server.store;
    const script = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>';
    const key = await server.createKey('live');
    const { json } = await submit(server, key, { external_id: script, buyer_name: script }, { name: `${script}.pdf` });
    await server.finish(json.id);
    await companies.use(db, server.tenantId, { vat: 'RO9900816346', name: script }, server.now());
    const context = await browser.newContext();
    const window = await context.newPage();
    const token = await createSignIn(db, { tenantId: server.tenantId, person: null }, server.now());
    await window.goto(`${server.url}/#sign-in=${token}`);
    await expect.poll(() => window.textContent('body'), { timeout: 20_000 }).toContain('onerror="window.broken=1"');
    expect(await window.evaluate('window.broken ?? null')).toBeNull();
    await context.close();
  }, 40_000);

  it('cannot show the window inside itself', async () => {
    const page = await browser.newPage();
    await page.goto(hostile);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${server.url}/' }))`,
    );
    await expect
      .poll(() => page.frames().map((frame) => frame.url()), { timeout: 10_000 })
      .toContainEqual(expect.stringContaining('chrome-error:'));
    await page.close();
  });

  it('gets nothing through a name that was made to point here', async () => {
    const rebound = await launchBrowser(['--host-resolver-rules=MAP rebound.example 127.0.0.1']);
    const page = await rebound.newPage();
    const answer = await page.goto(server.url.replace('127.0.0.1', 'rebound.example'));
    expect(answer?.status()).toBe(421);
    await rebound.close();
  });
});
