import { fold } from '../../checks/fold.ts';
import type { Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';

/** So many words before a label may say whose number it names. */
const reach = 7;

interface Words {
  /** Forms of the word for an invoice, and those of them that stand right behind what is done to it. */
  invoice: ReadonlySet<string>;
  invoiceOf: ReadonlySet<string>;
  /** What is done to another document: verbs need nothing behind them, nouns a preposition. */
  verbs: ReadonlySet<string>;
  changes: readonly string[];
  of: ReadonlySet<string>;
  /** These only right beside the word for an invoice: a copy is called original as well. */
  earlier: ReadonlySet<string>;
  advance: readonly string[];
  proforma: readonly string[];
}

let known: Words | null = null;

function words(): Words {
  const all = (group: keyof ReturnType<typeof lexicon>[number]['another_invoice']): string[] =>
    lexicon().flatMap((language) => language.another_invoice[group].map(fold));
  known ??= {
    invoice: new Set(all('invoice')),
    invoiceOf: new Set(all('invoice_of')),
    verbs: new Set(all('verbs')),
    changes: all('changes'),
    of: new Set(all('of')),
    earlier: new Set(all('earlier')),
    advance: all('advance'),
    proforma: lexicon().flatMap(({ documents }) => documents.proforma.map(fold)),
  };
  return known;
}

const foldedWords = (text: string): string[] => tokensOf(text).map((token) => token.folded);

const startsWithAny = (word: string, stems: readonly string[]): boolean => stems.some((stem) => word.startsWith(stem));

/** Whether the text holds the word for an invoice, alone or as a part of a compound. */
export const namesInvoice = (text: string): boolean =>
  foldedWords(text).some(
    (word) =>
      words().invoice.has(word) || [...words().invoice].some((each) => each.length >= 5 && word.startsWith(each)),
  );

/** Whether the text names an advance payment, or an invoice over one. */
export function namesAdvance(text: string): boolean {
  const { advance } = words();
  const folded = foldedWords(text);
  return folded.some(
    (word, at) => startsWithAny(word, advance) || startsWithAny(word + (folded[at + 1] ?? ''), advance),
  );
}

/** Whether the text names a proforma invoice. */
export const namesProforma = (text: string): boolean => {
  const folded = fold(text);
  return words().proforma.some((title) => folded.includes(title));
};

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
  const { invoice, invoiceOf, verbs, changes, of, earlier } = words();
  const all = foldedWords(text);
  const at = all.findLastIndex((word) => invoice.has(word));
  const before = all.slice(Math.max(0, at - reach), Math.max(0, at));
  const change = before.findLastIndex((word) => startsWithAny(word, changes));
  return (
    before.some((word) => verbs.has(word)) ||
    [before.at(-1), all[at + 1]].some((word) => earlier.has(word ?? '')) ||
    (change >= 0 &&
      (before.slice(change + 1).some((word) => of.has(word)) ||
        (change === before.length - 1 && invoiceOf.has(all[at] ?? ''))))
  );
}
