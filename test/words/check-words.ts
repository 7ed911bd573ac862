import { wordsInFolders } from './words-in-code.ts';

/** npm run check:words: what languages call things stands in resources/lexicon, not in the code. */
const found = wordsInFolders(['server/engine', 'renderer']);
for (const { at, word } of found) console.error(`${at}  ${word}`);
if (found.length > 0) {
  console.error('Words of languages belong into resources/lexicon.');
  process.exitCode = 1;
}
