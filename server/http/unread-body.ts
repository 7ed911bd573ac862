import type { Request, RequestHandler, Response } from 'express';

/** How long a client may go on sending after it was answered: many only look for an answer when all is sent. */
const lingerMs = 60_000;

/**
 * A client that is answered while it still sends would not see the answer if the connection were closed at once. What
 * it still sends is thrown away (Node does so by itself once the answer is out), for a while; then the connection ends.
 */
export function unreadBody(): RequestHandler {
  return (req, res, next) => {
    res.once('finish', () => {
      if (req.complete) return;
      const { socket } = req;
      const timer = setTimeout(() => socket.destroy(), lingerMs);
      const done = (): void => {
        clearTimeout(timer);
        socket.off('close', done);
      };
      req.once('end', done);
      // A request that was answered is not told of its connection's end, and the timer would keep the process alive.
      socket.once('close', done);
      req.resume();
    });
    next();
  };
}

/**
 * Keeps the connection for a client that wanted it closed after the answer but is still sending: Node would close it
 * right behind the answer, and what then still comes in makes the system tell the client that all is lost. Before the
 * answer begins.
 */
export function closeWhenRead(req: Request, res: Response): void {
  if (req.complete || res.shouldKeepAlive) return;
  res.shouldKeepAlive = true;
  req.once('end', () => req.socket.end());
}
