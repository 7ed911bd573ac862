import type { MessagePort } from 'node:worker_threads';
import { warmUp } from '../engine/open/ocr.ts';
import { type Helper, type OcrQueue, readHere, take } from '../engine/open/ocr-queue.ts';
import type { HelperMessage, OfferMessage } from './reader-messages.ts';

/**
 * Lets the thread at the other end of `port` read pictures of the queue, from when it is ready until the port closes:
 * because it is needed elsewhere, or because it died.
 */
export function acceptHelp(queue: OcrQueue, port: MessagePort): void {
  let helper: Helper | null = null;
  port.on('message', (message: HelperMessage) => {
    if (message.type === 'read') helper?.read(message.id, message.found);
    else helper = queue.help((waiting, taker) => port.postMessage({ waiting, taker } satisfies OfferMessage));
  });
  port.on('close', () => helper?.leave());
}

/**
 * Reads pictures that the thread at the other end of `port` offers and that are still to be had: one a turn of the event
 * loop, so that a file that this thread is to read waits for one picture at most.
 * @returns ends the help
 */
export function giveHelp(port: MessagePort): () => void {
  const say = (message: HelperMessage): void => port.postMessage(message);
  const offered: OfferMessage[] = [];
  let isReading = false;
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
          (found) => say({ type: 'read', id, found }),
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
  // An engine that is still to be started would let the first picture wait for it.
  warmUp().then(() => say({ type: 'ready' }), end);
  return end;
}
