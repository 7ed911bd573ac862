/** Ligatures and other presentation forms, spelled out. */
const ligatures: Record<string, string> = {
  '\uFB00': 'ff',
  '\uFB01': 'fi',
  '\uFB02': 'fl',
  '\uFB03': 'ffi',
  '\uFB04': 'ffl',
  '\uFB05': 'st',
  '\uFB06': 'st',
};

/** Free-standing accents, which some programs print over a letter, and the accent that belongs on a letter. */
const accents: Record<string, string> = {
  '\u02D8': '\u0306',
  '\u02C6': '\u0302',
  '\u00B4': '\u0301',
  '\u0060': '\u0300',
  '\u00A8': '\u0308',
  '\u00B8': '\u0327',
  '\u02C7': '\u030C',
  '\u02DD': '\u030B',
  '\u02DB': '\u0328',
  '\u02DA': '\u030A',
  '\u02D9': '\u0307',
};

/** A free-standing accent's combining form, or null. */
export function combiningForm(character: string): string | null {
  return accents[character] ?? null;
}

/** Stands for a character that the file draws but does not name. */
export const unknownLetter = '\uFFFD';

/**
 * Text as it is compared and given out: composed letters, no ligatures, nothing invisible. White space stays; what
 * has no meaning outside its font (control codes, private use) becomes {@link unknownLetter}.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[\uFB00-\uFB06]/g, (character) => ligatures[character]!)
    .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g, '')
    .replace(/[\t\n\v\f\r]/g, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Cn}]/gu, unknownLetter)
    .normalize('NFC');
}
