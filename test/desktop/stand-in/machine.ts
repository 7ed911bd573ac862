import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { browserFlags, ensureBrowser } from '../../helpers/prerequisites.ts';

/** The part of Electron's own type that the desktop uses. */
export type Calls<T, Names extends keyof T> = Pick<T, Names>;

/** The stand-in's own folder, which stands for the person's. */
export const home = process.env.STAND_IN_HOME ?? '';

const recordFile = process.env.STAND_IN_RECORD ?? '';

/** Writes down what happened, as one JSON array a line, in the file that STAND_IN_RECORD names. */
export function record(...what: unknown[]): void {
  writeFileSync(recordFile, `${JSON.stringify(what)}\n`, { flag: 'a' });
}

export const browser: Promise<Browser> = chromium.launch({
  executablePath: ensureBrowser(),
  headless: true,
  args: [...browserFlags, `--remote-debugging-port=${process.env.STAND_IN_CDP_PORT}`],
  handleSIGTERM: false,
});

/** What Electron's app emits. */
export const events = new EventEmitter();

/** An event that a listener may prevent. @returns whether it went through */
export function ask(emitter: EventEmitter, name: string, details: object = {}): boolean {
  let prevented = false;
  const preventDefault = (): void => {
    prevented = true;
  };
  emitter.emit(name, { ...details, preventDefault });
  return !prevented;
}
