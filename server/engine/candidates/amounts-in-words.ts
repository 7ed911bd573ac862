import { Decimal } from 'decimal.js';
import { fold } from '../../checks/fold.ts';
import { type Language, lexicon } from '../lexicon/lexicon.ts';
import { keeping, type Token, tokensOf } from '../lexicon/tokens.ts';

/** "Two hundred and thirty euros 50/100" */
export interface AmountInWords {
  value: Decimal;
  /** Whether it says its cents as well, in words or figures. */
  saysCents: boolean;
  /** Offsets of its characters, the latter exclusive. */
  start: number;
  end: number;
}

/** Letters of a number in words: more are no amount of an invoice. */
const mostLetters = 150;

/** What the words of one language make numbers and amounts of, all folded. */
interface Speech {
  /** What each word is worth; null for what only joins others. */
  worth: ReadonlyMap<string, number | null>;
  /** Letters of the longest of them. */
  longest: number;
  currencies: ReadonlySet<string>;
  cents: ReadonlySet<string>;
}

let known: readonly Speech[] | null = null;

function speeches(): readonly Speech[] {
  known ??= lexicon().map(speechOf);
  return known;
}

function speechOf({ numerals, vocabulary }: Language): Speech {
  const worth = new Map<string, number | null>(vocabulary.within_numerals.map((word) => [fold(word), null]));
  for (const [value, words] of Object.entries(numerals)) for (const word of words) worth.set(fold(word), Number(value));
  return {
    worth,
    longest: Math.max(...[...worth.keys()].map(({ length }) => length)),
    currencies: new Set(vocabulary.currency_names.map(fold)),
    cents: new Set(vocabulary.cent_names.map(fold)),
  };
}

/** The amount that a text says in words; null where it says none, or in words that make no number. */
export const amountInWords = keeping((text): { amount: AmountInWords | null } => {
  const tokens = tokensOf(text);
  const found = tokens.flatMap((token, from) =>
    [...speaking(token.folded)].flatMap((speech) => {
      const isFirst = from === 0 || !isNumeral(speech, tokens[from - 1]!);
      return (isFirst && amountAt(speech, text, tokens, from)) || [];
    }),
  );
  // Languages share words; the one that is spoken understands most of them.
  const longest = found.reduce<AmountInWords | null>(
    (best, one) => (best && lettersOf(best) >= lettersOf(one) ? best : one),
    null,
  );
  return { amount: longest };
});

const lettersOf = ({ start, end }: AmountInWords): number => end - start;

function amountAt(speech: Speech, text: string, tokens: readonly Token[], from: number): AmountInWords | null {
  const whole = numberAt(speech, tokens, from);
  if (!whole) return null;
  const isCurrency = (at: number): boolean => tokens[at] !== undefined && speech.currencies.has(tokens[at].folded);
  let to = whole.to;
  while (isCurrency(to)) to++;
  // "One" and "two" alone are words of any sentence.
  if (to === whole.to && whole.words < 2) return null;
  const cents = centsAt(speech, text, tokens, to);
  return {
    value: new Decimal(whole.value).add(new Decimal(cents?.value ?? 0).div(100)),
    saysCents: cents !== null,
    start: tokens[from]!.start,
    end: tokens[(cents?.to ?? to) - 1]!.end,
  };
}

/** "and fifty cents", "50 cents", "50/100" */
function centsAt(
  speech: Speech,
  text: string,
  tokens: readonly Token[],
  after: number,
): { value: number; to: number } | null {
  const from = speech.worth.get(tokens[after]?.folded ?? '') === null ? after + 1 : after;
  const figures = tokens[from];
  if (!figures) return null;
  const unit = (at: number): boolean => tokens[at] !== undefined && speech.cents.has(tokens[at].folded);
  if (/^\p{N}{1,2}$/u.test(figures.folded)) {
    const isOfHundred = /^\s?\/\s?100(?!\p{N})/u.test(text.slice(figures.end));
    const isUnit = unit(from + 1);
    return isOfHundred || isUnit ? { value: Number(figures.folded), to: from + 2 } : null;
  }
  const words = numberAt(speech, tokens, from);
  return words && words.value < 100 && unit(words.to) ? { value: words.value, to: words.to + 1 } : null;
}

/** The number that words from a token on say, as many of them as there are. */
function numberAt(
  speech: Speech,
  tokens: readonly Token[],
  from: number,
): { value: number; words: number; to: number } | null {
  let to = from;
  let letters = '';
  while (tokens[to] && letters.length <= mostLetters && isNumeral(speech, tokens[to]!)) letters += tokens[to++]!.folded;
  // "… and" before what is no number.
  while (to > from && speech.worth.get(tokens[to - 1]!.folded) === null)
    letters = letters.slice(0, -tokens[--to]!.folded.length);
  const words = letters.length > 0 && letters.length <= mostLetters ? partsOf(speech, letters) : null;
  const value = words && numberOf(words);
  return words && value !== null ? { value, words: words.filter((word) => word !== null).length, to } : null;
}

/** Whether a word is made of words for numbers, as "zweihundertdreißig" is. */
const isNumeral = (speech: Speech, { folded }: Token): boolean => speaking(folded).has(speech);

const speaking = keeping(
  (word): ReadonlySet<Speech> =>
    new Set(/^\p{L}/u.test(word) ? speeches().filter((speech) => partsOf(speech, word) !== null) : []),
);

/** What the words are worth that letters are made of; null where other letters are among them. Longer words go first. */
function partsOf({ worth, longest }: Speech, letters: string): (number | null)[] | null {
  if (letters.length > mostLetters) return null;
  const inVain = new Set<number>();
  const from = (start: number): (number | null)[] | null => {
    if (start === letters.length) return [];
    if (inVain.has(start)) return null;
    for (let end = Math.min(letters.length, start + longest); end > start; end--) {
      const value = worth.get(letters.slice(start, end));
      const rest = value === undefined ? null : from(end);
      if (rest) return [value!, ...rest];
    }
    inVain.add(start);
    return null;
  };
  return from(0);
}

/** The number that words make together, null where they make none ("two five", "million thousand"). */
function numberOf(words: readonly (number | null)[]): number | null {
  let [total, group, lastThousands] = [0, 0, Number.POSITIVE_INFINITY];
  let isJoined = false;
  for (const value of words) {
    if (value === null) {
      isJoined = true;
      continue;
    }
    if (value >= 1000) {
      if (value >= lastThousands || (total > 0 && group === 0)) return null;
      total += Math.max(group, 1) * value;
      [group, lastThousands] = [0, value];
    } else {
      const grown = grownBy(group, value, isJoined);
      if (grown === null) return null;
      group = grown;
    }
    isJoined = false;
  }
  return total + group;
}

/** Below a thousand: what a further word makes of the words before it. */
function grownBy(group: number, value: number, isJoined: boolean): number | null {
  const rest = group % 100;
  if (value === 100) return group === 0 ? 100 : group < 100 ? group * 100 : null;
  if (value > 100) return group === 0 ? group + value : null;
  if (value < 10) return rest === 0 || rest === 10 || (rest >= 20 && rest % 10 === 0) ? group + value : null;
  // Some languages say the units first ("einundzwanzig"), and French counts on from 60 and 80.
  const isAfterUnits = isJoined && rest < 10 && value >= 20 && value % 10 === 0;
  const isCountedOn = (rest === 60 || rest === 80) && value < 20;
  return rest === 0 || isAfterUnits || isCountedOn ? group + value : null;
}
