import { type Image, loadImage } from '@napi-rs/canvas';
import { pictureSize } from './picture-size.ts';
import { release } from './release.ts';

/** Pictures inside a PDF larger than this are not decoded. */
export const maxImagePixels = 120_000_000;

/** The marker EOI of ITU-T T.81, B.1.1.3, and how many bytes may come after it. */
const endOfImage = Buffer.from([0xff, 0xd9]);
const mayFollow = 1024;

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

  /** @throws when the picture is too large, or ends early: what this decoder then leaves out looks like white paper */
  async decode(): Promise<{ image: Image }> {
    const { buffer, byteOffset, byteLength } = this.#data;
    const file = Buffer.from(buffer, byteOffset, byteLength);
    const size = pictureSize(file);
    if (!size || size.width * size.height > maxImagePixels) throw new Error('The picture is too large');
    if (!file.includes(endOfImage, -mayFollow)) throw new Error('The picture ends early');
    const image = await loadImage(file);
    return { image: Object.assign(image, { close: () => release(image) }) };
  }

  close(): void {}
}

Reflect.set(globalThis, 'ImageDecoder', JpegDecoder);
