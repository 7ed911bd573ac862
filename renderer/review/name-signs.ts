import { fold } from '../../server/checks/fold.ts';
import { fieldOf } from '../../server/contract/fields.ts';

const legalForms = import.meta.glob<string[]>('../../resources/lexicon/*.json', { eager: true, import: 'legal_forms' });
const streets = import.meta.glob<string[]>('../../resources/lexicon/*.json', { eager: true, import: 'streets' });
const bankWords = import.meta.glob<string[]>('../../resources/lexicon/*.json', { eager: true, import: 'bank_words' });

/** No legal form and no street's word is printed in more words. */
const mostWords = 3;
/** Abbreviations that are shorter stand for other things as well. */
const fewestLetters = 3;

/** Whether the text has one of the lexicon's words; those that begin with a hyphen end longer ones. */
function saysOneOf(byLanguage: Record<string, string[]>, least: number): (text: string) => boolean {
  const phrases = Object.values(byLanguage).flat();
  const whole = new Set(phrases.map(fold).filter((word) => word.length >= least));
  const endings = phrases.filter((phrase) => phrase.startsWith('-')).map(fold);
  return (text) => {
    const words = text.split(/[\s,;:]+/).map(fold);
    return words.some(
      (word, at) =>
        endings.some((ending) => word.endsWith(ending)) ||
        Array.from({ length: mostWords }, (_, more) => words.slice(at, at + more + 1).join('')).some((run) =>
          whole.has(run),
        ),
    );
  };
}

const isCompany = saysOneOf(legalForms, 2);
const isAddress = saysOneOf(streets, fewestLetters);
const namesBank = saysOneOf(
  Object.fromEntries(Object.entries(bankWords).map(([file, words]) => [file, words.map((word) => `-${word}`)])),
  fewestLetters,
);

/** What tells a company's name, a bank's or an address from other print; null for a field that is none of them. */
export function signOf(path: string): ((text: string) => boolean) | null {
  const { kind, group } = fieldOf(path);
  if (kind === 'address') return isAddress;
  if (kind !== 'name' || group === null) return null;
  return group === 'bank' ? namesBank : isCompany;
}
