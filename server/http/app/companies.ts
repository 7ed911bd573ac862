import type { RequestHandler } from 'express';
import { z } from 'zod';
import { companiesIn } from '../../checks/company-table.ts';
import { rowsOfCsv } from '../../checks/read-csv.ts';
import type { Context } from '../../context.ts';
import type { CompanyWork, ImportedCompanies } from '../../contract/window.ts';
import { targets } from '../../exports/targets.ts';
import * as companies from '../../store/companies.ts';
import type { DocumentList } from '../../store/document-list.ts';
import * as preferences from '../../store/preferences.ts';
import { validate } from '../validation.ts';
import { scopeOf } from './session.ts';

const importSchema = z.object({ csv: z.string().max(1_000_000) });

/** GET /app/companies: what is left to do for each company. */
export function companiesAtWork({ store }: Context, list: DocumentList): RequestHandler {
  return async (_req, res) => {
    const { tenantId } = scopeOf(res);
    const first = targets.find(({ perCompany }) => perCompany)?.name ?? null;
    const program = (await preferences.get(store.db, tenantId)).exportTarget ?? first;
    const work = await list.workByCompany(tenantId, program);
    const all = await companies.list(store.db, tenantId);
    res.json(
      all.map(({ vat }) => ({
        vat,
        ...(work.get(vat) ?? { toCheck: 0, toExport: 0 }),
        program,
      })) satisfies CompanyWork[],
    );
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
