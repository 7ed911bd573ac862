import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Grey } from '../../../server/engine/picture/grey.ts';
import type { OcrWord } from '../../../server/engine/recognise/ocr.ts';
import { createOcrQueue, type Helper, take, type WaitingPicture } from '../../../server/engine/recognise/ocr-queue.ts';

const options = { language: 'ron', layout: 'line', dpi: 300 } as const;

/** A picture that is told by its width. */
function picture(width: number): Grey {
  return { width, height: 1, data: new Uint8Array(width).fill(width) };
}

function wordOf({ width }: Grey): OcrWord[] {
  return [{ text: `${width}`, confidence: 1, line: 0, bold: false, x: 0, y: 0, width, height: 1 }];
}

/** A queue with what its own thread read, in order, and how often it was crowded. */
function start(): { queue: ReturnType<typeof createOcrQueue>; readHere: number[]; crowded: number[] } {
  const readHere: number[] = [];
  const crowded: number[] = [];
  const recognise = async (given: Grey): Promise<OcrWord[]> => {
    readHere.push(given.width);
    return wordOf(given);
  };
  return { queue: createOcrQueue(recognise, () => crowded.push(1)), readHere, crowded };
}

it('reads pictures in their order, one a turn, so that the rest can be given up', async () => {
  const { queue, readHere, crowded } = start();
  const rest = new AbortController();
  const first = queue.recognise(picture(1), options);
  const others = [2, 3].map((width) => queue.recognise(picture(width), options, rest.signal));
  expect(crowded.length).toBeGreaterThan(0);
  expect((await first)[0]!.text).toBe('1');
  rest.abort();
  for (const other of others) await expect(other).rejects.toMatchObject({ name: 'AbortError' });
  expect((await queue.recognise(picture(4), options))[0]!.text).toBe('4');
  expect(readHere).toEqual([1, 4]);
});

it('does not say that it is crowded while a single picture waits', async () => {
  const { queue, crowded } = start();
  await queue.recognise(picture(1), options);
  await queue.recognise(picture(2), options);
  expect(crowded).toEqual([]);
});

it('offers a helper what waits, and reads none of what it took', async () => {
  const { queue, readHere } = start();
  const readings = [1, 2, 3].map((width) => queue.recognise(picture(width), options));
  const offered: WaitingPicture[] = [];
  const helper: Helper = queue.help((waiting, taker) => {
    offered.push(waiting);
    if (waiting.picture.width !== 2) expect(take(waiting, taker)).toBe(true);
  });
  expect(offered.map(({ picture: { data } }) => [...data])).toEqual([[1], [2, 2], [3, 3, 3]]);
  await readings[1];
  for (const { id, picture: given } of offered) helper.read(id, wordOf(given));
  expect((await Promise.all(readings)).map(([word]) => word!.text)).toEqual(['1', '2', '3']);
  expect(readHere).toEqual([2]);
  expect(take(offered[1]!, 99)).toBe(false);
});

it('offers a helper the codes of a page before its words, and gives each what was found', async () => {
  const { queue } = start();
  const place = { x: 1, y: 2, points: 0.24 };
  const codes = queue.readCodes({ grey: picture(5), ...place }, 3);
  const words = queue.recognise(picture(6), options);
  const offered: WaitingPicture[] = [];
  const helper = queue.help((waiting, taker) => {
    if (take(waiting, taker)) offered.push(waiting);
  });
  expect(offered.map(({ toRead }) => toRead)).toEqual([
    { what: 'codes', place, page: 3 },
    { what: 'words', options },
  ]);
  const code = { page: 3, box: { x: 0, y: 0, width: 9, height: 9 }, text: 'as printed' };
  helper.read(offered[1]!.id, wordOf(offered[1]!.picture));
  helper.read(offered[0]!.id, [code]);
  expect(await codes).toEqual([code]);
  expect((await words)[0]!.text).toBe('6');
});

it('reads what a helper took and left unread', async () => {
  const { queue, readHere } = start();
  const reading = queue.recognise(picture(7), options);
  const helper = queue.help((waiting, taker) => take(waiting, taker));
  await turn();
  await turn();
  expect(readHere).toEqual([]);
  helper.leave();
  expect((await reading)[0]!.text).toBe('7');
  expect(readHere).toEqual([7]);
});

it('offers nothing to a helper that left', async () => {
  const { queue } = start();
  const offered: number[] = [];
  const helper = queue.help(({ picture: { width } }) => offered.push(width));
  helper.leave();
  await queue.recognise(picture(1), options);
  expect(offered).toEqual([]);
});
