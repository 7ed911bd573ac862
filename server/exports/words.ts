import { readFileSync } from 'node:fs';
import { resource } from '../resources.ts';

export type WordLanguage = 'ro' | 'en';

/** What files say in a language: its words, and how it writes numbers and dates. */
export interface Words {
  language: WordLanguage;
  /** @throws where there is no word for the key (`field.vendor_name`) */
  of(key: string): string;
}

type Tree = { [key: string]: string | Tree };
const read = new Map<WordLanguage, Words>();

/** The words that the window uses too, so that a file says the same whoever asks for it. */
export function wordsIn(language: WordLanguage): Words {
  const known = read.get(language);
  if (known) return known;
  const tree = JSON.parse(readFileSync(resource('words', `${language}.json`), 'utf8')) as Tree;
  const words: Words = {
    language,
    of(key) {
      const found = key
        .split('.')
        .reduce<string | Tree | undefined>((at, name) => (at as Tree | undefined)?.[name], tree);
      if (typeof found !== 'string') throw new Error(`There is no word for ${key}.`);
      return found;
    },
  };
  read.set(language, words);
  return words;
}
