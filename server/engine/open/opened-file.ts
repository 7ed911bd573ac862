import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { OpenedFile } from '../page.ts';

/** Some thousand pages of small print; what is more, attachments above all, is sooner opened again than kept. */
const mostBytes = 4 * 1024 * 1024;

/**
 * What opening a file gave, to be kept and decided on again without opening it: deflated JSON.
 * @returns null where it is too much to keep
 */
export function packOpened(opened: OpenedFile): Uint8Array | null {
  const attachments = opened.attachments.map(({ name, bytes }) => ({
    name,
    bytes: Buffer.from(bytes).toString('base64'),
  }));
  const packed = deflateSync(strToU8(JSON.stringify({ ...opened, attachments })));
  return packed.byteLength <= mostBytes ? packed : null;
}

export function unpackOpened(packed: Uint8Array): OpenedFile {
  const kept = JSON.parse(strFromU8(inflateSync(packed)));
  const attachments = kept.attachments.map(({ name, bytes }: { name: string; bytes: string }) => ({
    name,
    bytes: new Uint8Array(Buffer.from(bytes, 'base64')),
  }));
  return { ...kept, attachments };
}
