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

/**
 * Whether a sentence says that there is no invoice, or not yet: "This does not yet take the place of an invoice". One
 * with figures is about amounts: "12.50 is not part of this invoice".
 */
export function deniesInvoice(text: string): boolean {
  if (wordsOf('denials').has(text)) return true;
  const isInvoice = ({ folded }: Token): boolean => wordsOf('invoice_words').is(folded);
  const names = (sentence: string): boolean =>
    wordsOf('tax_papers').has(sentence) || tokensOf(sentence).some(isInvoice);
  // "An invoice is drawn up only after your approval", but not "The invoice counts as paid only after".
  const isDelayed = (sentence: string): boolean =>
    wordsOf('only_after')
      .find(sentence)
      .some(({ start }) => names(sentence.slice(0, start))) && !wordsOf('paid').has(sentence);
  const isAnnounced = (sentence: string): boolean => wordsOf('to_come').has(sentence) && names(sentence);
  if (sentencesOf(text).some((sentence) => isAnnounced(sentence) || isDelayed(sentence))) return true;
  if (/\p{N}/u.test(text)) return false;
  if (wordsOf('informative').has(text)) return true;
  return sentencesOf(text).some((sentence) => {
    const all = tokensOf(sentence);
    const negations = wordsOf('negations').find(sentence);
    // "Replaces the invoice not", as some languages say it.
    const isReplacing = all.some(({ folded }) => wordsOf('changing').is(folded)) && all.some(isInvoice);
    return negations.some(({ to }) => isReplacing || all.slice(to, to + denialReach).some(isInvoice));
  });
}

const sentencesOf = (text: string): string[] => text.split(/[.!?]\s/u);

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
