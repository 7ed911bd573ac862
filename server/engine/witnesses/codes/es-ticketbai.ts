import { said } from '../witness.ts';
import { type CodeStatement, dayOf } from './statement.ts';
import { urlOf } from './url.ts';

const hosts = /^(batuz|tbai\.egoitza\.gipuzkoa|ticketbai\.araba)\.eus$/;

/**
 * The fiscal code of the Basque provinces (TicketBAI, Haciendas Forales: Especificaciones del código TBAI y del código
 * QR): an address with the seller, day and total to check, ended by a checksum of all that precedes it.
 */
export function readEsTicketbai(text: string): CodeStatement | null {
  const [, address, sum] = /^(.*)&cr=(\d{3})$/.exec(text.trim()) ?? [];
  if (address === undefined || crc8(address) !== Number(sum)) return null;
  const query = urlOf(address, hosts, /^\/(tbai\/)?qr(tbai)?\/?$/i)?.searchParams;
  const [, nif, date] = /^TBAI-([A-Z0-9]{9})-(\d{6})-.{13}-\d{3}$/.exec(query?.get('id') ?? '') ?? [];
  const day = dayOf(date, 'ddmmyy');
  const number = query?.get('nf');
  const money = query?.get('i') ?? '';
  if (!nif || !day || !number || !/^-?\d{1,12}\.\d{2}$/.test(money)) return null;
  return {
    header: said({ 'vendor.vat_number': nif, invoice_date: day, total_amount: Number(money) }),
    // How a page writes the number behind its series is left to the seller.
    references: [`${query?.get('s') ?? ''}${number}`],
  };
}

/** CRC-8 with the polynomial 0x07, from zero, over the bytes of UTF-8. */
function crc8(text: string): number {
  let crc = 0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x80 ? 0x07 : 0)) & 0xff;
  }
  return crc;
}
