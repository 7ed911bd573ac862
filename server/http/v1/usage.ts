import type { RequestHandler } from 'express';
import { timestamp } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { type UsageJson, usageQuerySchema } from '../../contract/api.ts';
import { usageOf } from '../../store/usage.ts';
import { answer } from '../answer.ts';
import { callerOf } from '../authenticate.ts';
import { queryOf, validate } from '../validation.ts';

/** GET /v1/usage (interface.md 4.7) */
export function usage(ctx: Context): RequestHandler {
  return async (req, res) => {
    const query = validate(usageQuerySchema, 'query', queryOf(req));
    const month = query.month ?? timestamp(ctx.clock.now()).slice(0, 7);
    const counts = await usageOf(ctx.store.db, callerOf(res).tenantId, month);
    answer(ctx, res, 200, 'usage', { object: 'usage', period: periodOf(month), ...counts } satisfies UsageJson);
  };
}

/** First and last day of a UTC calendar month. @param month YYYY-MM */
function periodOf(month: string): UsageJson['period'] {
  const end = new Date(`${month}-01T00:00:00.000Z`);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  return { month, start: `${month}-01`, end: end.toISOString().slice(0, 10) };
}
