import { said } from '../witness.ts';
import { descriptorFields } from './descriptor.ts';
import { invoiceValues } from './qr-faktura.ts';
import { amountOf, bicOf, type CodeStatement, dayOf, ibanOf } from './statement.ts';

/** The Czech payment code, QR Platba (ČBA standard č. 26, Short Payment Descriptor), with the invoice's data inside. */
export function readSpayd(text: string): CodeStatement | null {
  const fields = descriptorFields(text, 'SPD');
  if (!fields) return null;
  const [account, bic] = (fields.get('ACC') ?? '').split('+');
  const iban = ibanOf(account);
  const money = fields.get('AM');
  if (!iban || (money !== undefined && amountOf(money) === undefined)) return null;
  const inner = fields.get('X-INV')?.trim();
  const invoice = inner === undefined ? null : descriptorFields(inner, 'SID');
  return {
    header: said({
      'bank_details.iban': iban,
      currency: fields.get('CC'),
      due_date: dayOf(fields.get('DT'), 'yyyymmdd'),
      ...(invoice ? invoiceValues(invoice) : {}),
    }),
    supports: said({ 'bank_details.bic': bicOf(bic) }),
    payable: amountOf(money),
    references: [fields.get('X-VS'), fields.get('MSG'), fields.get('RF')],
  };
}
