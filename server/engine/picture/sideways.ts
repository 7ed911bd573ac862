import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import type { Component } from './connected-components.ts';

/** Pieces of ink that letters are made of, in heights of a usual letter. */
const letter = { smallest: 0.25, largest: 2.2 };
/**
 * White to the next letter, in heights of a letter: along a line there is less than this, and twice as much to the lines
 * beside. Farther than `reach` is not looked.
 */
const near = { along: 0.45, beside: 2, reach: 1.3 };
/** Letters of one word stand no farther apart, words and lines of one strip neither; in heights of a letter. */
const together = { letters: 1.2, words: 4, lines: 1.3 };
/** A word of more is wider than a line that runs up the page; in letters, and in heights of a letter. */
const word = { letters: 3, widest: 1.9 };
/** Fewer letters, or a shorter strip, are no line that runs up the page. */
const strip = { letters: 12, shortest: 8 };
/** More letters, of a page and of its margins, are noise, and take long to compare; more strips are columns of a table. */
const most = { letters: 16_000, standing: 3_000, strips: 12 };
/** So much of the print in a strip stands as letters of such a line do. */
const mostly = 0.6;

/** In a margin hardly anything stands between a strip and the page's edge: so much of the print beside it, at most. */
const mostBeyond = 0.1;

/** Print of a page that lies, and strips of print that seems to run up or down it. */
export interface Parted {
  upright: Component[];
  strips: Component[][];
}

/**
 * Parts what seems to run up or down the page, as companies print their data along a margin, from what lies: there the next
 * letter is nearer above or below than to the sides. Whether it does, only reading tells.
 * @param marks pieces of ink, rules taken out
 * @param letterHeight height of a usual letter, in pixels as the marks
 */
export function partSideways(marks: readonly Component[], letterHeight: number): Parted {
  const letters = marks.filter(({ width, height }) => {
    const size = Math.max(width, height) / letterHeight;
    return size > letter.smallest && size < letter.largest;
  });
  const standing = letters.length > most.letters ? [] : letters.filter(standsInColumn(letters, letterHeight));
  if (standing.length > most.standing) return { upright: [...marks], strips: [] };
  const words = joinedNear(
    standing.map((mark) => ({ box: mark, marks: [mark] })),
    { along: together.letters * letterHeight, across: 0 },
  ).filter(({ box, marks: own }) => own.length >= word.letters && box.width < word.widest * letterHeight);
  const boxes = joinedNear(words, { along: together.words * letterHeight, across: together.lines * letterHeight })
    .map(({ box, marks: own }) => ({ box, standing: new Set(own) }))
    .filter(({ box, standing: own }) => {
      const inside = letters.filter((mark) => isIn(mark, box));
      const isLong = own.size >= strip.letters && box.height > strip.shortest * letterHeight;
      const isText = isLong && inside.filter((mark) => own.has(mark)).length > mostly * inside.length;
      return isText && isInMargin(box, letters);
    })
    .map(({ box }) => box);
  if (boxes.length > most.strips) return { upright: [...marks], strips: [] };
  const strips = boxes.map((box) => marks.filter((mark) => isIn(mark, box)));
  const taken = new Set(strips.flat());
  return { upright: marks.filter((mark) => !taken.has(mark)), strips };
}

/** A group of letters with the box around it. */
interface Group {
  box: Box;
  marks: Component[];
}

function isIn(mark: Box, box: Box): boolean {
  const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

/** Whether what stands beside a strip stands on one side of it; columns of a table have others on both. */
function isInMargin(box: Box, letters: readonly Component[]): boolean {
  const beside = letters.filter((mark) => gaps(mark, box)[1] < 0 && !isIn(mark, box));
  const left = beside.filter((mark) => mark.x < box.x).length;
  return Math.min(left, beside.length - left) <= mostBeyond * beside.length;
}

/** Tells of a letter whether the next one is much nearer above or below it than beside it. */
function standsInColumn(letters: readonly Component[], letterHeight: number): (mark: Component) => boolean {
  const cell = near.reach * letterHeight;
  const cells = Map.groupBy(letters, ({ x, y }) => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`);
  const reach = Math.ceil(letter.largest / near.reach) + 1;
  return (mark) => {
    const [column, row] = [Math.floor(mark.x / cell), Math.floor(mark.y / cell)];
    let [beside, along] = [Infinity, Infinity];
    for (let r = row - reach; r <= row + reach; r++)
      for (let c = column - reach; c <= column + reach; c++)
        for (const other of cells.get(`${c} ${r}`) ?? []) {
          if (other === mark) continue;
          const [across, down] = gaps(mark, other);
          if (down < 0 && across < beside) beside = Math.max(0, across);
          if (across < 0 && down < along) along = Math.max(0, down);
        }
    return along < near.along * letterHeight && near.beside * along < beside;
  };
}

/** White between two boxes, across and down; negative where they share it. */
const gaps = (one: Box, other: Box): [number, number] => [
  Math.max(one.x - other.x - other.width, other.x - one.x - one.width),
  Math.max(one.y - other.y - other.height, other.y - one.y - one.height),
];

/** Groups put together that are no farther apart than `along` down the page and `across` it. */
function joinedNear(groups: readonly Group[], { along, across }: { along: number; across: number }): Group[] {
  let joined: Group[] = [];
  for (const group of groups.toSorted((a, b) => a.box.y - b.box.y)) {
    const isNear = ({ box }: Group): boolean => {
      const [beside, below] = gaps(box, group.box);
      return beside <= across && below <= along;
    };
    const all = [...joined.filter(isNear), group];
    const whole = { box: boxAround(all.map(({ box }) => box)), marks: all.flatMap(({ marks }) => marks) };
    joined = [...joined.filter((each) => !isNear(each)), whole];
  }
  return joined;
}
