import { afterEach } from 'vitest';

/** A test of the window that fails only now and then leaves nothing else to find out by than what its pages showed. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const { openedPages } = await import('./window.ts');
  for (const page of openedPages.filter((page) => !page.isClosed())) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    console.error(`${task.name}: ${page.url()}\n${shown}`);
  }
});
