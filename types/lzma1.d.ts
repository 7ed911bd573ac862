/** The package's own types are its sources, which do not pass our stricter checks. */
export function compress(data: Uint8Array): Uint8Array;
/** @throws when the data is no LZMA */
export function decompress(data: Uint8Array): Uint8Array;
