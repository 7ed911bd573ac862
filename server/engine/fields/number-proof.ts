import { hasOwnCaption, isExplained } from '../candidates/explained.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { cellBelow } from '../candidates/values.ts';
import { startTogether } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isInvoiceTitle, namesInvoice } from './of-another.ts';
import { type ReferenceClaim, referenceKinds } from './reference-claim.ts';

/** What may stand beside a number's label and says nothing against it. */
const besideInvoiceNumber: ReadonlySet<LabelKind> = new Set<LabelKind>([
  'invoice_number',
  'invoice_series',
  'invoice_date',
]);
const besideNumber: ReadonlySet<LabelKind> = new Set<LabelKind>([
  ...besideInvoiceNumber,
  ...referenceKinds,
  'due_date',
  'other_date',
]);
/** What makes a label one of something else, or of several things. */
const openMeanings = ['shared_label', 'in_sentence', 'mentioned', 'of_another', 'of_receipt', 'for_payment'] as const;

/** Whether a label that means just this names the number, and nothing unknown qualifies what it says. */
export function isNamed(facts: Facts, claim: ReferenceClaim): boolean {
  const { kind, label, line, start, end, features } = claim;
  if (openMeanings.some((name) => features[name] === true)) return false;
  const printed = label.line.text.slice(label.start, label.end);
  const isInvoices = kind !== 'invoice_number' || numbersInvoice(facts, label);
  const companions = kind === 'invoice_number' ? besideInvoiceNumber : besideNumber;
  const { rows } = facts.document.pages[line.page - 1]!;
  return (
    isInvoices &&
    !(isVagueWord(printed) && !(kind === 'invoice_number' && (isInvoiceTitle(printed) || features.near_title))) &&
    !hasOwnCaption(rows, label, line) &&
    !headsList(facts, claim) &&
    isExplained(facts.labels, label, { line, start }, companions) &&
    endsThere(facts, line, end)
  );
}

/** In line heights: the next of a list begins no farther below. */
const listStep = 3;

/** One number after the other below a head: of open items, or how many were ordered of each. */
function headsList(facts: Facts, { relation, line }: ReferenceClaim): boolean {
  if (relation !== 'below') return false;
  const below = cellBelow(facts.document.pages[line.page - 1]!.rows, line);
  return (
    below !== null &&
    below.y - line.y < listStep * line.height &&
    /\p{N}/u.test(below.text) &&
    !/\p{L}{3}/u.test(below.text) &&
    !facts.dates.all.some((date) => date.line === below)
  );
}

/**
 * Whether a label numbers an invoice and not just any paper: "Document no." may be on a stamp of who received the
 * invoice; it is the invoice's own where its title or its date is labelled beside it.
 */
function numbersInvoice(facts: Facts, { line, start, end }: Label): boolean {
  const printed = line.text.slice(start, end);
  const isDate = (cell: TextLine): boolean =>
    facts.labels.get(cell)!.some(({ kinds }) => kinds.includes('invoice_date') && !kinds.includes('invoice_number'));
  const { rows } = facts.document.pages[line.page - 1]!;
  const around = [
    line,
    ...[-1, 1].flatMap((step) => rows[line.row]![line.cell + step] ?? []),
    ...[-2, -1, 1, 2].flatMap((step) => rows[line.row + step]?.filter((cell) => startTogether(cell, line)) ?? []),
  ];
  return (
    (namesInvoice(printed) && !wordsOf('papers').has(printed)) ||
    isInvoiceTitle(printed) ||
    wordsOf('series').has(printed) ||
    isUnderTitle(facts, line) ||
    around.some(isDate)
  );
}

/** Behind the number stands no figure or word that may be more of it, before the next label, but a date. */
function endsThere(facts: Facts, line: TextLine, end: number): boolean {
  const next = facts.labels.get(line)!.find((label) => label.start >= end);
  const date = facts.dates.all.find((one) => one.line === line && one.start >= end);
  const to = Math.min(next?.start ?? line.text.length, date?.start ?? line.text.length);
  return !/[\p{L}\p{N}]/u.test(line.text.slice(end, to));
}

/** Labels that are the mere word for a number, or for what a customer calls something, say little of what they name. */
export const isVagueWord = (text: string): boolean =>
  (['any_number', 'references', 'series'] as const).some((group) => wordsOf(group).is(text));

/** In line heights: a title stands over or beside what it names, or no farther beside that. */
const besideTitle = 2;

/**
 * "Nr. 815" right below or beside the document's title numbers the document, and so it does however far behind the title
 * where nothing else stands before it in the row.
 */
export function isUnderTitle(facts: Facts, line: TextLine): boolean {
  const { rows } = facts.document.pages[line.page - 1]!;
  const before = rows[line.row]!.slice(0, line.cell);
  if (before.length > 0 && isInvoiceTitle(before.map(({ text }) => text).join(' '))) return true;
  const around = rows.slice(Math.max(0, line.row - 3), line.row + 1);
  return around.flat().some((cell) => {
    const overlaps =
      cell.x < line.x + line.width + besideTitle * line.height &&
      line.x < cell.x + cell.width + besideTitle * line.height;
    return cell !== line && overlaps && isInvoiceTitle(cell.text);
  });
}
