import { asOneFile } from './columns.ts';
import type { Target } from './target.ts';

/** In the words of the API, whose clients may already read them. */
export const json: Target = {
  name: 'json',
  perCompany: false,
  perInvoice: false,
  withFields: true,
  takesBookings: false,
  write: (invoices, settings) =>
    asOneFile(invoices, settings, 'json', (taken) => {
      const data = taken.map(({ id, externalId, filename, buyerVat, createdAt, state, extraction }) => ({
        id,
        external_id: externalId,
        filename,
        buyer_vat: buyerVat,
        created_at: createdAt,
        confirmed: state === 'confirmed',
        document: extraction.invoice,
        fields: extraction.fields,
        warnings: extraction.warnings,
      }));
      return Buffer.from(JSON.stringify(data, null, 2), 'utf8');
    }),
};
