import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { seedDocuments } from '../helpers/many-documents.ts';
import { dropFiles, openWindow, samplePdf, startWindow } from '../helpers/window.ts';

/**
 * npm run bench:window -- [--documents 10000] [--seconds 5]
 * What a person waits for in the window, in the browser's own measures: until the list can be read, a search, each frame of a fast
 * scroll through many documents, and until a document whose page is ready is there. The times of the main thread tell
 * more than frames a second on a machine that does other things too: at 60 frames a second a frame has 16.7 ms.
 */
const { values: options } = parseArgs({
  options: { documents: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '5' } },
});
const count = Number(options.documents);
const window = await startWindow({ prepare: (folder) => seedDocuments(folder, count) });
try {
  const { page } = window;
  await page.locator('.documents tbody a').first().waitFor();
  // The documents are opened for it, and are open from then on, as they are all day.
  await search(page, 'searches just after the start');
  await firstPaint(page);
  await search(page, 'searches through all texts');
  for (const perFrame of [60, 300, 2_000]) await scroll(page, perFrame);
  await open();
} finally {
  await window.close();
}

/** A reload is what a person does; the server has the list in memory by then, as it has all day. */
async function firstPaint(page: Page): Promise<void> {
  const times: number[] = [];
  const painted: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.reload();
    await page.locator('.documents tbody a').first().waitFor();
    times.push(await page.evaluate<number>(`performance.getEntriesByName('list shown')[0].startTime`));
    await page.waitForTimeout(300);
    painted.push(await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`));
  }
  say('first frame on the screen', `${median(painted)} ms`, `of ${painted.map(Math.round).join(', ')}`);
  say('first useful paint (rows in the list)', `${median(times)} ms`, `of ${times.map(Math.round).join(', ')}`);
}

/** From the question to its first answer, as the browser saw it. The first ones come while the documents are opened for them. */
async function search(page: Page, what: string): Promise<void> {
  const asked = ['santier 10001', 'molidului', 'ocean 1.000', 'sd 1009', 'zacusca'];
  await page.evaluate('performance.clearResourceTimings()');
  for (const words of asked) {
    await page.getByRole('searchbox').fill(words);
    await page.waitForTimeout(1_500);
  }
  const times = await page.evaluate<number[]>(`[...new Map(performance.getEntriesByType('resource')
    .filter(({ name }) => /documents\\?.*search=/.test(name)).reverse().map(({ name, duration }) => [name, duration])).values()].reverse()`);
  await page.getByRole('searchbox').fill('');
  await page.locator('.documents tbody a').first().waitFor();
  say(what, `${median(times)} ms`, `of ${times.map(Math.round).join(', ')}`);
}

/** Scrolls by so many pixels in each frame, to the end or for the time given. */
async function scroll(page: Page, perFrame: number): Promise<void> {
  await page.locator('.documents').evaluate((list) => {
    (list as unknown as { scrollTop: number }).scrollTop = 0;
  });
  await page.waitForTimeout(800);
  const cdp = await page.context().newCDPSession(page);
  // The thread's own time, without what others take of the processor meanwhile.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metrics(cdp);
  const frames = await page.evaluate<{ gaps: number[]; empty: number; toCome: number }>(`new Promise((resolve) => {
    const list = document.querySelector('.documents');
    const gaps = [];
    let empty = 0;
    let toCome = 0;
    let last = performance.now();
    const until = last + ${Number(options.seconds) * 1000};
    const step = (now) => {
      gaps.push(now - last);
      last = now;
      const shown = list.getBoundingClientRect();
      const at = document.elementFromPoint(shown.x + 200, shown.y + shown.height / 2);
      const row = at?.closest('tr');
      if (!row) empty += 1;
      else if (!row.querySelector('a')) toCome += 1;
      list.scrollTop += ${perFrame};
      const end = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
      if (now > until || end) resolve({ gaps: gaps.slice(1), empty, toCome });
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  const after = await metrics(cdp);
  const { gaps, empty, toCome } = frames;
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000;
  const each = (name: string): string =>
    (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * (1000 / gaps.length)).toFixed(1);
  const late = gaps.filter((gap) => gap > 20).length;
  say(
    `scrolling ${perFrame} px a frame`,
    `${Math.round(gaps.length / seconds)} frames a second`,
    `${gaps.length} frames, ${late} late, in the middle ${toCome} with the outline of a row, ${empty} with nothing`,
  );
  say(
    '  processor time of the main thread a frame',
    `${each('TaskDuration')} ms`,
    `scripts ${each('ScriptDuration')}, style ${each('RecalcStyleDuration')}, layout ${each('LayoutDuration')}`,
  );
  await cdp.detach();
}

/** From one document to the next, whose page the window has fetched ahead. */
async function open(): Promise<void> {
  const files = Array.from({ length: 6 }, (_each, index) => ({
    name: `bench-${index}.pdf`,
    bytes: readFileSync(samplePdf),
  }));
  await dropFiles(window.page, files);
  const { page } = await openWindow(window.browser, window.folder);
  // Copies of one invoice are possible duplicates, so that all but the first are to be checked.
  await page.locator('.state-yellow').nth(4).waitFor({ timeout: 60_000 });
  await page.getByRole('row', { name: 'bench-5.pdf' }).getByRole('link').click();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.locator('.page img').waitFor();
    await page.waitForTimeout(1_500);
    await page.keyboard.press('Alt+PageDown');
    await page.waitForTimeout(1_000);
    times.push(await page.evaluate<number>(`performance.getEntriesByName('document opened').at(-1).duration`));
  }
  say('opening a document with a warm page', `${median(times)} ms`, `of ${times.map(Math.round).join(', ')}`);
  await page.context().close();
}

async function metrics(cdp: CDPSession): Promise<Map<string, number>> {
  const { metrics: all } = await cdp.send('Performance.getMetrics');
  return new Map(all.map(({ name, value }) => [name, value]));
}

function median(values: number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}

function say(what: string, value: string, more: string): void {
  process.stdout.write(`${what.padEnd(42)} ${value.padStart(22)}   ${more}\n`);
}
