import { findLabels, isEffective } from '../../server/engine/candidates/labels.ts';
import { readText, wordsBetween } from '../../server/engine/candidates/text-lines.ts';
import { layOut } from '../../server/engine/layout/layout.ts';
import { type LabelKind, labelKinds } from '../../server/engine/lexicon/lexicon.ts';
import type { OpenedFile, Word } from '../../server/engine/page.ts';

/**
 * An opened file as if no label of a meaning had been printed. Values are left as they are: what a label alone has proven is
 * proven by nothing then.
 * @throws Error where there is no such meaning
 */
export function withoutLabels(opened: OpenedFile, meaning: string): OpenedFile {
  const kind: LabelKind | undefined = labelKinds.find((one) => one === meaning);
  if (!kind) throw new Error(`No labels mean ${meaning}; there are: ${labelKinds.join(', ')}`);
  const labels = [...findLabels(readText(layOut(opened))).values()].flat();
  const gone = labels
    .filter((label) => label.kinds.includes(kind) && isEffective(label))
    .flatMap(({ line, start, end }) => wordsBetween(line, start, end).map((word) => ({ ...word, page: line.page })))
    .filter(({ text }) => !/\p{N}/u.test(text));
  const isGone = (word: Word, page: number): boolean =>
    gone.some((one) => one.page === page && one.text === word.text && one.x === word.x && one.y === word.y);
  return {
    ...opened,
    pages: opened.pages.map((page) => ({ ...page, words: page.words.filter((word) => !isGone(word, page.number)) })),
  };
}
