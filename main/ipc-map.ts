/** A file that the system handed to the program: dropped onto its icon, or opened with it. */
export interface OpenedFile {
  name: string;
  /** At most a little more than the largest file that is taken; nothing where it cannot be read. */
  bytes: Uint8Array;
}

/**
 * What the window may ask of the desktop: everything else it does over HTTP like any browser. The keys are the IPC
 * channels; main answers exactly these, and the preload exposes exactly these as `window.desktop`.
 */
export interface DesktopCalls {
  /** A fresh one-time token, for a window whose session has ended. */
  signIn(): Promise<string>;
  /** Shows the data folder in the system's file manager. */
  showDataFolder(): Promise<void>;
  /** Takes the next file that the system handed over; null when there is none left. */
  takeFile(): Promise<OpenedFile | null>;
  /** Says how many files are still on their way to the server: the program does not end before they are kept. */
  setSending(files: number): Promise<void>;
}

/** What the desktop tells the window of. */
export interface DesktopEvents {
  /** There are files to take. */
  files: [];
}

/** `window.desktop` as the page has it. */
export interface Desktop extends DesktopCalls {
  /** @returns ends the listening */
  onFiles(listener: () => void): () => void;
}
