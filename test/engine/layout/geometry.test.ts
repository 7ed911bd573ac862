import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { grossOf, isToTheCent, vatOn } from '../../../server/checks/cents.ts';
import {
  areAligned,
  areOfOneSize,
  endTogether,
  followsTightly,
  gapDown,
  isInFoot,
  isInLetterhead,
  startNear,
  startTogether,
} from '../../../server/engine/layout/geometry.ts';

const box = (x: number, y: number, width = 100, height = 10) => ({ x, y, width, height });

describe('where two things stand', () => {
  it.each([6, 10, 14])('answers alike for print of %i points', (height) => {
    const upper = box(50, 100, 100, height);
    const at = (x: number, gap: number) => box(x, 100 + height + gap * height, 60, height);
    expect(startTogether(upper, at(50 + 0.4 * height, 0))).toBe(true);
    expect(startTogether(upper, at(50 + 0.6 * height, 0))).toBe(false);
    expect(startNear(upper, at(50 - 0.9 * height, 0))).toBe(true);
    expect(startNear(upper, at(50 - 1.1 * height, 0))).toBe(false);
    expect(followsTightly(upper, at(50, 0.7))).toBe(true);
    expect(followsTightly(upper, at(50, 0.9))).toBe(false);
    expect(gapDown(upper, at(50, 2))).toBeCloseTo(2);
  });

  it('knows lines that are set flush right and around one middle', () => {
    expect(endTogether(box(50, 0), box(90, 20, 60))).toBe(true);
    expect(areAligned(box(50, 0), box(70, 20, 60))).toBe(true);
    expect(areAligned(box(50, 0), box(60, 20, 60))).toBe(false);
  });

  it('takes sizes that programs rounded for one', () => {
    expect(areOfOneSize({ fontSize: 9 }, { fontSize: 9.4 })).toBe(true);
    expect(areOfOneSize({ fontSize: 9 }, { fontSize: 10 })).toBe(false);
  });

  it('parts a page into letterhead, body and foot', () => {
    const page = { height: 800 };
    expect([100, 300, 700].map((y) => isInLetterhead(page, { y }))).toEqual([true, false, false]);
    expect([100, 300, 700].map((y) => isInFoot(page, { y }))).toEqual([false, false, true]);
  });
});

describe('amounts to the cent', () => {
  it('forgives the rounding of one of two', () => {
    const [net, vat] = [new Decimal('33.33'), new Decimal('6.34')];
    expect(isToTheCent(vatOn(net, 19), vat)).toBe(true);
    expect(isToTheCent(vatOn(net, 19), vat.add('0.02'))).toBe(false);
    expect(isToTheCent(grossOf(net, 19), net.add(vat))).toBe(true);
  });
});
