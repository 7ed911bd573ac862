import { leftToCheck } from '../../server/checks/review.ts';
import { timestamp } from '../../server/clock.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { WarningCode } from '../../server/contract/warning-codes.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import { sealJson } from '../../server/store/document-keys.ts';
import { newId } from '../../server/store/ids.ts';
import * as tenants from '../../server/store/tenants.ts';

const dayMs = 24 * 60 * 60 * 1000;
const vendors = [
  { name: 'Papetăria Molidului SRL', vat_number: 'RO17010017' },
  { name: 'Țiglarul Vesel SRL', vat_number: 'RO17010025' },
  { name: 'Șantier & Fiii SRL', vat_number: 'RO17010033' },
  { name: 'Ocean Parts GmbH', vat_number: 'DE136695976' },
  { name: 'Brutăria Doi', vat_number: 'RO17010050' },
];
const buyers = ['RO9900816346', 'RO18547290'];

function warningsOf(index: number): WarningCode[] {
  return [
    ...(index % 10 === 0 ? (['totals_mismatch'] as const) : []),
    ...(index % 14 === 0 ? (['possible_duplicate'] as const) : []),
  ];
}

/** These fields are low and no others. */
function assessed(fields: Extraction['fields'], low: string[]): Extraction['fields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([path, field]) => {
      const confidence = low.includes(path) ? 'low' : field.confidence === 'low' ? 'medium' : field.confidence;
      return [path, { ...field, confidence }];
    }),
  );
}

/**
 * Puts documents that look read, by an earlier process, into a data folder: far more than a test has time to read. The
 * last is the newest. Every tenth is in doubt, every fourteenth a possible duplicate, and each has its own number, dates and total.
 * @returns their ids, oldest first
 */
export async function seedDocuments(folder: string, count: number): Promise<string[]> {
  const store = await openStore({ data: folder, masterKey: null });
  return seedInto(store, count).finally(() => store.close());
}

/** The same for a data folder that is open. */
export async function seedInto({ db, vault }: Store, count: number): Promise<string[]> {
  const now = Date.now();
  const ids: string[] = [];
  await tenants.ensureFirst(db, vault, now);
  const [tenant] = await tenants.list(db);
  if (!tenant) throw new Error('There is no tenant.');
  const read = sandboxExtraction();
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index += 1) {
      const at = now - Math.round(((count - index) / count) * 14 * dayMs);
      const doubtful = index % 10 === 0 ? ['total_amount'] : [];
      const invoice = {
        ...read.invoice,
        vendor: { ...read.invoice.vendor, ...vendors[index % vendors.length] },
        invoice_number: `SD ${100_000 + index}`,
        invoice_date: timestamp(at - (index % 5) * dayMs).slice(0, 10),
        due_date: timestamp(at + ((index % 40) - 10) * dayMs).slice(0, 10),
        amount_due: null,
        total_amount: (((index * 7919) % 900_000) + 1_000) / 100,
        currency: 'RON',
        quality_flags: { ...read.invoice.quality_flags, low_confidence_fields: doubtful },
      };
      const extraction = { ...read, fields: assessed(read.fields, doubtful), invoice, warnings: warningsOf(index) };
      const [file, result, about] = [vault.newKey(), vault.newKey(), vault.newKey()];
      const keys = await trx
        .insertInto('document_keys')
        .values({ file: file.wrapped, result: result.wrapped, about: about.wrapped })
        .returning('number')
        .executeTakeFirstOrThrow();
      const id = newId('doc', at);
      await trx
        .insertInto('documents')
        .values({
          id,
          tenant_id: tenant.id,
          mode: 'live',
          status: 'succeeded',
          retention: 'standard',
          origin: index % 3 === 0 ? 'api' : 'window',
          reference: null,
          about: sealJson(about.key, {
            externalId: null,
            metadata: null,
            filename: `scan-${index}.pdf`,
            buyerVat: buyers[index % buyers.length],
            buyerName: null,
            webhookUrl: null,
          }),
          mime_type: 'application/pdf',
          pages: 1,
          created_at: timestamp(at),
          started_at: timestamp(at + 200),
          finished_at: timestamp(at + 1_000 + (index % 7) * 300),
          keys: keys.number,
          has_file: 0,
          result: sealJson(result.key, extraction),
          doubtful: leftToCheck(extraction),
        })
        .execute();
      ids.push(id);
    }
  });
  return ids;
}
