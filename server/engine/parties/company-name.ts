import { fold } from '../../checks/fold.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';

let forms: { whole: Map<string, Set<string>>; longest: number } | null = null;

/** Legal forms by their folded text, with the spellings the lexicon knows. */
function legalForms() {
  if (forms) return forms;
  const whole = new Map<string, Set<string>>();
  let longest = 1;
  for (const language of lexicon()) {
    for (const form of language.legal_forms) {
      const tokens = tokensOf(form);
      const key = tokens.map((token) => token.folded).join('');
      if (key === '') continue;
      whole.set(key, (whole.get(key) ?? new Set()).add(form));
      longest = Math.max(longest, tokens.length);
    }
  }
  forms = { whole, longest };
  return forms;
}

interface FormAt {
  start: number;
  end: number;
}

/** Legal forms in the text, from left to right. Short ones count only in their usual case: "SA" is one, "sa" is not. */
function legalFormsIn(text: string): FormAt[] {
  const { whole, longest } = legalForms();
  const tokens = tokensOf(text);
  const found: FormAt[] = [];
  for (let at = 0; at < tokens.length; at++) {
    let key = '';
    let best = -1;
    for (let to = at; to < Math.min(tokens.length, at + longest); to++) {
      if (to > at && /[,;:·|]/.test(text.slice(tokens[to - 1]!.end, tokens[to]!.start))) break;
      key += tokens[to]!.folded;
      const spellings = whole.get(key);
      if (!spellings) continue;
      const printed = text.slice(tokens[at]!.start, tokens[to]!.end);
      const usual = [...spellings].some((form) => isSpelledSo(text, tokens[at]!.start, printed, form));
      if (usual) best = to;
    }
    if (best < 0) continue;
    const dots = /^\.?/.exec(text.slice(tokens[best]!.end))![0].length;
    found.push({ start: tokens[at]!.start, end: tokens[best]!.end + dots });
    at = best;
  }
  return found;
}

/** Capitals need no dots; a form in small letters of up to four needs the dots it is known with ("s.c." is one, "sc" not). */
function isSpelledSo(text: string, start: number, printed: string, form: string): boolean {
  const bare = (word: string) => word.normalize('NFD').replace(/[^\p{L}]/gu, '');
  const letters = bare(printed);
  // "Gmbh", "Sdn bhd": from four letters on, the first is a capital.
  const mixed = letters.length >= 4 && /^\p{Lu}/u.test(letters) && letters.toUpperCase() === bare(form).toUpperCase();
  if (letters !== bare(form) && letters !== bare(form).toUpperCase() && !mixed) return false;
  if (letters === letters.toUpperCase() || letters.length > 4 || /\p{Lu}/u.test(letters.slice(1))) return true;
  const dotted = form.replace(/\s/g, '');
  if (/\p{Lu}/u.test(letters) && !dotted.includes('.')) return true;
  const length = printed.length + 3;
  return (
    text
      .slice(start, start + length)
      .replace(/\s/g, '')
      .startsWith(dotted.replace(/\.$/, '')) &&
    (dotted.includes('.') ? /\./.test(text.slice(start, start + length)) : true)
  );
}

/**
 * Where the company name at the start of the text ends: behind its last legal form before other things begin.
 * Null when no legal form ends it.
 */
export function companyNameEnd(text: string): number | null {
  const all = legalFormsIn(text);
  let end: number | null = null;
  for (const form of all) {
    // "SS 7/26A", "SS21/58": roads have initials too.
    if (/^\s?\d+[/\p{L}]|^\d/u.test(text.slice(form.end))) continue;
    // "Clasa a II-a": a number in Roman figures.
    if (/^-\p{Ll}(?!\p{L})/u.test(text.slice(form.end))) continue;
    // "18, rue Albert II", "Bd. Carol II 5": a king in the name of a street.
    if (text.slice(form.start, form.end) === 'II' && beginsWithStreet(text)) continue;
    // "Str. Uzinei nr. 1, Corp B": a building of a house with a number.
    if (isBuilding(text, form)) continue;
    // A form that begins the text ("SC …", "ET …") leads the name.
    if (form.start < 2 && form.end < text.length - 2) continue;
    if (end !== null && !/^[\s&.,()\-–+]*(?:(?:co|cie|c)[\s&.()\-–+]*)?$/iu.test(text.slice(end, form.start))) {
      // "X Group SRL": a form with more name behind it; but after a comma something else has begun.
      if (/[,;·|•]|\s[-–]\s/.test(text.slice(end, form.start))) break;
    }
    end = form.end;
  }
  if (end === null) return null;
  // A legal form alone, or with one letter, names nobody.
  const before = all
    .filter((form) => form.end <= end!)
    .reduceRight((left, form) => left.slice(0, form.start) + left.slice(form.end), text.slice(0, end));
  if (fold(before).length < 2 || !/\p{L}{2}/u.test(before)) return null;
  const rest = /^\s?\(([^()]{3,30})\)/u.exec(text.slice(end));
  return rest && wordsOf('insolvency').is(rest[1]!) ? end + rest[0].length : end;
}

/** A letter or a number behind it, and a street or a house number before it. */
const isBuilding = (text: string, { start, end }: FormAt): boolean =>
  /^\s?(?:[A-Z]\d{0,2}|\d{1,2})(?![\p{L}\p{N}])/u.test(text.slice(end)) &&
  (beginsWithStreet(text) || /\p{N}\p{Lu}?,?\s$/u.test(text.slice(0, start)));

/** A street's word, or a house number before it, at the start of the text. */
const beginsWithStreet = (text: string): boolean => wordsOf('streets').leading(text.replace(/^\d+\P{L}*/u, '')) > 0;

/** "S.n.c. di Bertoli A. & C.": a second line of a name, which goes on behind its legal form. */
export const goesOnFromLegalForm = (text: string): boolean => {
  const [first] = legalFormsIn(text);
  if (first?.start !== 0) return false;
  const behind = text.slice(first.end);
  const of = wordsOf('of').leading(behind);
  return /^\s\p{Ll}/u.test(behind) && of > 0 && /^\s\p{Lu}/u.test(behind.slice(of));
};

/** What two printings of one company name have in common: no legal forms, case or punctuation. */
export function nameKey(name: string): string {
  let text = name;
  for (const form of legalFormsIn(name).reverse()) text = `${text.slice(0, form.start)} ${text.slice(form.end)}`;
  return fold(text) || fold(name);
}

/** Nothing but legal forms and at most a letter in brackets, as in "Co. (M) Sdn Bhd". */
export function isLegalForm(text: string): boolean {
  const all = legalFormsIn(text);
  if (all[0]?.start !== 0 || all.at(-1)!.end < text.length) return false;
  const rest = all.reduceRight((left, form) => left.slice(0, form.start) + left.slice(form.end), text);
  return /^(\(\p{Lu}\))?$/u.test(rest.replace(/[\s&.]/g, ''));
}
