/**
 * What the window may ask of the desktop: everything else it does over HTTP like any browser. The keys are the IPC
 * channels; main answers exactly these, and the preload exposes exactly these as `window.desktop`.
 */
export interface DesktopCalls {
  /** A fresh one-time token, for a window whose session has ended. */
  signIn(): Promise<string>;
  /** Shows the data folder in the system's file manager. */
  showDataFolder(): Promise<void>;
}
