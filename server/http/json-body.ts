import type { Request } from 'express';
import { parseExactly } from '../checks/exact-json.ts';
import { maxFileBytes } from '../contract/limits.ts';
import { fileTooLarge, stageFile } from '../intake/received-file.ts';
import type { Files } from '../store/files.ts';
import type { Held } from './body-budget.ts';
import type { ValidationError } from './errors.ts';
import { hasMoreValues } from './json-values.ts';
import { hasNumber, maxBodyBytes, type Received, watchBody } from './received.ts';
import { problem } from './validation.ts';

/** Of a submission beside the contents of its strings: far more than its few values need, however they are indented. */
const bytesOfValues = 256 * 1024;
/** RFC 4648, section 4: padded. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads a JSON submission, whose file is base64 text. With the largest file each step of that takes some twenty
 * milliseconds.
 * @param each.turn waits before each step
 * @throws ApiError, IntakeRefusal, ValidationError or ClientGone; nothing stays on the disk then
 */
export async function readJson(
  req: Request,
  files: Files,
  { held, turn }: { held: Held; turn: () => Promise<void> },
): Promise<Received> {
  const body = await bodyOf(req, { mostBytes: maxBodyBytes.json, held });
  await turn();
  if (hasMoreValues(body, bytesOfValues)) throw problem(['body'], 'json_invalid', 'The body has too many values');
  const text = textOf(body);
  await turn();
  const fields = parse(text);
  const { file_base64, filename } = fields;
  await turn();
  // Whether the fields are right, this one too, is for validation.
  const bytes = typeof file_base64 === 'string' ? decode(file_base64) : null;
  const { metadata } = hasNumber(fields.metadata) ? (parseExactly(text) as typeof fields) : fields;
  return {
    form: 'json',
    // Its text would be held all the while that the file is looked at.
    fields: bytes ? { ...fields, file_base64: '' } : fields,
    metadata,
    filename: typeof filename === 'string' ? filename : null,
    file: bytes && (await stageFile(files, [bytes])),
  };
}

/** Takes a whole body in. @throws as {@link watchBody} says */
export function bodyOf(req: Request, bounds: { mostBytes: number; held: Held }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const keep = (chunk: Buffer): void => {
      chunks.push(chunk);
    };
    const stop = watchBody(req, bounds, (problem) => {
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

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw notJson();
  }
}

function notJson(): ValidationError {
  return problem(['body'], 'json_invalid', 'The body is not valid JSON');
}

function parse(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem(['body'], 'model_attributes_type', 'Input should be a JSON object');
  }
  return value as Record<string, unknown>;
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
