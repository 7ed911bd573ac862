import type { Box } from '../page.ts';

/** The middles of things on one line are less apart, in heights of the lower one. */
const oneLine = 0.35;

/** Sorts things by the lines they stand on, top to bottom, and within a line from left to right. */
export function inReadingOrder<T>(items: T[], boxOf: (item: T) => Box): T[] {
  const middle = (item: T): number => boxOf(item).y + boxOf(item).height / 2;
  const sorted = [...items].sort((a, b) => middle(a) - middle(b));
  const lines: { middle: number; height: number; items: T[] }[] = [];
  for (const item of sorted) {
    const line = lines.at(-1);
    const height = boxOf(item).height;
    if (line && middle(item) - line.middle < oneLine * Math.min(height, line.height)) line.items.push(item);
    else lines.push({ middle: middle(item), height, items: [item] });
  }
  return lines.flatMap((line) => line.items.sort((a, b) => boxOf(a).x - boxOf(b).x));
}
