import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { isBroken } from './broken-picture.ts';
import { pictureSize } from './picture-size.ts';
import { release } from './release.ts';

/** Pictures inside a PDF larger than this are not decoded. */
export const maxImagePixels = 120_000_000;

/** What is missing of a picture is painted in this: white would look like paper. */
const missing = '#808080';

/** Pictures that could not be decoded to their end. */
const cutShort = new WeakSet<Image>();

export function isCutShort(picture: Image): boolean {
  return cutShort.has(picture);
}

/**
 * What pdfjs asks a browser to decode a JPEG with (WebCodecs' `ImageDecoder`). In its own JavaScript, a scanned page
 * takes it several times as long, and again when the page is drawn. What this one refuses, pdfjs decodes itself.
 */
class JpegDecoder {
  readonly #data: Uint8Array;

  constructor({ data }: { data: Uint8Array }) {
    this.#data = data;
  }

  static isTypeSupported(type: string): Promise<boolean> {
    return Promise.resolve(type === 'image/jpeg');
  }

  /** @throws when the picture is too large, or nothing of it can be decoded */
  async decode(): Promise<{ image: Image }> {
    const { buffer, byteOffset, byteLength } = this.#data;
    const file = Buffer.from(buffer, byteOffset, byteLength);
    const size = pictureSize(file);
    if (!size || size.width * size.height > maxImagePixels) throw new Error('The picture is too large');
    const image = isBroken(file) ? await onGrey(await loadImage(file)) : await loadImage(file);
    return { image: Object.assign(image, { close: () => release(image) }) };
  }

  close(): void {}
}

/** What the decoder did not come to is transparent. */
async function onGrey(picture: Image): Promise<Image> {
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = missing;
  context.fillRect(0, 0, canvas.width, canvas.height);
  release(picture);
  const painted = await loadImage(canvas.toBuffer('image/png'));
  release(canvas);
  cutShort.add(painted);
  return painted;
}

Reflect.set(globalThis, 'ImageDecoder', JpegDecoder);
