import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isAddress } from '../parties/address-text.ts';
import { isProse } from '../parties/pieces.ts';
import { namesBank } from './bank-names.ts';

/** Labels of others' blocks. */
export const others = new Set<LabelKind>(['customer', 'delivery', 'other_party']);

export const contact = /\S{1,64}@\S{1,100}|(?<!\S)(?:https?:\/\/|www\.)\S{1,100}/gu;

/** The text without the words that make up the folded name. */
export function withoutName(text: string, key: string | null): string {
  if (key === null || key.length < 3) return text;
  const tokens = tokensOf(text);
  for (let from = 0; from < tokens.length; from++) {
    let name = '';
    for (let to = from; to < tokens.length && name.length < key.length; to++) {
      name += tokens[to]!.folded;
      if (name !== key) continue;
      const [start, end] = [tokens[from]!.start, tokens[to]!.end];
      return withoutName(`${text.slice(0, start)}${gap.repeat(end - start)}${text.slice(end)}`, key);
    }
  }
  return text;
}

/** Stands for what is explained: it parts the text as a punctuation mark would. */
const gap = '|';

/** Labels behind which stands what has nothing to do with an account. */
const ownValues = new Set<LabelKind>([
  'vat_number',
  'registration',
  'capital',
  'address',
  'address_part',
  'email',
  'phone',
  'other_phone',
  'fax',
  'website',
  'person',
  'currency',
  'invoice_date',
  'due_date',
  'invoice_number',
]);
/** Those whose value is a number, or nothing where it stands elsewhere: "The Chamber of Commerce is paid at" has another. */
const numbered = new Set<LabelKind>([
  'vat_number',
  'registration',
  'capital',
  'phone',
  'other_phone',
  'fax',
  'invoice_number',
]);
const isNumbered = (text: string): boolean => {
  const words = text.split(/\s/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length === 0 || words.slice(0, 3).some((word) => /\d/.test(word));
};
const bankLabels = new Set<LabelKind>(['bank_name']);
const accountLabels = new Set<LabelKind>(['bank_account', 'bic', 'account_holder']);
/** Labels whose value still has to be known. */
const namedValues = new Set<LabelKind>([
  'vendor',
  'name',
  'payment_method',
  'payment_terms',
  'other_reference',
  'invoice_series',
  'notes',
]);

/** "Support the crew via" ends in a street's word: without a figure, what has words in small letters says something. */
const isWording = (text: string): boolean => !/\p{N}/u.test(text) && /(?:^|\s)\p{Ll}{3}/u.test(text);

/** Whether every word of the line is one that asks for payment, names vendor or bank, or belongs to another fact. */
export function isExplained(facts: Facts, vendorKey: string | null, line: TextLine): boolean {
  let text = line.text.replace(contact, (match) => gap.repeat(match.length));
  const mask = (start: number, end: number) => {
    text = text.slice(0, start) + gap.repeat(Math.max(0, end - start)) + text.slice(end);
  };
  for (const { start, end } of [...facts.accounts.ibans, ...facts.accounts.bics].filter((one) => one.line === line))
    mask(start, end);
  // The groups of an account's digits look like the codes of places.
  const apart = text.replaceAll(gap, '');
  if (isAddress(apart) && !isProse(apart) && !isWording(apart)) return true;
  const labels = facts.labels.get(line)!;
  for (const [at, label] of labels.entries()) {
    const next = labels.slice(at + 1).find(isEffective);
    const has = (kinds: ReadonlySet<LabelKind>) => label.kinds.some((kind) => kinds.has(kind));
    if (has(others) && !has(accountLabels) && !has(namedValues)) continue;
    if (has(ownValues) && isEffective(label) && (!has(numbered) || isNumbered(text.slice(label.end))))
      mask(label.start, endOfValue(text, label, next));
    else if (has(bankLabels)) mask(label.start, endOfName(text, label, next));
    else if (has(accountLabels) || (has(namedValues) && isEffective(label))) mask(label.start, label.wordsEnd);
  }
  text = withoutName(text, vendorKey).replace(/\S+/gu, (word) => (/\d/.test(word) ? gap.repeat(word.length) : word));
  return text.split(/[|·•;:,()[\]/–—]|\s-\s/u).every((piece) => isKnown(piece, line.ocr));
}

/** The value of a label ends at the next label, or where a mark sets off something else. */
function endOfValue(text: string, { end }: Label, next: Label | undefined): number {
  const mark = text.slice(end).search(/[·•|;]|\s[-–—]\s|,\s/u);
  return Math.min(next?.start ?? text.length, mark < 0 ? text.length : end + mark);
}

/** "Bank: NordWest": behind its label a bank has whatever name. Without a colon the label is part of the name. */
function endOfName(text: string, label: Label, next: Label | undefined): number {
  const end = endOfValue(text, label, next);
  const isNamed = label.marked && isName(text.slice(label.end, end).trim().split(/\s+/));
  return isNamed ? end : label.start;
}

function isKnown(piece: string, ocr: boolean): boolean {
  const known = wordsOf('payment').find(piece, ocr);
  const open = tokensOf(piece).filter((_, at) => !known.some(({ from, to }) => from <= at && at < to));
  const unknown = [...piece.matchAll(/\S+/gu)].filter(
    ({ 0: word, index }) =>
      /\p{L}{2}/u.test(word) && open.some(({ start, end }) => start < index + word.length && index < end),
  );
  return unknown.length === 0 || (namesBank(piece) && isName(unknown.map(([word]) => word)));
}

/** "Severní spořitelna, a.s.", "Caisse d'Amont": words with capitals, and short ones between them. */
const isName = (words: readonly string[]): boolean =>
  words.every((word) => /^[^\p{Ll}]|^\p{Ll}'\p{Lu}/u.test(word) || word.replaceAll('.', '').length <= 3);
