import { createCanvas, loadImage } from '@napi-rs/canvas';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pictureSize } from '../../../server/engine/open/picture-size.ts';
import { widePng } from '../../helpers/bad-files.ts';

it.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const)(
  'reads the size of %s from its header',
  (type) => {
    const canvas = createCanvas(321, 123);
    canvas.getContext('2d').fillRect(0, 0, 10, 10);
    const bytes = type === 'image/gif' ? canvas.toBuffer('image/gif') : canvas.toBuffer(type as 'image/jpeg');
    expect(pictureSize(bytes)).toEqual({ width: 321, height: 123 });
  },
);

it('reads the size of a picture that is too large to decode', () => {
  expect(pictureSize(widePng(20_000, 20_000))).toEqual({ width: 20_000, height: 20_000 });
});

const patched = (bytes: Buffer, at: number, values: number[]): Buffer => {
  const copy = Buffer.from(bytes);
  values.forEach((value, index) => {
    copy.writeUInt16BE(value, at + 2 * index);
  });
  return copy;
};

/** A JPEG of this size in two headers, the true one out of sight of who takes `marker` for one with a length. */
function jpegBehind(marker: number): Buffer {
  const canvas = createCanvas(16, 16);
  canvas.getContext('2d').fillRect(0, 0, 16, 16);
  const small = canvas.toBuffer('image/jpeg');
  const large = patched(small, small.indexOf(Buffer.from([0xff, 0xc0])) + 5, [2000, 2000]);
  const rest = large.subarray(2);
  const header = small.subarray(small.indexOf(Buffer.from([0xff, 0xc0]))).subarray(0, 19);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, marker, (rest.length + 2) >> 8, rest.length + 2]),
    rest,
    header,
  ]);
}

it.each([0x01, 0xd0, 0xd7])('is not led past the size of a JPEG by the marker %i', async (marker) => {
  const bytes = jpegBehind(marker);
  const decoded = await loadImage(bytes);
  expect(pictureSize(bytes)).toBeNull();
  expect(decoded.width).toBe(2000);
});

it('sees a first picture that is larger than the GIF it stands in', async () => {
  const canvas = createCanvas(2000, 1500);
  canvas.getContext('2d').fillRect(0, 0, 10, 10);
  const bytes = Buffer.from(canvas.toBuffer('image/gif'));
  bytes.writeUInt16LE(10, 6);
  bytes.writeUInt16LE(10, 8);
  const { width, height } = await loadImage(bytes);
  expect(pictureSize(bytes)).toEqual({ width, height });
});

it('answers null, and never throws, for what is no picture', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom([], [0xff, 0xd8], [0x52, 0x49, 0x46, 0x46], [...Buffer.from('GIF89a')]),
      (rest, head) => {
        const size = pictureSize(Uint8Array.from([...head, ...rest]));
        expect(size === null || size.width > 0).toBe(true);
      },
    ),
  );
});
