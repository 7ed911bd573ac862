import type { Box } from '../page.ts';
import type { Block, BlockLine } from '../picture/blocks.ts';
import { lightestPrint } from '../picture/connected-components.ts';
import type { Grey } from '../picture/grey.ts';

/** A block as it is given to the engine: its lines without the white between their columns. */
export interface CloseUp {
  grey: Grey;
  /** The same box on the page. */
  onPage<T extends Box>(box: T): T;
}

type Span = BlockLine['spans'][number];

/** A stretch of a line: so many pixels further left in the close-up, which it reaches from `from` on. */
interface Moved {
  from: number;
  shift: number;
}

/**
 * Cuts a block out of its page and closes the wide gaps in its lines, each line by itself. The engine takes as long for
 * white as for print, and a third of a usual invoice's lines is white.
 * @param edge pixels around each stretch of print that stay
 * @param margin white pixels around the whole
 */
export function closeUp(page: Grey, block: Block, edge: number, margin: number): CloseUp {
  const top = Math.max(0, block.y - edge);
  const bottom = Math.min(page.height, block.y + block.height + edge);
  let start = top;
  const rows = block.lines.map(({ spans, bottom: foot }, index) => {
    const next = block.lines[index + 1];
    const end = next ? Math.round((next.top + foot) / 2) : bottom;
    let at = margin;
    const pieces = withoutWhite(page, block, spans, start, end, edge).map(({ from, to }) => {
      const [left, right] = [Math.max(0, from - edge), Math.min(page.width, to + edge)];
      const piece = { left, right, at };
      at += right - left + edge;
      return piece;
    });
    start = end;
    return { end, pieces, width: at };
  });
  const width = Math.max(...rows.map((row) => row.width)) + margin;
  const height = bottom - top + 2 * margin;
  const data = new Uint8Array(width * height).fill(255);
  let y = top;
  for (const { end, pieces } of rows)
    for (; y < end; y++)
      for (const { left, right, at } of pieces)
        data.set(page.data.subarray(y * page.width + left, y * page.width + right), (y - top + margin) * width + at);
  const moved = rows.map(({ end, pieces }) => ({
    end,
    pieces: pieces.map(({ left, at }): Moved => ({ from: at - edge / 2, shift: left - at })),
  }));
  return {
    grey: { width, height, data },
    onPage(box) {
      const middle = box.y + box.height / 2 + top - margin;
      const { pieces } = moved.find(({ end }) => middle < end) ?? moved.at(-1)!;
      const back = (x: number): number => x + (pieces.findLast(({ from }) => from <= x) ?? pieces[0]!).shift;
      const x = back(box.x);
      return { ...box, x, y: box.y + top - margin, width: back(box.x + box.width) - x };
    },
  };
}

/**
 * The stretches of a line's print, with those joined between which something dark stands that was not taken for print: a
 * stamp over it, or letters that are broken or run together.
 */
function withoutWhite(
  page: Grey,
  block: Block,
  spans: readonly Span[],
  top: number,
  bottom: number,
  edge: number,
): Span[] {
  const isWhite = (from: number, to: number): boolean => {
    let dark = 0;
    for (let y = top; y < bottom; y++)
      for (let x = Math.max(0, from); x < to; x++) if (page.data[y * page.width + x]! < lightestPrint) dark++;
    return dark < edge;
  };
  const joined: Span[] = [];
  let end = block.x;
  for (const { from, to } of spans) {
    const last = joined.at(-1);
    if (isWhite(end + edge, from - edge)) joined.push({ from, to });
    else if (last) last.to = to;
    else joined.push({ from: block.x, to });
    end = to;
  }
  const right = block.x + block.width;
  if (!isWhite(end + edge, right)) joined.at(-1)!.to = right;
  return joined;
}
