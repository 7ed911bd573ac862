import { contributionOf } from '../suppliers/learn.ts';
import type { Db } from './db.ts';
import { aboutOf } from './document-keys.ts';
import { extractionOf, withKeys } from './documents.ts';
import { marksOf } from './likeness.ts';
import { of as pageTextsOf } from './page-texts.ts';
import { teach } from './suppliers.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

const doneName = 'suppliers_taught';
const atOnce = 20;

/**
 * Has documents that were read before suppliers were remembered found by today's marks, and has those that a person
 * confirmed teach, once. What lived in documents that are gone does not come back.
 */
export async function teachWhatIsThere(db: Db, vault: Vault): Promise<void> {
  const done = await db.selectFrom('settings').select('value').where('name', '=', doneName).executeTakeFirst();
  if (done) return;
  for (let after = ''; ; ) {
    const ids = await db
      .selectFrom('documents')
      .select('id')
      .where('mode', '=', 'live')
      .where('result', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    if (ids.length === 0) break;
    for (const { id } of ids) await teachFrom(db, vault, id);
    after = ids.at(-1)!.id;
  }
  await db
    .insertInto('settings')
    .values({ name: doneName, value: 'yes' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

async function teachFrom(db: Db, vault: Vault, id: string): Promise<void> {
  await serially(db, async (trx) => {
    const row = await withKeys(trx).where('id', '=', id).executeTakeFirst();
    const extraction = row && extractionOf(vault, row);
    if (!row || !extraction) return;
    const { invoice } = extraction;
    const marks = marksOf(vault, row.tenant_id, invoice);
    await trx.updateTable('documents').set(marks).where('id', '=', id).execute();
    if (row.reviewed_at === null || row.retention !== 'standard') return;
    const contribution = contributionOf(extraction, await pageTextsOf(trx, vault, row), {
      looked: new Set(),
      day: row.reviewed_at.slice(0, 10),
      accountIsKnown: !extraction.warnings.includes('iban_changed'),
      known: [],
    });
    await teach(trx, vault, {
      ...{
        tenantId: row.tenant_id,
        documentId: id,
        buyerVat: aboutOf(vault, row).buyerVat,
        invoice,
        contribution,
        marks,
      },
      now: Date.parse(row.reviewed_at),
      untouched: false,
    });
  });
}
