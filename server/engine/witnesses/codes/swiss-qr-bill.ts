import { type Statements, said } from '../witness.ts';
import { amountOf, type CodeStatement, dayOf, ibanOf, linesOf } from './statement.ts';

/** The Swiss QR-bill (SIX, Implementation Guidelines QR-bill 2.x) with the billing information of Swico (S1). */
export function readSwissQrBill(text: string): CodeStatement | null {
  const lines = linesOf(text);
  if (lines[0] !== 'SPC' || !/^02\d\d$/.test(lines[1] ?? '') || lines[2] !== '1' || lines.length < 31) return null;
  const iban = ibanOf(lines[3]);
  if (!iban || !/^(CH|LI)/.test(iban) || !/^[SK]$/.test(lines[4] ?? '')) return null;
  const [money, currency] = [lines[18], lines[19]];
  if (!/^(CHF|EUR)$/.test(currency ?? '') || !/^(QRR|SCOR|NON)$/.test(lines[27] ?? '') || lines[30] !== 'EPD')
    return null;
  const payable = amountOf(money);
  if (money !== '' && payable === undefined) return null;
  const bill = swico(lines[31] ?? '');
  return {
    header: said({ 'bank_details.iban': iban, currency, ...bill }),
    supports: said({ 'vendor.name': lines[5] }),
    payable,
    references: [lines[28], lines[29]],
  };
}

/** `//S1/10/X.66711/11/200131/30/106017086`: tags and values between slashes, which a backslash escapes. */
function swico(information: string): Statements {
  if (!information.startsWith('//S1/')) return {};
  const parts = [...information.slice(5).matchAll(/((?:\\.|[^/\\])*\\?)(?:\/|$)/gs)].map((match) =>
    match[1]!.replace(/\\(.)/g, '$1'),
  );
  const tag = (name: string): string | undefined => {
    const at = parts.findIndex((part, i) => i % 2 === 0 && part === name);
    return at < 0 ? undefined : parts[at + 1];
  };
  const vat = tag('30');
  return {
    invoice_number: tag('10'),
    invoice_date: dayOf(tag('11'), 'yymmdd'),
    'vendor.vat_number': vat && /^\d{9}$/.test(vat) ? `CHE${vat}` : undefined,
  };
}
