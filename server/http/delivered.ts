import type { Response } from 'express';

/** Twice before the second half: a client that hangs up over the first is heard of in this time. */
const pauseMs = 25;
/** A client that threw away what it had not read makes its system say so; on any network that is sooner than this. */
const settleMs = 200;

/**
 * Answers with JSON and finds out whether it reached its client in full. What is handed to the system leaves this
 * process at once, so an orderly end of writing proves little. Therefore the answer goes in two halves, and a client
 * that hangs up before the second, in whatever way, did not get it; later, only a reset of the connection shows that
 * something was left unread, for which it is kept open a moment longer than the client may have asked. A client that
 * has closed its own side may still read, or be gone; one more byte tells, for only the system of one that is gone
 * refuses it.
 * @param res with its status and headers set
 */
export function deliver(res: Response, json: string): Promise<boolean> {
  const { socket } = res;
  if (!socket || socket.destroyed) {
    res.destroy();
    return Promise.resolve(false);
  }
  const body = Buffer.from(json, 'utf8');
  const middle = body.byteLength >> 1;
  const closeAfterwards = !res.shouldKeepAlive;
  res.shouldKeepAlive = true;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (delivered: boolean): void => {
      clearTimeout(timer);
      socket.off('error', onReset);
      socket.off('end', onEnd);
      socket.off('close', onClose);
      if (!delivered) res.destroy();
      else if (closeAfterwards) socket.end();
      resolve(delivered);
    };
    const onReset = (): void => settle(false);
    let itsSideClosed = socket.readableEnded;
    const onEnd = (): void => {
      itsSideClosed = true;
      if (res.writableEnded && !res.writableFinished) settle(false);
    };
    const onClose = (hadError: boolean): void => settle(!hadError && res.writableFinished);
    socket.on('error', onReset);
    socket.on('end', onEnd);
    socket.on('close', onClose);
    res.type('json').set('Content-Length', String(body.byteLength));
    const giveTheRest = (from: number): void => {
      res.end(body.subarray(from), () => {
        timer = setTimeout(() => settle(true), settleMs);
      });
    };
    res.write(body.subarray(0, middle));
    const giveTheSecondHalf = (): void => {
      if (res.destroyed) return;
      if (itsSideClosed) {
        res.write(body.subarray(middle, middle + 1));
        timer = setTimeout(() => giveTheRest(middle + 1), settleMs);
      } else {
        giveTheRest(middle);
      }
    };
    // A process or machine that stood still finds the time over before it has heard what came meanwhile: therefore two
    // pauses, of which it may stand still over one, and what has come by then is heard of before anything is sent.
    timer = setTimeout(() => {
      timer = setTimeout(() => setImmediate(giveTheSecondHalf), pauseMs);
    }, pauseMs);
  });
}
