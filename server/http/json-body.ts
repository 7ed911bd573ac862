import type { Request } from 'express';
import { maxFileBytes } from '../contract/limits.ts';
import type { Files } from '../store/files.ts';
import { fileTooLarge, otherBytes, type Received, stageFile, watchBody } from './received.ts';
import { problem } from './validation.ts';

const quote = 0x22;
const backslash = 0x5c;
/** RFC 4648, section 4: padded. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads a JSON submission, whose file is base64 text.
 * @throws ApiError, ValidationError or ClientGone; nothing stays on the disk then
 */
export async function readJson(req: Request, files: Files): Promise<Received> {
  const body = await bodyOf(req);
  if (hasTooManyValues(body)) throw problem(['body'], 'json_invalid', 'The body has too many values');
  const { text, fields } = parse(body);
  const { file_base64, filename } = fields;
  // Whether the fields are right, this one too, is for validation.
  const bytes = typeof file_base64 === 'string' ? decode(file_base64) : null;
  return {
    form: 'json',
    fields,
    metadataIn: text,
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

/**
 * Whether a JSON text has more beside the contents of its strings than a submission needs: brackets, numbers, quotes. A
 * string of many megabytes is parsed in no time; as many brackets hold up every other request for a second.
 */
function hasTooManyValues(body: Buffer): boolean {
  let beside = 0;
  let inString = false;
  for (let from = 0; beside <= otherBytes; ) {
    const at = body.indexOf(quote, from);
    if (at === -1) return beside + (inString ? 0 : body.byteLength - from) > otherBytes;
    // Two for each quote, and for an escaped one too, for each of them is looked for.
    beside += inString ? 2 : at - from + 2;
    let before = at - 1;
    while (inString && body[before] === backslash) before--;
    const escaped = inString && (at - before) % 2 === 0;
    if (!escaped) inString = !inString;
    from = at + 1;
  }
  return true;
}

function parse(body: Buffer): { text: string; fields: Record<string, unknown> } {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    value = JSON.parse(text);
  } catch {
    throw problem(['body'], 'json_invalid', 'The body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem(['body'], 'model_attributes_type', 'Input should be a JSON object');
  }
  return { text, fields: value as Record<string, unknown> };
}

/**
 * Many libraries break base64 into lines, as mail wants it; white space tells nothing, so it is let pass.
 * @returns null for what is not base64
 */
function decode(wrapped: string): Buffer | null {
  const text = wrapped.replace(/[ \t\n\f\r]+/g, '');
  if (text.length % 4 !== 0 || !base64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength > maxFileBytes) throw fileTooLarge();
  return bytes;
}
