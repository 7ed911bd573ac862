import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { packageRoot, resource } from '../server/resources.ts';

/** Draws the program's pictures from the one icon; run it again when the icon changes: node installer/icons.ts */
const icon = await loadImage(readFileSync(join(packageRoot, 'renderer', 'public', 'icon.svg')));
const forInstallers = join(packageRoot, 'installer', 'icons');
for (const folder of [forInstallers, resource('icons')]) mkdirSync(folder, { recursive: true });
writeFileSync(resource('icons', 'tray.png'), png(16));
writeFileSync(resource('icons', 'tray@2x.png'), png(32));
writeFileSync(join(forInstallers, 'icon.png'), png(1024));
writeFileSync(join(forInstallers, 'icon.ico'), windowsIcon([16, 24, 32, 48, 64, 128, 256]));
writeFileSync(join(forInstallers, 'icon.icns'), macIcon({ ic07: 128, ic08: 256, ic09: 512, ic10: 1024 }));

function png(size: number): Buffer {
  const canvas = createCanvas(size, size);
  canvas.getContext('2d').drawImage(icon, 0, 0, size, size);
  return canvas.toBuffer('image/png');
}

/** A directory of 16 bytes a picture, then the pictures; since Windows Vista they may be PNG. */
function windowsIcon(sizes: number[]): Buffer {
  const pictures = sizes.map(png);
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, size] of sizes.entries()) {
    const at = 6 + 16 * index;
    const { length } = pictures[index]!;
    // 0 stands for 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([head, ...pictures]);
}

/** Each picture under the name that Apple gave its size, after its length. @param sizes by name */
function macIcon(sizes: Record<string, number>): Buffer {
  const chunks = Object.entries(sizes).flatMap(([name, size]) => {
    const picture = png(size);
    return [chunkHead(name, picture.length), picture];
  });
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return Buffer.concat([chunkHead('icns', length), ...chunks]);
}

function chunkHead(name: string, length: number): Buffer {
  const head = Buffer.from(`${name}    `);
  head.writeUInt32BE(length + head.length, 4);
  return head;
}
