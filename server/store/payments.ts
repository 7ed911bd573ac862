import { isPaid, paymentsOf } from '../checks/payments.ts';
import type { Payment } from '../contract/window-due.ts';
import * as acts from './acts.ts';
import type { Db } from './db.ts';
import { type DocumentRow, extractionOf, getHeld, type Scope } from './documents.ts';
import { amountDueOf } from './inbox.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** `gone`: there is no such document, or what was read of it is erased; `conflict`: there is nothing to pay, or to take back. */
export type Noted = 'noted' | 'gone' | 'conflict';

interface By {
  id: string;
  by: string | null;
  now: number;
}

/** Notes that an invoice was paid. It is one of the acts on the document, so its history has it, and who noted it. */
export async function notePayment(
  db: Db,
  vault: Vault,
  scope: Scope,
  { id, payment, ...act }: By & { payment: Payment },
): Promise<Noted> {
  return held(db, vault, scope, id, async (trx, row, amountDue, payments) => {
    if (isPaid(amountDue, payments)) return 'conflict';
    await acts.add(trx, vault, row, { ...act, what: { kind: 'paid', ...payment } });
    return 'noted';
  });
}

/** Takes the payment back that was noted last. */
export async function undoPayment(db: Db, vault: Vault, scope: Scope, { id, ...act }: By): Promise<Noted> {
  return held(db, vault, scope, id, async (trx, row, _amountDue, payments) => {
    if (payments.length === 0) return 'conflict';
    await acts.add(trx, vault, row, { ...act, what: { kind: 'payment_undone' } });
    return 'noted';
  });
}

async function held(
  db: Db,
  vault: Vault,
  scope: Scope,
  id: string,
  note: (trx: Db, row: DocumentRow, amountDue: number | null, payments: Payment[]) => Promise<Noted>,
): Promise<Noted> {
  return serially(db, async (trx) => {
    const row = await getHeld(trx, scope, id);
    const extraction = row && extractionOf(vault, row);
    if (!row || !extraction) return 'gone';
    return note(trx, row, amountDueOf(extraction.invoice), paymentsOf(await acts.of(trx, vault, row)));
  });
}
