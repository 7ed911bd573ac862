import type { Box } from './page.ts';
import type { PassChange, PassName } from './passes.ts';
import type { Grey } from './picture/grey.ts';

/** Which passes are made, and whether what each did is kept, which takes time. */
export interface Passes {
  without: ReadonlySet<PassName>;
  traced: boolean;
}

export const allPasses: Passes = { without: new Set(), traced: false };

/** What is made of one page by passes, and what each of them did. */
export class PassRun {
  readonly changes: PassChange[] = [];
  readonly #passes: Passes;

  constructor(passes: Passes) {
    this.#passes = passes;
  }

  /**
   * Makes a pass over a picture.
   * @param current the picture, before and after
   * @returns what the pass gives; undefined where it is left out
   */
  picture<T>(pass: PassName, current: () => Grey, make: () => T): T | undefined {
    if (this.#passes.without.has(pass)) return undefined;
    if (!this.#passes.traced) return make();
    const before = current().data.slice();
    const given = make();
    if (!sameBytes(before, current().data)) this.changes.push({ pass, from: null, to: null });
    return given;
  }

  /** Makes a pass over words. @returns the words as they are then */
  async words<T extends Box & { text: string }>(
    pass: PassName,
    words: T[],
    make: (words: T[]) => T[] | Promise<T[]>,
  ): Promise<T[]> {
    if (this.#passes.without.has(pass)) return words;
    const after = await make(words);
    if (this.#passes.traced) this.changes.push(...changesOf(words, after).map((change) => ({ pass, ...change })));
    return after;
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(other);
}

/** Which texts took which ones' places. */
function changesOf(before: readonly Printed[], after: readonly Printed[]): { from: string; to: string }[] {
  const textAt = ({ text, x, y, width, height }: Printed): string => [text, x, y, width, height].join(' ');
  const [old, now] = [new Set(before.map(textAt)), new Set(after.map(textAt))];
  const gone = before.filter((word) => !now.has(textAt(word)));
  const come = after.filter((word) => !old.has(textAt(word)));
  const told = new Set<Printed>();
  const changes = gone.map((word) => {
    const inPlace = come.filter((other) => overlap(word, other));
    for (const each of inPlace) told.add(each);
    return { from: word.text, to: inPlace.map(({ text }) => text).join(' ') };
  });
  const added = come.filter((word) => !told.has(word)).map(({ text }) => ({ from: '', to: text }));
  return [...changes, ...added].filter(({ from, to }) => from !== to);
}

type Printed = Box & { text: string };

function overlap(one: Box, other: Box): boolean {
  const [x, y] = [other.x + other.width / 2, other.y + other.height / 2];
  return x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height;
}
