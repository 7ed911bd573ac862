const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether a JSON text has more than so many bytes beside the contents of its strings: brackets, numbers, quotes. A string
 * of many megabytes is parsed in no time; as many brackets hold up every other request for a second.
 */
export function hasMoreValues(json: Buffer, bytes: number): boolean {
  let beside = 0;
  let inString = false;
  for (let from = 0; beside <= bytes; ) {
    const at = json.indexOf(quote, from);
    if (at === -1) return beside + (inString ? 0 : json.byteLength - from) > bytes;
    // Two for each quote, and for an escaped one too, for each of them is looked for.
    beside += inString ? 2 : at - from + 2;
    let before = at - 1;
    while (inString && json[before] === backslash) before--;
    const escaped = inString && (at - before) % 2 === 0;
    if (!escaped) inString = !inString;
    from = at + 1;
  }
  return true;
}
