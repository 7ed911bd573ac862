import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Hands the files of a folder, such as one on a file share, to the updater, which only asks by HTTP: on this machine alone,
 * under an address that nobody else knows, and for as long as it looks.
 */
export async function serveFolder(folder: string): Promise<{ address: string; close(): Promise<void> }> {
  const secret = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    // The updater adds a query against caches.
    const [path = ''] = (request.url ?? '').split('?');
    const name = decoded(path.slice(`/${secret}/`.length));
    const known = path.startsWith(`/${secret}/`) && /^[\w][\w .+-]*$/.test(name);
    if (request.method !== 'GET' || !known) {
      response.writeHead(404).end();
      return;
    }
    const file = createReadStream(join(folder, name));
    file.once('open', () => {
      response.writeHead(200);
      // A client that went away, or a share that did: the connection ends either way, and the updater says what it lacks.
      pipeline(file, response).catch(() => response.destroy());
    });
    file.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(404).end()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/${secret}/`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A name that is no encoding of anything is the name of no file. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
