import type { DocumentRow } from '../../server/contract/window.ts';
import { askInWindow, signedInBy } from '../helpers/session.ts';
import { signInLink } from '../helpers/window.ts';

/** What a window that is signed in at an appliance sends with each request; it stays so when that starts again at its port. */
export async function signIn(folder: string, url: string): Promise<Record<string, string>> {
  const token = new URL(await signInLink(folder)).hash.replace('#sign-in=', '');
  const headers = { 'X-Facturier': 'window', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ token });
  return signedInBy(await fetch(`${url}/app/session`, { method: 'POST', headers, body }));
}

/** All documents that the window lists. */
export async function listAll(url: string, headers: Record<string, string>): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for (let found = -1; found !== rows.length; ) {
    found = rows.length;
    const { json } = await askInWindow(url, headers, { path: `/app/documents?offset=${found}` });
    rows.push(...json.rows);
  }
  return rows;
}
