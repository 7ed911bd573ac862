import { describe, expect, it } from 'vitest';
import en from '../../renderer/i18n/en.json' with { type: 'json' };
import ro from '../../renderer/i18n/ro.json' with { type: 'json' };
import { documentErrorCodes } from '../../server/contract/document.ts';
import { fields } from '../../server/contract/fields.ts';
import { confidences, documentTypes, evidences, sources } from '../../server/contract/invoice.ts';
import { warningCodes } from '../../server/contract/warning-codes.ts';
import { windowStates } from '../../server/contract/window.ts';

type Words = Record<string, unknown>;

function keysOf(words: Words, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value as Words, `${prefix}${key}.`) : [prefix + key],
  );
}

/** Languages have different plural forms of one sentence. */
const sentence = (key: string): string => key.replace(/_(one|few|other)$/, '');

describe.each([
  ['ro', ro],
  ['en', en],
] as const)('the words of the window, %s', (language, words) => {
  it('are as many as in the other language', () => {
    const other = language === 'ro' ? en : ro;
    const sentences = (all: Words): string[] => [...new Set(keysOf(all).map(sentence))].toSorted();
    expect(sentences(words)).toEqual(sentences(other));
  });

  it('name every code that the program can give', () => {
    const has = (group: Words, names: readonly string[]): void =>
      expect(Object.keys(group)).toEqual(expect.arrayContaining([...names]));
    has(words.warning, warningCodes);
    has(words.evidence, evidences);
    has(words.source, sources);
    has(words.failed, documentErrorCodes);
    has(words.confidence, confidences);
    has(words.level, confidences);
    has(words.documentType, documentTypes);
    has(words.state, windowStates);
    has(words.notReviewable, windowStates);
    has(
      words.field,
      fields.map(({ path }) => path.replace('*.', '').replaceAll('.', '_')),
    );
  });

  it('are never empty', () => {
    const texts = (all: Words): unknown[] =>
      Object.values(all).flatMap((value) => (typeof value === 'object' ? texts(value as Words) : [value]));
    for (const text of texts(words)) expect(text).toMatch(/\S/);
  });
});
