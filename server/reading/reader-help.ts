import type { MessagePort } from 'node:worker_threads';
import { warmUp } from '../engine/recognise/ocr.ts';
import { type OcrQueue, readHere, take } from '../engine/recognise/ocr-queue.ts';
import type { HelperMessage, OfferMessage } from './reader-messages.ts';

/**
 * Lets the thread at the other end of `port` read pictures of the queue until the port closes: because it is needed
 * elsewhere, or because it died.
 */
export function acceptHelp(queue: OcrQueue, port: MessagePort): void {
  const helper = queue.help((waiting, taker) => port.postMessage({ waiting, taker } satisfies OfferMessage));
  port.on('message', ({ id, found }: HelperMessage) => helper.read(id, found));
  port.on('close', () => helper.leave());
}

/**
 * Reads pictures that the thread at the other end of `port` offers and that are still to be had: one a turn of the event
 * loop, so that a file that this thread is to read waits for one picture at most.
 * @returns ends the help
 */
export function giveHelp(port: MessagePort): () => void {
  const offered: OfferMessage[] = [];
  // It takes none before its engine is ready: the picture would wait for that.
  let isReading = true;
  const end = (): void => {
    offered.length = 0;
    port.close();
  };
  const readNext = (): void => {
    if (isReading || offered.length === 0) return;
    isReading = true;
    setImmediate(async () => {
      const offer = offered.shift();
      if (offer && take(offer.waiting, offer.taker)) {
        const { id, picture, toRead } = offer.waiting;
        await readHere(picture, toRead).then(
          (found) => port.postMessage({ id, found } satisfies HelperMessage),
          // The other thread reads it too then, and says what was wrong.
          end,
        );
      }
      isReading = false;
      readNext();
    });
  };
  port.on('message', (offer: OfferMessage) => {
    offered.push(offer);
    readNext();
  });
  port.on('close', () => {
    offered.length = 0;
  });
  warmUp().then(() => {
    isReading = false;
    readNext();
  }, end);
  return end;
}
