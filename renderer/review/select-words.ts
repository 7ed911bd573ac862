import { type PointerEvent, useState } from 'react';
import type { PageText, PageWord } from '../../server/contract/window-review.ts';

/** Left, top, right, bottom in points. */
type Area = [number, number, number, number];

/** A pointer that moved less than this between press and release meant one word, in CSS pixels. */
const CLICK_PX = 4;
/** A word is meant by a pointer that is so near to it, in points. */
const NEAR = 2;
/** A word counts as selected when so much of it lies in the area. */
const ENOUGH = 0.5;

interface Selecting {
  /** What the pointer drew so far. */
  area: Area | null;
  words: PageWord[];
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: () => void;
  };
}

/**
 * Selecting print with the pointer: a click takes the word, a second one on it what it belongs to, and dragging takes
 * what lies in the drawn area, because columns of an invoice stand side by side.
 * @param pointOf where on the page, in points, an event happened
 * @param onWords null where nothing can be selected
 */
export function useSelectWords(
  runs: PageText,
  pointOf: (event: PointerEvent<HTMLElement>) => [number, number],
  onWords: ((words: PageWord[]) => void) | null,
): Selecting {
  const [from, setFrom] = useState<{ point: [number, number]; x: number; y: number } | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const [last, setLast] = useState<PageWord | null>(null);
  const stop = (): void => {
    setFrom(null);
    setArea(null);
  };
  return {
    area,
    words: area ? wordsIn(runs, area) : [],
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0 || event.pointerType === 'touch' || !onWords) return;
        // The field that is to be filled keeps the focus.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ point: pointOf(event), x: event.clientX, y: event.clientY });
      },
      onPointerMove(event) {
        if (!from) return;
        const moved = Math.hypot(event.clientX - from.x, event.clientY - from.y);
        if (!area && moved < CLICK_PX) return;
        const [x, y] = pointOf(event);
        setArea([
          Math.min(x, from.point[0]),
          Math.min(y, from.point[1]),
          Math.max(x, from.point[0]),
          Math.max(y, from.point[1]),
        ]);
      },
      onPointerUp(event) {
        if (!from) return;
        const words = area ? wordsIn(runs, area) : wordsAt(runs, pointOf(event), last);
        setLast(area ? null : (words[0] ?? null));
        stop();
        if (words.length > 0) onWords?.(words);
      },
      onPointerCancel: stop,
    },
  };
}

function wordsIn(runs: PageText, [left, top, right, bottom]: Area): PageWord[] {
  return runs.flat().filter(([, x, y, width, height]) => {
    const wide = Math.min(right, x + width) - Math.max(left, x);
    const middle = y + height / 2;
    // A flat stroke through a line of print means that line.
    const high = (top <= middle && bottom >= middle) || (top >= y && bottom <= y + height);
    return high && wide > 0 && wide > ENOUGH * Math.min(width, right - left);
  });
}

/** The word at a point; all that it belongs to where it is the word of the click before. */
function wordsAt(runs: PageText, [x, y]: [number, number], last: PageWord | null): PageWord[] {
  for (const run of runs) {
    for (const word of run) {
      const [, left, top, width, height] = word;
      const inside = x > left - NEAR && x < left + width + NEAR && y > top - NEAR && y < top + height + NEAR;
      if (inside) return word === last ? run : [word];
    }
  }
  return [];
}
