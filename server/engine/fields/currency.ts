import { currencyOf, currencySpelled, isCurrencyCode } from '../../checks/amounts.ts';
import { currencyNamed } from '../../checks/currency-names.ts';
import type { Facts } from '../candidates/facts.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { valuePlaces } from '../candidates/values.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import type { Token } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isSentenceLike } from '../line-wording.ts';
import { isAmongLines } from '../lines/found-table.ts';
import type { Parties } from '../parties/choose-parties.ts';
import { type TotalKind, totalPhrases } from '../totals/total-words.ts';
import { added, type Features, weigh } from '../weights.ts';
import { currencyOfParties } from './currency-of-parties.ts';
import { printedRate } from './exchange-rate.ts';

/** Where a currency is printed: what a label says outweighs where signs stand. */
type Standing =
  | 'in_label'
  | 'beside_total'
  | 'in_row_of_total'
  | 'beside_amount'
  | 'alone'
  | 'in_sentence'
  | 'of_other_amount';

/** A currency printed somewhere. */
interface Mention {
  code: string;
  line: TextLine;
  start: number;
  end: number;
  standing: Standing;
  /** Whether it stands beside an amount that is called a total, whatever else its row speaks of. */
  ofTotal: boolean;
  /** Whether several countries print it so: "$" is also Canada's, Australia's and Singapore's, "kr" three kingdoms'. */
  shared: boolean;
}

const sharedSign = /^(?:[$¥]|kr)$/;

/** What may be a currency's code, name or sign. */
const sign = /(?<![\p{L}$])(?:US\$|\p{L}{2,5})(?!\p{L})|[€£$¥]/gu;

/** From this part of the best one's weight on, the next one may be meant as well. */
const closeTo = 0.6;

/** The currency of the invoice's amounts as it is printed, or else the one of its parties' countries. */
export const chooseCurrency = (facts: Facts, parties: Parties): Found<string> | null =>
  printedCurrency(facts) ?? currencyOfParties(parties);

/** A currency with all places where it is printed, those that tell most first. */
interface Ranked {
  code: string;
  mentions: readonly Mention[];
  features: Features;
  weight: number;
  /** Whether it alone stands beside what is called the total, and no label names another. */
  isOfTotal: boolean;
}

/** The printed currencies, the likeliest first. */
export function rankCurrencies(facts: Facts): Ranked[] {
  const mentions = [...labelled(facts), ...signs(facts)];
  // However many lines are priced in another one: what the invoice comes to is in its own.
  const called = new Set(
    mentions.filter((mention) => mention.ofTotal && isCalledTotal(facts, mention)).map(({ code }) => code),
  );
  const isNamed = mentions.some((mention) => isLabelled(mention) && !called.has(mention.code));
  return [...Map.groupBy(mentions, ({ code }) => code)]
    .map(([code, own]) => {
      const features = added(own.map(featuresOf));
      const tell = (mention: Mention): number => weigh('currency', featuresOf(mention));
      const ordered = own.toSorted((a, b) => tell(b) - tell(a));
      const isOfTotal = called.size === 1 && !isNamed && called.has(code);
      return { code, mentions: ordered, features, weight: weigh('currency', features), isOfTotal };
    })
    .sort((a, b) => Number(b.isOfTotal) - Number(a.isOfTotal) || b.weight - a.weight || (a.code < b.code ? -1 : 1));
}

const featuresOf = ({ standing }: Mention): Features => ({ [standing]: true });

function printedCurrency(facts: Facts): Found<string> | null {
  const ranked = rankCurrencies(facts);
  const [best, second] = ranked;
  if (!best) return null;
  const { code, mentions: own, weight } = best;
  const first = own[0]!;
  const rows = new Set(
    own
      .filter((mention) => mention.standing !== 'alone' && !isOfOtherAmount(mention))
      .map((mention) => `${mention.line.page} ${mention.line.row}`),
  );
  const close = second !== undefined && !best.isOfTotal && second.weight > closeTo * weight;
  return found(code, placeOf(first.line, first.start, first.end), first.line, [
    isLabelled(first) && 'labelled',
    (rows.size > 1 || isNamedAndPrinted(own)) &&
      isOnlyCurrency(ranked) &&
      own.some((mention) => !mention.shared && !isOfOtherAmount(mention)) &&
      // Beside fees and insured sums alone it may be another than the invoice's.
      own.some((mention) => isLabelled(mention) || isBesideSum(facts, mention)) &&
      'seen_twice',
    close && 'contradicted',
  ]);
}

/** Its label names it, and amounts bear it in another row. */
const isNamedAndPrinted = (own: readonly Mention[]): boolean =>
  own.some(
    (named) => isLabelled(named) && own.some((other) => !isLabelled(other) && other.line.row !== named.line.row),
  );

/**
 * Its amount's label, in its own cell or the next to the left, is a sum's and says nothing else: "Total charge for late
 * payment" is no sum of the invoice.
 */
const isBesideSum = (facts: Facts, mention: Mention): boolean =>
  sumsBeside(facts, mention).some((kind) => sums.has(kind));

/** Its amount's label says that it is what the whole invoice comes to, and nothing else. */
const isCalledTotal = (facts: Facts, mention: Mention): boolean =>
  sumsBeside(facts, mention).some((kind) => totals.has(kind));

/** What its amount's label says of it; nothing where that has words of something else. */
function sumsBeside({ document }: Facts, { line }: Mention): readonly TotalKind[] {
  const row = document.pages[line.page - 1]!.rows[line.row]!;
  const label = row.slice(0, line.cell + 1).findLast(({ tokens }) => tokens.some(isLabelWord));
  if (!label) return [];
  const hits = totalPhrases().find(label.text, label.ocr);
  const isSaid = (word: Token, at: number): boolean =>
    !isLabelWord(word) || hits.some(({ from, to }) => at >= from && at < to);
  return label.tokens.every(isSaid) ? hits.flatMap(({ kinds }) => kinds) : [];
}

const isLabelWord = ({ folded }: Token): boolean =>
  /\p{L}{2}/u.test(folded) && currencySpelled(folded) === null && currencySpelled(folded.toUpperCase()) === null;

const totals: ReadonlySet<TotalKind> = new Set<TotalKind>(['gross', 'total', 'due']);
const sums: ReadonlySet<TotalKind> = new Set<TotalKind>(['net', 'lines_sum', 'vat', 'gross', 'total', 'due', 'base']);

/** Others than the likeliest stand only beside a rate of exchange, an equivalent or a share capital, and beside no total. */
const isOnlyCurrency = ([, ...others]: readonly Ranked[]): boolean =>
  others.every(({ mentions }) => mentions.every((mention) => isOfOtherAmount(mention) && !mention.ofTotal));

const isLabelled = ({ standing }: Mention): boolean => standing === 'in_label';

const isOfOtherAmount = ({ standing }: Mention): boolean => standing === 'of_other_amount';

function labelled(facts: Facts): Mention[] {
  return [...facts.labels.values()].flat().flatMap((label): Mention[] => {
    if (!label.kinds.includes('currency')) return [];
    for (const place of valuePlaces(facts.document, facts.labels, label)) {
      const word = /^[(\s]*(\p{L}{2,7}|[€£$])(?!\p{L})/u.exec(place.text);
      const inner = /\(([A-Z]{3})\)/.exec(place.text)?.[1];
      // "polski złoty": the whole text may be a name of more than one word.
      const whole = currencyNamed(place.text);
      const code =
        whole ?? (word && [inner ?? '', word[1]!, word[1]!.slice(0, 3)].map(codeOf).find((one) => one !== null));
      if (!code) continue;
      const end = place.start + (whole || !word ? place.text.length : word[0].length);
      return [
        {
          code,
          line: place.line,
          start: place.start,
          end,
          standing: 'in_label',
          ofTotal: false,
          shared: whole === null && sharedSign.test(inner ?? word![1]!),
        },
      ];
    }
    return [];
  });
}

/** Behind a label any currency's code is one. */
const codeOf = (text: string): string | null => currencyOf(text) ?? (isCurrencyCode(text) ? text : null);

function signs(facts: Facts): Mention[] {
  const mentions: Mention[] = [];
  const hasRate = facts.document.lines.some((line) => /(?<!\d)1\s?[A-Z]{3}\s?=/.test(line.text));
  const converted = facts.document.lines.some((line) => printedRate(line.text) !== null);
  for (const page of facts.document.pages) {
    for (const row of page.rows) {
      const text = row.map((line) => line.text).join('  ');
      // A rate of exchange, a share capital: amounts that are not the invoice's.
      const aside =
        /[\p{L}€$£]\s?=\s?\d/u.test(text) ||
        (['exchange_rates', 'capital'] as const).some((group) => wordsOf(group).has(text));
      for (const line of row) {
        const total =
          wordsOf('sums').has(line.text) ||
          (wordsOf('sums').has(text) &&
            !wordsOf('sums').has(
              row.find((cell) => cell !== line && /\p{L}{4}/u.test(cell.text) && cell.x > line.x)?.text ?? '',
            ));
        // Beside a rate of exchange, "in lei" marks the equivalents.
        const equivalent = converted && wordsOf('equivalents').has(line.text);
        for (const match of line.text.matchAll(sign)) {
          const beside =
            (line.text === match[0] && /\d$/.test(row[line.cell - 1]?.text ?? '')) ||
            /\d\s?$/.test(line.text.slice(0, match.index)) ||
            /^\s?-?\d[\d.,]*(?:$|[^\p{L}\d.,])/u.test(line.text.slice(match.index + match[0].length));
          // Letters that run into a sign are a misread word.
          if (line.ocr && !beside && /^[$£¥€]\p{L}/u.test(line.text.slice(match.index))) continue;
          const isCell = line.text === match[0] && /^-?\d[\d.,]*$/.test(row[line.cell + 1]?.text ?? '');
          // "EUR pallet, returnable": among the words of goods it is one of them.
          const isOfGoods =
            !beside && line.text !== match[0] && facts.read.tables.some((one) => isAmongLines(line, one));
          if (isOfGoods) continue;
          // "FT2291" is a lot's number.
          const isGlued = /^\d/.test(line.text.slice(match.index + match[0].length));
          const spelled = beside && !isGlued ? besideAmount(match[0]) : currencySpelled(match[0]);
          const code = isCell && line.ocr ? currencyOf(match[0]) : spelled;
          if (!code || isPartOfAccount(facts, line, match.index)) continue;
          const before = text.slice(0, text.indexOf(line.text) + match.index);
          const second = hasRate && isSecondAmount.test(before);
          // "Reconnecting costs 4 euros" is no amount of the invoice.
          const [ofTotals, ofOthers] = beside
            ? (['beside_total', isSentenceLike(line) ? 'in_sentence' : 'beside_amount'] as const)
            : (['in_row_of_total', 'alone'] as const);
          const standing = aside || equivalent || second ? 'of_other_amount' : total ? ofTotals : ofOthers;
          const end = match.index + match[0].length;
          const ofTotal = total && beside && !second && !equivalent;
          const shared = sharedSign.test(match[0]);
          mentions.push({ code, line, start: match.index, end, standing, ofTotal, shared });
        }
      }
    }
  }
  return mentions;
}

/** Where all is in capitals its sign is too: "4 376,78 KČ"; a code may begin with one, "9,20 Eur". In small letters it may be a unit: "12 ft". */
const besideAmount = (text: string): string | null =>
  currencySpelled(text) ?? (text === text.toUpperCase() || /^\p{Lu}\p{Ll}{2}$/u.test(text) ? currencyOf(text) : null);

/** "9.067,22  3.584.181 HUF": behind an amount that bears no currency, another one's is of what that comes to. */
const isSecondAmount = /\d[.,]\d{2}\s{1,4}-?\d[\d., ]{0,14}$/;

const isPartOfAccount = (facts: Facts, line: TextLine, at: number): boolean =>
  facts.accounts.ibans.some((iban) => iban.line === line && at >= iban.start && at < iban.end) ||
  wordsOf('accounts').has(line.text.slice(Math.max(0, at - 12), at));
