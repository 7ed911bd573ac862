import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decide } from '../../server/engine/decide/decide.ts';
import { openFile } from '../../server/engine/open/open-file.ts';
import { launchBrowser } from '../helpers/window.ts';

/** A line's printed cells; null where it certainly shows none. */
type Cells = Record<string, string | number | null>;

export interface Layout {
  name: string;
  pdf: Uint8Array;
  /** What the page says, from the JSON that its template holds. */
  lines: Cells[];
}

const folder = import.meta.dirname;

/**
 * Prints every template of this folder as it is, and crowded: without its document type a browser sets tables in its
 * own larger type, which wraps texts and leaves little between columns. Scripts in templates have run by then, and the
 * JSON is what they left.
 */
export async function printLayouts(): Promise<Layout[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const layouts: Layout[] = [];
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.html'))
      .sort()) {
      const html = readFileSync(join(folder, file), 'utf8');
      for (const crowded of [false, true]) {
        await page.setContent(crowded ? html.replace('<!doctype html>', '') : html);
        const json = await page.locator('script[type="application/json"]').textContent();
        const { columns, lines } = JSON.parse(json!) as { columns: string[]; lines: (string | number | null)[][] };
        const pdf = await page.pdf({ preferCSSPageSize: true });
        const named = lines.map((cells) => Object.fromEntries(columns.map((column, i) => [column, cells[i]!])));
        layouts.push({ name: `${basename(file, '.html')}${crowded ? ', crowded' : ''}`, pdf, lines: named });
      }
    }
    return layouts;
  } finally {
    await browser.close();
  }
}

export interface Outcome {
  name: string;
  /** Printed cells, and those of them that were read right. */
  cells: { printed: number; right: number };
  lines: { printed: number; given: number; whole: number };
  /** Values that are `high` and not what the page says. */
  wrongHigh: string[];
  high: number;
  /** What is wrong, in words. */
  misses: string[];
}

/** Reads a layout and compares line by line: read lines are paired with printed ones in order, as well as they fit. */
export async function readLayout({ name, pdf, lines }: Layout): Promise<Outcome> {
  const { invoice, fields } = decide(await openFile(pdf), { vat: 'RO18547290', name: null }, '2026-11-21');
  const given = invoice.line_items as unknown as Cells[];
  const pairs = inOrder(lines, given);
  const outcome: Outcome = {
    name,
    cells: { printed: 0, right: 0 },
    lines: { printed: lines.length, given: given.length, whole: 0 },
    wrongHigh: [],
    high: Object.entries(fields).filter(
      ([path, field]) => path.startsWith('line_items.') && field.confidence === 'high',
    ).length,
    misses: [],
  };
  for (const [i, line] of lines.entries()) {
    const at = pairs.get(i);
    let whole = at !== undefined;
    for (const [key, value] of Object.entries(line)) {
      const read = at === undefined ? null : (given[at]![key] ?? null);
      const right = same(value, read);
      if (value !== null) outcome.cells.printed++;
      if (value !== null && right) outcome.cells.right++;
      if (right) continue;
      whole = false;
      outcome.misses.push(`line ${i + 1} ${key}: printed ${JSON.stringify(value)}, read ${JSON.stringify(read)}`);
      if (fields[`line_items.${at}.${key}`]?.confidence === 'high') outcome.wrongHigh.push(`line ${i + 1} ${key}`);
    }
    if (whole) outcome.lines.whole++;
  }
  const paired = new Set(pairs.values());
  for (const [j, line] of given.entries()) {
    if (paired.has(j)) continue;
    outcome.misses.push(`no line of the page: ${JSON.stringify(line)}`);
    for (const key of Object.keys(line)) {
      if (fields[`line_items.${j}.${key}`]?.confidence === 'high') outcome.wrongHigh.push(`no line: ${key}`);
    }
  }
  return outcome;
}

const same = (a: string | number | null, b: string | number | null): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 1e-9 : a === b;

/** Pairs so that the most cells agree and no two pairs cross. */
function inOrder(printed: readonly Cells[], given: readonly Cells[]): Map<number, number> {
  const agree = (a: Cells, b: Cells) =>
    Object.entries(a).filter(([key, value]) => value !== null && same(value, b[key] ?? null)).length;
  const best = Array.from({ length: printed.length + 1 }, () => new Array<number>(given.length + 1).fill(0));
  for (let i = printed.length - 1; i >= 0; i--) {
    for (let j = given.length - 1; j >= 0; j--) {
      const pair = agree(printed[i]!, given[j]!);
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, pair > 0 ? pair + best[i + 1]![j + 1]! : 0);
    }
  }
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < printed.length && j < given.length; ) {
    const pair = agree(printed[i]!, given[j]!);
    if (pair > 0 && best[i]![j] === pair + best[i + 1]![j + 1]!) pairs.set(i++, j++);
    else if (best[i]![j] === best[i + 1]![j]) i++;
    else j++;
  }
  return pairs;
}
