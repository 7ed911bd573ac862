import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'fflate';
import type { Box, Word } from '../page.ts';
import { asPgm, type Grey } from '../picture/grey.ts';
import type { models } from './models.ts';
import { mendBoxes } from './word-boxes.ts';

/** Models that are installed, by Tesseract's names. */
export type OcrLanguage = (typeof models)[keyof typeof models];

/** A word as the engine saw it; the box in pixels of the picture it was given. */
export interface OcrWord extends Box {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** The line it stands on, counted from 0 over the whole answer. */
  line: number;
  bold: boolean;
  /** As a page's {@link Word} has them. */
  other?: Word['other'];
  alike?: Word['alike'];
}

export interface RecogniseOptions {
  language: OcrLanguage;
  /** What the picture shows: one block of lines of even height, or one line. */
  layout: 'block' | 'line';
  dpi: number;
  /** Only these characters are considered. */
  characters?: string;
}

export interface OcrEngine {
  /**
   * @param signal gives up what nobody has begun to read
   */
  recognise(picture: Grey, options: RecogniseOptions, signal?: AbortSignal): Promise<OcrWord[]>;
}

/**
 * Tesseract.js keeps its engine in a worker of its own, which it cannot tell dead from busy. Its core runs here in the
 * caller's thread instead: a reader thread that is killed takes the engine with it, nothing is left waiting, and
 * nothing is sent between threads.
 */
interface Core {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => Recogniser;
}
/** A model that is ready to read. */
interface Recogniser {
  Init(folder: null, language: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  End(): void;
  /** Also frees the dictionaries of models that were ended, which are kept in case the language comes again. */
  ClearPersistentCache(): void;
}
type StartCore = (options: { TesseractProgress(percent: number): void }) => Promise<Core>;
interface Line {
  bbox: Corners;
  baseline: Corners;
  rowAttributes: { rowHeight: number; descenders: number };
  words: { text: string; confidence: number; bbox: Corners; is_bold?: boolean }[];
}
interface Corners {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface Recognised {
  blocks: { paragraphs: { lines: Line[] }[] }[] | null;
}

const require = createRequire(import.meta.url);
const pageSegmentation = { block: '6', line: '7' } as const;
/** Tesseract's number for its newer engine alone; the older one needs models that are not installed. */
const neuralOnly = 1;
/** Models that are kept ready. A page needs its language's, that of the first look, and the one that knows @. */
const mostModels = 3;

let engine: Promise<OcrEngine['recognise']> | null = null;

/**
 * Reads a picture with the engine of this thread, which is started at first use and kept warm; models are loaded when
 * they are first needed. Blocks the thread until the words are read: whoever calls runs in a thread that may be killed.
 */
export const recogniseHere: OcrEngine['recognise'] = async (picture, options) => {
  engine ??= startEngine();
  const recognise = await engine;
  return recognise(picture, options);
};

/** Starts the engine with the model that most documents need. */
export async function warmUp(): Promise<void> {
  const blank: Grey = { width: 64, height: 64, data: new Uint8Array(64 * 64).fill(255) };
  await recogniseHere(blank, { language: 'ron', layout: 'line', dpi: 300 });
}

async function startEngine(): Promise<OcrEngine['recognise']> {
  const getCore = require('tesseract.js/src/worker-script/node/getCore.js') as (
    mode: number,
    path: null,
    told: { progress(): void },
  ) => Promise<StartCore>;
  const start = await getCore(neuralOnly, null, { progress() {} });
  const core = await start({ TesseractProgress() {} });
  /** The last used last. */
  const ready = new Map<OcrLanguage, Recogniser>();

  const use = async (language: OcrLanguage): Promise<Recogniser> => {
    const [oldest] = ready.keys();
    // Before the new one is loaded: WebAssembly's memory stays as large as what was once needed at the same time.
    if (!ready.has(language) && ready.size === mostModels && oldest) {
      ready.get(oldest)!.End();
      ready.get(oldest)!.ClearPersistentCache();
      ready.delete(oldest);
    }
    const recogniser = ready.get(language) ?? (await load(core, language));
    ready.delete(language);
    ready.set(language, recogniser);
    return recogniser;
  };

  return async (picture, { language, layout, dpi, characters }) => {
    const recogniser = await use(language);
    recogniser.SetVariable('tessedit_pageseg_mode', pageSegmentation[layout]);
    recogniser.SetVariable('user_defined_dpi', String(Math.round(dpi)));
    recogniser.SetVariable('tessedit_char_whitelist', characters ?? '');
    // Light print on dark was turned before (`negative.ts`); otherwise each poor line is read a second time, inverted.
    recogniser.SetVariable('tessedit_do_invert', '0');
    core.FS.writeFile('/input', asPgm(picture));
    if (recogniser.SetImageFile(1, 0) === 1) throw new Error('The OCR engine could not take a picture');
    recogniser.Recognize(null);
    return wordsOf(JSON.parse(recogniser.GetJSONText()) as Recognised, corrections[language]);
  };
}

async function load(core: Core, language: OcrLanguage): Promise<Recogniser> {
  const folder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
  const packed = await readFile(join(folder, '4.0.0_best_int', `${language}.traineddata.gz`));
  const file = `${language}.traineddata`;
  // Not with node:zlib: Node aborts when a thread is ended while it makes an inflater (`close before init`).
  core.FS.writeFile(file, gunzipSync(packed));
  const recogniser = new core.TessBaseAPI();
  const status = recogniser.Init(null, language, neuralOnly);
  core.FS.unlink(file);
  if (status !== 0) throw new Error(`The OCR engine could not load its model ${language}`);
  return recogniser;
}

/**
 * What a model writes whatever the print shows: the old cedilla forms of ș and ț, or Ί beside figures for 1. A figure that is
 * put right so is none that the model was sure of.
 */
const corrections: Partial<Record<OcrLanguage, (text: string) => string>> = {
  ron: (text) => text.replace(/[şţŞŢ]/g, (letter) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[letter] ?? letter),
  ell: (text) => text.replace(/Ί(?=[.,/]?\d)|(?<=\d[.,/]?)Ί/gu, '1'),
};

/** Weak print, as what is read in two ways elsewhere. */
const corrected = 0.6;
const figuresOf = (text: string): string => text.replace(/\D/g, '');

function wordsOf({ blocks }: Recognised, correct = (text: string): string => text): OcrWord[] {
  const lines = (blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines.flatMap(({ words, baseline, rowAttributes }, index) => {
    const read = words.map(({ text, confidence, bbox, is_bold }) => ({
      text: correct(text),
      confidence: Math.min(confidence / 100, figuresOf(correct(text)) === figuresOf(text) ? 1 : corrected),
      x: bbox.x0,
      y: bbox.y0,
      width: bbox.x1 - bbox.x0,
      height: bbox.y1 - bbox.y0,
      line: index,
      bold: is_bold ?? false,
    }));
    return mendBoxes(read, { baseline, rowHeight: rowAttributes.rowHeight, tails: rowAttributes.descenders });
  });
}
