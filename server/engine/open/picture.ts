import { createCanvas, loadImage } from '@napi-rs/canvas';
import { ReadingError } from '../reading-error.ts';
import { type Grey, greyOf } from './grey.ts';
import { pictureSize } from './picture-size.ts';

/** Larger pictures are not decoded (decisions.md, Failed documents). */
export const maxPicturePixels = 120_000_000;
/** More than this adds nothing to what can be read of a page. */
const enoughPixels = 24_000_000;

/**
 * Decodes a JPEG, PNG, GIF or WebP: upright as its EXIF data says, transparency on white, first frame only.
 * @throws ReadingError `image_too_large`, or `unreadable_file` when it cannot be decoded
 */
export async function decodePicture(bytes: Uint8Array): Promise<Grey> {
  const size = pictureSize(bytes);
  if (!size) throw new ReadingError('unreadable_file');
  if (size.width * size.height > maxPicturePixels) throw new ReadingError('image_too_large');
  try {
    const image = await loadImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const scale = Math.min(1, Math.sqrt(enoughPixels / (image.width * image.height)));
    const width = Math.max(1, Math.round(image.width * scale));
    const height = Math.max(1, Math.round(image.height * scale));
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return greyOf(canvas);
  } catch (error) {
    throw new ReadingError('unreadable_file', { cause: error });
  }
}
