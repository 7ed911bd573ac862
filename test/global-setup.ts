import { ensureBrowser } from './helpers/browser.ts';

/** Runs once before all tests, so that a missing browser is one sentence at the start and not a failure in the middle. */
export default function setup(): void {
  process.env.CHROME_PATH = ensureBrowser();
}
