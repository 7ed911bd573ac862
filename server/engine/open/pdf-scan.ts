import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';
import { ImageKind, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../page.ts';
import type { OperatorList } from './pdf-content.ts';

/** A picture as pdfjs gives it: as decoded by itself, or for it (`pdf-jpeg.ts`). */
export type DecodedPicture = { width: number; height: number } & (
  | { kind: number; data: Uint8ClampedArray; bitmap?: undefined }
  | { bitmap: Image; kind?: undefined; data: null }
);

/** Points by which a picture may miss the page's edge, where files round. */
const slack = 2;
/** Pixels an inch: a coarser picture is enlarged by more than straightening would (`picture/deskew.ts`). */
const coarsest = 120;
/** Across and down its resolution differs by less, in parts of itself: else it was stretched. */
const stretch = 0.01;
/** A picture of more pixels is drawn smaller, which shows all that can be read. A4 at 300 pixels an inch stays under it. */
export const maxPagePixels = 12_000_000;
/** What shows nothing but one picture and text that is not painted. */
const plain: readonly number[] = [
  OPS.save,
  OPS.restore,
  OPS.transform,
  OPS.dependency,
  OPS.paintImageXObject,
  OPS.beginText,
  OPS.endText,
  OPS.setFont,
  OPS.setTextRenderingMode,
  OPS.setFillRGBColor,
  OPS.setStrokeRGBColor,
  OPS.setTextMatrix,
  OPS.setCharSpacing,
  OPS.setWordSpacing,
  OPS.setHScale,
  OPS.setLeading,
  OPS.setLeadingMoveText,
  OPS.setTextRise,
  OPS.moveText,
  OPS.nextLine,
  OPS.showText,
];

/**
 * Whether a page whose text is not painted is one picture and nothing else, as a scanner makes it. Such a picture is read
 * as it is, because to draw it pdfjs decodes it anew.
 * @param upright whether the picture is neither turned nor mirrored
 */
export function isScan(
  list: OperatorList,
  image: Box,
  upright: boolean,
  picture: DecodedPicture,
  page: { width: number; height: number },
): boolean {
  const operations = Array.from(list.fnArray);
  const across = (picture.width / page.width) * 72;
  const down = (picture.height / page.height) * 72;
  return (
    upright &&
    operations.every((operation) => plain.includes(operation)) &&
    operations.filter((operation) => operation === OPS.paintImageXObject).length === 1 &&
    Math.abs(image.x) < slack &&
    Math.abs(image.y) < slack &&
    Math.abs(image.width - page.width) < slack &&
    Math.abs(image.height - page.height) < slack &&
    (picture.bitmap !== undefined || picture.kind === ImageKind.RGB_24BPP) &&
    across >= coarsest &&
    picture.width * picture.height <= maxPagePixels &&
    Math.abs(across / down - 1) < stretch
  );
}

/** The picture as it is, on a canvas of its own size. */
export function drawn({ width, height, data, bitmap }: DecodedPicture): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (bitmap) {
    context.drawImage(bitmap, 0, 0, width, height);
    return canvas;
  }
  const rows = 256;
  for (let top = 0; top < height; top += rows) {
    const strip = context.createImageData(width, Math.min(rows, height - top));
    const pixels = new Int32Array(strip.data.buffer, strip.data.byteOffset, strip.data.length / 4);
    for (let i = 0, at = top * width * 3; i < pixels.length; i++, at += 3)
      pixels[i] = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (255 << 24);
    context.putImageData(strip, 0, top);
  }
  return canvas;
}
