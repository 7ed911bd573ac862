import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { enoughPixels, maxPicturePixels } from '../picture/decode-picture.ts';
import { ReadingError } from '../reading-error.ts';
import { usualWidth } from '../recognise/read-picture.ts';
import { pictureSize } from './picture-size.ts';
import { release } from './release.ts';

/** Print is read from it again. */
const JPEG_QUALITY = 95;

/**
 * A PDF of one page that is a picture (JPEG, PNG, GIF or WebP), upright as its EXIF data says, on white, and as wide as
 * reading takes it to be.
 * @throws ReadingError `image_too_large`, or `unreadable_file` when it cannot be decoded
 */
export async function pdfOfPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const size = pictureSize(bytes);
  if (!size) throw new ReadingError('unreadable_file');
  if (size.width * size.height > maxPicturePixels) throw new ReadingError('image_too_large');
  try {
    const image = await loadImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const scale = Math.min(1, Math.sqrt(enoughPixels / (image.width * image.height)));
    const canvas = createCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    );
    const { width, height } = canvas;
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    if (scale < 1) context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    release(image);
    const jpeg = await canvas.encode('jpeg', JPEG_QUALITY);
    release(canvas);
    const pdf = await PDFDocument.create({ updateMetadata: false });
    const points = { width: usualWidth, height: (usualWidth * height) / width };
    pdf.addPage([points.width, points.height]).drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, ...points });
    return await pdf.save();
  } catch (error) {
    throw new ReadingError('unreadable_file', { cause: error });
  }
}
