/** Those who wait, and lines of others who wait inside. */
interface Line<Item> {
  waiting: Item[];
  lines: Map<string, Line<Item>>;
}

/**
 * A queue in which parties take turns, and inside a party those that belong to it: however many of one are waiting, each
 * other one waits for one of them.
 */
export interface Turns<Item> {
  /** @param whose from the outermost party inwards */
  add(whose: readonly string[], item: Item): void;
  next(): Item | undefined;
}

export function createTurns<Item>(): Turns<Item> {
  const all: Line<Item> = { waiting: [], lines: new Map() };
  return {
    add(whose, item) {
      const own = whose.reduce((line, name) => {
        const inner = line.lines.get(name) ?? { waiting: [], lines: new Map<string, Line<Item>>() };
        line.lines.set(name, inner);
        return inner;
      }, all);
      own.waiting.push(item);
    },
    next: () => nextOf(all),
  };
}

function nextOf<Item>(line: Line<Item>): Item | undefined {
  const [first] = line.lines;
  if (first === undefined) return line.waiting.shift();
  const [name, inner] = first;
  line.lines.delete(name);
  const item = nextOf(inner);
  // Behind all others.
  if (inner.waiting.length + inner.lines.size > 0) line.lines.set(name, inner);
  return item;
}
