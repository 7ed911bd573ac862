import type { ErrorCode } from '../contract/errors.ts';

/** A file is not taken in. Each way in says why in its own form; nothing of the file stays. */
export class IntakeRefusal extends Error {
  override readonly name = 'IntakeRefusal';
  readonly code: ErrorCode;

  /** @param message a sentence for whoever sent the file */
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
