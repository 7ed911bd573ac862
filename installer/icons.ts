import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { packageRoot, resource } from '../server/resources.ts';

/** Draws the program's pictures from the one icon; run it again when the icon changes: node installer/icons.ts */
const svg = readFileSync(join(packageRoot, 'renderer', 'public', 'icon.svg'));
mkdirSync(resource('icons'), { recursive: true });
for (const [name, size] of [
  ['icon.png', 1024],
  ['tray.png', 16],
  ['tray@2x.png', 32],
] as const) {
  const canvas = createCanvas(size, size);
  canvas.getContext('2d').drawImage(await loadImage(svg), 0, 0, size, size);
  writeFileSync(resource('icons', name), canvas.toBuffer('image/png'));
}
