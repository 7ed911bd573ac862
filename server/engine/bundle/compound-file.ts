const headerBytes = 512;
/** The table's own sectors that the header has room to name; more of them are named in further sectors (MS-CFB, 2.2). */
const namedInHeader = 109;
const entryBytes = 128;
const endOfChain = -2;
const [storage, stream, root] = [1, 2, 5];

/**
 * Whether a compound file (MS-CFB) can be read to its end: its chains of sectors and the tree of its folders do not come back
 * to themselves, and its streams together are no longer than the file, since each sector is of one stream. A reader that
 * follows what a damaged or hostile file says may otherwise do so for ever, or fill the memory.
 * @param bytes that begin with the form's signature
 */
export function isSoundCompoundFile(bytes: Uint8Array): boolean {
  if (bytes.byteLength < headerBytes) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorBytes = view.getUint8(0x1e) === 12 ? 4096 : 512;
  const perSector = sectorBytes / 4;
  const sectors = Math.ceil(bytes.byteLength / sectorBytes);
  const numbersOf = (sector: number): Int32Array | null => {
    const start = (sector + 1) * sectorBytes;
    if (sector < 0 || start + sectorBytes > bytes.byteLength) return null;
    return Int32Array.from({ length: perSector }, (_, index) => view.getInt32(start + 4 * index, true));
  };
  /** The sectors joined to one table; null where one of them lies beyond the file. */
  const tableOf = (named: number[]): Int32Array | null => {
    const table = new Int32Array(named.length * perSector);
    for (const [index, sector] of named.entries()) {
      const numbers = numbersOf(sector);
      if (!numbers) return null;
      table.set(numbers, index * perSector);
    }
    return table;
  };

  const named = sectorsOfTable(view, sectors, numbersOf);
  const table = named && tableOf(named);
  if (!table || !allEnd(table)) return false;
  const folders = chainFrom(table, view.getInt32(0x30, true));
  const smallCount = view.getUint32(0x40, true);
  const smallNamed = smallCount === 0 ? [] : chainFrom(table, view.getInt32(0x3c, true));
  const small = smallNamed && tableOf(smallNamed.slice(0, smallCount));
  if (!folders || !small || !allEnd(small)) return false;
  const entryAt = (index: number): number | null => {
    const sector = folders[Math.floor((index * entryBytes) / sectorBytes)];
    if (sector === undefined) return null;
    const at = (sector + 1) * sectorBytes + ((index * entryBytes) % sectorBytes);
    return at + entryBytes <= bytes.byteLength ? at : null;
  };
  return isTree(view, entryAt);
}

/** Where the table of chains itself stands; null where it is said to have more sectors than the file. */
function sectorsOfTable(
  view: DataView,
  sectors: number,
  numbersOf: (sector: number) => Int32Array | null,
): number[] | null {
  const [count, further] = [view.getUint32(0x2c, true), view.getUint32(0x48, true)];
  if (count > sectors || further > sectors) return null;
  const named = Array.from({ length: Math.min(count, namedInHeader) }, (_, index) =>
    view.getInt32(0x4c + 4 * index, true),
  );
  let next = view.getInt32(0x44, true);
  for (let read = 0; read < further && named.length < count; read++) {
    const numbers = numbersOf(next);
    if (!numbers) return null;
    named.push(...numbers.subarray(0, Math.min(numbers.length - 1, count - named.length)));
    next = numbers.at(-1)!;
  }
  return named;
}

/** Whether each chain of a table of followers ends: a follower outside of the table ends it. */
function allEnd(followers: Int32Array): boolean {
  // From where each was first come by: one that is met again on the same way is part of a circle.
  const from = new Int32Array(followers.length).fill(-1);
  for (let start = 0; start < followers.length; start++) {
    let at = start;
    while (from[at] === -1) {
      from[at] = start;
      at = followers[at]!;
    }
    if (from[at] === start) return false;
  }
  return true;
}

/** @param followers of which each chain ends @returns null where a chain leads to a sector that none can be */
function chainFrom(followers: Int32Array, start: number): number[] | null {
  const chain: number[] = [];
  let at = start;
  for (; at >= 0; at = followers[at] ?? endOfChain) chain.push(at);
  return at === endOfChain ? chain : null;
}

/** Whether folders and streams hang together as a tree, from the root, and are no longer than the file. */
function isTree(view: DataView, entryAt: (index: number) => number | null): boolean {
  const seen = new Set<number>([0]);
  const ahead = [0];
  let length = 0;
  while (ahead.length > 0) {
    const index = ahead.pop()!;
    const at = entryAt(index);
    if (at === null) return false;
    const type = view.getUint8(at + 0x42);
    if ((index === 0) !== (type === root)) return false;
    if (type === stream) length += view.getUint32(at + 0x78, true);
    const beside = index === 0 ? [] : [view.getInt32(at + 0x44, true), view.getInt32(at + 0x48, true)];
    const below = type === storage || type === root ? [view.getInt32(at + 0x4c, true)] : [];
    for (const next of [...beside, ...below]) {
      if (next === -1) continue;
      if (seen.has(next)) return false;
      seen.add(next);
      ahead.push(next);
    }
  }
  return length <= view.byteLength;
}
