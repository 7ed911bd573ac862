import {
  type Dictionary,
  matched,
  NotPlain,
  type Reference,
  readDictionary,
  readFirstDictionary,
  readObject,
  textAt,
  type Value,
} from './plain-pdf-objects.ts';

/** Some programs fill up the end of a file. */
const startWithin = 64 * 1024;
const mostEntries = 20_000;
const mostNodes = 500;
const mostDepth = 20;
const tableEnd = /^[\r\n ]{0,4}trailer/;
const entryBytes = 20;
/** `n` and `f` in an entry. */
const inUse = 0x6e;
const free = 0x66;

interface PlainPages {
  /** Those that the tree holds. */
  pages: number;
  /** Whether every node of the tree says so too. */
  said: boolean;
}

/**
 * Counts the pages of a PDF that is built in the plainest way, as most programs write them: one classic table of
 * objects, and nothing encrypted, appended or compressed above the pages (ISO 32000-1, 7.5.4 to 7.7.3). It takes
 * microseconds, also for a hostile file, because all that is looked at has a bound.
 * @returns null for a PDF that departs from that by a byte, which a real PDF reader has to open
 */
export function countPlainPages(bytes: Uint8Array): PlainPages | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    // One that was made for slow networks keeps its first page's objects in a table of their own.
    if (readFirstDictionary(file).has('Linearized')) throw new NotPlain();
    const { trailer, offsetOf } = readTable(file);
    const read = (reference: Reference): Dictionary => readObject(file, offsetOf(reference), reference);
    const catalog = read(referenceIn(trailer.get('Root')));
    const found = countBelow(read, catalog.get('Pages'), new Set(), 0);
    return found.pages === 0 ? null : found;
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

function countBelow(
  read: (reference: Reference) => Dictionary,
  node: Value | undefined,
  seen: Set<number>,
  depth: number,
): PlainPages {
  const reference = referenceIn(node);
  if (seen.has(reference.number) || seen.size === mostNodes || depth === mostDepth) throw new NotPlain();
  seen.add(reference.number);
  const dictionary = read(reference);
  const kids = dictionary.get('Kids');
  const type = dictionary.get('Type');
  if (type === '/Page' && kids === undefined && depth > 0) return { pages: 1, said: true };
  if (type !== '/Pages' || !Array.isArray(kids)) throw new NotPlain();
  const below = kids.map((kid) => countBelow(read, kid, seen, depth + 1));
  const pages = below.reduce((sum, each) => sum + each.pages, 0);
  return { pages, said: dictionary.get('Count') === pages && below.every(({ said }) => said) };
}

function referenceIn(value: Value | undefined): Reference {
  if (typeof value === 'object' && value !== null && 'number' in value) return value;
  throw new NotPlain();
}

/** The one table of objects at the end of a file, each of whose entries has the form of the norm. */
function readTable(file: Buffer): { trailer: Dictionary; offsetOf: (reference: Reference) => number } {
  const tail = file.subarray(-startWithin);
  const [, start] = matched(/^startxref[\r\n ]{1,3}(\d{1,9})[\r\n ]/, textAt(tail, tail.lastIndexOf('startxref'), 30));
  let at = Number(start) + matched(/^xref *(?:\r\n|\r|\n)/, textAt(file, Number(start), 30))[0].length;
  const sections: { first: number; end: number; at: number }[] = [];
  let entries = 0;
  let end = 0;
  let text = textAt(file, at, 30);
  for (; !tableEnd.test(text); text = textAt(file, at, 30)) {
    const [head, first, count] = matched(/^(\d{1,8}) (\d{1,8}) *(?:\r\n|\r|\n)/, text);
    const section = { first: Number(first), end: Number(first) + Number(count), at: at + head.length };
    entries += Number(count);
    // Sections neither overlap nor go back, and begin with object 0, which is never in use.
    const inOrder =
      sections.length === 0 ? section.first === 0 && file[section.at + 17] === free : section.first >= end;
    if (!inOrder || entries > mostEntries || !areEntries(file, section.at, Number(count))) throw new NotPlain();
    sections.push(section);
    end = section.end;
    at = section.at + Number(count) * entryBytes;
  }
  const { dictionary: trailer } = readDictionary(textAt(file, at, 1024), matched(tableEnd, text)[0].length);
  // Further tables, or a key to everything.
  if (['Prev', 'XRefStm', 'Encrypt'].some((name) => trailer.has(name))) throw new NotPlain();
  return {
    trailer,
    offsetOf({ number, generation }) {
      const section = sections.find((each) => each.first <= number && number < each.end);
      if (!section || number === 0) throw new NotPlain();
      const entry = textAt(file, section.at + (number - section.first) * entryBytes, entryBytes);
      const [, offset, ownGeneration] = matched(/^(\d{10}) (\d{5}) n/, entry);
      if (Number(ownGeneration) !== generation) throw new NotPlain();
      return Number(offset);
    },
  };
}

/** Ten digits, five digits, `n` or `f`, and two bytes that end the line. */
function areEntries(file: Buffer, at: number, count: number): boolean {
  if (at + count * entryBytes > file.byteLength) return false;
  for (let index = 0; index < count; index++) {
    const entry = at + index * entryBytes;
    for (let digit = 0; digit < 16; digit++) {
      const byte = file[entry + digit]!;
      if (digit === 10 ? byte !== 0x20 : byte < 0x30 || byte > 0x39) return false;
    }
    const type = file[entry + 17];
    if (file[entry + 16] !== 0x20 || (type !== inUse && type !== free)) return false;
    if (!isLineEnd(file[entry + 18]!, file[entry + 19]!)) return false;
  }
  return true;
}

/** Space and carriage return, space and line feed, or both of those (7.5.4). */
function isLineEnd(first: number, second: number): boolean {
  return first === 0x20 ? second === 0x0d || second === 0x0a : first === 0x0d && second === 0x0a;
}
