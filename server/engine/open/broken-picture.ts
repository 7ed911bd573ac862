import { Unzlib } from 'fflate';
import { crc32 } from '../../checks/crc32.ts';
import { detectFileType } from '../../checks/file-type.ts';

/**
 * Whether a picture's file ends before its first picture does, or shows by its own structure that data were changed.
 * Nothing is decoded, so that damage which only a decoder meets is not seen here.
 */
export function isBroken(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (detectFileType(bytes)) {
      case 'image/png':
        return isBrokenPng(file);
      case 'image/jpeg':
        return isBrokenJpeg(file);
      case 'image/gif':
        return isBrokenGif(file);
      case 'image/webp':
        return isBrokenWebp(file);
      default:
        return true;
    }
  } catch (error) {
    // The file ends where more is announced.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/**
 * Whether a picture may be transparent at its foot of its own accord, for what a decoder did not come to is transparent
 * too. A PNG that has transparency is unpacked for that, without its pixels being kept.
 */
export function isMeantClear(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = detectFileType(bytes);
  if (type === 'image/png') return hasAlpha(file) && unpacksWhole(file);
  if (type === 'image/gif') return ((file[file.indexOf(graphicControl) + graphicControl.length] ?? 0) & 1) === 1;
  return type === 'image/webp' && file.toString('latin1', 12, 16) !== 'VP8 ';
}

/** A GIF's extension whose next bit says that one of the picture's colours is clear (GIF89a, 23). */
const graphicControl = Buffer.from([0x21, 0xf9, 0x04]);

interface Chunk {
  type: string;
  data: Buffer;
  /** Its check sum holds. */
  isSound: boolean;
}

/** PNG specification (ISO/IEC 15948), 5.3: length, type, data, CRC. @throws RangeError where the file ends in a chunk */
function* pngChunks(file: Buffer): Generator<Chunk> {
  for (let at = 8; ; ) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    const isSound = file.readUInt32BE(end) === crc32(file.subarray(at + 4, end));
    const type = file.toString('latin1', at + 4, at + 8);
    yield { type, data: file.subarray(at + 8, end), isSound };
    if (type === 'IEND') return;
    at = end + 4;
  }
}

/** Chunks whose names begin with a capital are the picture; others may be changed without harm to it. */
function isBrokenPng(file: Buffer): boolean {
  for (const { type, isSound } of pngChunks(file)) if (!isSound && /^[A-Z]/.test(type)) return true;
  return false;
}

/** Greyscale or colour with alpha, or a colour that is clear (11.2.2, 11.3.2.1). */
function hasAlpha(file: Buffer): boolean {
  const colourType = file.readUInt8(25);
  return colourType === 4 || colourType === 6 || [...pngChunks(file)].some(({ type }) => type === 'tRNS');
}

/** Whether the packed rows give as much as the header announces; what they give is dropped as it comes. */
function unpacksWhole(file: Buffer): boolean {
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[file.readUInt8(25)] ?? 0;
  const announced = (file.readUInt32BE(16) * file.readUInt32BE(20) * samples * file.readUInt8(24)) / 8;
  let given = 0;
  const unpacking = new Unzlib((part) => {
    given += part.length;
  });
  try {
    for (const { type, data } of pngChunks(file)) {
      if (type !== 'IDAT') continue;
      for (let at = 0; at < data.length && given < announced; at += unpackedAtOnce)
        unpacking.push(data.subarray(at, at + unpackedAtOnce));
    }
  } catch {
    // Whatever is wrong with the data, the rows end there.
    return false;
  }
  return given >= announced;
}

/** Bytes; they unpack to a thousand times as many at most. */
const unpackedAtOnce = 16_384;

/**
 * ITU T.81, B.1.1: segments up to the end of the image. Between them lie coded data, in which markers restart the decoder
 * in a fixed order and every other 0xff is followed by a zero.
 */
function isBrokenJpeg(file: Buffer): boolean {
  let at = 2;
  let restarts = 0;
  let inScan = false;
  for (;;) {
    if (inScan) {
      at = file.indexOf(0xff, at);
      if (at < 0) return true;
    } else if (file.readUInt8(at) !== 0xff) return true;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) at++;
    else if (inScan && marker === 0) at += 2;
    else if (inScan && marker >= 0xd0 && marker <= 0xd7) {
      if (marker !== 0xd0 + (restarts++ % 8)) return true;
      at += 2;
    } else if (marker === 0xd9) return false;
    else if (marker < 0xc0) return marker !== 0x01;
    else {
      inScan = marker === 0xda;
      restarts = 0;
      at += 2 + file.readUInt16BE(at + 2);
    }
  }
}

/** GIF89a: blocks up to the first picture, and its own up to the empty one that ends it. */
function isBrokenGif(file: Buffer): boolean {
  const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const skip = (from: number): number => {
    let at = from;
    while (file.readUInt8(at) !== 0) at += 1 + file.readUInt8(at);
    return at + 1;
  };
  let at = 13 + colours(file.readUInt8(10));
  while (file.readUInt8(at) === 0x21) at = skip(at + 2);
  if (file.readUInt8(at) !== 0x2c) return true;
  skip(at + 11 + colours(file.readUInt8(at + 9)));
  return false;
}

/** RFC 9649, 2.3: chunks of the announced lengths; only the byte that makes the last one even may be left out. */
function isBrokenWebp(file: Buffer): boolean {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length + 1) return true;
  for (let at = 12; at + 8 <= end; ) {
    const length = file.readUInt32LE(at + 4);
    if (at + 8 + length > file.length) return true;
    at += 8 + length + (length % 2);
  }
  return false;
}
