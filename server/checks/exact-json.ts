// JSON.rawJSON and a reviver's source text are in Node since 21, and not in TypeScript's own types yet.
const exactJson = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): { readonly rawJSON: string };
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
};

/** Only a number with a point, an exponent or very many digits can print otherwise than it was written. */
const mayPrintOtherwise = /\d[.eE]|\d{16}/;

/**
 * Parses JSON so that `JSON.stringify` writes every number as it was written, digits and zeros included: one that a
 * double would print otherwise becomes a value that only `JSON.stringify` knows.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  if (!mayPrintOtherwise.test(text)) return JSON.parse(text);
  return exactJson.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? exactJson.rawJSON(source) : value,
  );
}

/** A value out of `parseExactly` as far as its length matters: a text, or a number that is kept as it was written. */
export function writtenText(value: unknown): string {
  return typeof value === 'string' ? value : exactJson.isRawJSON(value) ? value.rawJSON : '';
}
