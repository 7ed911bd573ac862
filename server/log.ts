import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/**
 * Structured log on stderr: stdout belongs to results. Never pass an invoice's content, a file name's text or a key.
 * @param level pino's levels, or `silent`
 * @param to where the lines go
 */
export function createLog(level: string, to: DestinationStream = pino.destination({ dest: 2, sync: true })): Logger {
  const serializers = { err: described };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, to);
}

/**
 * An error without what it may quote. A parser's message holds the text that it could not parse, and a URL's error the
 * URL; only what the system, the database and the file store say of themselves is known to hold nothing.
 */
function described(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack = '', cause } = error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: name,
    ...(code !== undefined && { code }),
    ...((syscall !== undefined || name === 'SqliteError' || name === 'FileStoreError') && { message: error.message }),
    stack: frames.join('\n'),
    ...(cause !== undefined && { cause: described(cause) }),
  };
}
