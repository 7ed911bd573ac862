import { randomFillSync } from 'node:crypto';

/** So many are had in the time that a few take. */
const ready = Buffer.alloc(4096);
let given = ready.byteLength;

/** Random bytes that are fit for keys; none is given twice. @param count at most 4096 */
export function randomBytes(count: number): Buffer {
  if (given + count > ready.byteLength) {
    randomFillSync(ready);
    given = 0;
  }
  const bytes = Buffer.from(ready.subarray(given, given + count));
  ready.fill(0, given, given + count);
  given += count;
  return bytes;
}
