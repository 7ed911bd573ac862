import { type Component, componentsOf, type Ink } from './connected-components.ts';
import type { Grey } from './grey.ts';
import { median } from './skew.ts';

/**
 * Turns light print on dark areas (a table's coloured head) into dark print on light; changes `grey` in place.
 * @returns whether anything changed
 */
export function turnNegatives(grey: Grey, ink: Ink, components: Component[], letterHeight: number): boolean {
  const areas = components.filter(
    ({ width, height, size }) =>
      height > 1.2 * letterHeight &&
      width > 3 * letterHeight &&
      height < 16 * letterHeight &&
      size > 0.55 * width * height,
  );
  const negatives = areas.filter((area) => isFramed(area, ink) && holdsPrint(area, ink, letterHeight));
  for (const area of negatives) invert(area, ink, grey);
  return negatives.length > 0;
}

/** An area's edge: how far it is from the area's box at each place along it, and how much of it is so straight. */
interface Edge {
  off(at: number): number;
  straight: number;
}

/**
 * Whether ink goes all around, along edges that are straight, though not always level. Letters that run together have gaps
 * between their tops.
 */
function isFramed(area: Component, ink: Ink): boolean {
  const { width, height } = area;
  const { top, bottom, left, right } = edgesOf(area, ink);
  const framed = (top.straight + bottom.straight) * width + (left.straight + right.straight) * height;
  return framed > 0.8 * 2 * (width + height);
}

function edgesOf({ x, y, width, height }: Component, ink: Ink): Record<'top' | 'bottom' | 'left' | 'right', Edge> {
  const start = y * ink.width + x;
  const end = start + (height - 1) * ink.width + width - 1;
  // The first ink of each column or row of the box, seen from one of its sides.
  const seen = (from: number, side: number, inwards: number, count: number, depth: number): Edge =>
    straightEdge(
      Array.from({ length: count }, (_, at) => {
        let off = 0;
        while (off < depth && ink.data[from + at * side + off * inwards] === 0) off++;
        return off;
      }),
    );
  return {
    top: seen(start, 1, ink.width, width, height),
    bottom: seen(end - width + 1, 1, -ink.width, width, height),
    left: seen(start, ink.width, 1, height, width),
    right: seen(start + width - 1, ink.width, -1, height, width),
  };
}

function straightEdge(offs: number[]): Edge {
  const half = Math.ceil(offs.length / 2);
  const [near, far] = [median(offs.slice(0, half)), median(offs.slice(-half))];
  // Both stand for the middles of their halves.
  const slope = (far - near) / (offs.length / 2);
  const off = (at: number): number => (near + far) / 2 + slope * (at - (offs.length - 1) / 2);
  const onLine = offs.filter((own, at) => Math.abs(own - off(at)) <= 2.5);
  return { off, straight: onLine.length / offs.length };
}

/** Whether the light parts inside look like letters. A picture or a bar code has other holes. */
function holdsPrint(area: Component, ink: Ink, letterHeight: number): boolean {
  const holes = new Uint8Array(area.width * area.height);
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++)
      holes[y * area.width + x] = 1 - ink.data[(area.y + y) * ink.width + area.x + x]!;
  const letters = componentsOf({ width: area.width, height: area.height, data: holes }).filter(
    ({ width, height }) => height > 0.4 * letterHeight && height < 2.5 * letterHeight && width < 3 * letterHeight,
  );
  return letters.length >= 3;
}

function invert(area: Component, ink: Ink, grey: Grey): void {
  // The dark ground becomes white, whatever its shade.
  const values: number[] = [];
  for (let y = area.y; y < area.y + area.height; y += 2)
    for (let x = area.x; x < area.x + area.width; x += 2) values.push(grey.data[y * grey.width + x]!);
  const ground = values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const span = Math.max(40, 255 - ground);
  const { top, bottom } = edgesOf(area, ink);
  for (let x = Math.max(0, area.x - 1); x < Math.min(grey.width, area.x + area.width + 1); x++) {
    // A slanted edge leaves paper in the corners, which would become black.
    const from = Math.round(area.y + Math.max(0, top.off(x - area.x)));
    const to = Math.round(area.y + area.height - Math.max(0, bottom.off(x - area.x)));
    for (let y = Math.max(0, from - 1); y < Math.min(grey.height, to + 1); y++) {
      const at = y * grey.width + x;
      const isEdge = y <= from || y >= to - 1;
      grey.data[at] = isEdge ? 255 : Math.max(0, 255 - (Math.max(0, grey.data[at]! - ground) * 255) / span);
    }
  }
}
