import type { Rule } from '../page.ts';
import type { Segment } from './pdf-paths.ts';

/** Shorter than this is a dash, a letter's stroke or a tick, not a table's rule; points. */
const shortest = 8;
/** Pieces of one rule lie at most this far apart: dashes, and cells that draw their own border; points. */
const joint = 3;
/** And no farther across; points. */
const across = 0.8;
/** A line that rises or leans by less is level or upright; points. */
const straight = 0.5;

/** The rules among drawn segments: axis-parallel, pieces joined, doubles dropped; top to bottom, then left to right. */
export function rulesOf(segments: Segment[], pageWidth: number, pageHeight: number): Rule[] {
  const horizontal: Piece[] = [];
  const vertical: Piece[] = [];
  for (const { x0, y0, x1, y1, thickness } of segments) {
    const width = Math.abs(x1 - x0);
    const height = Math.abs(y1 - y0);
    if (height < straight && width > height)
      horizontal.push({ from: Math.min(x0, x1), to: Math.max(x0, x1), at: (y0 + y1) / 2, thickness });
    else if (width < straight && height > width)
      vertical.push({ from: Math.min(y0, y1), to: Math.max(y0, y1), at: (x0 + x1) / 2, thickness });
  }
  const rules: Rule[] = [];
  for (const { from, to, at, thickness } of join(horizontal)) {
    if (at < -1 || at > pageHeight + 1) continue;
    rules.push({ direction: 'horizontal', x: from, y: at - thickness / 2, width: to - from, height: thickness });
  }
  for (const { from, to, at, thickness } of join(vertical)) {
    if (at < -1 || at > pageWidth + 1) continue;
    rules.push({ direction: 'vertical', x: at - thickness / 2, y: from, width: thickness, height: to - from });
  }
  return rules.sort((a, b) => a.y - b.y || a.x - b.x);
}

interface Piece {
  from: number;
  to: number;
  /** The coordinate across. */
  at: number;
  thickness: number;
}

function join(pieces: Piece[]): Piece[] {
  const rows: Piece[][] = [];
  let row: Piece[] = [];
  for (const piece of pieces.sort((a, b) => a.at - b.at)) {
    if (row.length > 0 && piece.at - row[0]!.at > across) {
      rows.push(row);
      row = [];
    }
    row.push(piece);
  }
  rows.push(row);
  const joined: Piece[] = [];
  for (const pieces of rows) {
    let current: Piece | null = null;
    for (const piece of pieces.sort((a, b) => a.from - b.from)) {
      if (current && piece.from <= current.to + joint) {
        current.to = Math.max(current.to, piece.to);
        current.thickness = Math.max(current.thickness, piece.thickness);
      } else {
        current = { ...piece };
        joined.push(current);
      }
    }
  }
  return joined.filter((piece) => piece.to - piece.from >= shortest);
}
