import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The suite's two halves: one to mend with, and one that nobody who mends looks at. */
export const halves = ['open', 'held'] as const;
export type Half = (typeof halves)[number];

export const languages = [
  'bg',
  'cs',
  'de',
  'el',
  'en',
  'es',
  'fr',
  'hr',
  'hu',
  'it',
  'nl',
  'pl',
  'pt',
  'ro',
  'sl',
] as const;
export type Language = (typeof languages)[number];

/**
 * What the pages of a half say in a language. Groups hold sentences with `{iban}`, `{name}`, `{number}` and the like to
 * be filled in; a place is a street and a city with `|` between.
 */
export interface Words {
  labels: Record<string, string>;
  goods: string[];
  companies: string[];
  places: string[];
  banks: string[];
  terms: string;
  accounts: { terms: string[]; [sentence: string]: string | string[] };
  /** Of each kind its title, the label of its number and what it says. */
  documents: Record<string, [title: string, number: string, text: string]>;
  deposits: Record<'deposit' | 'gross', string>;
  /** The label of a number and a sentence about it, or the sentence alone. */
  numbers: Record<string, string | [label: string, sentence: string]>;
  vats: Record<string, string>;
  bills: Record<string, string>;
}

export function wordsOf(half: Half, language: Language): Words {
  const file = join(import.meta.dirname, half, 'words', `${language}.json`);
  const words = read.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Words);
  read.set(file, words);
  return words;
}

/** Read once, however many pages they fill. */
const read = new Map<string, Words>();

/** The sentence with its gaps filled. @throws Error where one has no value */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing fills ${gap} in "${sentence}".`);
    return value;
  });
}
