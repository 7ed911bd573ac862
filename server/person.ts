import { userInfo } from 'node:os';

/**
 * Who this process runs for, as the machine knows them; null where it knows nobody, as in some containers, or only the
 * machine's own account, which is no person.
 */
export function personHere(): string | null {
  try {
    const { uid, username } = userInfo();
    return uid === 0 ? (process.env.SUDO_USER ?? null) : username;
  } catch {
    return null;
  }
}
