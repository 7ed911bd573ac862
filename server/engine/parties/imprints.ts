import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import { followsTightly, isInFoot, isOverBody } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { addressAlone } from './address-lines.ts';
import { beginsAsAddress, hasPostcode, isAddress, isPostcode } from './address-text.ts';
import { beginsWithLegalForm, companyNameEnd } from './company-name.ts';
import { type Draft, draftOf } from './draft.ts';
import type { Slice } from './pieces.ts';
import type { RegionLine } from './region.ts';

/**
 * "Kraus & Sohn, Am Wall 3, 28195 Bremen, Tel. …" in head or foot: who has no legal form is named so, in the line over
 * the window or at the bottom.
 */
export function senderOf(facts: Facts, line: TextLine): Draft | null {
  const { page, rows } = facts.document.pages[line.page - 1]!;
  if (line.page > 1 || (!isOverBody(page, line) && !isInFoot(page, line) && !isInLastBlock(rows, line))) return null;
  const parts = [...line.text.matchAll(/[^,·•|]+/g)].flatMap((match) => {
    const lead = match[0].length - match[0].trimStart().length;
    const text = match[0].trim();
    const start = match.index + lead;
    const street = match.index === 0 ? streetBehindName(text) : 0;
    const slice = (from: number, to: number): Slice => {
      const own = text.slice(from, to).trimEnd();
      return { line, start: start + from, end: start + from + own.length, text: own };
    };
    return street > 0 ? [slice(0, street), slice(street, text.length)] : [slice(0, text.length)];
  });
  const [name, ...rest] = parts;
  if (!name || rest.length < 2 || !/^\p{Lu}[^\p{N}:@]{3,50}$/u.test(name.text) || isTitle(name.text)) return null;
  if (
    companyNameEnd(name.text) !== null ||
    isAddress(name.text) ||
    facts.labels.get(line)!.some((label) => label.leading && isEffective(label))
  )
    return null;
  const city = cityOf(rest.map((part) => part.text));
  if (city === null) return null;
  const end = endOfPlace(facts, rest[city]!);
  const address = { ...rest[0]!, end, text: line.text.slice(rest[0]!.start, end) };
  const vats = facts.vatNumbers.filter((vat) => vat.line === line);
  return { name, nameIsSure: false, address: [address], addressLabelled: false, vats, lines: [line] };
}

/** The last print of a page is its foot, however short the page is. */
const isInLastBlock = (rows: readonly (readonly TextLine[])[], line: TextLine): boolean =>
  rows.slice(line.row + 1).every(([lower], at) => followsTightly(rows[line.row + at]![0]!, lower!));

/** "NORDAL®" over its address in the foot, and "www.nordal.example" on the page: who has no legal form is named so. */
export function footOf(facts: Facts, line: TextLine, regionOf: (line: TextLine) => RegionLine[]): Draft | null {
  const { page } = facts.document.pages[line.page - 1]!;
  const key = fold(line.text);
  const isDomain = (domain: string): boolean => fold(domain.split('.').slice(0, -1).join('')) === key;
  if (line.page > 1 || !isInFoot(page, line) || !facts.contacts.domains.some(isDomain)) return null;
  const draft = draftOf(facts, regionOf(line));
  return draft.name?.line === line && draft.address.some((slice) => hasPostcode(slice.text)) ? draft : null;
}

/** "54218 Nordville - Tel. …": a town ends at the dash before what has a label of its own. */
function endOfPlace(facts: Facts, { line, start, end, text }: Slice): number {
  const dash = [...text.matchAll(/\s[-–]\s/gu)].find(({ index }) =>
    facts.labels.get(line)!.some((label) => label.start === start + index + 3),
  );
  return dash ? start + dash.index : end;
}

/** "Nord Telecom - Société Anonyme au capital de …": a name set apart from its legal form, and the capital behind both. */
export function imprintOf(facts: Facts, line: TextLine): Draft | null {
  const end = line.text.search(/,\s|\s[-–—·•|]\s/u);
  const text = line.text.slice(0, end);
  const rest = line.text.slice(end).replace(/^[,\s–—·•|-]+/u, '');
  if (end < 0 || !/^\p{Lu}[^\p{N}:@]{2,50}$/u.test(text) || !beginsWithLegalForm(rest)) return null;
  const isNamed = facts.labels.get(line)!.some(({ kinds }) => kinds.includes('capital'));
  if (!isNamed || companyNameEnd(text) !== null || isTitle(text) || isAddress(text)) return null;
  const vats = facts.vatNumbers.filter((vat) => vat.line === line);
  const name = { line, start: 0, end, text };
  const { address, addressLabelled } = addressAlone(facts, [{ line, from: end }]);
  return { name, nameIsSure: true, address, addressLabelled, vats, lines: [line] };
}

/** What names a number, and is no word of a company's name. */
const namesNumber = ({ kinds }: Label): boolean => kinds.includes('vat_number') || kinds.includes('registration');

/** "Registered in Lyon, VAT no. … Nord Energie SAS, Quai 3": the company that has the number is named behind it. */
export function behindNumber(facts: Facts, line: TextLine): Draft | null {
  const vats = facts.vatNumbers.filter((vat) => vat.line === line && vat.label !== null);
  const [vat] = vats;
  if (!vat || vats.length > 1 || companyNameEnd(line.text.slice(0, vat.start)) !== null) return null;
  const start = vat.end + /^[\s,.·|–-]*/u.exec(line.text.slice(vat.end))![0].length;
  const length = companyNameEnd(line.text.slice(start));
  if (length === null || !/^\p{Lu}[^:@]{3,60}$/u.test(line.text.slice(start, start + length))) return null;
  // "NIF: F77301554 VAT EU: …": the label of a further number.
  if (facts.labels.get(line)!.some((label) => label.start < start + length && label.end > start && namesNumber(label)))
    return null;
  const name = { line, start, end: start + length, text: line.text.slice(start, start + length) };
  return { ...draftOf(facts, [{ line, from: start }]), name, nameIsSure: true, vats, lines: [line] };
}

/**
 * "Kraus Optik Seestraße 12", "Kraus Optik str. Morii 12": where a street with its number begins right behind a name; 0
 * where none does. Of "Kraus Optik Alte Straße 12" nothing says which word is the street's.
 */
function streetBehindName(text: string): number {
  const number = /\s\d{1,4}\s?\p{L}?$/u.exec(text)?.index ?? 0;
  const street = wordsOf('streets')
    .find(text)
    .find(({ start, end, exact }) => {
      const isCompound = !exact && end === number;
      const leads = wordsOf('street_before').leading(text.slice(start)) > 0;
      return start > 0 && (isCompound || (leads && /\p{L}/u.test(text.slice(end, number))));
    });
  return street?.start ?? 0;
}

/**
 * Which part of an address ends it: a postcode with its city, or, behind a street and a number, a county or a sector, or
 * the code of the city that stands first.
 */
function cityOf(parts: readonly string[]): number | null {
  const coded = parts.findIndex(hasPostcode);
  if (coded === 1 || coded === 2) return coded;
  const isStreet = (part: string | undefined) => part !== undefined && beginsAsAddress(part) && /\p{N}/u.test(part);
  // "Nordal, str. Morii 3, …": the city may stand before its street.
  const street = parts.slice(0, 2).findIndex(isStreet);
  const area = parts.findIndex(
    (part, at) => at > street && (wordsOf('regions').leading(part) > 0 || (street === 1 && isPostcode(part))),
  );
  return street >= 0 && area > 0 && area < 7 ? area : null;
}
