import type { TFunction } from 'i18next';

/**
 * The same words, found once for each question: looked up anew for every row of a list that is scrolled fast, they would
 * cost more than all else in it. For questions of which there are few.
 */
export function remembered(t: TFunction): TFunction {
  const known = new Map<string, string>();
  const words = (key: string, values: Record<string, unknown> = {}): string => {
    const question = key + JSON.stringify(values);
    const answer = known.get(question) ?? t(key, values);
    known.set(question, answer);
    return answer;
  };
  // Its type has a brand that nothing else can have.
  return words as unknown as TFunction;
}
