/** As much of a file's name as fits, with its ending. @param most bytes of UTF-8 */
export function shortened(filename: string, most: number): string {
  const bytes = (text: string): number => Buffer.byteLength(text);
  if (bytes(filename) <= most) return filename;
  const ending = endingOf(filename);
  const characters = [...filename.slice(0, filename.length - ending.length)];
  let left = most - bytes(ending);
  const end = characters.findIndex((character) => {
    left -= bytes(character);
    return left < 0;
  });
  return characters.slice(0, end).join('') + ending;
}

/** The name with something between it and its ending, of `most` bytes. */
export function numbered(filename: string, more: string, most: number): string {
  const ending = endingOf(filename);
  const stem = filename.slice(0, filename.length - ending.length);
  return `${shortened(stem, most - Buffer.byteLength(more + ending))}${more}${ending}`;
}

function endingOf(filename: string): string {
  return /\.\w{1,10}$/.exec(filename)?.[0] ?? '';
}

/**
 * A text as part of a file's name, on any system: nothing in it leads to another folder, is unseen, or turns what is
 * beside it round. Letters stay as they are.
 */
export function asNamePart(text: string): string {
  const plain = text.normalize('NFC').replace(/[\p{C}\p{Z}\s]+/gu, ' ');
  return plain
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/^[. ]+/, '')
    .trim();
}

/** The name, or a numbered one where something of that name, in whatever case, is there already. It is there from then on. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count++) free = name.replace(/(\.\w+)$/, `-${count}$1`);
  taken.add(free.toLowerCase());
  return free;
}
