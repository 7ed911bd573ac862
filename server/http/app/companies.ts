import type { RequestHandler } from 'express';
import { z } from 'zod';
import { companiesIn } from '../../checks/company-table.ts';
import { officeWork } from '../../checks/office.ts';
import { rowsOfCsv } from '../../checks/read-csv.ts';
import { localDate, startOfDay, timestamp } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { type ImportedCompanies, inboxQuerySchema, type OfficeWork } from '../../contract/window.ts';
import { exportPlaceOf } from '../../exporting/export-loop.ts';
import { targets } from '../../exports/targets.ts';
import * as companies from '../../store/companies.ts';
import type { DocumentList } from '../../store/document-list.ts';
import * as preferences from '../../store/preferences.ts';
import { validate } from '../validation.ts';
import { scopeOf } from './session.ts';

const importSchema = z.object({ csv: z.string().max(1_000_000) });

/** So many of what failed are named. */
const failedNamed = 6;

/** GET /app/companies: what is left to do, in all and for each company. */
export function companiesAtWork(ctx: Context, list: DocumentList): RequestHandler {
  const { store, clock } = ctx;
  return async (_req, res) => {
    const { tenantId } = scopeOf(res);
    const { exportTarget } = await preferences.get(store.db, tenantId);
    const { place } = await exportPlaceOf(ctx, tenantId);
    const first = targets.find(({ perCompany }) => perCompany)?.name ?? null;
    const program = exportTarget ?? place?.target ?? first;
    const rows = await list.all(tenantId, undefined);
    const toExport = new Set(
      program === null ? [] : await list.ids(tenantId, inboxQuerySchema.parse({ toExport: program })),
    );
    const now = clock.now();
    res.json({
      program,
      ...officeWork(rows, {
        today: localDate(now),
        began: timestamp(startOfDay(now)),
        isToExport: ({ id }) => toExport.has(id),
      }),
      failed: rows.filter(({ state }) => state === 'failed').slice(0, failedNamed),
    } satisfies OfficeWork);
  };
}

/** POST /app/companies: takes the companies of a CSV file, those that are right, and says of each other row what is not. */
export function importCompanies({ store }: Context): RequestHandler {
  return async (req, res) => {
    const { csv } = validate(importSchema, 'body', req.body);
    const { companies: found, refused } = companiesIn(rowsOfCsv(csv));
    const added = await companies.take(store.db, scopeOf(res).tenantId, found);
    res.json({ added, known: found.length - added, refused } satisfies ImportedCompanies);
  };
}
