import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { dueList, isDueInWeek } from '../../checks/due.ts';
import { localDate } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { type DueList, dueQuerySchema } from '../../contract/window-due.ts';
import { calendarOf } from '../../exports/calendar.ts';
import { wordsIn } from '../../exports/words.ts';
import type { DocumentList } from '../../store/document-list.ts';
import { attach } from '../attachment.ts';
import { queryOf, validate } from '../validation.ts';
import { scopeOf } from './session.ts';

const calendarQuery = dueQuerySchema.extend({ language: z.enum(['ro', 'en']) });

/** GET /app/due: what is to be paid, by day, with sums by week. */
export function listDue(ctx: Context, list: DocumentList): RequestHandler {
  return async (req, res) => {
    res.json(await dueOf(ctx, list, req, res));
  };
}

/** GET /app/due/calendar: the same days for a calendar. */
export function dueCalendar(ctx: Context, list: DocumentList): RequestHandler {
  return async (req, res) => {
    const { language } = validate(calendarQuery, 'query', queryOf(req));
    const { rows } = await dueOf(ctx, list, req, res);
    const bytes = Buffer.from(calendarOf(rows, wordsIn(language)), 'utf8');
    attach(res, { name: 'due-dates.ics', bytes, type: 'text/calendar; charset=utf-8' });
  };
}

async function dueOf({ clock }: Context, list: DocumentList, req: Request, res: Response): Promise<DueList> {
  const { company, of, when, paid } = validate(dueQuerySchema, 'query', queryOf(req));
  const rows = await list.all(scopeOf(res).tenantId, company);
  const today = localDate(clock.now());
  const wanted = rows.filter(
    ({ state, dueDate }) =>
      (of === 'all' || state === 'confirmed') &&
      (when === undefined || (dueDate !== null && isDueInWeek(dueDate, today))),
  );
  return dueList(wanted, today, paid === 'yes');
}
