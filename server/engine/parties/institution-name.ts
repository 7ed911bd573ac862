import { fold } from '../../checks/fold.ts';
import { areOfOneSize, followsTightly, startTogether } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import type { Piece } from './pieces.ts';

/** A line of a name is hardly longer, in characters. */
const longest = 45;

/**
 * "Univerzita Jana Nováka" over "v Plzni" or "Primăria Comunei" over "Valea Lungă": whether the name of a public body goes
 * on in the next line of its block, over the street with its number. Only where the first line names nobody by itself, or
 * the second says where the body is: else a department or a person may stand there.
 */
export function goesOnAsInstitution(pieces: readonly Piece[], at: number): boolean {
  const [name, next, street, city] = pieces.slice(at, at + 4);
  if (!name || !next || !street || wordsOf('institutions').leading(name.text) === 0) return false;
  const [upper, lower] = [name.line, next.line];
  const isWhole = name.end === upper.text.length && next.text === lower.text;
  const isSetAlike =
    areOfOneSize(upper, lower) && followsTightly(upper, lower) && (name.start > 0 || startTogether(upper, lower));
  return (
    isWhole &&
    isSetAlike &&
    next.kind === 'text' &&
    next.label === null &&
    next.text.length <= longest &&
    !/[\p{N}:@]/u.test(next.text) &&
    wordsOf('institutions').leading(next.text) === 0 &&
    /\p{L}[.,]?\s\p{N}/u.test(street.text) &&
    (street.kind === 'address' || (street.kind === 'text' && city?.kind === 'address')) &&
    (isNobody(name.text) || saysWhere(next.text))
  );
}

/** Nothing but what many bodies are called. */
function isNobody(text: string): boolean {
  const words = (['institutions', 'of', 'for'] as const).reduce((end, group) => {
    const rest = text.slice(end);
    return end + wordsOf(group).leading(rest);
  }, 0);
  return fold(text.slice(words)) === '';
}

/** "Šafárika v Košicích": a preposition before a name, and none that names of people have. */
const saysWhere = (text: string): boolean =>
  [...text.matchAll(/(?<!\p{L})(\p{Ll}{1,3})\s\p{Lu}/gu)].some(
    ([, word]) => !(['of', 'and_or', 'articles'] as const).some((group) => wordsOf(group).is(word!)),
  );
