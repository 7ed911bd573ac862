/** The limits of interface.md 8, and those that decisions.md adds. Lengths are in characters (code points) where nothing else is said. */
export const maxFileBytes = 14 * 1024 * 1024;
export const maxPages = 50;
export const maxExternalId = 128;
export const maxMetadataKeys = 20;
export const maxMetadataValue = 500;
export const maxBuyerName = 200;
/** Far more than any number has, with whatever stands between its digits. */
export const maxBuyerVat = 64;
/** In bytes of UTF-8, as file systems have it. */
export const maxFilenameBytes = 255;
/** Of one mail or archive: files that may be invoices, a month of an office. */
export const maxBundled = 500;
/** How many mails and archives may stand inside each other. */
export const maxBundleDepth = 3;
export const maxMetadataKey = 100;
/** Of a PDF: longer than any program lets people choose one (ISO 32000-2, 7.6.4.3.3: 127 bytes count). */
export const maxPassword = 500;
export const maxWebhookUrl = 2048;
export const maxIdempotencyKey = 255;
export const maxListed = 200;
export const defaultListed = 50;
export const maxTenantName = 200;
/** Of a key, for people. */
export const maxLabel = 100;

/** Of a folder's path, in characters. */
export const maxFolderPath = 1000;

/** One value of an extraction: a name, a number, a code. */
export const maxValue = 500;
/** One of its texts: an address, a description, notes. */
export const maxProse = 4_000;
/** An extraction as JSON, in bytes: some three thousand lines. A list of 200 documents is never larger than 200 times that. */
export const maxExtractionBytes = 4 * 1024 * 1024;

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
/** From the last confirmed invoice of a supplier on. */
export const usualSupplierMonths = 24;
export const mostSupplierMonths = 60;
