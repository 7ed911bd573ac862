import { Decimal } from 'decimal.js';
import { type Statements, said } from '../witness.ts';
import { descriptorFields } from './descriptor.ts';
import { amountOf, bicOf, type CodeStatement, dayOf, ibanOf } from './statement.ts';

/** The Czech invoice code, QR Faktura (Short Invoice Descriptor, Komora daňových poradců, qr-faktura.cz). */
export function readQrFaktura(text: string): CodeStatement | null {
  const fields = descriptorFields(text, 'SID');
  if (!fields) return null;
  const money = fields.get('AM');
  const day = fields.get('DD');
  if (!fields.get('ID') || dayOf(day, 'yyyymmdd') === undefined || amountOf(money) === undefined) return null;
  const [account, bic] = (fields.get('ACC') ?? '').split('+');
  return {
    header: said({
      ...invoiceValues(fields),
      'bank_details.iban': ibanOf(account),
      'bank_details.bic': bicOf(bic),
      currency: fields.get('CC'),
      due_date: dayOf(fields.get('DT'), 'yyyymmdd'),
    }),
    payable: amountOf(money),
    references: [fields.get('VS'), fields.get('MSG')],
  };
}

/** What the descriptor adds to a payment; the sums are of its bases and taxes by rate. */
export function invoiceValues(fields: ReadonlyMap<string, string>): Statements {
  return {
    invoice_number: fields.get('ID'),
    invoice_date: dayOf(fields.get('DD'), 'yyyymmdd'),
    'vendor.vat_number': fields.get('VII'),
    'customer.vat_number': fields.get('VIR'),
    vat_amount: sum(fields, ['T0', 'T1', 'T2']),
  };
}

function sum(fields: ReadonlyMap<string, string>, keys: readonly string[]): number | undefined {
  const parts = keys.flatMap((key) => amountOf(fields.get(key)) ?? []);
  return parts.length === 0 ? undefined : parts.reduce((all, part) => all.add(part), new Decimal(0)).toNumber();
}
