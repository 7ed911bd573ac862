import { currencyOf } from '../../checks/amounts.ts';
import { fold } from '../../checks/fold.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { BicCandidate, IbanCandidate } from '../candidates/accounts.ts';
import type { Facts } from '../candidates/facts.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { doubts } from '../confidence.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import type { Parties } from '../parties/choose-parties.ts';
import { nameKey } from '../parties/company-name.ts';
import { type Features, weigh } from '../weights.ts';
import {
  type AccountContext,
  cellsOver,
  isToPayTo,
  namesOtherCompany,
  type Standing,
  standingOf,
} from './account-proof.ts';
import { debitedLines, isAssignment, isPaidElsewhere, isSolelyPaidTo } from './account-purposes.ts';
import { bankName, namesBank } from './bank-names.ts';
import { isExplained } from './explained-words.ts';
import { nearest } from './nearest.ts';

export interface BankDetails {
  iban: Found<string> | null;
  bic: Found<string> | null;
  bank_name: Found<string> | null;
}

/**
 * The vendor's account to pay to first: never one that stands in the customer's block; one in the invoice's currency
 * before others; else the first printed. `labelled` says that the page itself proves that it is the vendor's account to
 * pay this invoice to; what else is said of the bank follows it.
 */
export function chooseBank(facts: Facts, around: Parties, invoiceCurrency: Found<string> | null): BankDetails {
  const notVendor = new Set([...around.notVendor, ...debitedLines(facts.document)]);
  const parties = { ...around, notVendor };
  // A currency that no page says tells nothing of an account in another one.
  const currency = invoiceCurrency?.place ? invoiceCurrency.value : null;
  const { context, all, ranked } = rankAccounts(facts, parties, currency);
  const told = { vendorKey: context.vendorKey, notVendor };
  const own = ranked.map(({ account }) => account);
  const best = own[0];
  if (!best && facts.document.lines.some((line) => isHidden(line.text) || isStarred(facts, line)))
    return { iban: null, bic: null, bank_name: null };
  const bics = facts.accounts.bics.filter((bic) => !notVendor.has(bic.line));
  const bic = nearest(bics, best?.line ?? null) ?? null;
  if (!best) return { iban: null, bic: bic && bicFound(bic, null, false), bank_name: bankName(facts, null, bic, told) };
  const isOther =
    otherCurrency(facts, best, currency) ||
    (leanOnCurrency(facts, own) && isDoubtful(invoiceCurrency)) ||
    all.some((iban) => iban.iban === best.iban && iban.standing === 'other') ||
    namesOtherCompany(best.line.text.slice(0, best.start), context.vendorKey) ||
    // Who the debt was assigned to is paid to another account than the vendor's.
    own.some((iban) => iban.iban !== best.iban && isAssignment(iban.line.text));
  const iban = ibanFound(facts, best, isOther, isPaidElsewhere(facts.document), rivals(context, best, all));
  const name = bankName(facts, best, bic, told);
  const isOwn = bic !== null && isExplained(facts, context.vendorKey, bic.line) && !isOfAnotherBank(facts, bic, name);
  return {
    iban,
    bic: bic && following(iban, bicFound(bic, best, isOwn)),
    bank_name: following(iban, name),
  };
}

/** "ES91 2100 0418 ****": an account whose figures are hidden is the one that is debited, and so is the bank beside it. */
const isHidden = (text: string): boolean =>
  /(?<![\p{L}\p{N}])[A-Z]{2}(?:\*{2}\s\d{4}|[\d*X]{2}[\d\s*X•.]{0,30}(?:\*{2}|X{3}|•{2}))/u.test(text);

/** "IBAN: PTS0B0027… ****": the same where OCR misread the figures that are left. */
const isStarred = (facts: Facts, line: TextLine): boolean =>
  line.text.slice(withoutEnd(line.text, /[+*\s]/).length).includes('***') &&
  facts.labels.get(line)!.some(({ kinds }) => kinds.includes('bank_account'));

/** In line heights: a line right over another one begins no farther above it. */
const rightOver = 1.6;

/** "Correspondent: Other Bank, SWIFT …": a bank stands before the code or over it, and not the one that keeps the account. */
function isOfAnotherBank(facts: Facts, { line, start }: BicCandidate, name: Found<string> | null): boolean {
  const own = line.text.slice(0, start);
  const over = cellsOver(facts, line, line).find((cell) => line.y - cell.y < rightOver * line.height);
  if (name && over && namesBank(withoutAccountLabels(facts, over)) && !fold(over.text).includes(fold(name.value)))
    return true;
  // "Correspondent: Other Bank" may end its line before "SA, SWIFT …".
  const goesOn = !namesBank(own) && !facts.labels.get(line)!.some(({ leading }) => leading);
  const before = `${goesOn ? (cellsOver(facts, line, line)[0]?.text ?? '') : ''} ${own}`;
  return namesBank(before) && name !== null && !fold(before).includes(fold(name.value));
}

/** A line's words but for those that say that an account stands there: "Bank account" names no bank. */
function withoutAccountLabels(facts: Facts, line: TextLine): string {
  const labels = facts.labels.get(line)!.filter(({ kinds }) => kinds.some((kind) => ofAccounts.has(kind)));
  return labels.reduceRight(
    (text, { start, wordsEnd }) => `${text.slice(0, start)} ${text.slice(wordsEnd)}`,
    line.text,
  );
}
const ofAccounts = new Set<LabelKind>(['bank_account', 'bic', 'account_holder']);

/** An account that could be read, with what the page says it is for. */
interface Account extends IbanCandidate {
  standing: Standing;
}

/** Bank and code are those of an account: they are no more to be paid to than the account is. */
function following(iban: Found<string>, found: Found<string> | null): Found<string> | null {
  if (!found) return null;
  const evidence = found.evidence.filter((fact) => fact !== 'labelled' || iban.evidence.includes('labelled'));
  const doubts = (['contradicted', 'rival'] as const).filter((fact) => iban.evidence.includes(fact));
  return { ...found, evidence: [...new Set([...evidence, ...doubts])] };
}

/** Whether another account is printed of which the page does not explain why it is not the one to pay to. */
function rivals({ facts, parties, vendorKey }: AccountContext, best: Account, all: readonly Account[]): boolean {
  return all.some(
    (other) =>
      other.iban !== best.iban &&
      (other.standing !== 'other' || isSolelyOfAnother(other, vendorKey)) &&
      // In the customer's block stands its own account; a sentence there is not of the block.
      !(parties.notVendor.has(other.line) && isExplained(facts, null, other.line)) &&
      !(other.standing === 'proven' && (isListedWith(best, other) || isInOtherCurrency(facts, best, other))),
  );
}

/** "Our invoices are collected by Other Ltd. Please pay only to": whatever else the words of collecting are used for. */
function isSolelyOfAnother({ line, start }: Account, vendorKey: string | null): boolean {
  const before = line.text.slice(0, start);
  return namesOtherCompany(before, vendorKey) && isSolelyPaidTo(before);
}

/** So many line heights apart two accounts are still of one list. */
const listReach = 8;

const isListedWith = (one: Account, other: Account): boolean =>
  one.line.page === other.line.page && Math.abs(one.line.y - other.line.y) < listReach * one.line.height;

function isInOtherCurrency(facts: Facts, best: Account, other: Account): boolean {
  const [own, named] = [currencyBeside(facts, best), currencyBeside(facts, other)];
  return named !== null && own !== named;
}

/** The accounts that may be the one to pay to, the likeliest first. */
export function rankAccounts(
  facts: Facts,
  parties: Parties,
  currency: string | null,
): {
  context: AccountContext;
  /** Also those that nobody is to pay to. */
  all: readonly Account[];
  ranked: { account: Account; features: Features; score: number }[];
} {
  // A vendor that was only guessed proves nothing of an account.
  const { name } = parties.vendor;
  const vendorKey = name && !doubts.some((fact) => name.evidence.includes(fact)) ? nameKey(name.value) : null;
  const context = { facts, parties, vendorKey };
  const all = facts.accounts.ibans.map((iban) => ({ ...iban, standing: standingOf(context, iban) }));
  const ranked = all
    .filter((iban) => !parties.notVendor.has(iban.line) || isToPayTo(iban))
    .map((account, row) => {
      const { line, start, standing, valid, label } = account;
      const ofOther = namesOtherCompany(line.text.slice(0, start), vendorKey) && !isAssignment(line.text);
      const named = currency === null ? null : currencyBeside(facts, account);
      const features = {
        check_digit: valid,
        of_another: standing === 'other' || ofOther,
        labelled: label !== null,
        proven: standing === 'proven',
        to_pay_to: isToPayTo(account),
        own_currency: named !== null && named === currency,
        other_currency: named !== null && named !== currency,
        row,
      };
      return { account, features, score: weigh('account', features) };
    })
    .sort((a, b) => b.score - a.score);
  return { context, all, ranked };
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
  !currency?.place || currency.evidence.includes('contradicted');

/** "IBAN (EUR)", "Cont EUR", or the currency behind the number; one beside an amount is of a sum that stands in the same row. */
function currencyBeside(facts: Facts, iban: IbanCandidate): string | null {
  const row = facts.document.pages[iban.line.page - 1]!.rows[iban.line.row]!;
  const around = row
    .map((line) => (line === iban.line ? `${line.text.slice(0, iban.start)} ${line.text.slice(iban.end)}` : line.text))
    .join(' ');
  const named = [...around.matchAll(/(?<!\p{L}|\d[.,]\d\d\s?)\p{L}{3}(?!\p{L}|\s?-?\d)/gu)];
  return named.map(([word]) => currencyOf(word)).find((code) => code !== null) ?? null;
}

function ibanFound(
  facts: Facts,
  iban: Account,
  isOther: boolean,
  isPaidElsewhere: boolean,
  hasRival: boolean,
): Found<string> {
  const again = facts.accounts.ibans.some((other) => other.iban === iban.iban && other.line !== iban.line);
  return found(iban.iban, placeOf(iban.line, iban.start, iban.end), iban.line, [
    iban.valid && !iban.mended && 'check_digit',
    iban.standing === 'proven' && !isPaidElsewhere && 'labelled',
    again && 'seen_twice',
    (!iban.valid || isOther) && 'contradicted',
    hasRival && 'rival',
  ]);
}

/** So many line heights away from an account stands the code of its bank. */
const codeReach = 6;

/** @param isOwn whether every word beside it is known, and names no other bank than the account's */
function bicFound(bic: BicCandidate, iban: IbanCandidate | null, isOwn: boolean): Found<string> {
  const country = iban?.iban.slice(0, 2);
  const agrees = country === bic.bic.slice(4, 6);
  // Romanian and some other IBANs carry the bank's four letters.
  const sameBank = iban?.iban.slice(4, 8) === bic.bic.slice(0, 4);
  const isBeside =
    iban?.line.page === bic.line.page && Math.abs(iban.line.y - bic.line.y) < codeReach * iban.line.height;
  return found(bic.bic, placeOf(bic.line, bic.start, bic.end), bic.line, [
    bic.label && agrees && isOwn && (isBeside || sameBank) && 'labelled',
    sameBank && agrees && 'check_digit',
    country !== undefined && !agrees && 'contradicted',
  ]);
}
