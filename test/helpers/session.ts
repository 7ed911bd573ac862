import { createSignIn } from '../../server/store/sessions.ts';
import type { TestServer } from './server.ts';

/** What a page sends with each request that was signed in to a tenant's window, as somebody with a name or without. */
export async function signInTo(
  server: Pick<TestServer, 'url' | 'store' | 'now'>,
  who: { tenantId: string; person: string | null },
): Promise<{ Cookie: string; 'X-Facturier': string }> {
  const token = await createSignIn(server.store.db, who, server.now());
  const headers = { 'X-Facturier': 'window', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ token });
  return signedInBy(await fetch(`${server.url}/app/session`, { method: 'POST', headers, body }));
}

/** What the page that was signed in by this answer sends with each request: the session's cookie, and its own secret. */
export async function signedInBy(answer: Response): Promise<{ Cookie: string; 'X-Facturier': string }> {
  const { page } = (await answer.json()) as { page: string };
  return { Cookie: String(answer.headers.get('Set-Cookie')).split(';')[0]!, 'X-Facturier': page };
}

/** Asks as the page that is signed in there: its cookie is of one port, and another node does not know it. */
export async function askInWindow(
  url: string,
  headers: Record<string, string>,
  { method = 'GET', path, body }: { method?: string; path: string; body?: unknown },
) {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json') === true;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  return { status: response.status, headers: response.headers, text, json: (isJson ? JSON.parse(text) : null) as any };
}
