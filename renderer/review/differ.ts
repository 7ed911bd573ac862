import { type FieldValue, fieldValues } from '../../server/checks/field-paths.ts';
import { fold } from '../../server/checks/fold.ts';
import { pathAsRead } from '../../server/checks/review.ts';
import { kindOf } from '../../server/contract/fields.ts';
import type { Invoice, Stated } from '../../server/contract/invoice.ts';
import type { ReviewDraft } from '../../server/contract/window-review.ts';
import { indexedPath } from './field-groups.ts';

/** Whether two values of a field say different things: names and texts are written with other capitals, accents and spaces. */
export function differ(path: string, one: FieldValue, other: FieldValue): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one !== other;
  return ['name', 'address', 'description', 'prose'].includes(kindOf(path)) ? fold(one) !== fold(other) : one !== other;
}

export interface Conflict {
  path: string;
  here: FieldValue;
  there: FieldValue;
}

/** The fields, lines and rates among them, of which an e-invoice inside the same file says something else than the draft. */
export function statedOtherwise(draft: ReviewDraft, stated: readonly Stated[]): Conflict[] {
  const said = new Map(stated.map(({ path, value }) => [path, value]));
  return [...fieldValues(draft.invoice)].flatMap(([path, here]) => {
    const there = said.get(pathAsRead(path, draft) ?? '') ?? null;
    return there !== null && differ(path, here, there) ? [{ path, here, there }] : [];
  });
}

/** The fields of the header of which both invoices say something, and not the same. */
export function conflictsOf(invoice: Invoice, other: Invoice): Conflict[] {
  const said = fieldValues(other);
  return [...fieldValues(invoice)].flatMap(([path, here]) => {
    const there = said.get(path) ?? null;
    const isAsked = indexedPath(path) === null && here !== null && there !== null;
    return isAsked && differ(path, here, there) ? [{ path, here, there }] : [];
  });
}
