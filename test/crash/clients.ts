import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { resource } from '../../server/resources.ts';
import { startReceiver } from '../webhooks/receiver.ts';

/** What clients and their webhook receiver saw while faults went on. */
export interface Seen {
  /** Submissions without an answer, or with one of a server in trouble; repeated under the same Idempotency-Key. */
  repeated: number;
  /** Documents by external id, as the API lists them at the end. */
  documents: Map<string, { id: string; status: string; finished_at: string | null; error: string | null }[]>;
  /** Every external id that was accepted, with the ids the client was told; more than one would be a second document. */
  accepted: Map<string, Set<string>>;
  /** Event ids received for each document id, with how often each came. */
  events: Map<string, Map<string, number>>;
  /** Ends that a client saw and that later changed. */
  changedEnds: string[];
}

interface Clients {
  seen: Seen;
  /** Where the account's events go. */
  webhookUrl: string;
  /** Submits one document and does not rest until it is accepted. */
  submit(key: string): Promise<void>;
  /** Waits until every accepted document has ended and its event has come, or nothing more happens for a while. */
  comeToRest(): Promise<void>;
  stop(): Promise<void>;
}

/** Longer than the lease of a reading, which a killed process leaves behind, and reading itself. */
const quietMs = 90_000;
/** A client asks again after this, while its first request may still be on its way. */
const patienceMs = 5_000;

/**
 * @param settings.address where the next request goes
 * @param settings.mayFail whether a server may answer that something went wrong on its side: where it lost its database, or
 *   its disk is full
 * @param settings.receiverIs whether the receiver of events answers
 */
export async function startClients(settings: {
  address: () => string;
  mayFail?: boolean;
  receiverIs?: () => 'well' | 'dead';
}): Promise<Clients> {
  const { address, mayFail = false, receiverIs = () => 'well' } = settings;
  const seen: Seen = { repeated: 0, documents: new Map(), accepted: new Map(), events: new Map(), changedEnds: [] };
  const { accepted, documents, events } = seen;
  const keys = new Map<string, string>();
  const ends = new Map<string, string>();
  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  const receiver = await startReceiver((response, { body, headers }) => {
    if (receiverIs() === 'dead') return void response.socket?.destroy();
    const { id } = JSON.parse(body).data as { id: string };
    const eventId = String(headers['service-event-id']);
    const ofDocument = events.get(id) ?? new Map<string, number>();
    events.set(id, ofDocument.set(eventId, (ofDocument.get(eventId) ?? 0) + 1));
    // Slow enough that kills also fall between a delivery's arrival and its being recorded.
    setTimeout(() => response.writeHead(204).end(), Math.random() * 100);
  });

  const note = (document: { id: string; finished_at: string | null }): void => {
    if (document.finished_at === null) return;
    const before = ends.get(document.id);
    if (before === undefined) ends.set(document.id, document.finished_at);
    else if (before !== document.finished_at) seen.changedEnds.push(document.id);
  };

  const list = async (externalId: string): Promise<void> => {
    const headers = { Authorization: `Bearer ${keys.get(externalId)}` };
    const response = await fetch(`${address()}/v1/documents?external_id=${externalId}`, { headers });
    if (!response.ok) throw new Error(`A list was answered ${response.status}`);
    const { data } = (await response.json()) as { data: ListedDocument[] };
    for (const document of data) note(document);
    documents.set(
      externalId,
      data.map(({ id, status, finished_at, error }) => ({ id, status, finished_at, error: error?.message ?? null })),
    );
  };
  const isDone = (externalId: string): boolean =>
    (documents.get(externalId) ?? []).some(({ id, finished_at }) => finished_at !== null && events.has(id));

  return {
    seen,
    webhookUrl: receiver.url,
    async submit(key) {
      const externalId = randomUUID();
      keys.set(externalId, key);
      for (;;) {
        const form = new FormData();
        form.set('file', new Blob([invoice]), 'invoice.pdf');
        form.set('buyer_vat', 'RO9900816346');
        form.set('external_id', externalId);
        const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': externalId };
        let status: number;
        let document: { id: string; finished_at: string | null };
        let retryAfter: number;
        try {
          const signal = AbortSignal.timeout(patienceMs);
          const response = await fetch(`${address()}/v1/documents`, { method: 'POST', headers, body: form, signal });
          status = response.status;
          retryAfter = Number(response.headers.get('retry-after') ?? 0);
          document = (await response.json()) as typeof document;
        } catch {
          seen.repeated++;
          await delay(100);
          continue;
        }
        if (status === 429) {
          await delay(retryAfter * 1000);
        } else if (status >= 500 && mayFail) {
          seen.repeated++;
          await delay(100);
        } else {
          if (status !== 202) throw new Error(`A submission was answered ${status} ${JSON.stringify(document)}`);
          accepted.set(externalId, (accepted.get(externalId) ?? new Set()).add(document.id));
          note(document);
          return;
        }
      }
    },
    async comeToRest() {
      let left = [...accepted.keys()];
      let lastProgress = Date.now();
      while (left.length > 0 && Date.now() - lastProgress < quietMs) {
        for (const externalId of left) await list(externalId);
        const still = left.filter((externalId) => !isDone(externalId));
        if (still.length < left.length) lastProgress = Date.now();
        left = still;
        if (left.length > 0) await delay(1_000);
      }
      // Once more when all is quiet: an end that changed, or a second document, may have come late.
      for (const externalId of accepted.keys()) await list(externalId);
    },
    stop: receiver.stop,
  };
}

interface ListedDocument {
  id: string;
  status: string;
  finished_at: string | null;
  error: { message: string | null } | null;
}

/** What came of it all, for people to read; and how much of it must not be. */
export function countsOf({ repeated, accepted, documents, events, changedEnds }: Seen) {
  const ids = [...accepted.values()].flatMap((of) => [...of]);
  const ends = [...documents.values()].flat();
  const counts = {
    submissions_asked_again: repeated,
    accepted: accepted.size,
    succeeded: ends.filter(({ status }) => status === 'succeeded').length,
    cut_off_ten_times: ends.filter(({ error }) => error?.includes('ten times')).length,
    failed_otherwise: ends.filter(({ error }) => error !== null && !error.includes('ten times')).length,
    unfinished: ends.filter(({ finished_at }) => finished_at === null).length,
    lost: [...documents.values()].filter((listed) => listed.length === 0).length,
    doubled: [...accepted].filter(([externalId, of]) => of.size > 1 || (documents.get(externalId)?.length ?? 0) > 1)
      .length,
    ends_that_changed: changedEnds.length,
    events: events.size,
    events_sent_more_than_once: [...events.values()].filter((of) => [...of.values()].some((n) => n > 1)).length,
    without_event: ids.filter((id) => !events.has(id)).length,
    with_two_event_ids: [...events.values()].filter((of) => of.size > 1).length,
  };
  const { failed_otherwise, unfinished, lost, doubled, ends_that_changed, without_event, with_two_event_ids } = counts;
  // Ten readings that were cut off end a document, and so many kills can do that to one.
  const faults =
    failed_otherwise + unfinished + lost + doubled + ends_that_changed + without_event + with_two_event_ids;
  return { counts, faults };
}
