import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../../server/engine/layout/numbers.ts';
import { word } from '../../helpers/printed-page.ts';

const style = { decimal: ',', certainty: 3 } as const;

describe('a number in two words', () => {
  const pair = (gap: number) => {
    const first = word('16', 100, 50);
    return [first, word('281,07', first.x + first.width + gap * (word('281,07', 0, 0).width / 6), 50)];
  };

  it('is one where a font of fixed width sets a space and a little beside it', () => {
    expect(itemsOf(pair(1.25), style).map(({ number }) => number?.value.toString())).toEqual(['16281.07']);
  });

  it('is two where the next column begins', () => {
    expect(itemsOf(pair(2), style).map(({ number }) => number?.value.toString())).toEqual(['16', '281.07']);
  });

  const set = (...texts: string[]) => {
    let x = 100;
    return texts.map((text) => {
      const set = word(text, x, 50);
      x = set.x + set.width + 2;
      return set;
    });
  };
  const numbers = (...texts: string[]) =>
    itemsOf(set(...texts), style).flatMap(({ number }) => number?.value.toString() ?? []);

  it('has cents behind a comma that stands alone, and no year', () => {
    expect(numbers('16', ',', '50')).toEqual(['16.5']);
    expect(numbers('3', ',', '2014')).toEqual(['3', '2014']);
  });

  it('has its point lost where it ends its cell, and not as the last groups of a telephone number', () => {
    const scanned = (...texts: string[]) =>
      set(...texts).map((one) => ({ ...one, source: 'ocr' as const, confidence: 0.9 }));
    const valued = (...texts: string[]) =>
      itemsOf(scanned(...texts), style).flatMap(({ number }) => number?.value.toString() ?? []);
    expect(valued('Soap', '86', '45')).toEqual(['86.45']);
    expect(valued('Tel.', '041', '32', '86', '45')).not.toContain('86.45');
  });

  it('is none where day and year of a written date stand', () => {
    expect(numbers('Jan', '31,', '2022')).toEqual([]);
    expect(numbers('12,', '2022')).toEqual(['12', '2022']);
  });
});
