/**
 * Has the pieces of all answers to one tenant made one after the other, with the requests of others in between: who asks
 * for many lists at once has its own lists wait, and nobody else. A tenant that asks for one at a time waits for nothing.
 * @returns the same pieces, each made when its turn comes
 */
export function createPieceTurns(): <Piece>(tenantId: string, pieces: AsyncIterable<Piece>) => AsyncIterable<Piece> {
  const last = new Map<string, Promise<unknown>>();
  return async function* oneByOne<Piece>(tenantId: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    const iterator = pieces[Symbol.asyncIterator]();
    for (;;) {
      const before = last.get(tenantId);
      const make = async (): Promise<IteratorResult<Piece>> => {
        if (before) await new Promise(setImmediate);
        return iterator.next();
      };
      // How another answer's piece failed is for that one.
      const made = before ? before.then(make, make) : make();
      last.set(tenantId, made);
      try {
        const { done, value } = await made;
        if (done) return;
        yield value;
      } finally {
        if (last.get(tenantId) === made) last.delete(tenantId);
      }
    }
  };
}
