import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Box, PrintedCode } from '../page.ts';
import { densePlaces, type PixelBox } from '../picture/dense-places.ts';
import { asPgm, crop, shrink, warp } from '../picture/grey.ts';
import type { SeenPart } from './fill-gaps.ts';

/** At more pixels than an A4 page has at 300 dpi a code's modules are large enough anyway. */
const longestSide = 3600;
/** An invoice has one or two; a sheet of labels has none of an invoice. */
const mostCodes = 8;
/** White around a part, in points: a code without it is not found. */
const margin = 10;

let prepared = false;

/** The package's own bytes from the disk: left alone, it would fetch them from the network. */
function prepare(): void {
  if (prepared) return;
  prepared = true;
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: false });
}

/** Reads QR codes, PDF417 and Code 128 in a picture of a page or of a part of it; EAN is on goods, not on invoices. */
export async function readCodes(seen: SeenPart, page: number): Promise<PrintedCode[]> {
  // Turning a whole page for bars that run across takes longer than all else; the dense places are turned.
  const read = await scan(seen, page, 'LocalAverage', false);
  // Fine modules in the noise of a scan are read when they are looked at alone and larger.
  for (const place of densePlaces(seen.grey, seen.points)) {
    const part = enlarged(seen, place);
    if (read.some((code) => overlaps(code.box, part))) continue;
    const again = await scan(part, page, 'LocalAverage');
    read.push(...(again.length > 0 ? again : await scan(part, page, 'GlobalHistogram')));
  }
  return read;
}

/** A part of the picture with some of what is around it, twice as large. */
function enlarged({ grey, x, y, points }: SeenPart, { width, height, ...at }: PixelBox): SeenPart {
  const around = Math.round(margin / points);
  const part = crop(
    grey,
    { x: at.x - around, y: at.y - around, width: width + 2 * around, height: height + 2 * around },
    0,
  );
  return {
    grey: warp(part, [0.5, 0, 0, 0, 0.5, 0, 0, 0, 1], part.width * 2, part.height * 2),
    x: x + Math.max(0, at.x - around) * points,
    y: y + Math.max(0, at.y - around) * points,
    points: points / 2,
  };
}

function overlaps(box: Box, { grey, x, y, points }: SeenPart): boolean {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return middle.x > x && middle.x < x + grey.width * points && middle.y > y && middle.y < y + grey.height * points;
}

async function scan(
  { grey, x, y, points }: SeenPart,
  page: number,
  binarizer: 'LocalAverage' | 'GlobalHistogram',
  tryRotate = true,
): Promise<PrintedCode[]> {
  prepare();
  const seen = shrink(grey, longestSide);
  const read = await readBarcodes(asPgm(seen), {
    formats: ['QRCode', 'PDF417', 'Code128'],
    tryInvert: false,
    tryRotate,
    binarizer,
    maxNumberOfSymbols: mostCodes,
    textMode: 'Plain',
  });
  const scale = (points * grey.width) / seen.width;
  return read
    .filter(({ isValid }) => isValid)
    .map(({ text, position: { topLeft, topRight, bottomLeft, bottomRight } }) => {
      const corners = [topLeft, topRight, bottomLeft, bottomRight];
      const left = Math.min(...corners.map((corner) => corner.x));
      const top = Math.min(...corners.map((corner) => corner.y));
      const right = Math.max(...corners.map((corner) => corner.x));
      const bottom = Math.max(...corners.map((corner) => corner.y));
      const box = {
        x: x + left * scale,
        y: y + top * scale,
        width: (right - left) * scale,
        height: (bottom - top) * scale,
      };
      return { page, box, text };
    });
}
