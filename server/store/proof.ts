import { nothingJudged } from '../checks/judgement.ts';
import { timestamp } from '../clock.ts';
import type { Act, Judgement, WindowProof } from '../contract/window-review.ts';
import type { Db } from './db.ts';
import { openText } from './document-keys.ts';
import { namesOf } from './supplier-list.ts';
import type { Vault } from './vault.ts';

const dayMs = 24 * 60 * 60 * 1000;
const days = 365;
/** Few enough that a request never waits long for its turn. */
const openedAtOnce = 100;
/** So many suppliers are named, and of each so many fields: those with the most corrections. */
const mostSuppliers = 10;
const mostFields = 3;

/**
 * What a tenant's own confirmations of the last year say of reading. They are counts, kept with what was done with each
 * document, and outlive the invoices; a document that was deleted counts no more.
 */
export async function proof(db: Db, vault: Vault, tenantId: string, now: number): Promise<WindowProof> {
  const since = timestamp(now - days * dayMs);
  const levels = { high: nothingJudged(), medium: nothingJudged(), low: nothingJudged() };
  const corrections = new Map<string, string[]>();
  let [documents, untouched, added, savedSeconds] = [0, 0, 0, 0];
  for await (const { id, corrected, judged } of judgedSince(db, vault, tenantId, since)) {
    documents += 1;
    untouched += Number(judged.toCheck === 0 && corrected.length === 0);
    added += judged.added;
    savedSeconds += judged.savedSeconds;
    for (const level of ['high', 'medium', 'low'] as const) {
      for (const found of ['right', 'corrected', 'unseen'] as const)
        levels[level][found] += judged.levels[level][found];
    }
    if (corrected.length > 0) corrections.set(id, corrected);
  }
  const unconfirmed = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('status', '=', 'succeeded')
    .where('finished_at', '>=', since)
    .where('reviewed_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const suppliers = await correctedBySupplier(db, vault, tenantId, corrections);
  return { documents, unconfirmed: Number(unconfirmed.count), untouched, levels, added, savedSeconds, suppliers };
}

/** Each confirmed document with what its last confirmation says. Those from before it was written down say nothing. */
async function* judgedSince(
  db: Db,
  vault: Vault,
  tenantId: string,
  since: string,
): AsyncGenerator<{ id: string; corrected: string[]; judged: Judgement }> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('documents')
      .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
      .select(['documents.id', 'document_keys.about as about_key'])
      .where('tenant_id', '=', tenantId)
      .where('mode', '=', 'live')
      .where('finished_at', '>=', since)
      .where('reviewed_at', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(openedAtOnce)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const acts = await db
      .selectFrom('acts')
      .select(['document_id', 'act'])
      .where('document_id', 'in', ids)
      .orderBy('id')
      .execute();
    const byDocument = Map.groupBy(acts, ({ document_id }) => document_id);
    for (const { id, about_key } of rows) {
      const done = (byDocument.get(id) ?? []).map(({ act }) => JSON.parse(openText(vault, about_key, act)) as Act);
      const confirmed = done.filter((act) => act.kind === 'confirmed');
      const judged = confirmed.at(-1)?.judged;
      if (judged) yield { id, corrected: [...new Set(confirmed.flatMap(({ corrected }) => corrected))], judged };
    }
    after = ids.at(-1)!;
    // Requests of others come in between.
    await new Promise(setImmediate);
  }
}

/** The fields that were corrected most, by supplier; null names those that are not remembered. */
async function correctedBySupplier(
  db: Db,
  vault: Vault,
  tenantId: string,
  corrections: ReadonlyMap<string, string[]>,
): Promise<WindowProof['suppliers']> {
  const names = await namesOf(db, vault, tenantId, [...corrections.keys()]);
  const bySupplier = Map.groupBy(corrections, ([id]) => names.get(id) ?? null);
  const found = [...bySupplier].map(([name, each]) => {
    const paths = each.flatMap(([, corrected]) => corrected.map((path) => path.replace(/\d+/g, '*')));
    const fields = [...Map.groupBy(paths, (path) => path)].map(([path, same]) => ({ path, count: same.length }));
    fields.sort((one, other) => other.count - one.count);
    return { name, corrected: paths.length, fields: fields.slice(0, mostFields) };
  });
  return found.sort((one, other) => other.corrected - one.corrected).slice(0, mostSuppliers);
}
