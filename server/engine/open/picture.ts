import { createCanvas, loadImage } from '@napi-rs/canvas';
import { detectFileType } from '../../checks/file-type.ts';
import { ReadingError } from '../reading-error.ts';
import { type Grey, soften } from './grey.ts';
import { pictureSize } from './picture-size.ts';
import { release } from './release.ts';
import { greyWithoutStamps } from './stamps.ts';

/** Larger pictures are not decoded (decisions.md, Failed documents). */
export const maxPicturePixels = 120_000_000;
/** More than this adds nothing to what can be read of a page. */
const enoughPixels = 24_000_000;

/** What may be missing at the foot of a picture, as a part of its height: less than a line of print. */
const mayBeMissing = 0.02;

/**
 * Decodes a JPEG, PNG, GIF or WebP: upright as its EXIF data says, transparency on white, first frame only.
 * @throws ReadingError `image_too_large`, or `unreadable_file` when it cannot be decoded to its foot
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
    // At its own size the canvas would smooth four colours of each pixel, and take nine times as long to draw.
    if (scale < 1) context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    // What the decoder did not come to it leaves transparent, without a word: half an invoice that looks like a whole one.
    const foot = context.getImageData(0, Math.floor(height * (1 - mayBeMissing)), width, 1).data;
    if (foot.every((value) => value === 0) && endsEarly(bytes)) throw new Error('The picture ends early');
    const grey = greyWithoutStamps(canvas);
    if (scale === 1) soften(grey);
    release(image);
    release(canvas);
    return grey;
  } catch (error) {
    throw new ReadingError('unreadable_file', { cause: error });
  }
}

/** Whether a picture whose foot is transparent lacks the end that its format has. A JPEG has no transparency of its own. */
function endsEarly(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (detectFileType(bytes)) {
    case 'image/png':
      return !file.includes('IEND');
    case 'image/webp':
      return file.readUInt32LE(4) + 8 > file.length;
    case 'image/gif':
      // The last block of a picture is empty, and the trailer follows.
      return !file.includes(Buffer.from([0x00, 0x3b]), -16);
    default:
      return true;
  }
}
