/** Letters that are no base letter with a mark, and the sigma that is written in another way where a word ends. */
const spelledOut: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  // Fonts that mix up the Latin and the Greek iota.
  ɩ: 'ι',
  ς: 'σ',
};

/** Lower case without diacritics (Unicode's NFKD less its marks); everything else stays where it is. */
export function foldLetters(text: string): string {
  // Most words need no decomposing, which takes longer than all the rest.
  if (!/[^\p{ASCII}]/u.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\p{M}ßłđøæœıɩς]/gu, (letter) => spelledOut[letter] ?? '');
}

/** The same for every way of printing it: lower case without diacritics, letters and digits only. */
export const fold = (text: string): string => foldLetters(text).replace(/[^\p{L}\p{N}]/gu, '');
