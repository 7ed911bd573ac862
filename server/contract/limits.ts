/** The limits of interface.md 8, and those that decisions.md adds. Lengths are in characters (code points). */
export const maxFileBytes = 14 * 1024 * 1024;
export const maxPages = 50;
export const maxExternalId = 128;
export const maxMetadataKeys = 20;
export const maxMetadataValue = 500;
export const maxBuyerName = 200;
export const maxIdempotencyKey = 255;
export const maxListed = 200;
export const defaultListed = 50;

/** Documents of one tenant that are read at once; the rest wait (interface.md 3). */
export const readAtOncePerTenant = 2;
/** A document whose reading the end of the process cut off so often is given up (decisions.md "Failed documents"). */
export const maxCutOffs = 10;

export const submissionBurst = 20;
export const submissionsPerMinute = 120;
/** Refill of the token bucket (decisions.md "Rate limit"). */
export const submissionsPerSecond = 2;

export const syncWaitMs = 30_000;
export const idempotencyKeptMs = 24 * 60 * 60 * 1000;
/** retention=standard: from the end of processing. */
export const fileKeptMs = 24 * 60 * 60 * 1000;
export const extractionKeptMs = 30 * 24 * 60 * 60 * 1000;
/** retention=zero, when no GET came: gone within 24 h, so it is due a little earlier than that. */
export const zeroExtractionKeptMs = (24 - 1 / 4) * 60 * 60 * 1000;
