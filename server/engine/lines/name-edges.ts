import type { NumberedRow } from '../layout/layout.ts';
import type { Cell } from '../layout/rows.ts';

/** In points: names of one column begin within so much of each other. */
export const margin = 3;

/** A word, or an abbreviation of one with its points. */
export const isName = ({ text }: Cell): boolean => /\p{L}{3}|(?:\p{Lu}\.){3}/u.test(text);

/** Where the texts of rows begin. Of rows that another column reaches into, the texts of both are counted. */
export class NameEdges {
  readonly #times = new Map<number, number>();
  readonly #timesBetween = new Map<number, number>();
  #isNumbered = false;
  /** Where most of them do, the leftmost of as many; null without any. */
  usual: number | null = null;

  add({ cells }: NumberedRow): void {
    const names = cells.filter(isName);
    count(
      this.#times,
      names.map(({ x }) => x),
    );
    for (const { x, text } of names) {
      const more = this.usual === null ? 1 : this.#compare(x, this.usual);
      if (more < 0 || (more === 0 && x >= this.usual!)) continue;
      this.usual = x;
      this.#isNumbered = /\p{Nd}/u.test(text);
    }
  }

  /** "Section 12 | Yearly accounts" over "for 2024 and 2025" under the second: that is the name, and the first its number. */
  addBetween({ cells }: NumberedRow): void {
    count(
      this.#timesBetween,
      cells.filter(isName).map(({ x }) => x),
    );
  }

  #compare(a: number, b: number): number {
    const more = near(this.#times, a) - near(this.#times, b);
    return more !== 0 || !this.#isNumbered ? more : near(this.#timesBetween, a) - near(this.#timesBetween, b);
  }
}

function count(times: Map<number, number>, edges: readonly number[]): void {
  for (const x of edges) times.set(Math.round(x / margin), (times.get(Math.round(x / margin)) ?? 0) + 1);
}

/** Scans sway: what begins a little beside is counted too. */
const near = (times: ReadonlyMap<number, number>, x: number): number =>
  [-1, 0, 1].reduce((sum, beside) => sum + (times.get(Math.round(x / margin) + beside) ?? 0), 0);
