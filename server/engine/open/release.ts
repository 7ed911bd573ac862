import type { Canvas, Image } from '@napi-rs/canvas';

/**
 * Gives back the pixels of a canvas, or of a decoded picture, at once. The collector does not know how large they are: a
 * page's 35 MB would lie there until it has other reasons to come, and the next page's beside them.
 */
export function release(drawn: Canvas | Image): void {
  if ('src' in drawn) drawn.src = Buffer.alloc(0);
  else drawn.width = drawn.height = 0;
}
