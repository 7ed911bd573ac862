import type { Db } from './db.ts';
import { type ExportedBefore, exportedBefore } from './exported.ts';
import type { Vault } from './vault.ts';

/** A document that waits for a program. */
export interface Waiting {
  /** How much was done with it so far: more as soon as anything of it may be otherwise. */
  acts: number;
  /** What changed since it went there, by paths; null where it never did. */
  changed: string[] | null;
  /** When it was confirmed. */
  confirmedAt: string;
}

export type ToExport = (tenantId: string, target: string) => Promise<Map<string, Waiting>>;

interface Known {
  acts: number;
  confirmedAt: string;
  before: ExportedBefore | null;
}

/**
 * Finds confirmed documents that a program does not have as they are now. What was done with a document is sealed by a key
 * of its own, so it is opened once and remembered, until more is done with it.
 */
export function createToExport({ db, vault }: { db: Db; vault: Vault }): ToExport {
  const programs = new Map<string, Map<string, Known>>();
  return async (tenantId, target) => {
    const program = `${tenantId} ${target}`;
    const remembered = programs.get(program);
    const confirmed = await actsOfConfirmed(db, tenantId);
    const missing = confirmed.filter(({ id, acts }) => remembered?.get(id)?.acts !== acts);
    const scope = { tenantId, mode: 'live' } as const;
    const opened = await exportedBefore(
      db,
      vault,
      scope,
      missing.map(({ id }) => id),
      target,
    );
    const isMissing = new Set(missing.map(({ id }) => id));
    const known = new Map(
      confirmed.map(({ id, acts, confirmedAt }): [string, Known] => {
        const before = isMissing.has(id) ? (opened.get(id) ?? null) : remembered!.get(id)!.before;
        return [id, { acts, before, confirmedAt }];
      }),
    );
    programs.set(program, known);
    const waiting = [...known].filter(([, { before }]) => before === null || before.changed.length > 0);
    return new Map(
      waiting.map(([id, { acts, before, confirmedAt }]) => [
        id,
        { acts, changed: before?.changed ?? null, confirmedAt },
      ]),
    );
  };
}

/** Confirmed documents of which anything is left, with how much was done with each. */
function actsOfConfirmed(db: Db, tenantId: string): Promise<{ id: string; acts: number; confirmedAt: string }[]> {
  return db
    .selectFrom('documents')
    .select((select) => [
      'documents.id',
      select.ref('documents.reviewed_at').$notNull().as('confirmedAt'),
      select
        .selectFrom('acts')
        .select(({ fn }) => fn.countAll<number>().as('acts'))
        .whereRef('acts.document_id', '=', 'documents.id')
        .$asScalar()
        .$notNull()
        .as('acts'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('deleted_at', 'is', null)
    .where('result_deleted_at', 'is', null)
    .where('reviewed_at', 'is not', null)
    .execute();
}
