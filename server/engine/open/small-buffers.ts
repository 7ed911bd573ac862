const Bytes = globalThis.Uint8Array;

/**
 * Does work in whose course no buffer of bytes may be made that is larger than so many. pdfjs inflates without a bound,
 * into buffers that it makes twice as large as often as it needs; nothing else tells it to stop. Only for work beside which
 * this thread does nothing else.
 * @throws what the work throws, where it wanted more
 */
export async function withSmallBuffers<T>(mostBytes: number, work: () => Promise<T>): Promise<T> {
  globalThis.Uint8Array = new Proxy(Bytes, {
    construct(target, args: unknown[], newTarget) {
      if (typeof args[0] === 'number' && args[0] > mostBytes) throw new RangeError('The buffer is too large.');
      return Reflect.construct(target, args, newTarget);
    },
  });
  try {
    return await work();
  } finally {
    globalThis.Uint8Array = Bytes;
  }
}
