import { timestamp } from '../clock.ts';
import type { Db } from './db.ts';
import { takeTurns } from './transactions.ts';

export interface Usage {
  documents: number;
  pages: number;
  failed_documents: number;
  sandbox_documents: number;
}

/**
 * What finished in a UTC calendar month, deleted documents included (decisions.md "Quota and usage").
 * @param month YYYY-MM
 */
export async function usageOf(db: Db, tenantId: string, month: string): Promise<Usage> {
  const { pages, ...counts } = await db
    .selectFrom('documents')
    .select((select) => {
      const { countAll, sum } = select.fn;
      const live = (status: 'succeeded' | 'failed') =>
        select.and([select('mode', '=', 'live'), select('status', '=', status)]);
      return [
        countAll<number>().filterWhere(live('succeeded')).as('documents'),
        sum<number | null>('pages').filterWhere(live('succeeded')).as('pages'),
        countAll<number>().filterWhere(live('failed')).as('failed_documents'),
        countAll<number>().filterWhere('mode', '=', 'test').as('sandbox_documents'),
      ];
    })
    .where('tenant_id', '=', tenantId)
    // Timestamps sort as text, and every one of a month begins with it and a dash, which '.' follows.
    .where('finished_at', '>=', `${month}-`)
    .where('finished_at', '<', `${month}.`)
    .executeTakeFirstOrThrow();
  return { ...counts, pages: pages ?? 0 };
}

/** Whether the tenant's quota leaves room for more live documents: those accepted this month and not failed count. */
export async function hasQuotaLeft(trx: Db, tenantId: string, now: number, more = 1): Promise<boolean> {
  const { monthly_quota } = await trx
    .selectFrom('tenants')
    .select('monthly_quota')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (monthly_quota === null) return true;
  await takeTurns(trx, `quota ${tenantId}`);
  const monthStart = timestamp(now).slice(0, 8);
  const { used } = await trx
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('used'))
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('status', '!=', 'failed')
    .where('created_at', '>=', monthStart)
    .executeTakeFirstOrThrow();
  return used + more <= monthly_quota;
}
