import { fold } from '../../checks/fold.ts';
import { lexicon } from '../lexicon/lexicon.ts';

/**
 * Codes of UN/ECE Recommendation 20, and of Recommendation 21 with its X, between which programs choose freely for one
 * word. The first stands for all of them: the lexicon names its words by it.
 */
const alike: readonly (readonly string[])[] = [
  ['H87', 'EA', 'PCE', 'NAR', 'XPP'],
  ['PR', 'NPR'],
  ['SET', 'KT'],
  ['XBX', 'BX', 'XCT', 'CT', 'XCS'],
  ['XPK', 'PK', 'XPC', 'XPA', 'PA'],
  ['LS', 'E48', 'E51'],
  ['DAY', 'E49'],
  ['MTR', 'LM'],
  ['LTR', 'DMQ'],
  ['KMT', 'KTM'],
];
/** Codes that older programs write and that the recommendations have no more: where one has to be right, the first stands for it. */
const withdrawn: ReadonlySet<string> = new Set(['NPR', 'PCE', 'BX', 'CT', 'CS', 'PK', 'PA', 'KTM']);
/** "One" says that there is no unit of measure, so it goes with whatever is counted. */
const one = 'C62';
const counted = ['H87', 'PR', 'SET', 'XBX', 'XPK', 'XBG', 'XBO', 'XRO', 'XPX', 'LS'];
/** Signs that are the same in every language. */
const signs: Record<string, readonly string[]> = {
  [one]: [],
  KGM: ['kg'],
  GRM: ['g', 'gr'],
  MGM: ['mg'],
  TNE: ['t'],
  LTR: ['l', 'dm3'],
  MLT: ['ml'],
  MTR: ['m'],
  CMT: ['cm'],
  MMT: ['mm'],
  KMT: ['km'],
  MTK: ['m2'],
  MTQ: ['m3'],
  MIN: ['min'],
  HUR: ['h'],
  DAY: ['d'],
  KWH: ['kwh'],
  MWH: ['mwh'],
};

const standing = new Map(alike.flatMap((codes) => codes.map((code) => [code, codes[0]!] as const)));
const standsFor = (code: string): string => standing.get(code) ?? code;

let meanings: ReadonlyMap<string, ReadonlySet<string>> | null = null;

/** What a printed unit may mean, by its folded text; a code means itself. A word may mean two: "ml" is a length too. */
function unitMeanings(): ReadonlyMap<string, ReadonlySet<string>> {
  if (meanings) return meanings;
  const built = new Map<string, Set<string>>();
  const add = (text: string, code: string): unknown =>
    built.set(fold(text), (built.get(fold(text)) ?? new Set()).add(code));
  for (const table of [signs, ...lexicon().map(({ units }) => units)]) {
    for (const [code, words] of Object.entries(table)) for (const text of [code, ...words]) add(text, code);
  }
  for (const codes of alike) for (const code of codes) add(code, codes[0]!);
  meanings = built;
  return built;
}

/** Whether a printed unit certainly means another one than a code; false where either is not known. */
export function isOtherUnit(printed: string, code: string): boolean {
  const meant = unitMeanings().get(fold(printed));
  const stated = standsFor(code.trim().toUpperCase());
  if (!meant || !unitMeanings().get(fold(stated))?.has(stated) || meant.has(stated)) return false;
  if (stated === one) return !counted.some((each) => meant.has(each));
  return !(meant.has(one) && counted.includes(stated));
}

/** A language's usual word for a code, which is its first in the lexicon; the sign or the code itself where it has none. */
export function unitWord(code: string, language: string): string {
  const stated = standsFor(code.trim().toUpperCase());
  const words = lexicon().find((each) => each.language === language)?.units[stated];
  return signs[stated]?.[0] ?? words?.[0] ?? code;
}

/**
 * The code of UN/ECE Recommendation 20 or 21, as they are in force, that a printed unit certainly means: a code that is written
 * as one, or a word of one meaning, in the language of a country where it has several: "mc" is a cubic metre in Romania and a month in Poland.
 * @param country of who prints it (ISO 3166-1); null where nobody knows it
 */
export function unitCode(printed: string, country: string | null = null): string | null {
  const stated = printed.trim();
  if (withdrawn.has(stated)) return standsFor(stated);
  if (standing.has(stated) || stated === one || Object.hasOwn(signs, stated)) return stated;
  const meant = unitMeanings().get(fold(stated));
  if (!meant || meant.size === 1) return meant ? [...meant][0]! : null;
  const own = country === null ? [] : [...meant].filter((code) => isWordOf(country, stated, code));
  return own.length === 1 && !isSign(stated) ? own[0]! : null;
}

function isWordOf(country: string, text: string, code: string): boolean {
  const language = /^[A-Z]{2}$/.test(country) ? new Intl.Locale(`und-${country}`).maximize().language : null;
  const words = lexicon().find((each) => each.language === language)?.units[code] ?? [];
  return words.some((word) => fold(word) === fold(text));
}

/** A sign means the same everywhere, so a word that is written alike takes nothing from it. */
const isSign = (text: string): boolean => Object.values(signs).some((all) => all.includes(fold(text)));
