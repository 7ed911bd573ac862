import { deflateSync } from 'node:zlib';
import { type Canvas, createCanvas, GifEncoder } from '@napi-rs/canvas';
import { pngChunk } from './bad-files.ts';

/** Pictures in forms that the canvas does not write, made here from one that it can. */

/**
 * A baseline JPEG of four inks (ITU T.81) with Adobe's marker, as programs for print write it: inks reversed.
 * @param form the first three inks as they are, or as brightness and colour
 */
export function cmykJpeg(canvas: Canvas, form: 'cmyk' | 'ycck'): Uint8Array {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const planes = Array.from({ length: 4 }, () => new Uint8Array(width * height));
  for (let at = 0; at < width * height; at++) {
    const rgb = [data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!] as const;
    const light = Math.max(...rgb);
    // Black ink for what all colours share, and coloured inks over it.
    const inks = [...rgb.map((value) => (light === 0 ? 0 : 255 - (255 * value) / light)), 255 - light];
    const reversed = inks.map((ink) => 255 - ink);
    const stored = form === 'cmyk' ? reversed : [...brightnessAndColour(inks), reversed[3]!];
    for (const [plane, value] of stored.entries()) planes[plane]![at] = value;
  }
  const quantisation = [0, ...Array.from({ length: 64 }, () => 4)];
  const u16 = (value: number): number[] => [value >> 8, value & 255];
  const segment = (marker: number, bytes: number[]): number[] => [0xff, marker, ...u16(bytes.length + 2), ...bytes];
  const adobe = [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, form === 'ycck' ? 2 : 0];
  // Every symbol that may occur has a code of eight bits: its place in the list.
  const table = (kind: number, listed: number[]): number[] =>
    segment(0xc4, [kind, ...Array.from({ length: 16 }, (_, index) => (index === 7 ? listed.length : 0)), ...listed]);
  const head = [
    ...[0xff, 0xd8],
    ...segment(0xee, adobe),
    ...segment(0xdb, quantisation),
    ...segment(0xc0, [8, ...u16(height), ...u16(width), 4, ...[1, 2, 3, 4].flatMap((id) => [id, 0x11, 0])]),
    ...table(0x00, symbols.slice(0, sizes)),
    ...table(0x10, symbols),
    ...segment(0xda, [4, ...[1, 2, 3, 4].flatMap((id) => [id, 0]), 0, 63, 0]),
  ];
  return Buffer.concat([Buffer.from(head), scan(planes, width, height), Buffer.from([0xff, 0xd9])]);
}

/** The first three inks as one of brightness and two of colour, as T.871 has it for light. */
function brightnessAndColour([cyan, magenta, yellow]: number[]): number[] {
  const [r, g, b] = [cyan!, magenta!, yellow!];
  return [
    0.299 * r + 0.587 * g + 0.114 * b,
    128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
    128 + 0.5 * r - 0.418688 * g - 0.081312 * b,
  ].map((value) => Math.min(255, Math.max(0, Math.round(value))));
}

/** How many bits a coefficient has: none to eleven. */
const sizes = 12;
/** How many zeros come before a coefficient, and its bits; 0 ends a block, and 0xf0 is sixteen zeros. */
const symbols = Array.from({ length: 16 * sizes }, (_, index) => 16 * Math.floor(index / sizes) + (index % sizes));
const zigzag = Array.from({ length: 64 }, (_, index) => index).sort((a, b) => {
  const [sumA, sumB] = [(a >> 3) + (a & 7), (b >> 3) + (b & 7)];
  return sumA - sumB || (sumA % 2 === 0 ? (a & 7) - (b & 7) : (a >> 3) - (b >> 3));
});
const cosines = Array.from({ length: 64 }, (_, index) => {
  const [frequency, at] = [index >> 3, index & 7];
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * at + 1) * frequency * Math.PI) / 16);
});

function scan(planes: Uint8Array[], width: number, height: number): Buffer {
  const bytes: number[] = [];
  let held = 0;
  let count = 0;
  const put = (value: number, bits: number): void => {
    for (let bit = bits - 1; bit >= 0; bit--) {
      held = 2 * held + ((value >> bit) & 1);
      if (++count < 8) continue;
      bytes.push(held);
      if (held === 255) bytes.push(0);
      held = count = 0;
    }
  };
  const coefficient = (value: number, zeros: number): void => {
    const size = value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
    put(symbols.indexOf(16 * zeros + size), 8);
    put(value < 0 ? value + 2 ** size - 1 : value, size);
  };
  const before = planes.map(() => 0);
  for (let top = 0; top < height; top += 8)
    for (let left = 0; left < width; left += 8)
      for (const [index, plane] of planes.entries()) {
        const block = transformed(plane, width, height, left, top);
        coefficient(block[0]! - before[index]!, 0);
        before[index] = block[0]!;
        let zeros = 0;
        for (const at of zigzag.slice(1)) {
          const value = block[at]!;
          if (value === 0) zeros++;
          else {
            for (; zeros > 15; zeros -= 16) put(symbols.indexOf(0xf0), 8);
            coefficient(value, zeros);
            zeros = 0;
          }
        }
        if (zeros > 0) put(symbols.indexOf(0), 8);
      }
  put(127, 7);
  return Buffer.from(bytes);
}

/** The quantised cosine transform of a block; what lies outside of the picture is as its edge. */
function transformed(plane: Uint8Array, width: number, height: number, left: number, top: number): number[] {
  const across = new Float64Array(64);
  for (let y = 0; y < 8; y++)
    for (let u = 0; u < 8; u++)
      for (let x = 0; x < 8; x++) {
        const value = plane[Math.min(height - 1, top + y) * width + Math.min(width - 1, left + x)]! - 128;
        across[8 * y + u]! += value * cosines[8 * u + x]!;
      }
  return Array.from({ length: 64 }, (_, index) => {
    let sum = 0;
    for (let y = 0; y < 8; y++) sum += across[8 * y + (index & 7)]! * cosines[8 * (index >> 3) + y]!;
    return Math.round(sum / 4);
  });
}

/** A PNG of 16 bits a channel. @param channels 1 grey, 2 grey with alpha, 3 colour, 4 colour with alpha */
export function deepPng(canvas: Canvas, channels: 1 | 2 | 3 | 4): Uint8Array {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const rows = Buffer.alloc((1 + 2 * channels * width) * height);
  let to = 0;
  for (let y = 0; y < height; y++) {
    to++;
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha] = data.subarray(4 * (y * width + x)) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const values = channels < 3 ? [green, alpha].slice(0, channels) : [red, green, blue, alpha].slice(0, channels);
      for (const value of values) to = rows.writeUInt16BE(value * 257, to);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 16;
  header[9] = [0, 4, 2, 6][channels - 1]!;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF that shows one picture after the other. */
export function animatedGif(frames: Canvas[]): Uint8Array {
  const [{ width, height }] = frames as [Canvas];
  const encoder = new GifEncoder(width, height);
  for (const frame of frames) {
    const { data } = frame.getContext('2d').getImageData(0, 0, width, height);
    encoder.addFrame(Uint8Array.from(data), width, height, { delay: 100 });
  }
  return encoder.finish();
}

/** A WebP that shows one picture after the other (RFC 9649, 2.7). */
export function animatedWebp(frames: Canvas[]): Uint8Array {
  const [{ width, height }] = frames as [Canvas];
  const three = (value: number): number[] => [value & 255, (value >> 8) & 255, value >> 16];
  const chunk = (name: string, content: Uint8Array): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
  };
  const size = [...three(width - 1), ...three(height - 1)];
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.from([0x02, 0, 0, 0, ...size])),
    chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])),
    ...frames.map((frame) => {
      const picture = frame.toBuffer('image/webp');
      // The pixels come last, behind a colour profile that has no place here.
      const pixels = picture.subarray(picture.indexOf('VP8 '));
      return chunk('ANMF', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, ...size, ...three(100), 0]), pixels]));
    }),
  ]);
  return chunk('RIFF', body);
}

/** A JPEG with an EXIF marker that says how it is to be turned. @param orientation 1 to 8 (CIPA DC-008, 4.6.4) */
export function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const tiff = Buffer.from('49492a000800000001001201030001000000010000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]);
}

/** A picture whose corners differ in brightness, from the top left to the bottom right: no two turns of it are alike. */
export function cornered(): Canvas {
  const canvas = createCanvas(360, 240);
  const context = canvas.getContext('2d');
  for (const [index, level] of cornerLevels.entries()) {
    context.fillStyle = `rgb(${level}, ${level}, ${level})`;
    context.fillRect((index % 2) * 180, Math.floor(index / 2) * 120, 180, 120);
  }
  return canvas;
}

export const cornerLevels = [20, 90, 160, 230];
