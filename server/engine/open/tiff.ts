import type { ConversionProblem } from '../../contract/errors.ts';
import { maxFileBytes, maxPages } from '../../contract/limits.ts';
import { maxImagePixels } from './pdf-jpeg.ts';

/** One picture of a TIFF file, by the numbers of its tags (TIFF 6.0). */
type Tags = ReadonlyMap<number, number[]>;

const tag = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  xResolution: 282,
  yResolution: 283,
  planar: 284,
  t4Options: 292,
  resolutionUnit: 296,
  predictor: 317,
  colours: 320,
  jpegTables: 347,
} as const;

const known: ReadonlySet<number> = new Set(Object.values(tag));
/** Bytes of a value, by its type: byte, text, short, long, rational. */
const typeBytes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
/** Where a file says no resolution, or one that no scanner has, in dots per inch. */
const usualResolution = 200;
/** Resolutions that scanners and fax machines have, in dots per inch. */
const resolutions = { least: 50, most: 2400 };
/** Each byte with its bits the other way round. */
const reversed = Uint8Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (_bit, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, one) => sum + one),
);
/** What turns a page the right way up, by its orientation. */
const turns: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

/**
 * A PDF with the pages of a TIFF file, as scanners and fax programs write them. Nothing is decoded: PDF has the same codings
 * (ISO 32000-1, 7.4), also of fax, and each strip becomes a picture on its page, which has the size that the resolution
 * says. What is looked at is bounded by the bytes of the file, and what comes of it by those that a file may have.
 * @returns unreadable_tiff for what is damaged, or coded as PDF does not know (tiles, old JPEG, planes apart)
 */
export function pdfOfTiff(file: Uint8Array): Uint8Array<ArrayBuffer> | ConversionProblem {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const pages = picturesOf(bytes);
    if (pages.length > maxPages) return 'too_many_pages';
    const left = { bytes: maxFileBytes };
    return pages.length === 0 ? 'unreadable_tiff' : writePdf(pages.map((tags) => pageOf(bytes, tags, left)));
  } catch (error) {
    // What stands outside of the file too.
    if (error instanceof RangeError) return 'unreadable_tiff';
    throw error;
  }
}

/** What is there up to one picture more than may be. */
function picturesOf(bytes: Buffer): Tags[] {
  const little = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number): number => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const pictures: Tags[] = [];
  const seen = new Set<number>();
  let left = bytes.byteLength;
  for (let at = long(4); at !== 0 && pictures.length <= maxPages; ) {
    if (seen.has(at)) throw new RangeError('the pictures go round in a circle');
    seen.add(at);
    const count = short(at);
    left -= 12 * count;
    const tags = new Map<number, number[]>();
    for (let entry = at + 2; entry < at + 2 + 12 * count; entry += 12) {
      const [type, values] = [short(entry + 2), long(entry + 4)];
      const size = typeBytes[type];
      if (size === undefined || !known.has(short(entry))) continue;
      left -= size * values;
      if (left < 0) throw new RangeError('more values than the file holds');
      const from = size * values <= 4 ? entry + 8 : long(entry + 8);
      const read = (index: number): number => {
        const place = from + index * size;
        if (type === 5) return long(place) / (long(place + 4) || 1);
        return size === 1 ? bytes.readUInt8(place) : size === 2 ? short(place) : long(place);
      };
      tags.set(
        short(entry),
        Array.from({ length: values }, (_, index) => read(index)),
      );
    }
    // A small picture of a page is no page.
    if (((tags.get(tag.subfile)?.[0] ?? 0) & 1) === 0) pictures.push(tags);
    at = long(at + 2 + 12 * count);
  }
  return pictures;
}

interface Strip {
  rows: number;
  bytes: Buffer;
}

interface PdfPage {
  /** In points. */
  width: number;
  height: number;
  turn: number;
  rows: number;
  strips: Strip[];
  /** What a picture's dictionary says of each strip. */
  dictionary: (strip: Strip) => string;
}

/** @param left bytes that all strips together may still have: those that share some could make a file of any size */
function pageOf(bytes: Buffer, tags: Tags, left: { bytes: number }): PdfPage {
  const one = (which: number, otherwise: number): number => tags.get(which)?.[0] ?? otherwise;
  const [columns, rows] = [one(tag.width, 0), one(tag.height, 0)];
  const [bits, samples] = [one(tag.bits, 1), one(tag.samples, 1)];
  const compression = one(tag.compression, 1);
  const colour = colourOf(tags, bits, samples, compression);
  const filter = filterOf(tags, columns, bits, samples);
  const isKnown = [1, 2, 4, 8].includes(bits) && one(tag.planar, 1) === 1;
  const isOfSize = columns > 0 && rows > 0 && columns * rows <= maxImagePixels;
  if (!isKnown || !isOfSize || colour === null || filter === null) throw new RangeError('not a known form');
  const rowsPerStrip = Math.min(one(tag.rowsPerStrip, rows), rows);
  const offsets = tags.get(tag.stripOffsets) ?? [];
  const sizes = tags.get(tag.stripBytes) ?? [];
  if (offsets.length !== Math.ceil(rows / rowsPerStrip)) throw new RangeError('strips are missing');
  const tables = Buffer.from(tags.get(tag.jpegTables) ?? []);
  const strips = offsets.map((offset, index): Strip => {
    const size = sizes[index] ?? bytes.byteLength - offset;
    left.bytes -= size + tables.byteLength;
    if (offset + size > bytes.byteLength || left.bytes < 0) throw new RangeError('a strip is not in the file');
    let own: Buffer = bytes.subarray(offset, offset + size);
    if (one(tag.fillOrder, 1) === 2) own = Buffer.from(own.map((byte) => reversed[byte]!));
    // The tables of all strips stand apart, between a start and an end of their own.
    if (compression === 7 && tables.length > 4) own = Buffer.concat([tables.subarray(0, -2), own.subarray(2)]);
    return { rows: Math.min(rowsPerStrip, rows - index * rowsPerStrip), bytes: own };
  });
  const perInch = one(tag.resolutionUnit, 2) === 3 ? 2.54 : 1;
  const points = (pixels: number, resolution: number): number => {
    const dots = resolution * perInch;
    return (pixels * 72) / (dots >= resolutions.least && dots <= resolutions.most ? dots : usualResolution);
  };
  return {
    width: points(columns, one(tag.xResolution, 0)),
    height: points(rows, one(tag.yResolution, 0)),
    turn: turns[one(tag.orientation, 1)] ?? 0,
    rows,
    strips,
    dictionary: (strip) =>
      `/Subtype /Image /Width ${columns} /Height ${strip.rows} /BitsPerComponent ${bits} ${colour} ${filter(strip)}`,
  };
}

function colourOf(tags: Tags, bits: number, samples: number, compression: number): string | null {
  const photometric = tags.get(tag.photometric)?.[0];
  const isFax = compression >= 2 && compression <= 4;
  // Fax is black on white, whichever of both is the one: PDF takes it so by itself.
  if (samples === 1 && (photometric === 0 || photometric === 1)) {
    return `/ColorSpace /DeviceGray${(photometric === 0) === isFax ? '' : ' /Decode [1 0]'}`;
  }
  if (samples === 3 && (photometric === 2 || (photometric === 6 && compression === 7))) return '/ColorSpace /DeviceRGB';
  if (samples === 4 && photometric === 5) return '/ColorSpace /DeviceCMYK';
  const colours = tags.get(tag.colours);
  const count = 2 ** bits;
  if (samples !== 1 || photometric !== 3 || bits > 8 || colours?.length !== 3 * count) return null;
  const hex = Array.from({ length: count }, (_, index) =>
    [0, 1, 2].map((part) => (colours[part * count + index]! >> 8).toString(16).padStart(2, '0')).join(''),
  );
  return `/ColorSpace [/Indexed /DeviceRGB ${count - 1} <${hex.join('')}>]`;
}

function filterOf(tags: Tags, columns: number, bits: number, samples: number): ((strip: Strip) => string) | null {
  const options = tags.get(tag.t4Options)?.[0] ?? 0;
  const predictor =
    tags.get(tag.predictor)?.[0] === 2
      ? ` /DecodeParms << /Predictor 2 /Colors ${samples} /BitsPerComponent ${bits} /Columns ${columns} >>`
      : '';
  const fax =
    (more: string) =>
    ({ rows }: Strip): string =>
      `/Filter /CCITTFaxDecode /DecodeParms << /Columns ${columns} /Rows ${rows} ${more} >>`;
  switch (tags.get(tag.compression)?.[0] ?? 1) {
    case 1:
      return () => '';
    case 2:
      return fax('/K 0 /EncodedByteAlign true /EndOfBlock false');
    case 3:
      return fax(`/K ${options & 1} /EndOfLine true /EncodedByteAlign ${(options & 4) !== 0} /EndOfBlock false`);
    case 4:
      return fax('/K -1');
    case 5:
      return () => `/Filter /LZWDecode${predictor}`;
    case 7: {
      // Else three colours are taken for brightness and colour, as they are in most JPEGs.
      const isRgb = tags.get(tag.photometric)?.[0] === 2;
      return () => `/Filter /DCTDecode${isRgb ? ' /DecodeParms << /ColorTransform 0 >>' : ''}`;
    }
    case 8:
    case 32_946:
      return () => `/Filter /FlateDecode${predictor}`;
    case 32_773:
      return () => '/Filter /RunLengthDecode';
    default:
      return null;
  }
}

function writePdf(pages: readonly PdfPage[]): Uint8Array<ArrayBuffer> {
  const objects: Buffer[] = [];
  const add = (content: string, stream?: Buffer): number => {
    const parts = stream
      ? [`<< ${content} /Length ${stream.byteLength} >>\nstream\n`, stream, '\nendstream']
      : [`<< ${content} >>`];
    objects.push(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));
    return objects.length;
  };
  // The first two are named before what they name is known.
  add('/Type /Catalog /Pages 2 0 R');
  add('');
  const kids = pages.map(({ width, height, turn, rows, strips, dictionary }) => {
    const pictures = strips.map((strip) => add(`/Type /XObject ${dictionary(strip)}`, strip.bytes));
    let drawn = 0;
    const content = strips.map((strip, index) => {
      drawn += strip.rows;
      const matrix = [width, 0, 0, (height * strip.rows) / rows, 0, height * (1 - drawn / rows)];
      return `q ${matrix.map((number) => number.toFixed(4)).join(' ')} cm /P${index} Do Q\n`;
    });
    const contents = add('', Buffer.from(content.join(''), 'latin1'));
    const names = pictures.map((picture, index) => `/P${index} ${picture} 0 R`).join(' ');
    const box = `/MediaBox [0 0 ${width.toFixed(3)} ${height.toFixed(3)}]${turn ? ` /Rotate ${turn}` : ''}`;
    const resources = `/Resources << /XObject << ${names} >> >>`;
    return add(`/Type /Page /Parent 2 0 R ${box} /Contents ${contents} 0 R ${resources}`);
  });
  const list = kids.map((kid) => `${kid} 0 R`).join(' ');
  objects[1] = Buffer.from(`<< /Type /Pages /Count ${kids.length} /Kids [${list}] >>`, 'latin1');

  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  let at = parts[0]!.byteLength;
  const offsets = objects.map((object, index) => {
    const offset = at;
    const whole = [Buffer.from(`${index + 1} 0 obj\n`, 'latin1'), object, Buffer.from('\nendobj\n', 'latin1')];
    parts.push(...whole);
    at += whole.reduce((sum, part) => sum + part.byteLength, 0);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  parts.push(Buffer.from(`${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`, 'latin1'));
  // Memory of its own, which can be given away.
  return Uint8Array.from(Buffer.concat(parts));
}
