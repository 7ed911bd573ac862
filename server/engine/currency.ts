import { currencyOf } from '../checks/amounts.ts';
import type { Facts } from './candidates/facts.ts';
import type { Label } from './candidates/labels.ts';
import { placeOf, type TextLine, wordsBetween } from './candidates/text-lines.ts';
import { valuePlaces } from './candidates/values.ts';
import { found } from './evidence.ts';
import type { Found } from './found.ts';
import { boxAround } from './layout/rows.ts';

/** A currency printed somewhere; weight says how much its place tells of the invoice's own. */
interface Mention {
  code: string;
  line: TextLine;
  start: number;
  end: number;
  weight: number;
  /** Whether it stands beside an amount that is called a total, whatever else its row speaks of. */
  ofTotal: boolean;
  /** Whether several countries print it so: "$" is also Canada's, Australia's and Singapore's, "kr" three kingdoms'. */
  shared: boolean;
}

const sharedSign = /^(?:[$¥]|kr)$/;

const totalWords =
  /(?<!\p{L})(total\p{L}*|totaal|suma|sum|summe|plat[aă]|payer|pagare|pagar|due|gesamt\p{L}*|\p{L}*betrag|gross|grand|brutto|zapłaty|fizetend\p{L}*|végösszeg|úhradě|всичко|плащане|importe|importo|celkem|razem|amount|balance)(?!\p{L})/iu;
const sign =
  /(?<!\p{L})(EUR(?:O|OS)?|RON|LEI|lei|Lei|USD|US\$|GBP|CHF|HUF|PLN|CZK|BGN|SEK|DKK|NOK|CAD|AUD|NZD|SGD|HKD|IDR|THB|INR|ZAR|AED|ILS|MYR|RM|TRY|MDL|RSD|JPY|Ft|Kč|zł|лв|kr)(?!\p{L})|[€£$¥]/gu;

/** The currency of the invoice's amounts: by its label, by what stands in the rows of totals, by how often it stands. */
export function chooseCurrency(facts: Facts): Found<string> | null {
  const mentions = [...labelled(facts), ...signs(facts)];
  const weights = new Map<string, number>();
  for (const { code, weight } of mentions) weights.set(code, (weights.get(code) ?? 0) + weight);
  const ranked = [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const [best, second] = ranked;
  if (!best) return null;
  const [code, weight] = best;
  const own = mentions.filter((mention) => mention.code === code).sort((a, b) => b.weight - a.weight);
  const first = own[0]!;
  const rows = new Set(
    own.filter((mention) => mention.weight >= 1).map((mention) => `${mention.line.page} ${mention.line.row}`),
  );
  const close = second !== undefined && second[1] > 0.6 * weight;
  return found(code, placeOf(first.line, first.start, first.end), first.line, [
    first.weight >= 5 && 'labelled',
    (rows.size > 1 || isNamedAndPrinted(own)) &&
      isOnlyCurrency(mentions, code) &&
      own.some((mention) => !mention.shared && mention.weight >= 0.5) &&
      'seen_twice',
    close && 'contradicted',
  ]);
}

/** Its label names it, and amounts bear it in another row. */
const isNamedAndPrinted = (own: readonly Mention[]): boolean =>
  own.some((named) => named.weight >= 5 && own.some(({ line, weight }) => weight < 5 && line.row !== named.line.row));

/** Others stand only beside a rate of exchange, an equivalent or a share capital, and beside no total. */
const isOnlyCurrency = (mentions: readonly Mention[], code: string): boolean =>
  mentions.every((mention) => mention.code === code || (mention.weight < 0.5 && !mention.ofTotal));

function labelled(facts: Facts): Mention[] {
  return [...facts.labels.values()].flat().flatMap((label): Mention[] => {
    if (!label.kinds.includes('currency')) return [];
    for (const place of valuePlaces(facts.document, facts.labels, label)) {
      const word = /^[(\s]*(\p{L}{2,7}|[€£$])(?!\p{L})/u.exec(place.text);
      const inner = /\(([A-Z]{3})\)/.exec(place.text)?.[1];
      const code = word && (currencyOf(inner ?? '') ?? currencyOf(word[1]!) ?? currencyOf(word[1]!.slice(0, 3)));
      if (!code) continue;
      const end = place.start + word[0].length;
      return [
        {
          code,
          line: place.line,
          start: place.start,
          end,
          weight: 8,
          ofTotal: false,
          shared: sharedSign.test(inner ?? word[1]!),
        },
      ];
    }
    return [];
  });
}

function signs(facts: Facts): Mention[] {
  const mentions: Mention[] = [];
  const hasRate = facts.document.lines.some((line) => /(?<!\d)1\s?[A-Z]{3}\s?=/.test(line.text));
  const converted = facts.document.lines.some((line) => rateOf.test(line.text) || rateWithoutSign.test(line.text));
  for (const page of facts.document.pages) {
    for (const row of page.rows) {
      const text = row.map((line) => line.text).join('  ');
      // A rate of exchange, a share capital, a previous balance: amounts that are not the invoice's.
      const aside =
        /\p{L}\s?=\s?\d|(?<!\p{L})(curs|kurs|kurz|exchange|capital|stammkapital|kapital|echivalent|equivalent|sold|schimb|rate)(?!\p{L})/iu.test(
          text,
        );
      for (const line of row) {
        const total =
          totalWords.test(line.text) ||
          (totalWords.test(text) &&
            !totalWords.test(
              row.find((cell) => cell !== line && /\p{L}{4}/u.test(cell.text) && cell.x > line.x)?.text ?? '',
            ));
        // Beside a rate of exchange, "in lei" marks the equivalents.
        const equivalent = converted && /(?<!\p{L})[îi]n\s(lei|ron|eur|euro)(?!\p{L})/iu.test(line.text);
        for (const match of line.text.matchAll(sign)) {
          const code = currencyOf(match[0]) ?? null;
          if (!code || isPartOfAccount(facts, line, match.index)) continue;
          const beside =
            /\d\s?$/.test(line.text.slice(0, match.index)) ||
            /^\s?-?\d/.test(line.text.slice(match.index + match[0].length));
          const before = text.slice(0, text.indexOf(line.text) + match.index);
          const second = hasRate && isSecondAmount.test(before);
          const weight = aside || equivalent || second ? 0.1 : total ? (beside ? 3 : 2.5) : beside ? 1 : 0.8;
          const end = match.index + match[0].length;
          const ofTotal = total && beside && !second && !equivalent;
          mentions.push({ code, line, start: match.index, end, weight, ofTotal, shared: sharedSign.test(match[0]) });
        }
      }
    }
  }
  return mentions;
}

/** "9.067,22  3.584.181 HUF": behind an amount that bears no currency, another one's is of what that comes to. */
const isSecondAmount = /\d[.,]\d{2}\s{1,4}-?\d[\d., ]{0,14}$/;

const isPartOfAccount = (facts: Facts, line: TextLine, at: number): boolean =>
  facts.accounts.ibans.some((iban) => iban.line === line && at >= iban.start && at < iban.end) ||
  /IBAN|Cont\b|Konto/i.test(line.text.slice(Math.max(0, at - 12), at));

export interface ExchangeRate {
  exchange_rate: Found<number>;
  exchange_rate_currency: Found<string>;
}

const rateOf = /(?<![\d.,])(?:1\s?)?(EUR|USD|GBP|CHF|HUF|€|\$)\s?=\s?(\d{1,3}[.,]\d{2,6})\s?(RON|lei)(?!\p{L})/iu;
/** A thin sign is easily lost on a scan, or read into the line below. */
const rateWithoutSign = /(?<![\d.,])1\s(EUR|USD|GBP|CHF|HUF)\s(\d{1,3}[.,]\d{3,6})\s?(RON|lei)(?!\p{L})/iu;

/** "4,9764 lei/euro". */
const rateByUnit =
  /(?<![\d.,])(\d{1,3}[.,]\d{3,6})\s?(?:RON|lei)\s?\/\s?(EURO?|USD|GBP|CHF|HUF|€|\$)(?![\p{L}\p{N}])/iu;

/** "600 EUR x 5,0855": a sum turned into lei. Rates have four decimals, and the page speaks of one somewhere. */
const rateInProduct = /\d\s?(EURO?|USD|GBP|CHF|HUF|€|\$)\s?[x×*]\s?(\d{1,3}[.,]\d{4})(?![\d.,])/iu;

/**
 * Every rate of exchange that is printed, the likeliest first: "1 EUR = 4,9764 RON", "4,9764 lei/euro", or the number
 * behind a label of the rate with its currency near.
 */
export function readExchangeRates(facts: Facts, currency: string | null): ExchangeRate[] {
  const labels = [...facts.labels.values()].flat().filter(({ kinds }) => kinds.includes('exchange_rate'));
  const products = labels.length > 0 ? facts.document.lines.flatMap(rateMultiplied) : [];
  return [
    ...facts.document.lines.flatMap(rateInWords),
    ...labels.flatMap((label) => rateBehind(facts, label, currency)),
    ...products,
  ];
}

function rateInWords(line: TextLine): ExchangeRate[] {
  const match = rateOf.exec(line.text) ?? rateWithoutSign.exec(line.text);
  if (match) return [give(line, match.index, match[0], match[2]!, currencyOf(match[1]!)!, true)];
  const byUnit = rateByUnit.exec(line.text);
  return byUnit ? [give(line, byUnit.index, byUnit[0], byUnit[1]!, currencyOf(byUnit[2]!)!, true)] : [];
}

function rateBehind(facts: Facts, label: Label, currency: string | null): ExchangeRate[] {
  for (const place of valuePlaces(facts.document, facts.labels, label)) {
    const match = /^[^\d=]{0,25}(?:1\s?\p{L}{3}\s?=\s?)?(\d{1,3}[.,]\d{3,6})(?![\d.,])/u.exec(place.text);
    if (!match) continue;
    const near = `${label.line.text} ${place.text}`;
    const code =
      /(?<!\p{L})(EUR|USD|GBP|CHF|HUF)(?!\p{L})/iu.exec(near)?.[1]?.toUpperCase() ??
      (currency !== 'RON' ? currency : null);
    // The rate is one of lei; what it is into where none are spoken of, nothing says.
    const intoLei = currency === 'RON' || facts.document.lines.some(({ text }) => lei.test(text));
    if (code) return [give(place.line, place.start, match[0], match[1]!, code, intoLei)];
  }
  return [];
}

const lei = /(?<!\p{L})(?:RON|lei)(?!\p{L})/iu;

function rateMultiplied(line: TextLine): ExchangeRate[] {
  const product = rateInProduct.exec(line.text);
  return product ? [give(line, product.index, product[0], product[2]!, currencyOf(product[1]!)!, true)] : [];
}

function give(line: TextLine, start: number, all: string, digits: string, code: string, sure: boolean): ExchangeRate {
  const words = wordsBetween(line, start, start + all.length);
  const place = { page: line.page, box: boxAround(words) };
  return {
    exchange_rate: found(Number(digits.replace(',', '.')), place, line, [sure && 'labelled']),
    exchange_rate_currency: found(code, place, line, [sure && 'labelled']),
  };
}
