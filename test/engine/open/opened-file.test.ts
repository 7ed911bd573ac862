import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { packOpened, unpackOpened } from '../../../server/engine/open/opened-file.ts';
import { readOpened } from '../../../server/engine/read-invoice.ts';
import { resource } from '../../../server/resources.ts';

const context = { buyer: { vat: 'RO9900816346', name: null }, today: '2026-11-21' };

it('what opening gave is the same after it was packed, and so is what is decided on it', async () => {
  const opened = await openFile(readFileSync(resource('samples', 'invoice.pdf')));
  const bytes = new Uint8Array([0, 1, 127, 128, 255]);
  const whole = { ...opened, attachments: [{ name: 'žluťoučký.xml', bytes }] };
  const again = unpackOpened(packOpened(whole)!);
  expect(again).toEqual(whole);
  expect(readOpened(again, context)).toEqual(readOpened(whole, context));
});

it('what is too much to keep is not packed', async () => {
  const opened = await openFile(readFileSync(resource('samples', 'invoice.pdf')));
  const bytes = crypto.getRandomValues(new Uint8Array(65_536));
  const attachments = Array.from({ length: 80 }, (_, index) => ({
    name: `${index}.bin`,
    bytes: bytes.map((byte) => byte ^ (index * 3 + (byte % 7))),
  }));
  expect(packOpened({ ...opened, attachments })).toBeNull();
});
