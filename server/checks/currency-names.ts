import { foldLetters } from './fold.ts';
import { languages } from './month-names.ts';

/** The words of a name in the order of letters: "złoty polski" is "polski złoty" as well. */
const wordsOf = (name: string): string =>
  foldLetters(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');

let names: ReadonlyMap<string, string> | null = null;

/** ISO 4217 code of a currency's whole name ("Swiss franc") in any of the languages, as CLDR has it; null for none. */
export function currencyNamed(name: string): string | null {
  names ??= namesOfCurrencies();
  return names.get(wordsOf(name)) ?? null;
}

function namesOfCurrencies(): Map<string, string> {
  const all = languages.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => [wordsOf(display.of(code) ?? code), code] as const);
  });
  const codes = Map.groupBy(all, ([name]) => name);
  // A word that names two of them names neither.
  return new Map(
    [...codes].flatMap(([name, found]) => {
      const own = new Set(found.map(([, code]) => code));
      return name.length >= fewestLetters && own.size === 1 ? [[name, [...own][0]!] as const] : [];
    }),
  );
}

const fewestLetters = 4;
