import { crop, type Grey, warp } from './grey.ts';
import { scaling } from './homography.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';

/** Words that are read again on one page at most. */
const mostNumbers = 40;
const mostAddresses = 6;
/** Figures read with less confidence than this are looked at again. */
const doubtful = 0.88;
const enlargement = 1.6;

/**
 * Reads again, larger and by themselves, what matters most and was read with doubt: figures, and e-mail addresses,
 * whose @ some models do not know. Boxes stay; `words` is left as it is.
 * @param grey the page that the words' pixels are on
 */
export async function lookAgain(
  words: OcrWord[],
  grey: Grey,
  engine: OcrEngine,
  language: OcrLanguage,
  dpi: number,
): Promise<OcrWord[]> {
  const look = async (word: OcrWord, of: OcrLanguage, characters?: string): Promise<OcrWord | null> => {
    const part = enlarged(grey, word);
    const options = { languages: [of], layout: 'line', dpi: dpi * enlargement } as const;
    const read = await engine.recognise(part, characters ? { ...options, characters } : options);
    const text = read.map((piece) => piece.text).join('');
    const confidence = Math.min(...read.map((piece) => piece.confidence));
    return read.length === 0 ? null : { ...word, text, confidence };
  };
  let seen = words;
  for (const word of words.filter((word) => word.confidence < doubtful && isFigure(word.text)).slice(0, mostNumbers)) {
    const again = await look(word, language, '0123456789.,-/:%€');
    if (again) seen = seen.map((other) => (other === word ? agreed(word, again) : other));
  }
  for (const parts of addressesIn(seen).slice(0, mostAddresses)) {
    const whole = joined(parts);
    const again = await look(whole, 'eng');
    if (!again || !/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(again.text)) continue;
    seen = seen.flatMap((word) =>
      word === parts[0] ? [{ ...whole, text: again.text }] : parts.includes(word) ? [] : [word],
    );
  }
  return seen;
}

/** Mostly digits, with what stands in amounts, dates and numbers. */
function isFigure(text: string): boolean {
  return /^[-+(]?\d[\d.,:/\-%€ ]*\)?$/.test(text) && text.length > 1;
}

/** Two readings that agree support each other; of two that differ the surer one stays, and the doubt with it. */
function agreed(first: OcrWord, second: OcrWord): OcrWord {
  if (first.text === second.text) return { ...first, confidence: 1 - (1 - first.confidence) * (1 - second.confidence) };
  const plausible = isFigure(second.text) && second.confidence > first.confidence + 0.05;
  const chosen = plausible ? second : first;
  return { ...chosen, confidence: Math.min(chosen.confidence, 0.6) };
}

/** Words that end like an address's domain and have no @, with the piece before them where one was split off. */
function addressesIn(words: OcrWord[]): OcrWord[][] {
  return words.flatMap((word, index) => {
    if (!/[\w-]\.(ro|com|eu|net|org|info|de|at|fr|it|es|hu|bg|pl|nl|be|pt|cz|sk|ie|uk|ch)$/i.test(word.text)) return [];
    if (/@|^(www|http)/i.test(word.text)) return [];
    const before = words[index - 1];
    const touches =
      before !== undefined &&
      before.line === word.line &&
      word.x - before.x - before.width < 0.8 * word.height &&
      !/[:;,]$/.test(before.text) &&
      /^\W/.test(word.text);
    return [touches ? [before, word] : [word]];
  });
}

function joined(parts: OcrWord[]): OcrWord {
  const x = Math.min(...parts.map((part) => part.x));
  const y = Math.min(...parts.map((part) => part.y));
  const right = Math.max(...parts.map((part) => part.x + part.width));
  const bottom = Math.max(...parts.map((part) => part.y + part.height));
  return { ...parts[0]!, x, y, width: right - x, height: bottom - y };
}

function enlarged(grey: Grey, word: OcrWord): Grey {
  const edge = Math.round(word.height * 0.25);
  const box = { x: word.x - edge, y: word.y - edge, width: word.width + 2 * edge, height: word.height + 2 * edge };
  const part = crop(grey, box, edge);
  const width = Math.round(part.width * enlargement);
  const height = Math.round(part.height * enlargement);
  return warp(part, scaling(1 / enlargement, 1 / enlargement), width, height);
}
