import type { Response } from 'express';

/** A client that threw away what it had not read makes its system say so; on any network that is sooner than this. */
const settleMs = 200;

/**
 * Whether an answer reached its client in full. Call it before the answer is sent. The answer is handed to the system
 * as a whole, so an orderly end of writing proves little: a client that hung up in the middle shows as a reset of the
 * connection, for which the connection is kept open a moment longer than the client may have asked.
 */
export function deliveredInFull(res: Response): Promise<boolean> {
  const { socket } = res;
  if (!socket || socket.destroyed) return Promise.resolve(false);
  const closeAfterwards = !res.shouldKeepAlive;
  res.shouldKeepAlive = true;
  return new Promise((resolve) => {
    let settling: NodeJS.Timeout | undefined;
    const settle = (delivered: boolean): void => {
      clearTimeout(settling);
      socket.off('error', onReset);
      socket.off('close', onClose);
      res.off('finish', onFinish);
      if (closeAfterwards && delivered) socket.end();
      resolve(delivered);
    };
    const onReset = (): void => settle(false);
    const onClose = (hadError: boolean): void => settle(!hadError && res.writableFinished);
    const onFinish = (): void => {
      settling = setTimeout(() => settle(true), settleMs);
    };
    socket.on('error', onReset);
    socket.on('close', onClose);
    res.on('finish', onFinish);
  });
}
