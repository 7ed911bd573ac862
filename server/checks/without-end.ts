/**
 * A text without the letters at its end that `letter` matches. The expression `[,;]+$` says the same, and takes the square
 * of the time: it tries anew from every comma of a text.
 * @param letter matches one letter (code point), and is not global
 */
export function withoutEnd(text: string, letter: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const size = end > 1 && text.codePointAt(end - 2)! > 0xffff ? 2 : 1;
    if (!letter.test(text.slice(end - size, end))) break;
    end -= size;
  }
  return text.slice(0, end);
}
