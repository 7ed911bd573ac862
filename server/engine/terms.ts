import type { DocumentType } from '../contract/invoice.ts';
import type { Facts } from './candidates/facts.ts';
import { fold, placeOf, type TextLine } from './candidates/text-lines.ts';
import { valuePlaces } from './candidates/values.ts';
import { found } from './evidence.ts';
import type { Found } from './found.ts';
import { lexicon } from './lexicon.ts';

let notes: string[] | null = null;

function noteWords(): readonly string[] {
  notes ??= lexicon()
    .flatMap((language) => language.notes.map(fold))
    .filter((note) => note.length >= 5);
  return notes;
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
    if (place && goesOn(place.text)) add(place.line, place.text);
  }
  for (const line of facts.document.lines) {
    const folded = fold(line.text);
    if (folded.length > 12 && noteWords().some((note) => folded.includes(note))) add(line, line.text);
  }
  const [first] = taken;
  return first ? found(text, placeOf(first), first, []) : null;
}

/** Whether something stands behind the first word of a text. */
function goesOn(text: string): boolean {
  const word = text.search(/\p{L}{3}/u);
  return word >= 0 && /\s/u.test(text.slice(word));
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
