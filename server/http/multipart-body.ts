import { Readable, Transform } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { parseExactly } from '../checks/exact-json.ts';
import { detectFileType } from '../checks/file-type.ts';
import { type ReceivedFile, stageFile } from '../intake/received-file.ts';
import type { Files } from '../store/files.ts';
import type { Held } from './body-budget.ts';
import { ValidationError } from './errors.ts';
import { hasMoreValues } from './json-values.ts';
import { hasNumber, maxBodyBytes, metadataBytes, otherBytes, type Received, watchBody } from './received.ts';
import { problem, tooLong } from './validation.ts';

const maxParts = 200;
/** Of `metadata` beside the contents of its strings: twenty numbers, the longest, and white space. */
const bytesOfValues = 32 * 1024;
const notFile = 'Value error, text without a filename, and not the content of a file';
/** Fails validation wherever a text is wanted. */
const notText: unknown[] = [];

/**
 * Reads a multipart submission; its file streams to the disk. The last of several equal fields counts.
 * @param each.turn waits before each piece of the body
 * @throws ApiError, IntakeRefusal, ValidationError or ClientGone; nothing stays on the disk then
 */
export async function readMultipart(
  req: Request,
  files: Files,
  { held, turn }: { held: Held; turn: () => Promise<void> },
): Promise<Received> {
  const fields: Record<string, unknown> = Object.create(null);
  let filename: string | null = null;
  let staging: Promise<ReceivedFile> | null = null;

  const parser = parserFor(req);
  try {
    await new Promise<void>((resolve, reject) => {
      const stop = watchBody(req, { mostBytes: maxBodyBytes.multipart, held }, fail);
      function fail(error: Error): void {
        stop();
        parser.destroy();
        reject(error);
      }
      const takeFile = (source: Readable | Buffer[]): void => {
        if (staging) {
          fail(problem(['body', 'file'], 'value_error', 'Value error, one file only'));
          return;
        }
        // A part that came as a text is whole and in memory already.
        staging = stageFile(files, source, source instanceof Readable ? held.give : undefined);
        staging.catch(fail);
      };
      parser.on('file', (name, stream, info) => {
        // Destroying the parser destroys the part in hand; whoever reads it hears of it, nobody else needs to.
        stream.on('error', () => undefined);
        if (name !== 'file') {
          // A file where a text belongs must not count as not sent: a lost `retention` would keep what it forbids.
          fields[name] = notText;
          stream.resume();
          return;
        }
        filename = info.filename || null;
        takeFile(stream);
      });
      parser.on('field', (name, value) => {
        if (name !== 'file') {
          // What is longer than all fields together may be is too long for each, in whatever characters.
          fields[name] = value.length > otherBytes ? value : asText(value);
          return;
        }
        // Many clients send the file without a name.
        const bytes = Buffer.from(value, 'latin1');
        // Most likely a path: whoever forgot the @ before it is told so, and not that their PDF is none.
        if (detectFileType(bytes) === null) fail(problem(['body', 'file'], 'value_error', notFile));
        else takeFile([bytes]);
      });
      parser.on('partsLimit', () => fail(problem(['body'], 'too_many_parts', `At most ${maxParts} parts`)));
      parser.on('error', () => fail(malformed()));
      parser.on('close', () => {
        stop();
        resolve();
      });
      req.pipe(atTurns(turn)).pipe(parser);
    });
    const file = await (staging as Promise<ReceivedFile> | null);
    const { value, exact } = metadataIn(fields.metadata);
    return { form: 'multipart', fields: { ...fields, metadata: value }, metadata: exact, filename, file };
  } catch (error) {
    await discard(staging, files);
    throw error;
  }
}

/**
 * A text part that came as Latin-1, which keeps every byte, as the UTF-8 that it is. One that named its characters, and is
 * decoded already, is no UTF-8 any more where it is more than ASCII, and stays as it is.
 */
function asText(value: string): string {
  if (/[^\0-\xff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** Passes each piece on when its turn has come. */
function atTurns(turn: () => Promise<void>): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      turn().then(() => done(null, piece), done);
    },
  });
}

function parserFor(req: Request): busboy.Busboy {
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      // A part without a filename may still be the file, whose bytes must survive.
      defCharset: 'latin1',
      // That one may be as long as a file; how long the others are is looked at where they are used.
      limits: { parts: maxParts, fieldSize: Number.POSITIVE_INFINITY },
    });
  } catch {
    throw malformed();
  }
}

function malformed(): ValidationError {
  return problem(['body'], 'multipart_invalid', 'The body is not valid multipart form data');
}

/**
 * `metadata` comes as the text of a JSON object. What is none stays text, the text `null` too, and fails as such. It is
 * parsed only where it is no longer, and holds no more, than it may.
 * @returns exact: with its numbers as they were written
 */
function metadataIn(text: unknown): { value: unknown; exact: unknown } {
  if (typeof text !== 'string') return { value: text, exact: text };
  if (text.length > metadataBytes || hasMoreValues(Buffer.from(text), bytesOfValues)) {
    throw new ValidationError([tooLong(['body', 'metadata'], metadataBytes)]);
  }
  try {
    const value = JSON.parse(text) ?? text;
    return { value, exact: hasNumber(value) ? parseExactly(text) : value };
  } catch {
    return { value: text, exact: text };
  }
}

async function discard(staging: Promise<ReceivedFile> | null, files: Files): Promise<void> {
  // A staging that failed has removed its file itself, and its error is the one that is thrown already.
  const file = await staging?.catch(() => null);
  if (file) await files.discard(file.staged);
}
