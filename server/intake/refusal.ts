import type { ErrorCode } from '../contract/errors.ts';

/** A file is not taken in. Each way in says why in its own form; nothing of the file stays. */
export class IntakeRefusal extends Error {
  override readonly name = 'IntakeRefusal';
  readonly code: ErrorCode;
  /** The name of the one that was refused of a mail's or an archive's files. */
  readonly inside: string | null;

  /** @param message a sentence for whoever sent the file */
  constructor(code: ErrorCode, message: string, inside: string | null = null) {
    super(message);
    this.code = code;
    this.inside = inside;
  }
}
