import type { Page } from '../page.ts';
import { apply, type Homography } from './homography.ts';

type BoxNumbers = readonly [number, number, number, number];

/**
 * The upright rectangle around a box of the page as it is read, on the page as it was sent; points, rounded to hundredths
 * where both are not the same.
 */
export function boxAsSent({ asSent, below = [] }: Page, box: BoxNumbers): [number, number, number, number] {
  const [x, y, width, height] = box;
  const sideways = below.find(({ top, bottom }) => y + height / 2 > top && y + height / 2 < bottom);
  const matrix = (sideways?.asSent ?? asSent) as Homography | undefined;
  if (!matrix) return [x, y, width, height];
  const corners = [
    apply(matrix, x, y),
    apply(matrix, x + width, y),
    apply(matrix, x, y + height),
    apply(matrix, x + width, y + height),
  ];
  const xs = corners.map((corner) => corner[0]);
  const ys = corners.map((corner) => corner[1]);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const round = (value: number): number => Math.round(value * 100) / 100;
  return [round(left), round(top), round(Math.max(...xs) - left), round(Math.max(...ys) - top)];
}
