// Receives Facturier's events: checks the signature, drops repeats, answers at once.
// Needs nothing but Node 20 or newer:   SIGNING_SECRET=whsec_… PORT=8080 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const toleranceSeconds = 5 * 60;
const mostBytes = 64 * 1024;

/**
 * Whether a request came from your Facturier and is fresh.
 * @param {string | undefined} header the Service-Signature header
 * @param {Buffer} body the body's raw bytes; parsing and writing JSON again changes them
 * @param {string} secret the whole signing secret, whsec_ included
 * @param {number} nowSeconds Unix time
 */
export function isGenuine(header, body, secret, nowSeconds) {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (!match) return false;
  const [, t, digest] = match;
  if (Math.abs(nowSeconds - Number(t)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(digest, 'hex'));
}

/**
 * @param {string} secret
 * @param {(eventId: string, event: object) => void} onEvent called once for each event
 */
export function createReceiver(secret, onEvent) {
  // In real life a table in your database: an event is sent again until a 2xx answer reaches Facturier.
  const seen = new Set();
  return createServer(async (request, response) => {
    const answer = (status) => response.writeHead(status).end();
    if (request.method !== 'POST') return answer(405);
    const chunks = [];
    let size = 0;
    for await (const chunk of request) {
      size += chunk.length;
      if (size > mostBytes) return answer(413);
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    if (!isGenuine(request.headers['service-signature'], body, secret, Date.now() / 1000)) return answer(400);
    const eventId = request.headers['service-event-id'];
    if (!seen.has(eventId)) {
      seen.add(eventId);
      onEvent(eventId, JSON.parse(body.toString('utf8')));
    }
    // Also for types you do not know: new ones may appear.
    answer(204);
  });
}

if (process.argv[1] === import.meta.filename) {
  const receiver = createReceiver(process.env.SIGNING_SECRET, (eventId, event) => {
    console.log(eventId, event.type, event.data.url);
  });
  receiver.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
    console.log(`Waiting for events on http://127.0.0.1:${receiver.address().port}`);
  });
}
