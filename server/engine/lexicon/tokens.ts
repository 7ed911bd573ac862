import { fold } from '../../checks/fold.ts';

/** A run of letters or of digits, folded for comparing; offsets are in its text. */
export interface Token {
  folded: string;
  start: number;
  end: number;
}

/** The text's runs of letters and of digits; `#` is one of its own. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[\p{L}\p{M}№ªº]+|\p{N}+|#/gu)) {
    const folded = match[0] === '#' ? '#' : fold(match[0]);
    if (folded !== '') tokens.push({ folded, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}
