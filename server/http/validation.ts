import type { Request } from 'express';
import type { z } from 'zod';
import type { ValidationProblem } from '../contract/api.ts';
import { isWithin } from '../contract/text.ts';
import { ApiError, ValidationError } from './errors.ts';

/**
 * Checks a value by its schema.
 * @param beside problems that a schema cannot find
 * @throws ValidationError with one problem for each wrong field, so that a client sees all of them at once
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  where: 'body' | 'query',
  value: unknown,
  beside: ValidationProblem[] = [],
): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success && beside.length === 0) return result.data;
  const problems = [...(result.error?.issues ?? []).map((issue) => problemOf(issue, where, value)), ...beside];
  // A field is named once, however many of its values are wrong: an answer must not grow with what was sent.
  const byField = new Map(problems.reverse().map((each) => [each.loc.join('.'), each]));
  throw new ValidationError([...byField.values()].reverse());
}

/** One problem, named by hand. */
export function problem(loc: ValidationProblem['loc'], type: string, msg: string): ValidationError {
  return new ValidationError([{ loc, msg, type }]);
}

/** @throws ApiError invalid_request for a text of more characters (code points) than the limit */
export function atMost(name: string, text: string | null | undefined, limit: number): void {
  if (text && !isWithin(text, limit)) {
    throw new ApiError('invalid_request', `${name} is longer than ${limit} characters.`);
  }
}

/** A text beyond the limit that the contract gives it. */
export function tooLong(loc: ValidationProblem['loc'], most: number): ValidationProblem {
  const msg = `String should have at most ${most} characters`;
  return { loc, type: 'string_too_long', msg, ctx: { max_length: most } };
}

/** What the limit of a text is that was too long; null for any other issue. A name inside `metadata` is one too. */
function longest(issue: z.core.$ZodIssue): number | null {
  if (issue.code === 'invalid_key') return issue.issues.map(longest).find((most) => most !== null) ?? null;
  if (issue.code === 'too_big') return issue.origin === 'string' ? Number(issue.maximum) : null;
  return issue.code === 'custom' ? ((issue.params?.max_length as number | undefined) ?? null) : null;
}

/** Query parameters by name; of one that is given twice the last counts. */
export function queryOf(req: Request): Record<string, string> {
  const at = req.originalUrl.indexOf('?');
  return Object.fromEntries(new URLSearchParams(at < 0 ? '' : req.originalUrl.slice(at)));
}

/** In the words that clients know from the framework whose shape interface.md 2.11 has. */
function problemOf(issue: z.core.$ZodIssue, where: string, value: unknown): ValidationProblem {
  const name = issue.path[0];
  // Below a field's own name clients do not look: a wrong value inside `metadata` is a wrong `metadata`.
  const loc = name === undefined ? [where] : [where, typeof name === 'number' ? name : String(name)];
  const given = name === undefined ? value : (value as Record<PropertyKey, unknown>)[name];
  if (given === undefined) return { loc, type: 'missing', msg: 'Field required' };
  const most = longest(issue);
  if (most !== null) return tooLong(loc, most);
  if (issue.code === 'invalid_value') {
    const expected = issue.values.map((each) => `'${String(each)}'`).join(' or ');
    return { loc, type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
  }
  if (name === 'limit') {
    return { loc, type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' };
  }
  if (issue.code === 'invalid_format') {
    return { loc, type: 'string_pattern_mismatch', msg: 'String should have the form YYYY-MM of a month that exists' };
  }
  if (name === 'metadata') return { loc, type: 'dict_type', msg: 'Input should be an object of scalar values' };
  if (name === undefined) return { loc, type: 'model_attributes_type', msg: 'Input should be a JSON object' };
  return { loc, type: 'string_type', msg: 'Input should be a valid string' };
}
