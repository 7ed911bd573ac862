/** Wrong usage that only a command can see; ends with exit code 2 as commander's own does. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
