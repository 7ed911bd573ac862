import type { Facts } from '../candidates/facts.ts';
import { foldWords, type PhraseBook, phraseBook } from '../layout/phrases.ts';
import { lexicon } from '../lexicon/lexicon.ts';

let book: PhraseBook<'on_behalf'> | null = null;

/** "Issued by A in the name and on behalf of B": the pages do not say by their places which of both is the vendor. */
export function isIssuedForAnother(facts: Facts): boolean {
  book ??= phraseBook(lexicon().flatMap(({ on_behalf }) => on_behalf.map((phrase) => ['on_behalf', phrase] as const)));
  return facts.document.lines.some((line) => book!.find(foldWords(line.text), line.ocr).length > 0);
}
