import { ensureBrowser, ensureCurl, ensureFonts } from './helpers/prerequisites.ts';

/** Runs once before all tests, so that what is missing is one sentence at the start and not a failure in the middle. */
export default function setup(): void {
  process.env.CHROME_PATH = ensureBrowser();
  ensureFonts();
  ensureCurl();
}
