import { decompress } from 'lzma1';
import { crc32 } from '../../../checks/crc32.ts';
import { said } from '../witness.ts';
import { amountOf, bicOf, type CodeStatement, dayOf, ibanOf } from './statement.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/**
 * The Slovak payment code, PAY by square (Slovenská banková asociácia, version 1): base32hex of a header, a length,
 * and LZMA of a checksum with fields between tabs.
 */
export function readPayBySquare(text: string): CodeStatement | null {
  const content = unpacked(text.trim());
  if (content === null) return null;
  const [invoice, payments, kind, money, currency, due, symbol, , , reference, note, accounts, account, bic] =
    content.split('\t');
  const iban = ibanOf(account);
  const payable = amountOf(money);
  if (payments !== '1' || !/^[1-7]$/.test(kind ?? '') || !iban || !/^[1-9]$/.test(accounts ?? '')) return null;
  if ((money !== '' && payable === undefined) || !/^[A-Z]{3}$/.test(currency ?? '')) return null;
  return {
    header: said({ 'bank_details.iban': iban, currency, due_date: dayOf(due, 'yyyymmdd') }),
    supports: said({ 'bank_details.bic': bicOf(bic) }),
    payable,
    references: [invoice, symbol, reference, note],
  };
}

/** The fields, when type (0), version (0 or 1) and checksum are right. */
function unpacked(text: string): string | null {
  if (!/^[0-9A-V]{20,2000}$/.test(text)) return null;
  const bytes = fromBase32(text);
  const [kind, , low, high] = bytes;
  if (kind === undefined || kind >> 4 !== 0 || (kind & 0x0f) > 1 || high === undefined) return null;
  const length = low! + high * 256;
  // The stream is bare: the header of a file says what the norm fixes (lc 3, lp 0, pb 2, dictionary 128 KiB).
  const header = [0x5d, 0x00, 0x00, 0x02, 0x00, low!, high, 0, 0, 0, 0, 0, 0];
  let plain: Uint8Array;
  try {
    plain = decompress(Uint8Array.from([...header, ...bytes.subarray(4)]));
  } catch {
    // Letters that are no stream are some other code's.
    return null;
  }
  if (plain.length !== length || length < 5) return null;
  const content = plain.subarray(4);
  const checksum = new DataView(plain.buffer, plain.byteOffset, 4).getUint32(0, true);
  return crc32(content) === checksum ? new TextDecoder().decode(content) : null;
}

function fromBase32(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of text) {
    held = ((held << 5) | alphabet.indexOf(letter)) & 0xffff;
    bits += 5;
    if (bits >= 8 && at < bytes.length) {
      bits -= 8;
      bytes[at] = (held >> bits) & 0xff;
      at++;
    }
  }
  return bytes;
}
