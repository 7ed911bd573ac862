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
  const bytes: number[] = [];
  for (const character of text.normalize('NFC')) {
    const byte = byCharacter.get(spelled[character] ?? character);
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
