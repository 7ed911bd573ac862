import { useQuery } from '@tanstack/react-query';
import type { Desktop } from '../main/ipc-map.ts';
import type { WindowSettings } from '../server/contract/window.ts';
import { ApiError, api } from './api.ts';

declare global {
  interface Window {
    /** Only inside the desktop program. */
    desktop?: Desktop;
  }
}

/**
 * Signs in with the token in the address, where there is one, and takes it out of the address and the history. The
 * fragment of an address is never sent to a server and stands in no log.
 * @returns whether there was one
 */
export async function signInFromAddress(): Promise<boolean> {
  const token = /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1];
  if (!token) return false;
  history.replaceState(null, '', location.pathname);
  await signIn(token);
  return true;
}

/** The settings, which only a signed-in window gets; inside the desktop program an ended session is begun anew. */
export const settingsQuery = {
  queryKey: ['settings'] as const,
  queryFn: async (): Promise<WindowSettings> => {
    try {
      return await api.settings();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unauthorized' || !window.desktop) throw error;
      await api.signIn(await window.desktop.signIn());
      return await api.settings();
    }
  },
};

export function useSession(): { settings: WindowSettings | undefined; problem: ApiError | null } {
  const { data, error } = useQuery(settingsQuery);
  return { settings: data, problem: error instanceof ApiError ? error : null };
}

async function signIn(token: string): Promise<void> {
  try {
    await api.signIn(token);
  } catch (error) {
    // A link that was used or is too old: the screen for signed-out people says what to do.
    if (!(error instanceof ApiError)) throw error;
  }
}
