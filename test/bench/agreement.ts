import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { openFile } from '../../server/engine/open/open-file.ts';
import type { Word } from '../../server/engine/page.ts';

/**
 * npm run bench:agreement -- --fonts DIR [--pages 30] [--seed 1]
 * Of what both readers read alike, and what is proven by it, how much is wrong: on pages of invented amounts, dates, numbers
 * and codes that follow no order, drawn in faces that the second reader never learnt from (training/render.py,
 * `kept_apart`) and spoiled as scans are.
 */
const { values: options } = parseArgs({
  options: {
    fonts: { type: 'string' },
    pages: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});
const resolutions = [100, 150, 200, 300];
const columns = 4;
/** In points: A4. */
const [pageWidth, pageHeight, margin] = [595, 842, 40];

/** A text and the column and line that it was drawn in. */
interface Printed {
  text: string;
  x: number;
  y: number;
}

interface Tally {
  vouched: number;
  wrong: number;
}

function generator(seed: number): (below: number) => number {
  let state = seed * 7919 + 17;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return Math.floor((state / 2147483647) * below);
  };
}

/** Faces kept apart, by family, as training/render.py tells them. */
function faces(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[ot]tf$/i.test(file));
  const unreadable = /Symbol|Dingbat|D050000L|Z003|Math|Emoji|Braille|Chancery|chorus|SC-|Caps|smcp|Initial|ital|obli/i;
  const chosen = files.filter((file) => {
    const family = file.split('/').at(-1)!.split('-')[0]!.split('_')[0]!.toLowerCase();
    return !unreadable.test(file) && crc32(family) % 8 === 0;
  });
  return chosen.sort().flatMap((file, i) => {
    const name = `face${i}`;
    if (!GlobalFonts.registerFromPath(join(folder, file), name)) return [];
    return hasAll(name) ? [name] : [];
  });
}

/** Whether a face has all that the texts are made of: for what it lacks it draws the same box as for what no face has. */
function hasAll(face: string): boolean {
  const canvas = createCanvas(60, 60);
  const context = canvas.getContext('2d');
  const drawing = (sign: string): string => {
    context.clearRect(0, 0, 60, 60);
    context.font = `40px ${face}`;
    context.fillText(sign, 10, 45);
    return Buffer.from(context.getImageData(0, 0, 60, 60).data.buffer).toString('base64');
  };
  const missing = [drawing('\u{10fffd}'), drawing(' ')];
  return [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.,-/%'].every((sign) => !missing.includes(drawing(sign)));
}

function textOf(random: (below: number) => number): string {
  const digits = (count: number): string => Array.from({ length: count }, () => random(10)).join('');
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(65 + random(26))).join('');
  const whole = `${1 + random(9)}${digits(random(5))}`;
  const [group, point] = [
    ['.', ','],
    [',', '.'],
    [' ', ','],
    ['', ','],
    ['', '.'],
  ][random(5)] as [string, string];
  const two = (most: number): string => `${1 + random(most)}`.padStart(2, '0');
  const day = [two(31), two(12), `${1990 + random(50)}`];
  const kinds = [
    `${whole.replace(/(?<=\d)(?=(\d{3})+$)/g, group)}${point}${digits(2)}`,
    `${random(1000)}${point}${digits(3)}`,
    day.join(['.', '/', '-'][random(3)]!),
    day.toReversed().join('-'),
    `${letters(1 + random(3))}${['-', '/', '', ' '][random(4)]}${digits(3 + random(6))}`,
    `${digits(3 + random(7))}/${day[2]}`,
    digits(2 + random(9)),
    `${random(30)}%`,
  ];
  return kinds[[0, 0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7][random(13)]!]!;
}

/** A page at a resolution, and what stands on it, in points. */
function drawn(face: string, dpi: number, random: (below: number) => number): { canvas: Canvas; printed: Printed[] } {
  const scale = dpi / 72;
  const size = 7.5 + random(5);
  const canvas = createCanvas(Math.round(pageWidth * scale), Math.round(pageHeight * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = `rgb(${Array(3).fill(random(90)).join(',')})`;
  context.filter = `blur(${(0.2 + random(8) / 10).toFixed(1)}px)`;
  context.font = `${size * scale}px ${face}`;
  const printed: Printed[] = [];
  const wide = (pageWidth - 2 * margin) / columns;
  for (let y = margin + size; y < pageHeight - margin; y += size * 1.7)
    for (let column = 0; column < columns; column++) {
      const [text, x] = [textOf(random), margin + column * wide];
      if (context.measureText(text).width > (wide - 2 * size) * scale) continue;
      context.fillText(text, x * scale, y * scale);
      printed.push({ text, x, y });
    }
  context.filter = 'none';
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const grain = random(4) * 12;
  for (let at = 0; at < pixels.data.length; at += 4) {
    const off = grain * (random(1000) / 1000 - 0.5);
    for (let channel = 0; channel < 3; channel++) pixels.data[at + channel]! += off;
  }
  context.putImageData(pixels, 0, 0);
  return { canvas, printed };
}

/** The text that was drawn where a word stands; null where none was. */
function textAt(word: Word, printed: readonly Printed[]): string | null {
  const wide = (pageWidth - 2 * margin) / columns;
  const middle = word.y + word.height / 2;
  const here = printed.find(
    ({ x, y }) => word.x > x - 4 && word.x < x + wide - 4 && middle < y + 2 && middle > y - 1.2 * word.fontSize,
  );
  return here?.text ?? null;
}

if (!options.fonts) throw new Error('--fonts says where the faces of training/fonts.txt lie.');
const known = faces(options.fonts);
const random = generator(Number(options.seed));
const tallies = new Map<string, Tally>();
const kindsOf = (text: string): string[] => [
  'all',
  ...(/^\d[\d., ]*[.,]\d\d$/.test(text) ? ['amounts with cents'] : []),
  ...(/^\d+([./-])\d+\1\d+$/.test(text) ? ['dates'] : []),
];
for (let page = 0; page < Number(options.pages); page++) {
  const [face, dpi] = [known[random(known.length)]!, resolutions[page % resolutions.length]!];
  const { canvas, printed } = drawn(face, dpi, random);
  const { pages } = await openFile(canvas.toBuffer('image/jpeg', 40 + random(50)));
  for (const word of pages[0]!.words) {
    if (word.alike === undefined) continue;
    const text = textAt(word, printed);
    if (text === null) continue;
    const right = text.split(' ').includes(word.text);
    if (!right) console.log(`wrong at ${dpi} dpi: ${word.text} for ${text}`);
    for (const kind of [...kindsOf(word.text), `${dpi} dpi`]) {
      const tally = tallies.get(kind) ?? { vouched: 0, wrong: 0 };
      tallies.set(kind, { vouched: tally.vouched + 1, wrong: tally.wrong + Number(!right) });
    }
  }
}
for (const [kind, { vouched, wrong }] of [...tallies].sort())
  console.log(`${kind.padEnd(20)} ${String(vouched).padStart(6)} read alike, ${wrong} of them wrong`);
