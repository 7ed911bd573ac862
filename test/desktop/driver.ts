import type { Page } from 'playwright-core';

/** A running desktop, on the stand-in or on the true Electron: what the scenarios need to drive either. */
export interface Desktop {
  page: Page;
  /** Of the server as it runs now. */
  serverPid(): Promise<number>;
  /** Starts the program again beside itself. @returns the second one's exit code */
  startAgain(...args: string[]): Promise<number | null>;
  /** Asks it to end, as its menu does. @returns its exit code */
  quit(): Promise<number | null>;
}

export interface DesktopSettings {
  /** Data folder. */
  data: string;
  /** Folder for what the desktop itself keeps: window, logs. */
  home: string;
  port: number;
  env?: NodeJS.ProcessEnv;
  args?: string[];
  /** What the person chooses in message boxes, in turn, as labels. */
  answers?: string[];
}

export type StartDesktop = (settings: DesktopSettings) => Promise<Desktop>;
