import type { DocumentType } from '../contract/invoice.ts';
import type { Facts } from './candidates/facts.ts';
import { isEffective } from './candidates/labels.ts';
import { fold, placeOf, type TextLine } from './candidates/text-lines.ts';
import { valuePlaces } from './candidates/values.ts';
import { found } from './evidence.ts';
import type { Found } from './found.ts';
import { type LabelKind, lexicon } from './lexicon.ts';

/** What is printed as the terms of payment, when it says more than a date. */
export function readPaymentTerms(facts: Facts): Found<string> | null {
  for (const label of [...facts.labels.values()].flat()) {
    if (!['payment_terms', 'due_date'].some((kind) => label.kinds.includes(kind as LabelKind)) || !isEffective(label))
      continue;
    for (const place of valuePlaces(facts.document, facts.labels, label)) {
      const date = facts.dates.all.some(
        (one) => one.line === place.line && one.start <= place.start + 2 && one.end > place.start,
      );
      if (date || !/\p{L}{2}/u.test(place.text) || place.text.length > 160) break;
      if (!isTerm(place.text)) continue;
      const text = firstTerm(place.text);
      return found(text, placeOf(place.line, place.start, place.start + text.length), place.line, ['labelled']);
    }
  }
  for (const line of facts.document.lines) {
    if (
      /^(zahlbar|payable|payment due|plata|zahlung|net \d|innerhalb)/i.test(line.text) &&
      isTerm(line.text) &&
      line.text.length < 140
    ) {
      return found(line.text, placeOf(line), line, []);
    }
  }
  return null;
}

/** The first sentence, where it says the terms; what the line goes on with is another matter. */
function firstTerm(text: string): string {
  const end = text.search(/(?<=\p{Ll}{3}\.)\s+(?=\p{Lu})/u);
  const first = end < 0 ? text : text.slice(0, end);
  return isTerm(first) ? first : text;
}

let phrases: { terms: string[]; notes: string[] } | null = null;

function phraseBook() {
  phrases ??= {
    terms: lexicon().flatMap(({ terms }) => terms.map(fold)),
    notes: lexicon()
      .flatMap(({ notes }) => notes.map(fold))
      .filter((note) => note.length >= 5),
  };
  return phrases;
}

function isTerm(text: string): boolean {
  const folded = fold(text);
  if (
    /(?<!\d)\d{1,3}\s?(de\s)?(zile|days?|tage?n?|jours?|giorni|gg|d[ií]as|nap|дни|dni|dagen|dn[íů])(?!\p{L})/iu.test(
      text,
    )
  )
    return true;
  return phraseBook().terms.some((term) => folded.includes(term)) && (/\d/.test(text) || folded.length > 6);
}

const mostNotes = 500;

/** Sentences on how VAT applies (reverse charge, exemption), and what stands behind a label of notes. */
export function readNotes(facts: Facts): Found<string> | null {
  const taken: TextLine[] = [];
  let text = '';
  const add = (line: TextLine, piece: string) => {
    if (taken.includes(line) || text.length + piece.length > mostNotes) return;
    taken.push(line);
    text += (text ? '\n' : '') + piece;
  };
  for (const label of [...facts.labels.values()].flat()) {
    if (!label.kinds.includes('notes') || !label.marked || !label.leading) continue;
    const place = valuePlaces(facts.document, facts.labels, label)[0];
    if (place && /\p{L}{3}.*\s/u.test(place.text)) add(place.line, place.text);
  }
  for (const line of facts.document.lines) {
    const folded = fold(line.text);
    if (folded.length > 12 && phraseBook().notes.some((note) => folded.includes(note))) add(line, line.text);
  }
  const [first] = taken;
  return first ? found(text, placeOf(first), first, []) : null;
}

/** By the document's title: the largest, highest line that is one. */
export function readDocumentType(facts: Facts, total: number | null): Found<DocumentType> | null {
  const titles = new Map<string, DocumentType>();
  for (const { documents } of lexicon()) {
    for (const [type, names] of Object.entries(documents)) {
      for (const name of names) titles.set(fold(name), type as DocumentType);
    }
  }
  let best: { type: DocumentType; line: TextLine; score: number } | null = null;
  const page = facts.document.pages[0];
  if (!page) return null;
  for (const line of page.rows.flat()) {
    const words = line.text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
    for (let count = Math.min(4, words.length); count >= 1; count--) {
      const type = titles.get(fold(words.slice(0, count).join('')));
      if (!type) continue;
      const whole = count === words.length;
      const score = line.fontSize * (whole ? 2 : 1) - (line.y / page.page.height) * 10 + (count > 1 ? 3 : 0);
      if (!best || score > best.score) best = { type, line, score };
      break;
    }
  }
  if (!best) return null;
  const { type, line } = best;
  if (type === 'invoice' && total !== null && total < 0) return found('credit_note', placeOf(line), line, []);
  return found(type, placeOf(line), line, ['labelled']);
}
