import { fold } from '../../checks/fold.ts';
import { inAllLanguages, wordsOf } from '../lexicon/words.ts';

/** Legal forms, each as a kind of its own spelling. Short ones count only in their usual case: "SA" is one, "sa" not. */
const legalForms = inAllLanguages<string>(
  (language) => language.legal_forms.map((form) => [form, form] as const),
  (text, { kinds, start, end }) => {
    const printed = text.slice(start, end);
    return !/[,;:·|]/.test(printed) && kinds.some((form) => isSpelledSo(text, start, printed, form));
  },
);

interface FormAt {
  start: number;
  end: number;
}

/** Legal forms in the text, from left to right, with the dot behind them. */
const legalFormsIn = (text: string): FormAt[] =>
  legalForms()
    .find(text)
    .map(({ start, end }) => ({ start, end: text[end] === '.' ? end + 1 : end }));

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
    // "BA 204 KD": the plate of a car.
    if (/(?:^|[\s:])\p{Lu}{1,2}[\s-]\d{2,3}[\s-]$/u.test(text.slice(0, form.start))) continue;
    // "€/KG": a unit; "NV/SA" is one form in two languages.
    if (text[form.start - 1] === '/' && form.start - 1 !== end) continue;
    // "Sheet SA-4821": the letters before a register's number.
    if (/^-\d/.test(text.slice(form.end))) continue;
    // "Denver, CO 80014": a state before its postal code.
    if (/,\s$/.test(text.slice(0, form.start)) && /^\s\d{5}(?:-\d{4})?(?![\s\p{L}\p{N}])/u.test(text.slice(form.end)))
      continue;
    // "Mill Street 41, 1016 EK": the letters of a Dutch postal code.
    if (/\p{N}\p{L}?, [1-9]\p{N}{3} $/u.test(text.slice(0, form.start)) && form.end - form.start === 2) continue;
    // "Via SS. Pietro e Paolo": the saints of a street.
    if (isWithinStreet(text, form)) continue;
    // "Via Dante SNC": a house without a number.
    if (isUnnumberedHouse(text, form)) continue;
    // "18, rue Albert II", "Bd. Carol II 5", "Lipkova utca 34. II.": a king in the name of a street, or a floor.
    if (/^II\.?$/.test(text.slice(form.start, form.end)) && (isOfStreet(text, form) || hasHouse(text, form))) continue;
    // "Str. Uzinei nr. 1, Corp B": a building of a house with a number.
    if (isBuilding(text, form)) continue;
    // "Nordal, Co. Mayo", "Str. Morii 8, Brașov, BV": a county.
    if (isCounty(text, form) || isCountyCode(text, form)) continue;
    // "00100 NORDVILLA (NO)": the province of a town.
    if (/\($/.test(text.slice(0, form.start)) && /^\)/.test(text.slice(form.end)) && form.end - form.start === 2)
      continue;
    // A form that begins the text ("SC …", "ET …") leads the name.
    if (form.start < 2 && form.end < text.length - 2) continue;
    if (end !== null && !/^[\s&.,()\-–+/]*$/u.test(text.slice(end, form.start))) {
      // "X Group SRL": a form with more name behind it; but after a comma something else has begun.
      if (/[,;·|•]|\s[-–]\s/.test(text.slice(end, form.start))) break;
    }
    end = form.end;
  }
  if (end === null) return null;
  // A legal form alone, or with one letter, names nobody; "A + B" is a name.
  const before = all
    .filter((form) => form.end <= end!)
    .reduceRight((left, form) => left.slice(0, form.start) + left.slice(form.end), text.slice(0, end));
  const last = all.findLast((form) => form.end <= end)!;
  const isShort = fold(text.slice(last.start, last.end)).length < 3;
  if (fold(before).length < 2 || !(nameBeforeForm.test(before) || (!isShort && letterWithNumber.test(before))))
    return null;
  const rest = /^\s?\(([^()]{3,30})\)/u.exec(text.slice(end));
  return rest && wordsOf('insolvency').is(rest[1]!) ? end + rest[0].length : end + branchBehind(text.slice(end));
}

const nameBeforeForm = /\p{L}{2}|^\p{Lu}\s?[&+]\s?\p{Lu}(?!\p{L})/u;

/** "P27 Sp. z o.o.", "4K Ltd": before a form of three letters at least a letter with a number is a name. */
const letterWithNumber = /^(?:\p{Lu}\p{N}{1,3}|\p{N}{1,2}\p{Lu})\s$/u;

/** ", Sucursal en España", " Niederlassung Deutschland": how far the name of a branch goes on; 0 where none does. */
function branchBehind(text: string): number {
  const lead = /^[\s,.–-]{1,3}/u.exec(text)?.[0].length ?? 0;
  const length = lead > 0 ? wordsOf('branches').leading(text.slice(lead)) : 0;
  const place = /^(?:\s[\p{L}.]{1,20}){0,3}(?=$|[,;·|•(]|\s[-–])/u.exec(text.slice(lead + length))?.[0];
  return length > 0 && place !== undefined ? lead + length + place.length : 0;
}

const isCountyCode = (text: string, { start, end }: FormAt): boolean => {
  const parts = text.slice(0, start).split(',');
  return (
    /^\p{Lu}{2}$/u.test(text.slice(start, end)) &&
    parts.at(-1)!.trim() === '' &&
    parts.some((part) => beginsWithStreet(part.trim()) && /\p{N}/u.test(part))
  );
};

const isCounty = (text: string, { start, end }: FormAt): boolean =>
  /,\s$/.test(text.slice(0, start)) &&
  /^\s\p{Lu}\p{Ll}+/u.test(text.slice(end)) &&
  wordsOf('county_before').is(text.slice(start, end));

/** A letter or a number behind it, and a street or a house number before it. */
const isBuilding = (text: string, { start, end }: FormAt): boolean =>
  /^\s?(?:[A-Z]\d{0,2}|\d{1,2})(?![\p{L}\p{N}])/u.test(text.slice(end)) &&
  (beginsWithStreet(text) || /\p{N}\p{Lu}?(?:\s?,\s?|\s)$/u.test(text.slice(0, start)));

/** Behind a street's word at the start of the text, or of its last part ("Società a socio unico, Via Emanuele II"). */
const isOfStreet = (text: string, { start }: FormAt): boolean =>
  beginsWithStreet(text) || beginsWithStreet(text.slice(text.lastIndexOf(',', start) + 1).trimStart());

/** Behind a street's word at the start of the text, and at the end of its part. "S.n.c." is written so as a legal form alone. */
const isUnnumberedHouse = (text: string, { start, end }: FormAt): boolean =>
  beginsWithStreet(text) &&
  !/^\p{Lu}\.\s?\p{Ll}\./u.test(text.slice(start, end)) &&
  wordsOf('unnumbered').is(text.slice(start, end)) &&
  /^\s*(?:$|,|[-–]\s)/u.test(text.slice(end));

/** A street's word and a number before it. */
const hasHouse = (text: string, { start }: FormAt): boolean =>
  wordsOf('streets').has(text.slice(0, start)) && /\p{N}/u.test(text.slice(0, start));

/** An abbreviation right behind a street's word, and a name behind both. */
const isWithinStreet = (text: string, { start, end }: FormAt): boolean =>
  /^\p{Lu}{2,3}\.$/u.test(text.slice(start, end)) &&
  /^\s?\p{Lu}/u.test(text.slice(end)) &&
  wordsOf('street_before').closing(text.slice(0, start)) !== null;

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

/** "NORDAL EL SALVADOR, S.A." over "DE C.V.", "Nordal Sp. z" over "o.o.": a legal form that breaks in two lines. */
export const breaksInForm = (upper: string, lower: string): boolean =>
  legalFormsIn(`${upper} ${lower}`).some(
    ({ start, end }) => start < upper.length && end > upper.length + 1 && end >= upper.length + lower.trimEnd().length,
  );

/** "Société Anonyme au capital de …": the legal form behind a name that is set apart from it. */
export const beginsWithLegalForm = (text: string): boolean => legalFormsIn(text)[0]?.start === 0;

/** From so many characters on a line may be full, so that a name in it goes on in the next. */
export const fullLine = 20;

/** "Nordtal Handel +", "Papier- und": its line breaks off before the rest of the name. */
export const isHalfName = (text: string): boolean =>
  /\p{L}\s?[+&]$/u.test(text) || (/\s\p{Ll}+$/u.test(text) && wordsOf('and_or').closing(text) !== null);

/** "Tief- und Leitungsbau" over "Anna Nordtal GmbH": two trades in one word begin the name that is below them. */
export const namesTrades = (upper: string, lower: string): boolean => {
  const joined = /^\p{Lu}\p{Ll}+-\s(\p{Ll}+\s)\p{Lu}?\p{Ll}{3,}$/u.exec(upper)?.[1];
  return joined !== undefined && wordsOf('and_or').is(joined.trim()) && companyNameEnd(lower) === lower.length;
};

/** "and Sons": what stands above it goes on in it. */
export const goesOnWithAnd = (text: string): boolean =>
  /^(?:[+&]\s?|\p{Ll}+\s)\p{Lu}/u.test(text) && (/^[+&]/.test(text) || wordsOf('and_or').leading(text) > 0);

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
