/**
 * How many characters of a page were read wrongly, whatever order its words are given in: words that were read as they
 * are cancel out, those that are left are paired with the nearest one that was read instead (insertions, deletions and
 * substitutions), and what has no pair counts whole. Only words with a letter or a digit count.
 * @param printed the words on the page
 */
export function characterErrors(printed: readonly string[], read: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of counted(printed)) left.set(word, (left.get(word) ?? 0) + 1);
  const extra: string[] = [];
  for (const word of counted(read)) {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    else extra.push(word);
  }
  const missing = [...left].flatMap(([word, count]) => Array<string>(count).fill(word));
  const pairs = missing
    .flatMap((word, at) => extra.map((other, from) => ({ at, from, distance: editDistance(word, other) })))
    .filter(({ at, from, distance }) => distance < Math.max(missing[at]!.length, extra[from]!.length))
    .sort((a, b) => a.distance - b.distance);
  const paired = { at: new Set<number>(), from: new Set<number>() };
  let errors = 0;
  for (const { at, from, distance } of pairs) {
    if (paired.at.has(at) || paired.from.has(from)) continue;
    paired.at.add(at);
    paired.from.add(from);
    errors += distance;
  }
  missing.forEach((word, at) => {
    if (!paired.at.has(at)) errors += word.length;
  });
  extra.forEach((word, from) => {
    if (!paired.from.has(from)) errors += word.length;
  });
  return errors;
}

/** The words that count, with one form for signs of the same meaning. */
export function counted(words: readonly string[]): string[] {
  return words.map(plain).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Quotation marks, dashes, and the old forms of ș and ț. */
function plain(word: string): string {
  return word
    .normalize('NFC')
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[–—‐‑−]/g, '-')
    .replace(/[şţŞŢ]/g, (letter) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[letter]!);
}

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    above = row;
  }
  return above[b.length]!;
}
