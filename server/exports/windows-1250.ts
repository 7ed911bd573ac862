/** The upper half of Windows-1250, decoded once by the platform's own table; what it leaves undefined stands for nothing. */
const byCharacter = new Map<string, number>();
const decoder = new TextDecoder('windows-1250');
for (let byte = 0; byte < 256; byte++) {
  const character = decoder.decode(Uint8Array.of(byte));
  if (byte < 0x80 || !/\p{Cc}/u.test(character)) byCharacter.set(character, byte);
}

/** Romanian letters with a comma below, which the code page has with a cedilla alone. */
const spelled: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' };

/** The text as Windows-1250. @returns null where it holds what the code page has no place for */
export function windows1250(text: string): Uint8Array | null {
  const composed = text.normalize('NFC');
  const bytes = new Uint8Array(composed.length);
  for (let at = 0; at < composed.length; at++) {
    const character = composed[at]!;
    const byte = byCharacter.get(spelled[character] ?? character);
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}

/** Whether the text is of plain signs, which every code page has; most texts of a file are. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Whether Windows-1250 has a place for all of the text. */
export const isInWindows1250 = (text: string): boolean => isPlain(text) || windows1250(text) !== null;
