import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { binarise, componentsOf } from '../../../server/engine/picture/connected-components.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { turnNegatives } from '../../../server/engine/picture/negative.ts';

const letterHeight = 17;

/** Eight noughts, 13 pixels wide, drawn in `print` on `ground`. @param step pixels from one to the next */
function noughts(ground: string, print: string, step: number): ReturnType<typeof greyOf> {
  const canvas = createCanvas(400, 120);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 400, 120);
  context.fillStyle = ground;
  context.fillRect(60, 34, 210, 44);
  context.strokeStyle = print;
  context.lineWidth = 6;
  for (let at = 0; at < 8; at++) {
    context.beginPath();
    context.roundRect(80 + step * at, 45, 13, 21, 3);
    context.stroke();
  }
  return greyOf(canvas);
}

const isTurned = (grey: ReturnType<typeof greyOf>): boolean => {
  const ink = binarise(grey);
  return turnNegatives(grey, ink, componentsOf(ink), letterHeight);
};

it('light figures on a dark ground are turned, dark ones that run together are not', () => {
  expect(isTurned(noughts('black', 'white', 21))).toBe(true);
  expect(isTurned(noughts('white', 'black', 13))).toBe(false);
});
