import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '../../resources/words/en.json' with { type: 'json' };
import ro from '../../resources/words/ro.json' with { type: 'json' };
import { namesOfDocuments } from '../../server/checks/document-name.ts';
import { documentErrorCodes } from '../../server/contract/document.ts';
import { fields } from '../../server/contract/fields.ts';
import { confidences, evidences, otherDocuments, sources } from '../../server/contract/invoice.ts';
import { warningCodes } from '../../server/contract/warning-codes.ts';
import { companyRefusals, exportStates, watchStates, windowStates } from '../../server/contract/window.ts';
import { problemCodes } from '../../server/exports/problem-codes.ts';
import { targets } from '../../server/exports/targets.ts';
import { packageRoot } from '../../server/resources.ts';

type Words = Record<string, unknown>;

function keysOf(words: Words, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value as Words, `${prefix}${key}.`) : [prefix + key],
  );
}

function textsOf(words: Words): string[] {
  return Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value as Words)));
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
    has(words.failedHow, documentErrorCodes);
    has(words.confidence, confidences);
    has(words.level, confidences);
    has(words.documentType, namesOfDocuments);
    has(words.otherKind, otherDocuments);
    has(words.state, windowStates);
    has(words.notReviewable, windowStates);
    has(words.watchState, watchStates);
    has(words.exportState, exportStates);
    has(words.companyRefusal, companyRefusals);
    has(words.exportProblem, problemCodes);
    has(
      words.exportTarget,
      targets.map(({ name }) => name),
    );
    has(
      words.field,
      fields.map(({ path }) => path.replace('*.', '').replaceAll('.', '_')),
    );
  });

  it('use the terms of the glossary, which says each of them once', () => {
    const glossary = readFileSync(join(packageRoot, 'docs', 'glossary.md'), 'utf8');
    const rows = glossary.split('\n').filter((line) => /^\| (?!in the contract|---)/.test(line));
    const terms = rows.map((row) => row.split('|')[language === 'en' ? 2 : 3]!.trim());
    const said = JSON.stringify(words).toLowerCase();
    const spoken = textsOf(words)
      .join('\n')
      .replaceAll(/\{\{.*?\}\}/g, '')
      .toLowerCase();
    expect(rows.length).toBeGreaterThan(30);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
    for (const term of terms)
      for (const one of term.split(', ')) expect(said.includes(one.toLowerCase()), one).toBe(true);
    for (const stiff of [/de un om/, /\bcod(ul)? (\p{L}+ )?fiscal/u, /by a person/, /înștiințar/, /\bvendor/])
      expect(spoken).not.toMatch(stiff);
  });

  it('are never empty', () => {
    for (const text of textsOf(words)) expect(text).toMatch(/\S/);
  });
});
