import type { TextLine } from '../candidates/text-lines.ts';

/** What stands nearest to the line, on its page before others; the first where there is no line. */
export function nearest<T extends { line: TextLine }>(all: readonly T[], line: TextLine | null): T | undefined {
  if (!line) return all[0];
  const distance = (one: T) =>
    Math.abs(one.line.page - line.page) * 10_000 + Math.abs(one.line.y - line.y) + Math.abs(one.line.x - line.x) / 10;
  return [...all].sort((a, b) => distance(a) - distance(b))[0];
}
