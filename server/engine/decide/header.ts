import type { HeaderPath, NameIn, Part } from '../../contract/fields.ts';
import type { Found } from '../found.ts';

/** What was read of every field outside lines and rates; null where nothing was. */
export type Header = Record<HeaderPath, Found<string | number> | null>;

/** What was read of a part, by path. */
export const within = <P extends Part>(
  part: P,
  read: Record<NameIn<P>, Found<string | number> | null>,
): { [Name in NameIn<P> as `${P}${Name}`]: Found<string | number> | null } =>
  Object.fromEntries(Object.entries(read).map(([name, value]) => [part + name, value])) as ReturnType<typeof within<P>>;
