import { describe, expect, it } from 'vitest';
import type { Grey } from '../../../server/engine/picture/grey.ts';
import { readLatinWords } from '../../../server/engine/recognise/latin-words.ts';
import type { OcrEngine, OcrWord } from '../../../server/engine/recognise/ocr.ts';
import { lookAgain } from '../../../server/engine/recognise/second-look.ts';

const grey: Grey = { width: 900, height: 100, data: new Uint8Array(900 * 100).fill(250) };
const page = { grey, letterHeight: 20, dpi: 260 };
const words = (...texts: [text: string, confidence: number][]): OcrWord[] =>
  texts.map(([text, confidence], i) => {
    return { text, confidence, x: 20 + i * 130, y: 40, width: 100, height: 24, line: 0, bold: false };
  });
/** An engine that reads everything as `text`. */
const reading = (text: string, confidence: number): OcrEngine & { asked: number } => ({
  asked: 0,
  async recognise() {
    this.asked++;
    return [{ text, confidence, x: 10, y: 10, width: 80, height: 24, line: 0, bold: false }];
  },
});

describe('Latin capitals on a page in another script', () => {
  it('are read with a Latin model where the page’s own one doubts them', async () => {
    const read = await readLatinWords(words(['ТВАМ:', 0.54]), page, reading('IBAN:', 0.95), 'bul');
    expect(read[0]).toMatchObject({ text: 'IBAN:', x: 20, width: 100 });
    expect(read[0]!.confidence).toBeLessThan(0.75);
  });

  it('are read so on a page in Greek too', async () => {
    const read = await readLatinWords(words(['ΙΒΑΗ:', 0.5]), page, reading('IBAN:', 0.95), 'ell');
    expect(read[0]!.text).toBe('IBAN:');
  });

  it('are what all of their letters look like where that is said in Latin everywhere', async () => {
    const read = await readLatinWords(words(['ΙΒΑΝ:', 0.97]), page, reading('IBAN:', 0.95), 'ell');
    expect(read[0]).toMatchObject({ text: 'IBAN:', confidence: 0.97 });
  });

  it.each([
    ['what its own model is sure of', ['ФАКТУРА', 0.96], 'OAKTYPA', 0.9, 'bul'],
    ['what the Latin model doubts as well', ['ЕИК:', 0.8], 'EMK:', 0.6, 'bul'],
    ['what is written alike in both', ['РОСА', 0.8], 'POCA', 0.95, 'bul'],
    ['what is written alike in Greek', ['ΑΝΤΕ', 0.8], 'ANTE', 0.95, 'ell'],
    ['what is no word in capitals', ['ДДС', 0.8], 'Aac', 0.95, 'bul'],
    ['a page in another language', ['ТВАМ', 0.5], 'IBAN', 0.95, 'eng'],
  ] as const)('leave alone %s', async (_, printed, answer, confidence, language) => {
    const read = await readLatinWords(words([...printed]), page, reading(answer, confidence), language);
    expect(read[0]).toMatchObject({ text: printed[0], confidence: printed[1] });
  });

  it('may be an account whose bank’s letters a Cyrillic model takes for five', async () => {
    const parts = words(['ВСО04', 0.6], ['ОМСВК', 0.3], ['7813', 0.95], ['4901', 0.95], ['6690', 0.95], ['18', 0.95]);
    const read = await lookAgain(parts, grey, reading('BG04UNCR78134901669018', 0), 'bul', 260);
    expect(read.map(({ text }) => text)).toEqual(['BG04UNCR78134901669018']);
  });

  it('are an account as the Latin model reads it twice, even where its check digits do not hold', async () => {
    const parts = words(['ВСО04', 0.6], ['ОМСК', 0.3], ['7813', 0.95], ['4901', 0.95], ['6690', 0.95], ['18', 0.95]);
    const read = await lookAgain(parts, grey, reading('BGO04UNCR78134901669018', 0), 'bul', 260);
    expect(read.map(({ text }) => text)).toEqual(['BGO04UNCR78134901669018']);
  });
});

describe('a tax number whose check digit does not hold', () => {
  it('is read in other sizes, and is weak print where two of them agree on one that holds', async () => {
    const read = await lookAgain(words(['RO48833871', 0.95]), grey, reading('RO48835871', 0.9), 'ron', 260);
    expect(read[0]!.text).toBe('RO48835871');
    expect(read[0]!.confidence).toBeLessThan(0.6);
  });

  it.each([
    ['another that does not hold', 'RO48833871', 'RO48833671'],
    ['one of another length', 'RO48833871', 'RO4883587'],
  ])('stays where it is read as %s', async (_, printed, answer) => {
    const read = await lookAgain(words([printed, 0.95]), grey, reading(answer, 0.9), 'ron', 260);
    expect(read[0]).toMatchObject({ text: printed, confidence: 0.95 });
  });

  it('is not read again where it holds', async () => {
    const engine = reading('RO1', 0.9);
    await lookAgain(words(['RO48835871', 0.95]), grey, engine, 'ron', 260);
    expect(engine.asked).toBe(0);
  });
});
