import { type Block, linesOf } from '../picture/blocks.ts';
import { onItsHead, type Prepared } from '../picture/prepare.ts';
import { guessLanguage } from './languages.ts';
import { otherScripts } from './models.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { type Already, readBlock } from './read-blocks.ts';
import { meanConfidence } from './scan-words.ts';

/** What invoices here are mostly written in; a first look is taken with it. */
export const firstLanguage: OcrLanguage = 'ron';
/** So many words show whether a page stands on its head. */
const fewWords = 18;
/** So many may show the language; fewer may be a stamp's, or a company's in another country. */
const tellingWords = 6;
/** So many are enough to see that a page is read badly, and whether it is read better in another way. */
const hardlyWords = 9;
const hardlyLegible = 0.55;
/** Of a table most words are figures, which tell nothing of its letters; more are not looked at for the sake of some. */
const manyWords = 60;
/** Two short words: another script is not believed for fewer letters. */
const fewLetters = 10;
/** So many words of letters say how well letters are read. */
const fewLettered = 4;
/** One block may be a stamp or a signature; a picture that shows no print has none in several places. */
const severalBlocks = 4;
/**
 * A sample is taken from smaller blocks, because it may be read again, and from as many as hold enough words; in squares
 * of a letter's height, of which a word takes some twenty.
 */
const handyArea = 200;
const sampleArea = 800;
/** Text the right way up in a language that the model knows is read with more confidence than this. */
const legible = 0.7;
/** Print that can be read at all, however poor, is read with more than this; fur and noise with less. */
const gibberish = 0.4;
/** A page stands on its head where it is read with so much more confidence when it is turned. */
const clearlyBetter = 0.1;

export interface FirstLook {
  /** The page, the right way up. */
  prepared: Prepared;
  language: OcrLanguage | null;
  already: Already;
  /** What was imagined on a picture that shows something else; null where there is print. */
  noPrint: OcrWord[] | null;
}

/**
 * Reads as many blocks as it takes to learn the language and which way is up. What is read as it stays costs nothing, so
 * a page whose language does not show is read on until it does.
 */
export async function firstLook(prepared: Prepared, engine: OcrEngine, known: OcrLanguage | null): Promise<FirstLook> {
  let sample = startSample(prepared, engine, known ?? firstLanguage);
  await sample.readOn(
    (words, blocks) =>
      guessOf(sample) !== null ||
      (blocks > 1 &&
        (words.length >= fewWords || (words.length >= hardlyWords && sample.confidence() < hardlyLegible))),
  );
  if (sample.words.length > 0 && sample.confidenceInLetters() < legible && guessOf(sample) === null) {
    sample.giveUpRest();
    const looked = await lookAround(prepared, sample, engine, known);
    if (looked.language !== null && known === null) return looked;
    prepared = looked.prepared;
    sample = startSample(prepared, engine, known ?? firstLanguage, looked.already);
    await sample.readOn((words, blocks) => words.length >= fewWords && blocks >= severalBlocks);
    // Lines of dashes and flourishes are small; where there is print at all, the largest block has some.
    if (guessOf(sample) === null && isGibberish(sample)) await sample.readLargest();
    if (guessOf(sample) === null && isGibberish(sample)) {
      sample.giveUpRest();
      return { ...looked, noPrint: sample.words };
    }
  }
  if (known === null) await sample.readOn(() => guessOf(sample) !== null);
  const language = known ?? guessOf(sample);
  const stays = language === null || language === (known ?? firstLanguage);
  if (!stays) sample.giveUpRest();
  return { prepared, language, already: stays ? sample.already : new Map(), noPrint: null };
}

/** Looks at a page that was read badly the other way up, and with letters of another script. */
async function lookAround(
  upright: Prepared,
  sample: Sample,
  engine: OcrEngine,
  known: OcrLanguage | null,
): Promise<FirstLook> {
  const readAs = async (page: Prepared, language: OcrLanguage): Promise<Sample> => {
    // These readings do not stay: a few lines say as much as the blocks that they are in.
    const look = startSample({ ...page, blocks: page.blocks.flatMap(linesOf) }, engine, language);
    await look.readOn((words) => words.filter(isLettered).length >= hardlyWords || words.length >= manyWords);
    look.giveUpRest();
    return look;
  };
  const onHead = onItsHead(upright);
  const turned = await readAs(onHead, known ?? firstLanguage);
  const isTurned = turned.confidence() > sample.confidence() + clearlyBetter;
  const prepared = isTurned ? onHead : upright;
  const best = isTurned ? turned : sample;
  const isForeign = known === null && best.confidenceInLetters() < legible && guessOf(best) === null;
  if (isForeign) {
    // The sample may be an e-mail address in small print, and these lines a heading: the same lines must be read better.
    const [latin, ...others] = await Promise.all([firstLanguage, ...otherScripts].map((one) => readAs(prepared, one)));
    const clear = others.map(({ words }) => clearLetters(words));
    const at = clear.indexOf(Math.max(...clear));
    if (guessOf(latin!) === null && clear[at]! > clearLetters(latin!.words) + fewLetters)
      return { prepared, language: otherScripts[at]!, already: new Map(), noPrint: null };
  }
  return { prepared, language: known, already: isTurned ? new Map() : sample.already, noPrint: null };
}

function guessOf({ words }: Sample): OcrLanguage | null {
  return words.length < tellingWords ? null : guessLanguage(words.map((word) => word.text));
}

/**
 * The poorest lines of a page of print still hold a word or two that are read well; fur and noise have none, however few
 * words are imagined in all of it.
 */
function isGibberish(sample: Sample): boolean {
  const { words } = sample;
  const clear = words.filter(({ text, confidence }) => /[\p{L}\p{N}]{4}/u.test(text) && confidence > legible);
  const isPoor = sample.isWhole()
    ? sample.confidence() < hardlyLegible
    : sample.confidence() < gibberish && words.length >= fewWords;
  return isPoor && clear.length < 2;
}

/** How many letters stand in words that were read well; noise among a few lines has none in any script. */
const clearLetters = (words: readonly OcrWord[]): number =>
  words
    .filter(({ text, confidence }) => /\p{L}{4}/u.test(text) && confidence > legible)
    .reduce((sum, { text }) => sum + text.length, 0);

const isLettered = ({ text }: OcrWord): boolean => /\p{L}{3}/u.test(text);

interface Sample {
  /** Of the blocks that were looked at. */
  words: OcrWord[];
  already: Already;
  /** Mean over characters, 0 to 1. */
  confidence(): number;
  /** The same over words of letters, where there are some: figures are read well in any script. */
  confidenceInLetters(): number;
  /** Whether all blocks were looked at. */
  isWhole(): boolean;
  /** Looks at one block after the other until what was seen is enough. */
  readOn(isEnough: (words: OcrWord[], blocks: number) => boolean): Promise<void>;
  /** Looks at the largest block, if it was not looked at. */
  readLargest(): Promise<void>;
  /** Leaves what is not read yet unread; it is not in `already` any more. */
  giveUpRest(): void;
}

/**
 * Gives all blocks to the engine, because they will most likely stay as they are read now: first some of handy size that
 * tell the language, then the largest first, so that the last one to end is a small one.
 */
function startSample(prepared: Prepared, engine: OcrEngine, language: OcrLanguage, known: Already = new Map()): Sample {
  const already: Already = new Map(known);
  const rest = new AbortController();
  for (const block of inSampleOrder(prepared)) {
    if (already.has(block)) continue;
    const reading = readBlock(prepared, block, engine, language, rest.signal);
    // Given up, or failing while the sample fails already.
    reading.catch(() => {});
    already.set(block, reading);
  }
  const words: OcrWord[] = [];
  const looked: Already = new Map();
  const look = async (block: Block, reading: Promise<OcrWord[]>): Promise<void> => {
    words.push(...(await reading).filter((word) => /[\p{L}\p{N}]{2}/u.test(word.text)));
    looked.set(block, reading);
  };
  return {
    words,
    already,
    confidence: () => meanConfidence(words),
    confidenceInLetters() {
      const lettered = words.filter(isLettered);
      return meanConfidence(lettered.length >= fewLettered ? lettered : words);
    },
    isWhole: () => looked.size === already.size,
    async readOn(isEnough) {
      for (const [block, reading] of already) {
        if (looked.has(block)) continue;
        if (isEnough(words, looked.size)) return;
        await look(block, reading);
      }
    },
    async readLargest() {
      const [largest] = [...already].sort(([a], [b]) => areaOf(b) - areaOf(a));
      if (largest && !looked.has(largest[0])) await look(...largest);
    },
    giveUpRest() {
      rest.abort();
      for (const block of already.keys()) if (!looked.has(block)) already.delete(block);
    },
  };
}

function inSampleOrder({ blocks, letterHeight }: Prepared): Block[] {
  const largestFirst = [...blocks].sort((a, b) => areaOf(b) - areaOf(a));
  let area = 0;
  const handy = largestFirst.filter((block) => {
    const part = areaOf(block) / letterHeight ** 2;
    if (part > handyArea || area > sampleArea) return false;
    area += part;
    return true;
  });
  return [...handy, ...largestFirst.filter((block) => !handy.includes(block))];
}

function areaOf(block: Block): number {
  return block.width * block.height;
}
