/** The one place that knows what time it is. Tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. People and time servers set it, back and ahead. */
  now(): number;
  /** Milliseconds since some moment, for what lasts: nobody sets it. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** UTC, ISO 8601 with milliseconds and Z. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** When the day began, in milliseconds since 1970-01-01 UTC, where the appliance stands. */
export function startOfDay(milliseconds: number): number {
  return new Date(milliseconds).setHours(0, 0, 0, 0);
}

/** Today's date, YYYY-MM-DD, where the appliance stands. */
export function localDate(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
