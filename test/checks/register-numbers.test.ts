import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRegisterCheckDigit } from '../../server/checks/register-numbers.ts';

describe('the check digit of a Romanian trade register number', () => {
  it.each([
    ['J2012000750528', true],
    ['J2012000750529', false],
    ['J2012 000750 528', true],
    ['J52/750/2012', false],
    ['HRB 4711', false],
    ['', false],
  ])('%s: %s', (number, right) => {
    expect(hasRegisterCheckDigit(number)).toBe(right);
  });

  it('is one of ten for any number, and another after any digit is misread', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.constantFrom('J', 'F', 'C'),
        digits,
        fc.nat(11),
        fc.integer({ min: 1, max: 9 }),
        (letter, own, at, by) => {
          const right = (body: readonly number[]) =>
            Array.from({ length: 10 }, (_, last) => last).filter((last) =>
              hasRegisterCheckDigit(`${letter}${body.join('')}${last}`),
            );
          const misread = own.with(at, (own[at]! + by) % 10);
          expect(right(own)).toHaveLength(1);
          expect(right(misread)).not.toEqual(right(own));
        },
      ),
    );
  });
});
