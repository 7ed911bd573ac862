import { useMergedRef, useResizeObserver } from '@mantine/hooks';
import { type RefCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const MIDDLE_BUTTON = 1;
/** As the style sheet has it around the page. */
const PADDING = 12;
/** A wheel's notch is about 100. */
const WHEEL_PER_DOUBLE = 400;

interface PageArea {
  ref: RefCallback<HTMLElement>;
  /** Of the inside, in CSS pixels; 0 until it is known. */
  width: number;
}

/**
 * The area that a page is scrolled in: Ctrl and the wheel zoom around the pointer, and the middle button drags.
 * @param scale CSS pixels for a point of the page
 * @param onZoom asked to multiply the scale
 */
export function usePageArea(scale: number, onZoom: (factor: number) => void): PageArea {
  const [measure, { width }] = useResizeObserver<HTMLElement>();
  const [area, setArea] = useState<HTMLElement | null>(null);
  const ref = useMergedRef(measure, setArea);
  const held = useRef<{ x: number; y: number; scale: number } | null>(null);
  const current = useRef({ scale, onZoom });
  current.current = { scale, onZoom };

  useLayoutEffect(() => {
    const point = held.current;
    held.current = null;
    if (!area || !point || point.scale === scale) return;
    const grown = scale / point.scale;
    area.scrollLeft = (area.scrollLeft + point.x - PADDING) * grown + PADDING - point.x;
    area.scrollTop = (area.scrollTop + point.y - PADDING) * grown + PADDING - point.y;
  }, [scale, area]);

  useEffect(() => {
    if (!area) return;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      // Else the browser zooms the whole window.
      event.preventDefault();
      const corner = area.getBoundingClientRect();
      held.current = {
        x: event.clientX - corner.left,
        y: event.clientY - corner.top,
        scale: current.current.scale,
      };
      current.current.onZoom(2 ** (-event.deltaY / WHEEL_PER_DOUBLE));
    };
    const onPointerDown = (event: PointerEvent): void => {
      if (event.button !== MIDDLE_BUTTON) return;
      event.preventDefault();
      area.setPointerCapture(event.pointerId);
      const from = { x: event.clientX + area.scrollLeft, y: event.clientY + area.scrollTop };
      const onMove = (move: PointerEvent): void => {
        area.scrollLeft = from.x - move.clientX;
        area.scrollTop = from.y - move.clientY;
      };
      area.addEventListener('pointermove', onMove);
      area.addEventListener('lostpointercapture', () => area.removeEventListener('pointermove', onMove), {
        once: true,
      });
    };
    area.addEventListener('wheel', onWheel, { passive: false });
    area.addEventListener('pointerdown', onPointerDown);
    return () => {
      area.removeEventListener('wheel', onWheel);
      area.removeEventListener('pointerdown', onPointerDown);
    };
  }, [area]);
  // The padding and a scroll bar take their part.
  return { ref, width: area && width > 0 ? area.clientWidth - 2 * PADDING : 0 };
}
