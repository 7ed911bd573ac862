import { createCanvas } from '@napi-rs/canvas';
import { release } from '../open/release.ts';
import { type SheetPage, sheetFont, sheetHeight, sheetWidth } from './sheet-pen.ts';

/** From the top of a word's box to its baseline, as a part of its size. */
const baseline = 0.85;
const jpegQuality = 88;

/**
 * Draws a page of our own, A4.
 * @param dpi at most 300
 */
export async function drawSheet(
  page: SheetPage,
  dpi: number,
): Promise<{ jpeg: Buffer; width: number; height: number }> {
  const scale = Math.min(dpi, 300) / 72;
  const canvas = createCanvas(Math.round(sheetWidth * scale), Math.round(sheetHeight * scale));
  try {
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(scale, scale);
    context.fillStyle = '#9a9a9a';
    for (const { x, y, width, height } of page.rules) context.fillRect(x, y, width, height);
    for (const { text, x, y, fontSize, bold, quiet } of page.words) {
      context.font = sheetFont(fontSize, bold);
      context.fillStyle = quiet ? '#5c5c5c' : '#111111';
      context.fillText(text, x, y + baseline * fontSize);
    }
    return { jpeg: await canvas.encode('jpeg', jpegQuality), width: sheetWidth, height: sheetHeight };
  } finally {
    release(canvas);
  }
}
