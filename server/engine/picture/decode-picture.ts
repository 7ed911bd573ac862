import { createCanvas, loadImage } from '@napi-rs/canvas';
import { detectFileType } from '../../checks/file-type.ts';
import { isBroken, isMeantClear } from '../open/broken-picture.ts';
import { pictureSize } from '../open/picture-size.ts';
import { release } from '../open/release.ts';
import { ReadingError } from '../reading-error.ts';
import { type Grey, soften } from './grey.ts';
import { greyWithoutStamps } from './stamps.ts';

/** Larger pictures are not decoded (decisions.md, Failed documents). */
export const maxPicturePixels = 120_000_000;
/** More than this adds nothing to what can be read of a page. */
export const enoughPixels = 24_000_000;

/** What may be missing at the foot of a picture, as a part of its height: less than a line of print. */
const mayBeMissing = 0.02;

interface DecodedFile {
  grey: Grey;
  /** A part of it, from somewhere to its foot, could not be decoded, or not as it was meant. */
  breaksOff: boolean;
}

/**
 * Decodes a JPEG, PNG, GIF or WebP: upright as its EXIF data says, transparency on white, first frame only.
 * What a damaged file does not give is white.
 * @throws ReadingError `image_too_large`, or `unreadable_file` when nothing of it can be decoded
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedFile> {
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
    // At its own size the canvas would smooth four colours of each pixel, and take nine times as long to draw.
    if (scale < 1) context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    const foot = context.getImageData(0, Math.floor(height * (1 - mayBeMissing)), width, 1).data;
    const breaksOff = isBroken(bytes) || isUndecoded(foot, bytes);
    const grey = greyWithoutStamps(canvas);
    if (scale === 1) soften(grey);
    release(image);
    release(canvas);
    return { grey, breaksOff };
  } catch (error) {
    throw new ReadingError('unreadable_file', { cause: error });
  }
}

/**
 * Whether a row is as decoders leave it that did not come so far, without a word: transparent, or in a JPEG whose end
 * was put behind half of its data the middle of grey.
 */
function isUndecoded(row: Uint8ClampedArray, bytes: Uint8Array): boolean {
  if (row.every((value) => value === 0)) return !isMeantClear(bytes);
  return detectFileType(bytes) === 'image/jpeg' && row.every((value, index) => value === (index % 4 === 3 ? 255 : 128));
}
