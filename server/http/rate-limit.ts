import type { RequestHandler } from 'express';
import type { Clock } from '../clock.ts';
import { submissionBurst, submissionsPerMinute, submissionsPerSecond } from '../contract/limits.ts';
import type { Db } from '../store/db.ts';
import { changeRate } from '../store/rates.ts';
import { callerOf } from './authenticate.ts';
import { ApiError } from './errors.ts';

const minuteMs = 60_000;
/** Appliances know their database's clock so well; one that is further back was set. */
const noiseMs = 1_000;

export interface RateLimiter {
  /** Takes one. @returns 0, or the milliseconds after which the next try succeeds if nobody else takes meanwhile */
  take(key: string): number | Promise<number>;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was right. */
  at: number;
  /** Times of what was taken in the last minute, oldest first. */
  taken: number[];
}

/** For one appliance, in memory. */
export function createRateLimiter(clock: Clock): { take(key: string): number } {
  const buckets = new Map<string, Bucket>();
  let sweptAt = clock.elapsed();

  const sweep = (now: number): void => {
    if (now - sweptAt < minuteMs) return;
    sweptAt = now;
    for (const [key, bucket] of buckets) if (now - bucket.at > minuteMs) buckets.delete(key);
  };

  return {
    take(key) {
      const now = clock.elapsed();
      sweep(now);
      const { kept, result } = takeFrom(buckets.get(key) ?? null, now);
      buckets.set(key, kept);
      return result;
    },
  };
}

/** For all appliances on one database. */
export function createSharedRateLimiter(clock: Clock, db: Db): RateLimiter {
  return { take: (key) => changeRate<Bucket, number>(db, key, (bucket) => takeFrom(bucket, clock.now())) };
}

/**
 * A token bucket, and beside it never more than 120 in any 60 seconds (decisions.md "Rate limit"). Where the clock was
 * set back, what was taken before is told as if no time had passed since.
 */
function takeFrom(bucket: Bucket | null, told: number): { kept: Bucket; result: number } {
  const { at, tokens: left, taken: before } = bucket ?? { tokens: submissionBurst, at: told, taken: [] };
  const setBack = at - told > noiseMs ? at - told : 0;
  const now = Math.max(told, at - setBack);
  const tokens = Math.min(submissionBurst, left + ((now - (at - setBack)) * submissionsPerSecond) / 1000);
  const taken = before.map((time) => time - setBack).filter((time) => time > now - minuteMs);
  const untilToken = tokens >= 1 ? 0 : ((1 - tokens) * 1000) / submissionsPerSecond;
  const oldest = taken.length < submissionsPerMinute ? undefined : taken[0];
  const untilRoom = oldest === undefined ? 0 : oldest + minuteMs - now;
  const wait = Math.max(untilToken, untilRoom);
  if (wait > 0) return { kept: { tokens, at: now, taken }, result: wait };
  return { kept: { tokens: tokens - 1, at: now, taken: [...taken, now] }, result: 0 };
}

export function rateLimit(limiter: RateLimiter): RequestHandler {
  return async (_req, res, next) => {
    const wait = await limiter.take(callerOf(res).keyId);
    if (wait > 0) {
      const seconds = Math.max(1, Math.ceil(wait / 1000));
      throw new ApiError('rate_limited', `Too many submissions with this key; try again in ${seconds} s.`, {
        'Retry-After': String(seconds),
      });
    }
    next();
  };
}
