import { randomBytes } from './random.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const randomLimit = 1n << 80n;

let lastTime = 0;
let lastRandom = 0n;

/**
 * Prefix, underscore and a ULID in lower case: 48 bits of time, 80 bits that are random at first and count up within
 * one millisecond (and while the clock stands or goes back), so that ids of one process sort by creation.
 * @param now milliseconds since 1970
 */
export function newId(prefix: 'doc' | 'evt' | 'key' | 'ten' | 'dlv' | 'req' | 'act', now: number): string {
  if (now > lastTime) {
    lastTime = now;
    lastRandom = BigInt(`0x${randomBytes(10).toString('hex')}`);
  } else {
    lastRandom += 1n;
    if (lastRandom === randomLimit) {
      lastTime += 1;
      lastRandom = 0n;
    }
  }
  return `${prefix}_${base32(BigInt(lastTime), 10)}${base32(lastRandom, 16)}`;
}

/** An id that comes before all that were made from this moment on. */
export function idBefore(prefix: 'doc' | 'act', now: number): string {
  return `${prefix}_${base32(BigInt(now), 10)}`;
}

function base32(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest >>= 5n) text = alphabet[Number(rest & 31n)] + text;
  return text;
}
