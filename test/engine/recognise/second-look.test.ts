import { describe, expect, it } from 'vitest';
import type { Grey } from '../../../server/engine/picture/grey.ts';
import type { OcrEngine, OcrWord } from '../../../server/engine/recognise/ocr.ts';
import { lookAgain } from '../../../server/engine/recognise/second-look.ts';

const grey: Grey = { width: 900, height: 100, data: new Uint8Array(900 * 100).fill(250) };
const address = 'facturi@sample.example';

/** Words with little white between. */
const words = (texts: readonly string[]): OcrWord[] =>
  texts.map((text, i) => ({
    text,
    confidence: 0.9,
    x: 20 + i * 110,
    y: 40,
    width: 100,
    height: 24,
    line: 0,
    bold: false,
  }));

/** An engine that reads the address, whatever it is shown. */
const engine = (): OcrEngine & { asked: number } => ({
  asked: 0,
  async recognise() {
    this.asked++;
    return [{ text: address, confidence: 0.9, x: 10, y: 10, width: 80, height: 24, line: 0, bold: false }];
  },
});

describe('an address whose @ is read as something else', () => {
  it.each([
    [['facturiQsample.example']],
    [['facturi(Q', 'sample.example']],
    [['facturi', '©sample.example']],
    [['facturiQsample.', 'example']],
  ])('is read again: %j', async (parts) => {
    const read = await lookAgain(words(parts), grey, engine(), 'ron', 260);
    expect(read.map(({ text }) => text)).toEqual([address]);
  });

  it('leaves what stands before it', async () => {
    const read = await lookAgain(words(['E', 'facturiOsample.ro', 'Fax']), grey, engine(), 'ron', 260);
    expect(read.map(({ text }) => text)).toEqual(['E', address, 'Fax']);
  });

  it.each([[['S.C.', 'SAMPLE']], [['Nr.crt']], [['McDonald.Str']], [['www.sample.example']], [['J40.Bucuresti']]])(
    'is not %j',
    async (parts) => {
      const asked = engine();
      await lookAgain(words(parts), grey, asked, 'ron', 260);
      expect(asked.asked).toBe(0);
    },
  );
});
