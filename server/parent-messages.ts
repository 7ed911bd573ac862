/**
 * What the server and the process that started it (the desktop's main process) say to each other. Under plain Node
 * there is no parent that listens, and nothing here is needed.
 */

export type MessageToServer =
  /** Asks for a one-time token with which the window signs in. */
  | { type: 'sign-in' }
  /** Asks the server to end as SIGTERM does; a signal would end it on the spot on Windows. */
  | { type: 'stop' };

export type MessageFromServer =
  /** Requests are answered at `address`, an origin without a slash at its end. */
  | { type: 'listening'; address: string; dataFolder: string }
  /**
   * It could not start and ends; the reason is a sentence for the person at the machine. `keychain` is set where the
   * system's keychain is the trouble: it was to take a new key, or has the key of this folder.
   */
  | { type: 'failed'; reason: string; keychain?: 'new' | 'existing' }
  | { type: 'sign-in'; token: string };
