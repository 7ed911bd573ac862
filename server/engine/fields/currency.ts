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
import type { Parties } from '../parties/choose-parties.ts';
import { type TotalKind, totalPhrases } from '../totals/total-words.ts';
import { currencyOfParties } from './currency-of-parties.ts';
import { printedRate } from './exchange-rate.ts';

/** A currency printed somewhere; weight says how much its place tells of the invoice's own. */
interface Mention {
  code: string;
  line: TextLine;
  start: number;
  end: number;
  weight: number;
  /** Whether the label of a currency names it. */
  labelled: boolean;
  /** Whether it stands beside an amount that is called a total, whatever else its row speaks of. */
  ofTotal: boolean;
  /** Whether several countries print it so: "$" is also Canada's, Australia's and Singapore's, "kr" three kingdoms'. */
  shared: boolean;
}

const sharedSign = /^(?:[$¥]|kr)$/;

/** What may be a currency's code, name or sign. */
const sign = /(?<![\p{L}$])(?:US\$|\p{L}{2,5})(?!\p{L})|[€£$¥]/gu;

/** How much a mention's place tells: what a label says outweighs where signs stand. */
const weightOf = {
  label: 8,
  besideTotal: 3,
  inRowOfTotal: 2.5,
  besideAmount: 1,
  alone: 0.8,
  inSentence: 0.2,
  ofOtherAmount: 0.1,
};

/** From this part of the best one's weight on, the next one may be meant as well. */
const closeTo = 0.6;

/** The currency of the invoice's amounts as it is printed, or else the one of its parties' countries. */
export const chooseCurrency = (facts: Facts, parties: Parties): Found<string> | null =>
  printedCurrency(facts) ?? currencyOfParties(parties);

/** By its label, by what stands in the rows of totals, by how often it stands. */
function printedCurrency(facts: Facts): Found<string> | null {
  const mentions = [...labelled(facts), ...signs(facts)];
  const weights = new Map<string, number>();
  for (const { code, weight } of mentions) weights.set(code, (weights.get(code) ?? 0) + weight);
  // However many lines are priced in another one: what the invoice comes to is in its own.
  const called = new Set(
    mentions.filter((mention) => mention.ofTotal && isCalledTotal(facts, mention)).map(({ code }) => code),
  );
  const isNamed = mentions.some((mention) => mention.labelled && !called.has(mention.code));
  const isOwn = (code: string): boolean => called.size === 1 && !isNamed && called.has(code);
  const ranked = [...weights].sort(
    (a, b) => Number(isOwn(b[0])) - Number(isOwn(a[0])) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
  );
  const [best, second] = ranked;
  if (!best) return null;
  const [code, weight] = best;
  const own = mentions.filter((mention) => mention.code === code).sort((a, b) => b.weight - a.weight);
  const first = own[0]!;
  const rows = new Set(
    own
      .filter((mention) => mention.weight !== weightOf.alone && !isOfOtherAmount(mention))
      .map((mention) => `${mention.line.page} ${mention.line.row}`),
  );
  const close = second !== undefined && !isOwn(code) && second[1] > closeTo * weight;
  return found(code, placeOf(first.line, first.start, first.end), first.line, [
    first.labelled && 'labelled',
    (rows.size > 1 || isNamedAndPrinted(own)) &&
      isOnlyCurrency(mentions, code) &&
      own.some((mention) => !mention.shared && !isOfOtherAmount(mention)) &&
      // Beside fees and insured sums alone it may be another than the invoice's.
      own.some((mention) => mention.labelled || isBesideSum(facts, mention)) &&
      'seen_twice',
    close && 'contradicted',
  ]);
}

/** Its label names it, and amounts bear it in another row. */
const isNamedAndPrinted = (own: readonly Mention[]): boolean =>
  own.some((named) => named.labelled && own.some(({ line, labelled }) => !labelled && line.row !== named.line.row));

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

/** Others stand only beside a rate of exchange, an equivalent or a share capital, and beside no total. */
const isOnlyCurrency = (mentions: readonly Mention[], code: string): boolean =>
  mentions.every((mention) => mention.code === code || (isOfOtherAmount(mention) && !mention.ofTotal));

const isOfOtherAmount = ({ weight }: Mention): boolean => weight <= weightOf.ofOtherAmount;

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
          weight: weightOf.label,
          labelled: true,
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
          const spelled = beside ? besideAmount(match[0]) : currencySpelled(match[0]);
          const code = isCell && line.ocr ? currencyOf(match[0]) : spelled;
          if (!code || isPartOfAccount(facts, line, match.index)) continue;
          const before = text.slice(0, text.indexOf(line.text) + match.index);
          const second = hasRate && isSecondAmount.test(before);
          // "Reconnecting costs 4 euros" is no amount of the invoice.
          const [ofTotals, ofOthers] = beside
            ? [weightOf.besideTotal, isSentenceLike(line) ? weightOf.inSentence : weightOf.besideAmount]
            : [weightOf.inRowOfTotal, weightOf.alone];
          const weight = aside || equivalent || second ? weightOf.ofOtherAmount : total ? ofTotals : ofOthers;
          const end = match.index + match[0].length;
          const ofTotal = total && beside && !second && !equivalent;
          const shared = sharedSign.test(match[0]);
          mentions.push({ code, line, start: match.index, end, weight, labelled: false, ofTotal, shared });
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
