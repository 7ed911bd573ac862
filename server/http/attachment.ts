import type { Response } from 'express';

/** Answers with a file to be saved; its name is of letters, digits, dots and dashes. */
export function attach(res: Response, file: { name: string; bytes: Uint8Array; type: string }): void {
  res.set({
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'X-Content-Type-Options': 'nosniff',
  });
  res.status(200).end(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));
}
