import leven from 'leven';

/** Whether so many letters changed, added or left out (Levenshtein) make one text of the other. */
export const isWithinEdits = (a: string, b: string, allowed: number): boolean =>
  leven(a, b, { maxDistance: allowed + 1 }) <= allowed;
