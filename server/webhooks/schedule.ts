const minute = 60_000;
const hour = 60 * minute;

/** Waits before the second attempt and those after it, each counted from the failure before it (interface.md 6.2). */
const retryAfterMs = [1 * minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 8 * hour, 8 * hour];

/** How long the next attempt waits for, by how many were made: what is further away was put off by a clock that was set. */
export const waitsMs = [0, ...retryAfterMs];

/** When to try again, in milliseconds, or null when the attempt that failed was the last. @param attempts made so far, at least 1 */
export function nextAttemptAt(attempts: number, failedAt: number): number | null {
  const wait = retryAfterMs[attempts - 1];
  return wait === undefined ? null : failedAt + wait;
}
