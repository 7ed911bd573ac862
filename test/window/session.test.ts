import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Appliance, createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { signedInBy } from '../helpers/session.ts';
import { signInLink } from '../helpers/window.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let appliance: Appliance;

beforeAll(async () => {
  folder = await temporaryFolder();
  appliance = await startAppliance(folder.path);
});

afterAll(async () => {
  await appliance.stop();
  await folder.remove();
});

const own = { 'X-Facturier': 'window' };

function app(path: string, options: RequestInit = {}): Promise<Response> {
  return fetch(`${appliance.url}/app${path}`, options);
}

async function freshToken(): Promise<string> {
  return new URL(await signInLink(folder.path)).hash.replace('#sign-in=', '');
}

function redeem(token: string, headers: Record<string, string> = own): Promise<Response> {
  return app('/session', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

/** What a signed-in window sends. */
const signedIn = async (): ReturnType<typeof signedInBy> => signedInBy(await redeem(await freshToken()));

describe('signing in', () => {
  it('gives a cookie that scripts cannot read and other sites cannot use', async () => {
    const response = await redeem(await freshToken());
    expect(response.status).toBe(200);
    const set = String(response.headers.get('Set-Cookie'));
    expect(set).toMatch(/^facturier_session_\d+=[\w-]{43};/);
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/app']) expect(set).toContain(attribute);
  });

  it('takes a token once, even when two windows bring it at once', async () => {
    const token = await freshToken();
    const answers = await Promise.all([redeem(token), redeem(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await redeem(token)).status).toBe(401);
  });

  it('refuses a token that never was', async () => {
    expect((await redeem('A'.repeat(43))).status).toBe(401);
  });

  it('ends with signing out', async () => {
    const headers = await signedIn();
    expect((await app('/settings', { headers })).status).toBe(200);
    expect((await app('/session', { method: 'DELETE', headers })).status).toBe(204);
    expect((await app('/settings', { headers })).status).toBe(401);
  });

  it('says in one sentence where there is no server to open', async () => {
    const other = await temporaryFolder();
    const { code, stdout, stderr } = await facturier(other.path, 'open');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('No server is running on this data folder');
    await other.remove();
  });
});

describe('the two doors', () => {
  it('give an API key nothing under /app', async () => {
    const key = await createKey(folder.path, 'live');
    for (const headers of [{ Authorization: `Bearer ${key}` }, { 'X-API-Key': key }]) {
      for (const path of ['/settings', '/documents', '/exports', '/events']) {
        expect((await app(path, { headers: { ...own, ...headers } })).status, path).toBe(401);
      }
    }
  });

  it('give a session nothing on /v1', async () => {
    const headers = await signedIn();
    for (const path of ['/v1/whoami', '/v1/documents', '/v1/usage']) {
      expect((await fetch(appliance.url + path, { headers })).status, path).toBe(401);
    }
  });
});

describe('a page from elsewhere', () => {
  it('is refused by where it comes from, although the browser sends the cookie', async () => {
    const headersOfOurs = await signedIn();
    const tells: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'http://evil.test' },
      { Origin: 'null' },
    ];
    for (const headers of tells) {
      const response = await app('/settings', { headers: { ...headersOfOurs, ...headers } });
      expect(response.status, JSON.stringify(headers)).toBe(401);
    }
  });

  it('is refused for want of our header, which a form cannot send', async () => {
    const body = new URLSearchParams({ vat: 'RO9900816346' });
    const { Cookie } = await signedIn();
    for (const [method, path] of [
      ['PUT', '/company'],
      ['POST', '/documents'],
      ['DELETE', '/documents/doc_00000000000000000000000000'],
      ['DELETE', '/session'],
    ] as const) {
      expect((await app(path, { method, headers: { Cookie }, body })).status, path).toBe(401);
    }
  });

  it('gets no permission by CORS', async () => {
    const response = await app('/settings', {
      method: 'OPTIONS',
      headers: { Origin: 'http://evil.test', 'Access-Control-Request-Headers': 'x-facturier' },
    });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('the page', () => {
  it('comes with a policy that loads nothing from elsewhere and runs nothing inline', async () => {
    const policyOf = async (): Promise<string> =>
      String((await fetch(`${appliance.url}/`)).headers.get('Content-Security-Policy'));
    const policy = await policyOf();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await policyOf()).not.toBe(policy);
  });
});
