import type { RequestHandler } from 'express';
import type { Clock } from '../clock.ts';
import { submissionBurst, submissionsPerMinute, submissionsPerSecond } from '../contract/limits.ts';
import { callerOf } from './authenticate.ts';
import { ApiError } from './errors.ts';

const minuteMs = 60_000;

export interface RateLimiter {
  /** Takes one. @returns 0, or the milliseconds after which the next try succeeds if nobody else takes meanwhile */
  take(key: string): number;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was right. */
  at: number;
  /** Times of what was taken in the last minute, oldest first. */
  taken: number[];
}

/** A token bucket, and beside it never more than 120 in any 60 seconds (decisions.md "Rate limit"). */
export function createRateLimiter(clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>();
  let sweptAt = clock.now();

  const sweep = (now: number): void => {
    if (now - sweptAt < minuteMs) return;
    sweptAt = now;
    for (const [key, bucket] of buckets) if (now - bucket.at > minuteMs) buckets.delete(key);
  };

  return {
    take(key) {
      const now = clock.now();
      sweep(now);
      const bucket = buckets.get(key) ?? { tokens: submissionBurst, at: now, taken: [] };
      buckets.set(key, bucket);
      const elapsed = Math.max(0, now - bucket.at);
      bucket.tokens = Math.min(submissionBurst, bucket.tokens + (elapsed * submissionsPerSecond) / 1000);
      bucket.at = now;
      bucket.taken = bucket.taken.filter((time) => time > now - minuteMs);

      const untilToken = bucket.tokens >= 1 ? 0 : ((1 - bucket.tokens) * 1000) / submissionsPerSecond;
      const oldest = bucket.taken.length < submissionsPerMinute ? undefined : bucket.taken[0];
      const untilRoom = oldest === undefined ? 0 : oldest + minuteMs - now;
      const wait = Math.max(untilToken, untilRoom);
      if (wait > 0) return wait;
      bucket.tokens -= 1;
      bucket.taken.push(now);
      return 0;
    },
  };
}

export function rateLimit(limiter: RateLimiter): RequestHandler {
  return (_req, res, next) => {
    const wait = limiter.take(callerOf(res).keyId);
    if (wait > 0) {
      const seconds = Math.max(1, Math.ceil(wait / 1000));
      throw new ApiError('rate_limited', `Too many submissions with this key; try again in ${seconds} s.`, {
        'Retry-After': String(seconds),
      });
    }
    next();
  };
}
