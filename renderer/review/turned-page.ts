/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export interface Size {
  width: number;
  height: number;
}

export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Puts a page that is turned around its top left corner back into the place where it began. */
export function turnedStyle({ width, height }: Size, turn: Turn): string {
  const shift = { 0: [0, 0], 90: [height, 0], 180: [width, height], 270: [0, width] }[turn];
  return `translate(${shift[0]}px, ${shift[1]}px) rotate(${turn}deg)`;
}

/** A point on the turned page, as it lies on the page that is not turned. */
export function unturned(x: number, y: number, { width, height }: Size, turn: Turn): [number, number] {
  switch (turn) {
    case 0:
      return [x, y];
    case 90:
      return [y, height - x];
    case 180:
      return [width - x, height - y];
    case 270:
      return [width - y, x];
  }
}
