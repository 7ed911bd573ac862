import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { resource } from '../../server/resources.ts';
import { type Appliance, createKey, facturier, startAppliance } from '../helpers/appliance.ts';
import { startReceiver } from '../webhooks/receiver.ts';

export interface KillRun {
  kills: number;
  /** Submissions that the client got no answer to because of a kill, and repeated under the same Idempotency-Key. */
  repeated: number;
  /** Documents by external id, as the API lists them at the end. */
  documents: Map<string, { id: string; status: string; finished_at: string | null; error: string | null }[]>;
  /** Every external id that was accepted, with the ids the client was told; more than one would be a second document. */
  accepted: Map<string, Set<string>>;
  /** Event ids received for each document id, with how often each came. */
  events: Map<string, Map<string, number>>;
  /** Ends that a client saw and that later changed. */
  changedEnds: string[];
  /** How long the server needed to listen again, in milliseconds. */
  slowestStart: number;
}

const perKind = 3;

/**
 * Kills the real server with SIGKILL again and again at random moments while clients submit documents, documents are
 * read and events are delivered, and starts it again each time; then lets it come to rest.
 * @param settings.pause how often a client submits, in milliseconds
 */
export async function killRun(
  folder: string,
  settings: { kills: number; pause: number; log?: (line: string) => void },
): Promise<KillRun> {
  const events: KillRun['events'] = new Map();
  const receiver = await startReceiver((response, { body, headers }) => {
    const { id } = JSON.parse(body).data as { id: string };
    const eventId = String(headers['service-event-id']);
    const ofDocument = events.get(id) ?? new Map<string, number>();
    events.set(id, ofDocument.set(eventId, (ofDocument.get(eventId) ?? 0) + 1));
    // Slow enough that kills also fall between a delivery's arrival and its being recorded.
    setTimeout(() => response.writeHead(204).end(), Math.random() * 100);
  });

  let server = await startAppliance(folder);
  await facturier(folder, 'tenants', 'set', '--webhook-url', receiver.url);
  const testKeys = await Promise.all(Array.from({ length: perKind }, () => createKey(folder, 'test')));
  const liveKeys = await Promise.all(Array.from({ length: perKind }, () => createKey(folder, 'live')));
  const invoice = await readFile(resource('samples', 'invoice.pdf'));

  const accepted: KillRun['accepted'] = new Map();
  const ends = new Map<string, string>();
  const changedEnds: string[] = [];
  let repeated = 0;
  let submitting = true;

  const note = (document: { id: string; finished_at: string | null }): void => {
    if (document.finished_at === null) return;
    const before = ends.get(document.id);
    if (before === undefined) ends.set(document.id, document.finished_at);
    else if (before !== document.finished_at) changedEnds.push(document.id);
  };

  /** Submits one document and does not rest until it has an answer; a kill in between makes it ask again. */
  const submit = async (key: string): Promise<void> => {
    const externalId = randomUUID();
    for (let tries = 0; ; tries++) {
      const form = new FormData();
      form.set('file', new Blob([invoice]), 'invoice.pdf');
      form.set('buyer_vat', 'RO9900816346');
      form.set('external_id', externalId);
      const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': externalId };
      let answer: { status: number; document: { id: string; finished_at: string | null }; retryAfter: number };
      try {
        const response = await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body: form });
        const retryAfter = Number(response.headers.get('retry-after') ?? 0);
        answer = { status: response.status, document: (await response.json()) as typeof answer.document, retryAfter };
      } catch {
        repeated++;
        await delay(100);
        continue;
      }
      if (answer.status === 429) {
        await delay(answer.retryAfter * 1000);
        continue;
      }
      if (answer.status !== 202) throw new Error(`A submission was answered ${JSON.stringify(answer)}, try ${tries}`);
      accepted.set(externalId, (accepted.get(externalId) ?? new Set()).add(answer.document.id));
      note(answer.document);
      return;
    }
  };
  const client = async (key: string): Promise<void> => {
    while (submitting) {
      await submit(key);
      await delay(settings.pause * (0.5 + Math.random()));
    }
  };
  const failures: unknown[] = [];
  const clients = [...testKeys, ...liveKeys].map((key) => client(key).catch((error: unknown) => failures.push(error)));

  let slowestStart = 0;
  for (let kill = 1; kill <= settings.kills; kill++) {
    await delay(Math.random() * 2_500);
    await server.stop('SIGKILL');
    const started = performance.now();
    server = await startAppliance(folder);
    slowestStart = Math.max(slowestStart, performance.now() - started);
    if (failures.length > 0) throw failures[0];
    if (kill % 10 === 0) settings.log?.(`${kill} kills, ${accepted.size} documents accepted, ${repeated} asked again`);
  }
  submitting = false;
  await Promise.all(clients);
  if (failures.length > 0) throw failures[0];

  const documents: KillRun['documents'] = new Map();
  for (const externalId of accepted.keys()) documents.set(externalId, []);
  await comeToRest(server, [testKeys[0]!, liveKeys[0]!], accepted, documents, events, note);
  const code = await server.stop();
  await receiver.stop();
  if (code !== 0) throw new Error(`The server ended with ${code} when asked to stop`);
  return { kills: settings.kills, repeated, documents, accepted, events, changedEnds, slowestStart };
}

/** Waits until every accepted document has ended and its event has come, or nothing more happens for a minute. */
async function comeToRest(
  server: Appliance,
  keys: string[],
  accepted: KillRun['accepted'],
  documents: KillRun['documents'],
  events: KillRun['events'],
  note: (document: { id: string; finished_at: string | null }) => void,
): Promise<void> {
  let done = -1;
  let lastProgress = Date.now();
  while (Date.now() - lastProgress < 60_000) {
    let now = 0;
    for (const externalId of accepted.keys()) {
      const listed = (
        await Promise.all(
          keys.map(async (key) => {
            const headers = { Authorization: `Bearer ${key}` };
            const response = await fetch(`${server.url}/v1/documents?external_id=${externalId}`, { headers });
            return ((await response.json()) as { data: ListedDocument[] }).data;
          }),
        )
      ).flat();
      for (const document of listed) note(document);
      documents.set(
        externalId,
        listed.map(({ id, status, finished_at, error }) => ({
          id,
          status,
          finished_at,
          error: error?.message ?? null,
        })),
      );
      now += listed.filter(({ id, finished_at }) => finished_at !== null && events.has(id)).length;
    }
    if (now === accepted.size) return;
    if (now > done) lastProgress = Date.now();
    done = Math.max(done, now);
    await delay(1_000);
  }
}

interface ListedDocument {
  id: string;
  status: string;
  finished_at: string | null;
  error: { message: string | null } | null;
}
