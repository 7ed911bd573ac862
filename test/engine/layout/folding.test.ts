import { describe, expect, it } from 'vitest';
import { fold } from '../../../server/checks/fold.ts';
import { tokensOf } from '../../../server/engine/lexicon/tokens.ts';

describe('words made comparable', () => {
  it.each([
    ['ΑΡΙΘΜΟΣ', 'Αριθμός'],
    ['ΠΕΛΑΤΗΣ', 'πελάτης'],
    ['ŁÓDŹ', 'lodz'],
    ['STRASSE', 'Straße'],
    ['İSTANBUL', 'ıstanbul'],
    ['Scadență', 'SCADENŢA'],
  ])('%s is %s', (one, other) => {
    expect(fold(one)).toBe(fold(other));
    expect(tokensOf(one).map(({ folded }) => folded)).toEqual(tokensOf(other).map(({ folded }) => folded));
  });

  // Lower case writes a sigma by what stands around it, and a word may be cut anywhere.
  it('parts of a word are parts of what it is folded to', () => {
    for (const text of ['🄫Σ', 'ΟΔΟΣ', 'ΣΟΦΟΣ 12'])
      for (const part of text.split(/(?<=\P{L})|(?=Σ)/u)) expect(fold(text)).toContain(fold(part));
  });
});
