import { apply, type Homography } from './homography.ts';

type BoxNumbers = readonly [number, number, number, number];

/**
 * The upright rectangle around a straightened page's box, on the page as it was sent; points, rounded to hundredths.
 * @param asSent {@link Page.asSent}
 */
export function boxAsSent(asSent: readonly number[], box: BoxNumbers): [number, number, number, number] {
  const [x, y, width, height] = box;
  const matrix = asSent as unknown as Homography;
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
