import { settingsFor, settingsOfOffice } from '../../exporting/books.ts';
import type { Target } from '../../exports/target.ts';
import { targetNamed } from '../../exports/targets.ts';
import { wordsIn } from '../../exports/words.ts';
import { gatherBooked } from '../../store/booked.ts';
import type { Store } from '../../store/data-folder.ts';
import type { Scope } from '../../store/documents.ts';
import { ApiError } from '../errors.ts';

/** A program that keeps a company's books. @throws ApiError for a name that is none's */
export function booksOf(name: string): Target {
  const target = targetNamed(name);
  if (!target?.perCompany) throw new ApiError('invalid_request', 'There is no such program of accounts.');
  return target;
}

/** Why documents would be left out of a program's file, each with the books of its own company in mind. */
export async function leftOut(
  { db, vault }: Pick<Store, 'db' | 'vault'>,
  scope: Scope,
  target: Target,
  ids: readonly string[],
): Promise<Record<string, { code: string; path: string | null }[]>> {
  const invoices = await gatherBooked(db, vault, scope, ids, target.withFields);
  const office = await settingsOfOffice({ db }, scope.tenantId, wordsIn('ro'));
  const reasons: Record<string, { code: string; path: string | null }[]> = {};
  for (const [vat, own] of Map.groupBy(invoices, ({ buyerVat }) => buyerVat)) {
    const { problems } = await target.write(own, settingsFor(office, vat));
    for (const { document, code, path, blocking } of problems) {
      if (blocking) reasons[document] = [...(reasons[document] ?? []), { code, path }];
    }
  }
  return reasons;
}
