import type { Box, Page } from '../page.ts';
import { apply, type Homography } from '../picture/homography.ts';
import { laidBelow } from './below-page.ts';
import type { Turn } from './pdf-run.ts';
import type { LayerWord } from './pdf-words.ts';
import { inReadingOrder } from './reading-order.ts';

/** Part of a page's characters that run in one direction when that is the page's own. */
const mostly = 0.7;

/** The direction in which a page's text runs, clockwise from left to right; that of a margin or of a stamp is not the page's. */
export function turnOfPage(words: readonly LayerWord[]): Turn {
  const characters = new Map<Turn, number>();
  let all = 0;
  for (const { turn, hidden, word } of words) {
    if (hidden) continue;
    all += word.text.length;
    characters.set(turn, (characters.get(turn) ?? 0) + word.text.length);
  }
  for (const [turn, count] of characters) if (count > mostly * all) return turn;
  return 0;
}

/** Words further apart than so many heights of their print are of two texts, and so are lines. */
const [wordStep, lineStep] = [2, 1.8];

/** What runs otherwise than the page, in a margin or in a stamp, as texts; what nobody can see is left out. */
export function textsAside(words: readonly LayerWord[], direction: Turn): string[] {
  const aside = words.filter(({ turn, hidden }) => turn !== direction && !hidden);
  return [...Map.groupBy(aside, ({ turn }) => turn)].flatMap(([turn, own]) => {
    const texts: string[] = [];
    let before: Box | null = null;
    for (const word of inReadingOrder(
      own.map((each) => ({ ...each.word, ...along(turn, each.word) })),
      (each) => each,
    )) {
      if (before && isNear(before, word)) texts.push(`${texts.pop()} ${word.text}`);
      else texts.push(word.text);
      before = word;
    }
    return texts;
  });
}

const isNear = (before: Box, next: Box): boolean =>
  Math.abs(next.y - before.y) < next.height / 2
    ? next.x - before.x - before.width < wordStep * next.height
    : next.y - before.y < lineStep * next.height;

/** The page, which runs from left to right, with what runs otherwise in lines of its own below its end. */
export function withSidewaysBelow(page: Page, layer: readonly LayerWord[]): Page {
  const turns = new Map(layer.map(({ word, turn }) => [word, turn]));
  const texts = ([90, 180, 270] as const).map((turn) => ({
    words: page.words.filter((word) => turns.get(word) === turn).map((word) => ({ ...word, ...along(turn, word) })),
    asSent: backFrom(turn),
  }));
  const { words, below } = laidBelow(page.height, texts);
  if (below.length === 0) return page;
  const own = page.words.filter((word) => (turns.get(word) ?? 0) === 0);
  return { ...page, words: [...own, ...words], below };
}

/** From what {@link along} gives to the page. */
function backFrom(turn: 90 | 180 | 270): Homography {
  if (turn === 180) return [-1, 0, 0, 0, -1, 0, 0, 0, 1];
  return turn === 90 ? [0, -1, 0, 1, 0, 0, 0, 0, 1] : [0, 1, 0, -1, 0, 0, 0, 0, 1];
}

/** A word's box as it is looked at with the head turned to it, but for the page's edge. */
function along(turn: Turn, { x, y, width, height }: Box): Box {
  if (turn === 0) return { x, y, width, height };
  if (turn === 180) return { x: -x - width, y: -y - height, width, height };
  if (turn === 90) return { x: y, y: -x - width, width: height, height: width };
  return { x: -y - height, y: x, width: height, height: width };
}

/** The page turned so that its text runs from left to right: some programs set wide tables so without turning the page. */
export function upright(page: Page, turn: Turn): Page {
  if (turn === 0) return page;
  const { width, height } = page;
  const [there, back] = turnings(turn, width, height);
  const turned = <T extends Box>(box: T): T => {
    const [x0, y0] = apply(there, box.x, box.y);
    const [x1, y1] = apply(there, box.x + box.width, box.y + box.height);
    return {
      ...box,
      x: Math.min(x0, x1),
      y: Math.min(y0, y1),
      width: Math.abs(x1 - x0),
      height: Math.abs(y1 - y0),
    };
  };
  const across = turn !== 180;
  return {
    ...page,
    width: across ? height : width,
    height: across ? width : height,
    words: inReadingOrder(page.words.map(turned), (word) => word),
    rules: page.rules
      .map((rule) => ({
        ...turned(rule),
        direction: across === (rule.direction === 'vertical') ? ('horizontal' as const) : ('vertical' as const),
      }))
      .sort((a, b) => a.y - b.y || a.x - b.x),
    asSent: back,
  };
}

/** From the page as it was sent to the upright one, and back. */
function turnings(turn: Turn, width: number, height: number): [Homography, Homography] {
  if (turn === 90)
    return [
      [0, 1, 0, -1, 0, width, 0, 0, 1],
      [0, -1, width, 1, 0, 0, 0, 0, 1],
    ];
  if (turn === 270)
    return [
      [0, -1, height, 1, 0, 0, 0, 0, 1],
      [0, 1, 0, -1, 0, height, 0, 0, 1],
    ];
  const half: Homography = [-1, 0, width, 0, -1, height, 0, 0, 1];
  return [half, half];
}
