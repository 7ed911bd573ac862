import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Box } from '../page.ts';
import type { Grey } from './grey.ts';

/** Models that are installed, by Tesseract's names. */
export type OcrLanguage = 'eng' | 'ron' | 'deu' | 'fra' | 'ita' | 'spa' | 'hun' | 'bul' | 'pol' | 'nld' | 'ces' | 'por';

/** A word as the engine saw it; the box in pixels of the picture it was given. */
export interface OcrWord extends Box {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** The line it stands on, counted from 0 over the whole answer. */
  line: number;
  /** Height of the line's letters in pixels, as the engine estimates it. */
  lineHeight: number;
  bold: boolean;
}

interface RecogniseOptions {
  languages: readonly OcrLanguage[];
  /** What the picture shows: one block of lines of even height, or one line. */
  layout: 'block' | 'line';
  dpi: number;
  /** Only these characters are considered. */
  characters?: string;
}

export interface OcrEngine {
  /** Blocks the thread until the words are read; whoever calls runs in a thread that may be killed. */
  recognise(picture: Grey, options: RecogniseOptions): Promise<OcrWord[]>;
}

/**
 * Tesseract.js keeps its engine in a worker of its own, which it cannot tell dead from busy. Its worker script runs
 * here in the caller's thread instead: a reader thread that is killed takes the engine with it, nothing is left
 * waiting, and nothing is sent between threads.
 */
interface WorkerScript {
  setAdapter(adapter: Record<string, unknown>): void;
  dispatchHandlers(packet: Packet, send: (answer: Answer) => void): void;
}
interface Packet {
  workerId: string;
  jobId: string;
  action: string;
  payload: Record<string, unknown>;
}
interface Answer {
  status: 'resolve' | 'reject' | 'progress';
  data: unknown;
}
interface Line {
  bbox: Corners;
  rowAttributes?: { row_height: number };
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

let engine: Promise<OcrEngine> | null = null;

/** The engine of this thread, started at first use and kept warm; models are loaded when they are first needed. */
export function ocrEngine(): Promise<OcrEngine> {
  engine ??= startEngine();
  return engine;
}

async function startEngine(): Promise<OcrEngine> {
  const script = require('tesseract.js/src/worker-script/index.js') as WorkerScript;
  script.setAdapter({
    getCore: require('tesseract.js/src/worker-script/node/getCore.js'),
    gunzip: require('tesseract.js/src/worker-script/node/gunzip.js'),
    // Asked for models by path; nothing is ever fetched or kept elsewhere.
    readCache: (path: string) => readFile(path),
  });
  const call = (action: string, payload: Record<string, unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      script.dispatchHandlers({ workerId: 'here', jobId: action, action, payload }, (answer) => {
        if (answer.status === 'resolve') resolve(answer.data);
        if (answer.status === 'reject') reject(new Error(`The OCR engine could not ${action}: ${String(answer.data)}`));
      });
    });
  await call('load', { options: { lstmOnly: true, corePath: null, logging: false } });
  const loaded = new Set<OcrLanguage>();
  let active = '';

  const use = async (languages: readonly OcrLanguage[]): Promise<void> => {
    const wanted = languages.join('+');
    if (wanted === active) return;
    for (const language of languages) {
      if (loaded.has(language)) continue;
      const langPath = join(dirname(require.resolve(`@tesseract.js-data/${language}/package.json`)), '4.0.0_best_int');
      await call('loadLanguage', {
        langs: language,
        options: { langPath, cacheMethod: 'none', gzip: true, lstmOnly: true },
      });
      loaded.add(language);
    }
    await call('initialize', { langs: wanted, oem: 1, config: {} });
    active = wanted;
  };

  return {
    async recognise(picture, { languages, layout, dpi, characters }) {
      await use(languages);
      await call('setParameters', {
        params: {
          tessedit_pageseg_mode: pageSegmentation[layout],
          user_defined_dpi: String(Math.round(dpi)),
          tessedit_char_whitelist: characters ?? '',
        },
      });
      const answer = await call('recognize', {
        image: asPgm(picture),
        options: {},
        output: { blocks: true, text: false },
      });
      return wordsOf(answer as Recognised, languages.includes('ron'));
    },
  };
}

/** @param romanian the model writes the old cedilla forms of ș and ț, whatever the print shows */
function wordsOf({ blocks }: Recognised, romanian: boolean): OcrWord[] {
  const lines = (blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines.flatMap((line, index) =>
    line.words.map(({ text, confidence, bbox, is_bold }) => ({
      text: romanian ? withCommas(text) : text,
      confidence: confidence / 100,
      x: bbox.x0,
      y: bbox.y0,
      width: bbox.x1 - bbox.x0,
      height: bbox.y1 - bbox.y0,
      line: index,
      lineHeight: line.rowAttributes?.row_height ?? line.bbox.y1 - line.bbox.y0,
      bold: is_bold ?? false,
    })),
  );
}

function withCommas(text: string): string {
  return text.replace(/[şţŞŢ]/g, (letter) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[letter] ?? letter);
}

/** Portable grey map, the form that costs the least to write and to read. */
function asPgm({ width, height, data }: Grey): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}
