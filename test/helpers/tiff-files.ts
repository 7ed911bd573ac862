import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import { ensureTiffTools } from './prerequisites.ts';

/** A page of a TIFF file, coded by libtiff's own tools. */
export interface TiffPage {
  picture: Canvas;
  colours: 'bilevel' | 'grey' | 'rgb';
  /** As `tiffcp -c` has it: none, g3, g3:2d, g4, lzw:2, zip, packbits, jpeg. */
  coding: string;
  /** More of `tiffcp`: byte order, order of bits, rows of a strip. */
  more?: string[];
  /** Whether of two colours one is black and the other white: `min-is-black`; else the other way round. */
  oneIsWhite?: boolean;
  /** Dots per inch. */
  dpi: number;
}

/** @throws Error in one sentence where libtiff's tools are missing */
export function tiffOf(...pages: TiffPage[]): Buffer {
  ensureTiffTools();
  const folder = mkdtempSync(join(tmpdir(), 'facturier-tiff-'));
  const at = (name: string): string => join(folder, name);
  try {
    const coded = pages.map(({ picture, colours, coding, more = [], oneIsWhite = false, dpi }, index) => {
      writeFileSync(at('plain'), netpbm(picture, colours, oneIsWhite));
      execFileSync('ppm2tiff', ['-R', String(dpi), at('plain'), at('plain.tif')]);
      if (oneIsWhite) execFileSync('tiffset', ['-s', '262', '1', at('plain.tif')]);
      execFileSync('tiffcp', ['-c', coding, ...more, at('plain.tif'), at(`${index}.tif`)]);
      return at(`${index}.tif`);
    });
    if (coded.length === 1) return readFileSync(coded[0]!);
    execFileSync('tiffcp', [...coded, at('all.tif')]);
    return readFileSync(at('all.tif'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The forms that libtiff's `ppm2tiff` takes. */
function netpbm(picture: Canvas, colours: TiffPage['colours'], inverted: boolean): Buffer {
  const { width, height } = picture;
  const { data } = picture.getContext('2d').getImageData(0, 0, width, height);
  const kind = { bilevel: 'P4', grey: 'P5', rgb: 'P6' }[colours];
  const head = Buffer.from(`${kind}\n${width} ${height}\n${colours === 'bilevel' ? '' : '255\n'}`);
  if (colours !== 'bilevel') {
    const channels = colours === 'grey' ? [1] : [0, 1, 2];
    const pixels = Uint8Array.from({ length: width * height * channels.length }, (_, index) => {
      return data[4 * Math.floor(index / channels.length) + channels[index % channels.length]!]!;
    });
    return Buffer.concat([head, pixels]);
  }
  const row = Math.ceil(width / 8);
  const bits = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[4 * (y * width + x)]! < 128 !== inverted) bits[y * row + (x >> 3)]! |= 128 >> (x & 7);
  return Buffer.concat([head, bits]);
}

/**
 * A TIFF that is described by hand, for what no program writes: little endian, the pictures behind each other.
 * @param tags of each picture: tag, type, values; strips come first in the file, at 8
 * @param next where each picture's description says that the next one stands; null for the one behind it
 */
export function madeTiff(
  strips: Uint8Array,
  pictures: { tags: [tag: number, type: 3 | 4, value: number][]; next?: number }[],
): Buffer {
  const parts: Buffer[] = [Buffer.from('49492a00', 'hex'), Buffer.alloc(4), Buffer.from(strips)];
  let at = 8 + strips.byteLength;
  parts[1]!.writeUInt32LE(at);
  for (const [index, { tags, next }] of pictures.entries()) {
    const entries = Buffer.alloc(2 + 12 * tags.length + 4);
    entries.writeUInt16LE(tags.length);
    for (const [entry, [tag, type, value]] of tags.entries()) {
      entries.writeUInt16LE(tag, 2 + 12 * entry);
      entries.writeUInt16LE(type, 4 + 12 * entry);
      entries.writeUInt32LE(1, 6 + 12 * entry);
      entries.writeUInt32LE(value, 10 + 12 * entry);
    }
    at += entries.byteLength;
    entries.writeUInt32LE(next ?? (index === pictures.length - 1 ? 0 : at), entries.byteLength - 4);
    parts.push(entries);
  }
  return Buffer.concat(parts);
}

/** The tags of a picture of 8 by 8 dots of grey, whose bytes stand at 8. */
export function smallPicture(change: Record<number, number> = {}): [tag: number, type: 3 | 4, value: number][] {
  const plain = { 256: 8, 257: 8, 258: 8, 259: 1, 262: 1, 273: 8, 277: 1, 278: 8, 279: 64, ...change };
  return Object.entries(plain).map(([tag, value]) => [Number(tag), 4, value]);
}
