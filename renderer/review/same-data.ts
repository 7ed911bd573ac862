/**
 * Whether two sets of properties show the same: for `memo`, so that a key press draws one field again and not two
 * thousand. Data that was made anew counts by what it says.
 */
export function sameData<Props extends object>(before: Props, after: Props): boolean {
  return Object.keys(after).every((name) => isSame(before[name as keyof Props], after[name as keyof Props]));
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}
