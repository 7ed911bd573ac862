import { attribute, ownText, type XmlElement } from './xml.ts';

/** Schemes of ISO/IEC 6523 that name a place of business, a company in a data base or where messages go, and no register. */
const noRegisters: readonly string[] = ['0009', '0060', '0088'];

/** Fourteen digits number one of a French company's places (SIRET). */
const establishment = /^\d{14}$/;

/**
 * The number in the trade register that a norm's legal registration identifier is (EN 16931: BT-30, BT-47), unless it
 * repeats the tax number, as it does where companies have one number for everything.
 */
export function registerNumber(id: XmlElement | null, taxNumber: string | null): string | null {
  const text = id && ownText(id);
  if (!text || noRegisters.includes(attribute(id, 'schemeID') ?? '')) return null;
  const digits = (number: string): string => number.replace(/\D/g, '');
  return establishment.test(text) || digits(text) === '' || digits(text) === digits(taxNumber ?? '') ? null : text;
}
