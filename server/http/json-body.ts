import type { Request } from 'express';
import { maxFileBytes } from '../contract/limits.ts';
import type { Files } from '../store/files.ts';
import { fileTooLarge, type Received, stageFile, watchBody } from './received.ts';
import { problem } from './validation.ts';

/** RFC 4648, section 4: no white space, padded. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads a JSON submission, whose file is base64 text.
 * @throws ApiError, ValidationError or ClientGone; nothing stays on the disk then
 */
export async function readJson(req: Request, files: Files): Promise<Received> {
  const fields = parse(await bodyOf(req));
  const { file_base64: text, filename } = fields;
  // Whether the fields are right, this one too, is for validation.
  const bytes = typeof text === 'string' ? decode(text) : null;
  return {
    form: 'json',
    fields,
    filename: typeof filename === 'string' ? filename : null,
    file: bytes && (await stageFile(files, [bytes])),
  };
}

function bodyOf(req: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const keep = (chunk: Buffer): void => {
      chunks.push(chunk);
    };
    const stop = watchBody(req, 'json', (problem) => {
      // The client may go on sending for a while; that is thrown away.
      req.off('data', keep);
      reject(problem);
    });
    req.on('data', keep);
    req.on('end', () => {
      stop();
      resolve(Buffer.concat(chunks));
    });
  });
}

function parse(body: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw problem(['body'], 'json_invalid', 'The body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem(['body'], 'model_attributes_type', 'Input should be a JSON object');
  }
  return value as Record<string, unknown>;
}

/** @returns null for what is not base64 */
function decode(text: string): Buffer | null {
  if (text.length % 4 !== 0 || !base64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength > maxFileBytes) throw fileTooLarge();
  return bytes;
}
