import { userInfo } from 'node:os';

/** Who this process runs for, as the machine knows them; null where it knows nobody, as in some containers. */
export function personHere(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
