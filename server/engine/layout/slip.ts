import type { Page } from '../page.ts';

/** So many times the size of its letters a till's slip is wide at most; a sheet of A4 is twice as wide. */
const widest = 34;

/** Whether a scanned page has the shape of what a till prints: few letters fit beside each other. */
export function isSlip(page: Page): boolean {
  const sizes = page.words.map((word) => word.fontSize).sort((a, b) => a - b);
  return page.source === 'ocr' && page.width < widest * (sizes[sizes.length >> 1] ?? 0);
}
