/** Waits until it is a tenant's turn. */
export type TakeTurn = (tenantId: string) => Promise<void>;

/**
 * Has the work of tenants done in turns: of what each asks for, one piece is done in each turn of the event loop. So who
 * asks for much at once, however many connections it has, has its own requests wait, and nobody else's. A tenant that asks
 * for one thing at a time waits for nothing. A piece is what can be done without a pause: a request, a part of a list, some
 * bytes of a body.
 */
export function createTenantTurns(): TakeTurn {
  /** Tenants that had theirs, with what of them still waits. */
  const waiting = new Map<string, (() => void)[]>();
  const next = (): void => {
    for (const [tenantId, pieces] of waiting) {
      const start = pieces.shift();
      if (start) start();
      else waiting.delete(tenantId);
    }
    if (waiting.size > 0) setImmediate(next);
  };
  return async (tenantId) => {
    const pieces = waiting.get(tenantId);
    if (pieces) return new Promise((resolve) => pieces.push(resolve));
    if (waiting.size === 0) setImmediate(next);
    waiting.set(tenantId, []);
  };
}
