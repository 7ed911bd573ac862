import { z } from 'zod';

/** Whether a text has at most so many characters (code points). It takes no time for a text of millions of them. */
export function isWithin(text: string, characters: number): boolean {
  return text.length <= characters || (text.length <= 2 * characters && [...text].length <= characters);
}

/** A text of at most so many characters, counted as OpenAPI counts them; zod's own `max` counts UTF-16 units. */
export function upTo(characters: number): z.ZodString {
  return z
    .string()
    .refine((text) => isWithin(text, characters), { params: { max_length: characters } })
    .meta({ maxLength: characters });
}
