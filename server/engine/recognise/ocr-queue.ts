import { readCodes } from '../open/codes.ts';
import type { SeenPart } from '../open/fill-gaps.ts';
import type { PrintedCode } from '../page.ts';
import type { Grey } from '../picture/grey.ts';
import { type OcrEngine, type OcrWord, type RecogniseOptions, recogniseHere } from './ocr.ts';

/** What is to be read in a picture: its words, or the codes printed on a page or a part of it. */
export type ToRead =
  | { what: 'words'; options: RecogniseOptions }
  | { what: 'codes'; place: Omit<SeenPart, 'grey'>; page: number };

/** What was read in it. */
export type Found = OcrWord[] | PrintedCode[];

/** A picture that waits to be read by whoever takes it first; it can be sent to other threads. */
export interface WaitingPicture {
  id: number;
  /** Its pixels lie in memory that threads share. */
  picture: Grey;
  toRead: ToRead;
  /** One number: who took it, 0 as long as nobody did. */
  takenBy: Int32Array;
}

/** A thread that takes pictures too. */
export interface Helper {
  /** It has read a picture that it took. */
  read(id: number, found: Found): void;
  /** It takes none any more; what it had taken and not read is read here. */
  leave(): void;
}

export interface OcrQueue extends OcrEngine {
  readCodes(seen: SeenPart, page: number): Promise<PrintedCode[]>;
  /** Pictures will come as soon as they are drawn: whoever may help with them can get ready. */
  announce(): void;
  /** @param offer told of each picture that waits, now and later, and as whom the helper is to take it */
  help(offer: (waiting: WaitingPicture, taker: number) => void): Helper;
}

interface Pending {
  waiting: WaitingPicture;
  settle(found: Promise<Found>): void;
}

const nobody = 0;
const thisThread = 1;
const givenUp = 2;
const firstHelper = 3;

/** Reads a picture in this thread. */
export async function readHere(picture: Grey, toRead: ToRead): Promise<Found> {
  return toRead.what === 'words'
    ? recogniseHere(picture, toRead.options)
    : readCodes({ grey: picture, ...toRead.place }, toRead.page);
}

/** @returns whether the picture is now the taker's to read */
export function take({ takenBy }: WaitingPicture, taker: number): boolean {
  return Atomics.compareExchange(takenBy, 0, nobody, taker) === nobody;
}

/**
 * Pictures are read in the order in which they were given, one a turn of the event loop, so that who asked may give up
 * the rest after the first, and so that helpers are heard between two. Whoever is free takes the next: nothing is dealt
 * out beforehand, because how long a picture takes shows only when it is read.
 * @param onCrowded told when a second picture waits, or pictures are announced: a helper would have something to do
 */
export function createOcrQueue(read: typeof readHere, onCrowded: () => void): OcrQueue {
  const pending = new Map<number, Pending>();
  const offers = new Map<number, (waiting: WaitingPicture, taker: number) => void>();
  let lastId = 0;
  let lastHelper = firstHelper - 1;
  let isReading = false;

  const readNext = (): void => {
    if (isReading) return;
    isReading = true;
    setImmediate(async () => {
      const next = [...pending.values()].find(({ waiting }) => take(waiting, thisThread));
      if (next) {
        const found = read(next.waiting.picture, next.waiting.toRead);
        next.settle(found);
        await found.catch(() => {});
      }
      isReading = false;
      if (next) readNext();
    });
  };

  const ask = (picture: Grey, toRead: ToRead, signal?: AbortSignal): Promise<Found> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const id = ++lastId;
      const waiting: WaitingPicture = {
        id,
        picture: shared(picture),
        toRead,
        takenBy: new Int32Array(new SharedArrayBuffer(4)),
      };
      const giveUp = (): void => {
        if (!take(waiting, givenUp)) return;
        pending.delete(id);
        reject(signal?.reason);
      };
      pending.set(id, {
        waiting,
        settle(found) {
          pending.delete(id);
          signal?.removeEventListener('abort', giveUp);
          resolve(found);
        },
      });
      signal?.addEventListener('abort', giveUp, { once: true });
      for (const [taker, offer] of offers) offer(waiting, taker);
      if (pending.size > 1) onCrowded();
      readNext();
    });

  return {
    recognise: (picture, options, signal) => ask(picture, { what: 'words', options }, signal) as Promise<OcrWord[]>,
    readCodes: ({ grey, ...place }, page) => ask(grey, { what: 'codes', place, page }) as Promise<PrintedCode[]>,
    announce: onCrowded,
    help(offer) {
      const taker = ++lastHelper;
      offers.set(taker, offer);
      for (const { waiting } of pending.values()) offer(waiting, taker);
      return {
        read(id, found) {
          pending.get(id)?.settle(Promise.resolve(found));
        },
        leave() {
          offers.delete(taker);
          for (const { waiting } of pending.values()) Atomics.compareExchange(waiting.takenBy, 0, taker, nobody);
          readNext();
        },
      };
    },
  };
}

function shared({ width, height, data }: Grey): Grey {
  const copy = new Uint8Array(new SharedArrayBuffer(data.length));
  copy.set(data);
  return { width, height, data: copy };
}
