import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * Structured log on stderr: stdout belongs to results. Never pass an invoice's content, a file name's text or a key.
 * @param level pino's levels, or `silent`
 */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
