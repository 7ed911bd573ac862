/**
 * What the server and the process that started it (the desktop's main process) say to each other. Under plain Node
 * there is no parent that listens, and nothing here is needed.
 */

export type MessageToServer =
  /** Asks for a one-time token with which the window signs in. */
  | { type: 'sign-in' }
  /** Asks the server to end as SIGTERM does; a signal would end it on the spot on Windows. */
  | { type: 'stop' }
  /** No further document is read until reading goes on; what is being read is read to its end. */
  | { type: 'pause'; paused: boolean }
  /** The machine slept: whatever came due meanwhile is looked for now. */
  | { type: 'wake' };

export type MessageFromServer =
  /**
   * Requests are answered at `address`, an origin without a slash at its end; over TLS, with a certificate of this
   * SHA-256 fingerprint. `updates` is the https address or the folder that they are looked for in, null for never.
   */
  | { type: 'listening'; address: string; dataFolder: string; fingerprint: string | null; updates: string | null }
  /**
   * It could not start and ends; the reason is a sentence for the person at the machine. `keychain` is set where the
   * system's keychain is the trouble: it was to take a new key, or has the key of this folder.
   */
  | { type: 'failed'; reason: string; keychain?: 'new' | 'existing' }
  | { type: 'sign-in'; token: string }
  /** Sent when it changes: documents that wait or are being read. */
  | { type: 'activity'; waiting: number }
  /** Everything that a person dropped has ended: how many, and how many of them a person should look at. */
  | { type: 'batch-ready'; documents: number; toCheck: number };
