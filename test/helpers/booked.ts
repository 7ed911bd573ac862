import type { Booked } from '../../server/contract/booked.ts';
import { type Invoice, invoiceSchema, type Line, type VatBreakdown } from '../../server/contract/invoice.ts';
import type { WarningCode } from '../../server/contract/warning-codes.ts';

export const ownCompany = { vat: 'RO9900816346', name: 'Atelierul de Contabilitate Lunca SRL' };

type Parts = Partial<Omit<Invoice, 'vendor' | 'customer' | 'line_items' | 'vat_breakdown' | 'bank_details'>> & {
  vendor?: Partial<Invoice['vendor']>;
  customer?: Partial<Invoice['customer']>;
  bank_details?: Partial<Invoice['bank_details']>;
  line_items?: Partial<Line>[];
  vat_breakdown?: Partial<VatBreakdown>[];
};

const vendor = {
  name: 'Fabrica de Mobilă Ștefănești S.R.L.',
  vat_number: 'RO16702141',
  trade_register_number: 'J08/411/2004',
  address: 'Str. Lungă nr. 5, Brașov, jud. Brașov',
  street: 'Str. Lungă nr. 5',
  city: 'Brașov',
  county: 'RO-BV',
  country: 'RO',
};
const customer = {
  name: ownCompany.name,
  vat_number: ownCompany.vat,
  address: 'Calea Florești nr. 3, Cluj-Napoca, jud. Cluj',
  street: 'Calea Florești nr. 3',
  city: 'Cluj-Napoca',
  county: 'RO-CJ',
  country: 'RO',
};

let count = 0;

/** A confirmed invoice of a Romanian supplier over two hundred lei and their VAT, but for what is changed of it. */
export function bookedInvoice(change: Parts = {}, more: Partial<Booked> & { warnings?: WarningCode[] } = {}): Booked {
  const { warnings = [], ...rest } = more;
  const invoice = invoiceSchema.parse({
    document_type: 'invoice',
    invoice_number: `FMS ${1000 + count}`,
    invoice_date: '2026-10-19',
    due_date: '2026-11-18',
    currency: 'RON',
    subtotal: 200,
    vat_amount: 42,
    total_amount: 242,
    line_items: [{ description: 'Scaun de lemn', quantity: 4, unit: 'buc', unit_price: 50, vat_rate: 21, total: 200 }],
    vat_breakdown: [{ rate: 21, base: 200, amount: 42 }],
    ...change,
    vendor: { ...vendor, ...change.vendor },
    customer: { ...customer, ...change.customer },
    bank_details: { iban: 'RO49AAAA1B31007593840000', ...change.bank_details },
    quality_flags: { overall_confidence: 'high', low_confidence_fields: [], notes: null, ...change.quality_flags },
  });
  count += 1;
  return {
    id: `doc_${String(count).padStart(26, '0')}`,
    externalId: null,
    filename: `factura-${count}.pdf`,
    createdAt: '2026-10-20T08:00:00.000Z',
    state: 'confirmed',
    buyerVat: ownCompany.vat,
    extraction: { invoice, fields: {}, warnings },
    bookings: [],
    ...rest,
  };
}
