import { withoutEnd } from '../checks/without-end.ts';
import type { BicCandidate, IbanCandidate } from './candidates/accounts.ts';
import type { Facts } from './candidates/facts.ts';
import { isEffective, type Label } from './candidates/labels.ts';
import { fold, placeOf, type TextLine } from './candidates/text-lines.ts';
import { cellBelow, valuePlaces } from './candidates/values.ts';
import { found } from './evidence.ts';
import type { Found } from './found.ts';
import { isAssignment, isNotToPayTo } from './not-to-pay-to.ts';
import { companyNameEnd, nameKey } from './parties/company-name.ts';
import { isAboutPaying } from './payment-terms.ts';

export interface BankDetails {
  iban: Found<string> | null;
  bic: Found<string> | null;
  bank_name: Found<string> | null;
}

/**
 * The vendor's account to pay to first: never one that stands in the customer's block; one in the invoice's currency
 * before others; else the first printed.
 */
export function chooseBank(
  facts: Facts,
  notVendor: ReadonlySet<TextLine>,
  invoiceCurrency: Found<string> | null,
  vendor: string | null,
): BankDetails {
  const currency = invoiceCurrency?.value ?? null;
  const own = facts.accounts.ibans.filter((iban) => !notVendor.has(iban.line) || isToPayTo(iban));
  const best = own
    .map((iban, index) => ({ iban, score: ibanPoints(facts, iban, currency, vendor) - index / 100 }))
    .sort((a, b) => b.score - a.score)[0]?.iban;
  const bics = facts.accounts.bics.filter((bic) => !notVendor.has(bic.line));
  const bic = nearest(bics, best?.line ?? null) ?? null;
  return {
    iban: best
      ? ibanFound(
          facts,
          best,
          otherCurrency(facts, best, currency) ||
            (leanOnCurrency(facts, own) && isDoubtful(invoiceCurrency)) ||
            isToldApart(facts, best) ||
            isOfAnother(best, vendor) ||
            // Who the debt was assigned to is paid to another account than the vendor's.
            own.some((iban) => iban.iban !== best.iban && isAssignment(iban.line.text)),
        )
      : null,
    bic: bic && bicFound(bic, best ?? null),
    bank_name: doubtedWith(best && isToldApart(facts, best), bankName(facts, best ?? null, bic, notVendor)),
  };
}

/** Who keeps an account that is not to be paid to is not the vendor's bank. */
const doubtedWith = (isApart: boolean | undefined, bank: Found<string> | null): Found<string> | null =>
  bank && isApart ? { ...bank, evidence: [...bank.evidence, 'contradicted'] } : bank;

/** "Plata se face până la … în contul RO…": what asks for payment names the vendor's account, wherever it is printed. */
const isToPayTo = ({ line, start }: IbanCandidate): boolean => {
  const before = line.text.slice(0, start);
  return start > 15 && isAboutPaying(before) && !isNotToPayTo(line.text);
};

function ibanPoints(facts: Facts, iban: IbanCandidate, currency: string | null, vendor: string | null): number {
  let score = iban.valid ? 2 : 0;
  if (isToldApart(facts, iban) || (isOfAnother(iban, vendor) && !isAssignment(iban.line.text))) score -= 1;
  if (iban.label) score += 0.3;
  if (isToPayTo(iban)) score += 0.4;
  const named = currencyBeside(facts, iban);
  if (named && currency) score += named === currency ? 0.5 : -0.5;
  return score;
}

/** Said in the account's own line, or in one of the two over it: the customer's, one given up, or one for gifts. */
function isToldApart(facts: Facts, { line }: IbanCandidate): boolean {
  const { rows } = facts.document.pages[line.page - 1]!;
  const above = rows.slice(Math.max(0, line.row - 2), line.row).flat();
  const over = above.filter(
    (cell) =>
      line.y - cell.y < 3.5 * line.height &&
      cell.x < line.x + line.width &&
      line.x < cell.x + cell.width &&
      !facts.accounts.ibans.some((other) => other.line === cell),
  );
  return [line, ...over].some(({ text }) => isNotToPayTo(text));
}

/** "Assigned: pay only to Other Factor Ltd, IBAN …": a company that is neither vendor nor bank stands before it. */
function isOfAnother({ line, start }: IbanCandidate, vendor: string | null): boolean {
  const before = line.text.slice(0, start);
  const end = companyNameEnd(before);
  if (end === null || (vendor !== null && fold(before).includes(nameKey(vendor)))) return false;
  return isAssignment(before) || !bankWords.test(before.slice(0, end));
}

/** An account in another currency than the invoice's is the second choice where the right one was misread. */
function otherCurrency(facts: Facts, iban: IbanCandidate, currency: string | null): boolean {
  const named = currencyBeside(facts, iban);
  return named !== null && currency !== null && named !== currency;
}

/** Accounts in different currencies: which is to be paid to follows from the invoice's. */
function leanOnCurrency(facts: Facts, accounts: readonly IbanCandidate[]): boolean {
  return new Set(accounts.map((iban) => currencyBeside(facts, iban)).filter((named) => named !== null)).size > 1;
}

const isDoubtful = (currency: Found<string> | null): boolean =>
  currency === null || currency.evidence.includes('contradicted');

/** "IBAN (EUR)", "Cont EUR", or the currency behind the number; one beside an amount is of a sum that stands in the same row. */
function currencyBeside(facts: Facts, iban: IbanCandidate): string | null {
  const row = facts.document.pages[iban.line.page - 1]!.rows[iban.line.row]!;
  const around = row
    .map((line) => (line === iban.line ? `${line.text.slice(0, iban.start)} ${line.text.slice(iban.end)}` : line.text))
    .join(' ');
  const named = /(?<!\p{L}|\d[.,]\d\d\s?)(EUR|RON|LEI|USD|GBP|CHF|HUF|PLN|CZK|BGN)(?!\p{L}|\s?-?\d)/iu.exec(
    around,
  )?.[1];
  return named?.toUpperCase().replace('LEI', 'RON') ?? null;
}

function nearest<T extends { line: TextLine }>(all: readonly T[], line: TextLine | null): T | undefined {
  if (!line) return all[0];
  const distance = (one: T) =>
    Math.abs(one.line.page - line.page) * 10_000 + Math.abs(one.line.y - line.y) + Math.abs(one.line.x - line.x) / 10;
  return [...all].sort((a, b) => distance(a) - distance(b))[0];
}

function ibanFound(facts: Facts, iban: IbanCandidate, isOther: boolean): Found<string> {
  const again = facts.accounts.ibans.some((other) => other.iban === iban.iban && other.line !== iban.line);
  return found(iban.iban, placeOf(iban.line, iban.start, iban.end), iban.line, [
    iban.valid && !iban.mended && 'check_digit',
    iban.label && 'labelled',
    again && 'seen_twice',
    (!iban.valid || isOther) && 'contradicted',
  ]);
}

function bicFound(bic: BicCandidate, iban: IbanCandidate | null): Found<string> {
  const country = iban?.iban.slice(0, 2);
  const agrees = country === bic.bic.slice(4, 6);
  // Romanian and some other IBANs carry the bank's four letters.
  const sameBank = iban?.iban.slice(4, 8) === bic.bic.slice(0, 4);
  return found(bic.bic, placeOf(bic.line, bic.start, bic.end), bic.line, [
    bic.label && 'labelled',
    sameBank && agrees && 'check_digit',
    country !== undefined && !agrees && 'contradicted',
  ]);
}

const bankWords =
  /(?<!\p{L})(?:\p{L}*bank\p{L}*|\p{L}*banca|banque|banco|caixa\p{L}*|\p{L}*sparkasse|raiffeisen\p{L}*|unicredit|bcr|brd|cec|ing|trezorer\p{L}+|crédit|credit|bnp|société générale|\p{L}*банк|банка|spořitelna|bawag|erste|revolut|wise|intesa|fineco|bbva|santander|aib|boi|barclays|hsbc|lloyds|kbc|belfius|abn amro|rabobank|otp|pko|mbank|pekao|millennium|bpi|millenniumbcp|novobanco|montepio|libra|garanti|nlb|bcee|bgl|čsob|fio|τράπεζα|eurobank)(?!\p{L})/iu;

/** The bank's name by its label, or as printed beside the account number. */
function bankName(
  facts: Facts,
  iban: IbanCandidate | null,
  bic: BicCandidate | null,
  notVendor: ReadonlySet<TextLine>,
): Found<string> | null {
  const anchor = iban?.line ?? bic?.line ?? null;
  const labelled = [...facts.labels.values()]
    .flat()
    .filter(
      (label) =>
        label.kinds.includes('bank_name') && !notVendor.has(label.line) && !isBesideAnotherAccount(facts, label, iban),
    );
  const named: { line: TextLine; start: number; text: string }[] = [];
  for (const label of labelled) {
    if (!isEffective(label)) continue;
    for (const place of valuePlaces(facts.document, facts.labels, label)) {
      if (notVendor.has(place.line)) continue;
      // "Banca Transilvania" without a colon: the label is the name's first word.
      const own = label.line.text.slice(label.start, label.end).trimEnd();
      const word =
        label.marked || place.relation !== 'inside' ? null : /(?:^|\s)(banca|bank|banque|banco|banka)$/iu.exec(own);
      const text = cleanBank(
        word ? label.line.text.slice(label.start + own.length - word[1]!.length, place.end) : place.text,
      );
      if (!text || (label.kinds.length > 1 && !bankWords.test(text))) continue;
      named.push({ line: place.line, start: Math.max(0, place.line.text.indexOf(text)), text });
      break;
    }
  }
  const close = nearest(named, anchor);
  if (close && (!anchor || Math.abs(close.line.y - anchor.y) < 8 * anchor.height || bankWords.test(close.text))) {
    return found(close.text, placeOf(close.line, close.start, close.start + close.text.length), close.line, [
      'labelled',
    ]);
  }
  return anchor && besideAccount(facts, anchor, notVendor);
}

/** "… back to your account … kept at Other Bank": in one line with another account than the chosen one. */
const isBesideAnotherAccount = (facts: Facts, { line }: Label, chosen: IbanCandidate | null): boolean => {
  const here = facts.accounts.ibans.filter((iban) => iban.line === line);
  return chosen !== null && here.length > 0 && here.every((iban) => iban.iban !== chosen.iban);
};

/** Unlabelled: a piece of the account's own line or of the lines around it that names a bank. */
function besideAccount(facts: Facts, anchor: TextLine, notVendor: ReadonlySet<TextLine>): Found<string> | null {
  const rows = facts.document.pages[anchor.page - 1]!.rows;
  const near = [
    anchor,
    ...rows[anchor.row]!.filter((line) => line !== anchor),
    ...rows
      .slice(Math.max(0, anchor.row - 3), anchor.row + 4)
      .flat()
      .filter((line) => line.row !== anchor.row && Math.abs(line.x - anchor.x) < 80),
  ];
  for (const line of near) {
    if (notVendor.has(line)) continue;
    const masked = facts.accounts.ibans
      .filter((iban) => iban.line === line)
      .reduce(
        (text, iban) => text.slice(0, iban.start) + '|'.repeat(iban.end - iban.start) + text.slice(iban.end),
        line.text,
      );
    // "IBAN … (Caja Norte)": what stands in brackets behind the account is who keeps it.
    const bracketed = /\|\s?\((\p{Lu}[\p{L}\s.&-]{3,40})\)/u.exec(masked)?.[1];
    if (bracketed && /\p{Ll}/u.test(bracketed)) {
      const start = masked.indexOf(bracketed);
      return found(bracketed, placeOf(line, start, start + bracketed.length), line, []);
    }
    for (const match of masked.matchAll(/[^·•|,;:()–—]+/gu)) {
      const piece = match[0].trim();
      if (!bankWords.test(piece) || /@|www\./.test(piece)) continue;
      const text = cleanBank(nameInSentence(piece));
      if (!text || text.length > 48 || !bankWords.test(text) || isLabel(facts, line, text)) continue;
      const start = match.index + match[0].indexOf(text);
      const rest = start + text.length === line.text.length ? restBelow(facts, line, text) : '';
      return found(text + rest, placeOf(line, start, start + text.length), line, []);
    }
  }
  return null;
}

/** "Trezoreria" at the end of a line names no bank before its city, with which the next line begins. */
function restBelow(facts: Facts, line: TextLine, name: string): string {
  if (!/^(trezoreria|banca|banque|banco|bank|sparkasse|caixa)$/iu.test(name)) return '';
  const below = cellBelow(facts.document.pages[line.page - 1]!.rows, line);
  const isNext = below && Math.abs(below.x - line.x) < line.height && below.y - line.y < 2 * line.height;
  const rest = isNext
    ? /^\p{Lu}[\p{L}-]{1,30}(?:\s\p{Lu}[\p{L}-]{1,30})?(?=$|[,;.])/u.exec(below.text)?.[0]
    : undefined;
  return rest ? ` ${rest}` : '';
}

/** "Please pay to Banca Nord": of a sentence the words with capitals around the one that names a bank. */
function nameInSentence(piece: string): string {
  const words = piece.split(/\s+/);
  if (words.filter((word) => /^\p{Ll}{2}/u.test(word)).length < 2) return piece;
  const at = words.findLastIndex((word) => bankWords.test(word) && /^\p{Lu}/u.test(word));
  if (at < 0) return piece;
  const isCapital = (word: string | undefined) => word !== undefined && /^[\p{Lu}&]/u.test(word);
  let [from, to] = [at, at + 1];
  while (isCapital(words[from - 1])) from--;
  while (isCapital(words[to]) || (/^(de|di|del|of)$/.test(words[to] ?? '') && isCapital(words[to + 1]))) to++;
  return words.slice(from, to).join(' ');
}

const isLabel = (facts: Facts, line: TextLine, text: string): boolean =>
  facts.labels.get(line)!.some((label) => fold(line.text.slice(label.start, label.end)) === fold(text));

/** Without the account number, code and words that stand around the name. */
function cleanBank(text: string): string | null {
  const sentence = text.split(/\.\s\p{Lu}\p{Ll}/u, 1)[0]!;
  const name = sentence
    .replace(/\b(?:SWIFT|BIC)\b[:\s/]*(?:(?:BIC|SWIFT)\b[:\s]*)?(?:[A-Z\d]{1,11}\b)?/gu, '')
    .split(/\b(?:IBAN|Konto|Cont|Kto)\b|[,;]\s(?!(?:a|d|s)\.\s?\p{Ll}\.)\p{Ll}/u, 1)[0]!
    .replace(/\b[A-Z]{2}\d{2}[\s\dA-Z]{8,40}/gu, '')
    .replace(/^[\s,.:;\-–·(]+/u, '')
    // "J12/345/2020 Banca Nord": a number of another kind that stands close before it.
    .replace(/^\p{Lu}{0,2}\d[\d/]{1,20}\s{1,3}(?=\p{Lu})/u, '');
  const cut = withoutEnd(name.replace(/(\p{L}{3})\.$/u, '$1'), /[\s,:;\-–·(]/u);
  return cut.length >= 2 && cut.length <= 60 && /\p{L}{2}/u.test(cut) && !/^\d/.test(cut) && fold(cut) !== 'bank'
    ? cut
    : null;
}
