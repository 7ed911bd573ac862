import { createCanvas } from '@napi-rs/canvas';
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

it('answers null, and never throws, for what is no picture', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom([], [0xff, 0xd8], [0x52, 0x49, 0x46, 0x46]),
      (rest, head) => {
        const size = pictureSize(Uint8Array.from([...head, ...rest]));
        expect(size === null || size.width > 0).toBe(true);
      },
    ),
  );
});
