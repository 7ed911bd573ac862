import type { Facts } from '../candidates/facts.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { valuePlaces } from '../candidates/values.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { wordsOf } from '../lexicon/words.ts';

const mostNotes = 500;
const shortestNote = 12;

/** Paragraphs of a law alone say too little. */
const namesNote = (text: string): boolean =>
  wordsOf('notes')
    .find(text)
    .some(({ start, end }) => end - start >= 5);

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
    if (line.text.length > shortestNote && namesNote(line.text)) add(line, line.text);
  }
  const [first] = taken;
  return first ? found(text, placeOf(first), first, []) : null;
}

/** Whether something stands behind the first word of a text. */
function goesOn(text: string): boolean {
  const word = text.search(/\p{L}{3}/u);
  return word >= 0 && /\s/u.test(text.slice(word));
}
