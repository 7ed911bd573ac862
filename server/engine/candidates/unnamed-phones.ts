import { withoutEnd } from '../../checks/without-end.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isEffective, type Label } from './labels.ts';
import type { Contact } from './phones.ts';
import type { TextDocument, TextLine } from './text-lines.ts';

/** "0244 555 100", "0244/55.51.00", "0444 / 815-2200": a trunk zero, an area and groups of figures. */
const national = /(?<![\p{N}.,/+-]|\p{N}\s)\(?0[1-9]\d{0,3}\)?(?:\s?[\s./-]\s?\d{1,7}){1,5}(?![\p{L}\p{N}]|[.,/-]\d)/gu;
/** Whatever is asked there ("Bookings", "Orders:"): a word, and nothing but a colon between it and the number. */
const behindWord = /\p{L}{3}[.)]?:?\s$/u;
const [fewestDigits, mostDigits] = [9, 12];
/** "0244 5551 0012": groups of four are an account's or a card's. */
const isOfFours = (text: string): boolean => /^\d{4}(?: \d{4})+$/.test(text);
/** "01.02 - 28.02.2026", "03.05.2026 10": days. */
const isDay = (text: string): boolean => /^[0-3]?\d[./-][01]\d(?:[./-]|\s?[–-]|\s|$)/.test(text);

/**
 * Numbers of a telephone's form behind words that the lexicon does not know: "Bookings 0244 555 100". Whose they are, only
 * their place tells.
 */
export function findUnnamedPhones(document: TextDocument, labels: ReadonlyMap<TextLine, readonly Label[]>): Contact[] {
  return document.lines.flatMap((line) =>
    [...line.text.matchAll(national)].flatMap(({ 0: value, index: start }): Contact[] => {
      const before = line.text.slice(0, start);
      const digits = value.replace(/\D/g, '').length;
      const isLabelled = labels.get(line)!.some((label) => label.end === start && isOther(label));
      const isPhone =
        behindWord.test(before) &&
        digits >= fewestDigits &&
        digits <= mostDigits &&
        !isDay(value) &&
        !isOfFours(value) &&
        !isLabelled &&
        wordsOf('numbers').closing(withoutEnd(before, /[\s.:]/)) === null;
      return isPhone ? [{ line, start, end: start + value.length, value, label: null }] : [];
    }),
  );
}

/** What names another number than one to call. */
const isOther = (label: Label): boolean =>
  !label.kinds.includes('phone') && (isEffective(label) || label.kinds.includes('fax'));
