import type { ErrorRequestHandler } from 'express';
import type { BareContext } from '../context.ts';
import type { ErrorJson, ValidationErrorJson, ValidationProblem } from '../contract/api.ts';
import { type ErrorCode, errorStatuses } from '../contract/errors.ts';
import { isOutOfHandles } from '../handles.ts';
import { IntakeRefusal } from '../intake/refusal.ts';
import { answer } from './answer.ts';
import { requestIdOf } from './request-id.ts';
import { closeWhenRead } from './unread-body.ts';

/** Thrown where a request cannot go on; becomes the answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  /** @param message for the client; a sentence that says what to do */
  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}

/** A parameter that fails validation: 422 with the body of interface.md 2.11. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly detail: ValidationProblem[];

  constructor(detail: ValidationProblem[]) {
    super('Validation failed');
    this.detail = detail;
  }
}

/** The client hung up before its request was whole; there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** The one place where an error becomes an answer. */
export function errorHandler(ctx: BareContext): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    if (error instanceof ClientGone || res.headersSent) {
      if (!(error instanceof ClientGone)) logUnforeseen(error);
      req.socket.destroy();
      return;
    }
    closeWhenRead(req, res);
    if (error instanceof ValidationError) {
      answer(ctx, res, 422, 'validation_error', { detail: error.detail } satisfies ValidationErrorJson);
      return;
    }
    const known = error instanceof ApiError ? error : translated(error);
    if (!known) logUnforeseen(error);
    else if (known !== error && known.code in troubles) {
      ctx.log.error({ err: error, request: requestIdOf(res) }, troubles[known.code as keyof typeof troubles]);
    }
    const { code, message, headers } = known ?? new ApiError('internal_error', 'Something went wrong on our side.');
    res.set(headers);
    const inside = error instanceof IntakeRefusal && error.inside !== null ? { inside: error.inside } : {};
    answer(ctx, res, errorStatuses[code], 'error', { error: { code, message, ...inside } } satisfies ErrorJson);

    function logUnforeseen(unforeseen: unknown): void {
      ctx.log.error({ err: unforeseen, request: requestIdOf(res) }, 'A request failed in an unforeseen way');
    }
  };
}

/** What an operator has to know of answers that the machine is the reason for. */
const troubles = {
  insufficient_storage: 'The data folder cannot be written to',
  overloaded: 'No file handle is left',
};

/** Errors of other layers, of Express and of the system that have an answer of their own. */
function translated(error: unknown): ApiError | null {
  if (error instanceof IntakeRefusal) return new ApiError(error.code, error.message);
  // Express could not decode a path parameter: there is nothing at such a path.
  if (error instanceof URIError) return new ApiError('not_found', 'There is nothing at this path.');
  if (isOutOfHandles(error)) {
    return new ApiError('overloaded', 'The appliance has too much at once; try again in a moment.', {
      'Retry-After': '1',
    });
  }
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code === 'string' && storageCodes.has(code)) {
    return new ApiError('insufficient_storage', 'The appliance cannot store anything now; its operator has to help.');
  }
  return null;
}

/** The disk is full, over quota, or may not be written to. */
const storageCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR_WRITE']);
