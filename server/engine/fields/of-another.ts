import type { Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { type Token, tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';

/** So many words before a label may say whose number it names. */
const reach = 7;

/** Titles of invoices and credit notes name the number printed right behind them. */
export const isInvoiceTitle = (text: string): boolean => wordsOf('invoice_titles').is(text);

/** Whether the text holds the word for an invoice, alone or as a part of a compound. */
export const namesInvoice = (text: string): boolean => wordsOf('invoice_names').has(text);

/** Whether the text names an advance payment, or an invoice over one. */
export const namesAdvance = (text: string): boolean => wordsOf('advances').has(text);

/** Whether the text names a proforma invoice. */
export const namesProforma = (text: string): boolean => wordsOf('proforma').has(text);

/** So many words behind "not" the word for an invoice is taken back. */
const denialReach = 6;
/** So many words behind "only after" say what has to happen first. */
const conditionReach = 6;

/**
 * Whether a sentence says that there is no invoice, not yet, or no longer: "This does not yet take the place of an
 * invoice", "This version has been superseded". One with figures is about amounts: "12.50 is not part of this invoice".
 */
export function deniesInvoice(text: string): boolean {
  if (wordsOf('denials').has(text)) return true;
  if (sentencesOf(text).some((sentence) => isAnnounced(sentence) || isDelayed(sentence) || isTakenBack(sentence)))
    return true;
  if (/\p{N}/u.test(text)) return false;
  if (wordsOf('informative').has(text)) return true;
  // "VAT is not applicable on this invoice because of the reverse charge"
  if (wordsOf('notes').has(text)) return false;
  return sentencesOf(text).some((sentence) => {
    const all = tokensOf(sentence);
    const negations = wordsOf('negations').find(sentence);
    // "Replaces the invoice not", as some languages say it.
    const isReplacing = all.some(({ folded }) => wordsOf('changing').is(folded)) && all.some(isInvoice);
    return negations.some(({ to }) => {
      const behind = all.slice(to, to + denialReach);
      return isReplacing || behind.some(isInvoice) || (behind[0] && namesPaper(sentence, behind[0], behind.at(-1)!));
    });
  });
}

const isInvoice = ({ folded }: Token): boolean => wordsOf('invoice_words').is(folded);
const namesPaper = (sentence: string, { start }: Token, { end }: Token): boolean =>
  wordsOf('tax_papers').has(sentence.slice(start, end));
const namesBooked = (sentence: string): boolean =>
  wordsOf('tax_papers').has(sentence) || tokensOf(sentence).some(isInvoice);

const isAnnounced = (sentence: string): boolean => wordsOf('to_come').has(sentence) && namesBooked(sentence);

/** "An invoice is drawn up only after delivery", "Valid only after your approval", but not "The invoice counts as paid only after". */
function isDelayed(sentence: string): boolean {
  if (wordsOf('paid').has(sentence)) return false;
  const all = tokensOf(sentence);
  return wordsOf('only_after')
    .find(sentence)
    .some(
      ({ start, to }) =>
        namesBooked(sentence.slice(0, start)) ||
        all.slice(to, to + conditionReach).some(({ folded }) => wordsOf('approvals').is(folded)),
    );
}

/** "This invoice was cancelled on", and not "This invoice replaces". */
const isTakenBack = (sentence: string): boolean => {
  const behind = behindItself(sentence);
  return behind !== null && (wordsOf('taken_back').has(behind) || wordsOf('superseded').has(behind));
};

/** A sentence that says no more than that something was taken back has so many words. */
const mostWordsTakenBack = 8;

/** "Credited in full on 4 May", which stands by itself; no label ("Cancelled: 3"), and no part that was replaced. */
export function saysTakenBack(text: string): boolean {
  const words = tokensOf(text).filter(({ folded }) => /\p{L}{2}/u.test(folded));
  const [first] = wordsOf('taken_back').find(text);
  return (
    first !== undefined &&
    words.length >= 2 &&
    words.length <= mostWordsTakenBack &&
    /(?:^|\s)\p{Ll}{2}/u.test(text) &&
    !text.includes(':') &&
    wordsOf('negations').find(text.slice(0, first.start)).length === 0
  );
}

/** What a sentence says of the paper that it stands on, behind "this invoice" or "this version"; null where it names neither. */
function behindItself(sentence: string): string | null {
  for (const { end } of wordsOf('these').find(sentence)) {
    const behind = sentence.slice(end);
    const named = Math.max(...itself.map((group) => wordsOf(group).leading(behind)));
    if (named > 0) return behind.slice(named);
  }
  return null;
}
/** "This invoice …", "this version …". */
export const namesItself = (text: string): boolean => behindItself(text) !== null;
const itself = ['invoice_words', 'papers', 'versions'] as const;

/**
 * Whether the text says something of the paper itself that no list foresaw: "This document serves the tender alone". What
 * is paid, complained of or billed, and how an invoice is issued, signed and kept, takes nothing from it.
 */
export const speaksOfItself = (text: string): boolean =>
  sentencesOf(text).some((sentence) => behindItself(sentence) !== null) &&
  !/\p{N}/u.test(text) &&
  !(['paid', 'pay_words', 'terms', 'late_words', 'notes', 'courtesies', 'issuing'] as const).some((group) =>
    wordsOf(group).has(text),
  );

/** Whether the text says that the paper only tries, shows or teaches something: "Printed by a test system". */
export const namesTrial = (text: string): boolean => wordsOf('trials').has(text);

/** Whether the text says that what it prices binds nobody. */
export const isNotBinding = (text: string): boolean => wordsOf('non_binding').has(text);

const sentencesOf = (text: string): string[] => text.split(/(?<!\p{N})[.!?]\s/u);

/** A mark is no longer. */
const mostMarkWords = 7;

/** "DRAFT v2", "Specimen – not valid for bookkeeping"; no label ("Sample no.: 12") and no name ("Model Blorba"). */
export function isMarkOfDraft(text: string): boolean {
  const end = wordsOf('drafts').leading(text);
  return (
    end > 0 &&
    tokensOf(text).length <= mostMarkWords &&
    !text.includes(':') &&
    !/^\s*(?:\p{N}|\p{Lu}\p{Ll})/u.test(text.slice(end)) &&
    wordsOf('numbers').leading(text.slice(end)) === 0
  );
}

/**
 * Whether a label says that it names another document, by itself or by the words around it up to the number: "Correction
 * of invoice no. 12", "Replaces invoice no. 12", "As per proforma invoice no. 12", "Invoice corrected: 12".
 */
export function isOfAnother(label: Label, number: { line: TextLine; start: number }): boolean {
  const text = upToNumber(label, number);
  return namesProforma(text.slice(label.start)) ? !label.leading : namesAnother(text);
}

/** The label's line up to the number that it names. */
export const upToNumber = ({ line, end }: Label, number: { line: TextLine; start: number }): string =>
  number.line === line ? line.text.slice(0, Math.max(end, number.start)) : line.text;

/** Whether the last word for an invoice in the text is of another one: "Previous invoice:", "Replaces invoice no.". */
export function namesAnother(text: string): boolean {
  const all = tokensOf(text).map((token) => token.folded);
  const at = all.findLastIndex((word) => wordsOf('invoice_words').is(word));
  const before = all.slice(Math.max(0, at - reach), Math.max(0, at));
  // What is done to another document: verbs need nothing behind them, nouns a preposition.
  const change = before.findLastIndex((word) => wordsOf('changes').is(word));
  return (
    before.some((word) => wordsOf('changing').is(word)) ||
    // These only right beside the word for an invoice: a copy is called original as well.
    [before.at(-1), all[at + 1]].some((word) => wordsOf('earlier').is(word ?? '')) ||
    (change >= 0 &&
      (before.slice(change + 1).some((word) => wordsOf('change_of').is(word)) ||
        (change === before.length - 1 && wordsOf('invoice_genitives').is(all[at] ?? ''))))
  );
}
