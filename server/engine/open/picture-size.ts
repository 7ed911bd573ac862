/**
 * The dimensions in pixels that a picture's header declares, without decoding it.
 * @returns null when the header is damaged or of another format
 */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeOf(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // A header that ends early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeOf(view: DataView): { width: number; height: number } | null {
  const first = view.getUint32(0);
  if (first === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (first === 0x47494638) return gifSize(view);
  if (first === 0x52494646) return webpSize(view);
  if (first >>> 16 === 0xffd8) return jpegSize(view);
  return null;
}

/**
 * GIF89a: the logical screen, and the first picture where that is larger than the screen it stands on, because decoders
 * make room for it.
 */
function gifSize(view: DataView): { width: number; height: number } | null {
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colours(view.getUint8(10));
  while (view.getUint8(at) === 0x21) {
    at += 2;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  if (view.getUint8(at) !== 0x2c) return null;
  return {
    width: Math.max(screen.width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true)),
    height: Math.max(screen.height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true)),
  };
}

/** WebP container specification (RFC 9649): lossy, lossless or extended, each with its own header. */
function webpSize(view: DataView): { width: number; height: number } | null {
  const kind = view.getUint32(12);
  const three = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (kind === 0x56503858) return { width: three(24) + 1, height: three(27) + 1 };
  if (kind === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return null;
}

/** The frame header (SOF0 to SOF15, without DHT, JPG and DAC) of ITU T.81. */
function jpegSize(view: DataView): { width: number; height: number } | null {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    // TEM and RST0 to RST7 are two bytes and no more: to look for a length behind them would lead past the true header.
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    // Nor is a stuffed zero or a reserved code a header; decoders differ in what they make of one.
    if (marker < 0xc0) return null;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
}
