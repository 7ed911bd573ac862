/**
 * Whether two sets of properties show the same: for `memo`, so that a key press draws one field again and not two
 * thousand. Data that was made anew counts by what it says.
 */
export function sameData<Props extends object>(before: Props, after: Props): boolean {
  return Object.keys(after).every((name) => {
    const a = before[name as keyof Props];
    const b = after[name as keyof Props];
    if (Object.is(a, b)) return true;
    return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
  });
}
