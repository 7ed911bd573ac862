import { foldLetters } from './fold.ts';

/**
 * Romania's counties by the first two digits of their postal codes, as Poșta Română has given them since May 2003: the
 * first digit is the postal region, the second the county in it, or Bucharest's sector. With ISO 3166-2:RO's code, and
 * the name folded to letters.
 */
const counties: Record<string, readonly [iso: string, name: string]> = {
  '07': ['IF', 'ilfov'],
  '08': ['GR', 'giurgiu'],
  10: ['PH', 'prahova'],
  11: ['AG', 'arges'],
  12: ['BZ', 'buzau'],
  13: ['DB', 'dambovita'],
  14: ['TR', 'teleorman'],
  20: ['DJ', 'dolj'],
  21: ['GJ', 'gorj'],
  22: ['MH', 'mehedinti'],
  23: ['OT', 'olt'],
  24: ['VL', 'valcea'],
  30: ['TM', 'timis'],
  31: ['AR', 'arad'],
  32: ['CS', 'carasseverin'],
  33: ['HD', 'hunedoara'],
  40: ['CJ', 'cluj'],
  41: ['BH', 'bihor'],
  42: ['BN', 'bistritanasaud'],
  43: ['MM', 'maramures'],
  44: ['SM', 'satumare'],
  45: ['SJ', 'salaj'],
  50: ['BV', 'brasov'],
  51: ['AB', 'alba'],
  52: ['CV', 'covasna'],
  53: ['HR', 'harghita'],
  54: ['MS', 'mures'],
  55: ['SB', 'sibiu'],
  60: ['BC', 'bacau'],
  61: ['NT', 'neamt'],
  62: ['VN', 'vrancea'],
  70: ['IS', 'iasi'],
  71: ['BT', 'botosani'],
  72: ['SV', 'suceava'],
  73: ['VS', 'vaslui'],
  80: ['GL', 'galati'],
  81: ['BR', 'braila'],
  82: ['TL', 'tulcea'],
  90: ['CT', 'constanta'],
  91: ['CL', 'calarasi'],
  92: ['IL', 'ialomita'],
};

/** Its sectors are in the place of counties. */
const bucharest = ['B', 'bucuresti'] as const;

/**
 * Whether a Romanian address's postal code belongs to the county that the address names: "jud. Cluj", "RO-CJ", or a
 * sector of Bucharest.
 * @returns null where the address does not show both
 */
export function postcodeAgrees(address: string): boolean | null {
  const plain = foldLetters(address);
  const code = /(?<![\p{L}\d.,-])\d{6}(?![\p{L}\d]|[.,-]\d)/u.exec(plain)?.[0];
  if (!code) return null;
  const sector = /\bsect(?:or)?(?:ul)?[.\s]*([1-6])\b/.exec(plain)?.[1];
  if (sector) return code.startsWith(`0${sector}`);
  const named =
    /\bjud(?:etul|et)?\b[.:\s]*([a-z][a-z\s-]*)/.exec(plain)?.[1]?.replace(/[^a-z]/g, '') ??
    /\bro-([a-z]{2})\b/.exec(plain)?.[1];
  const known = Object.values(counties).some((county) => named !== undefined && isNamed(named, county));
  if (!known) return null;
  const own = counties[code.slice(0, 2)];
  return own !== undefined && isNamed(named!, own);
}

/** By its code, or by its name with perhaps more behind it. */
const isNamed = (named: string, [iso, name]: readonly [string, string]): boolean =>
  named === iso.toLowerCase() || named.startsWith(name);

/**
 * A county's code in ISO 3166-2:RO by its name or its code alone, in any spelling; Bucharest is one.
 * @returns null for any other text
 */
export function countyNamed(text: string): string | null {
  const plain = foldLetters(text)
    .toLowerCase()
    .replace(/^ro-(?=[a-z]{1,2}$)/, '')
    .replace(/[^a-z]/g, '');
  const found = [...Object.values(counties), bucharest].find(([iso, name]) =>
    [iso.toLowerCase(), name].includes(plain),
  );
  return found ? `RO-${found[0]}` : null;
}
