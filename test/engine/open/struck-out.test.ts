import { degrees, type PDFPage } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { account, black, pdfOf, place, type Sheet } from './sheets.ts';

/** Whether the account is among the words of the only page, and whether lines are drawn through print there. */
async function opened(draw: (sheet: Sheet) => void): Promise<{ stands: boolean; struckOut: boolean }> {
  const bytes = await pdfOf((sheet) => {
    sheet.write();
    draw(sheet);
  });
  const { pages } = await openFile(bytes, { isEnough: () => true });
  const words = pages[0]!.words.map(({ text }) => text);
  expect(words).toContain('1,487.50');
  return { stands: words.includes(account), struckOut: pages[0]!.struckOut ?? false };
}

/** The middle of the account's letters above its baseline, and its width, in points. */
const [middle, width] = [place.y + 3.5, 158];
const stroke = (page: PDFPage, from: [number, number], to: [number, number]): void =>
  page.drawLine({
    start: { x: from[0], y: from[1] },
    end: { x: to[0], y: to[1] },
    thickness: 0.8,
    color: black,
  });

describe('a line drawn through print', () => {
  it('takes the words away that it follows from the first to the last, level or not, drawn or filled', async () => {
    const end = place.x + width;
    const cases: ((sheet: Sheet) => void)[] = [
      ({ page }) => stroke(page, [place.x, middle], [end, middle]),
      ({ page }) => stroke(page, [place.x - 3, middle - 2], [end + 3, middle + 2]),
      ({ page }) => page.drawRectangle({ x: place.x, y: middle, width, height: 0.8, color: black }),
      ({ page }) =>
        page.drawRectangle({ x: place.x, y: middle - 1, width, height: 0.8, color: black, rotate: degrees(0.8) }),
    ];
    for (const draw of cases) expect(await opened(draw)).toEqual({ stands: false, struckOut: true });
  });

  it('is no underline, no rule of a table, and no line that begins elsewhere', async () => {
    const end = place.x + width;
    const cases: ((sheet: Sheet) => void)[] = [
      ({ page }) => stroke(page, [place.x, place.y - 1.5], [end, place.y - 1.5]),
      ({ page }) => stroke(page, [40, middle], [555, middle]),
      ({ page }) => stroke(page, [place.x, place.y + 14], [end, place.y + 14]),
      ({ page }) => stroke(page, [place.x + width / 2, middle], [end, middle]),
    ];
    for (const draw of cases) expect(await opened(draw)).toEqual({ stands: true, struckOut: false });
  });

  it('leaves the words of a page that it crosses, which is said of the page', async () => {
    const crossed = await opened(({ page }) => stroke(page, [60, 760], [330, 560]));
    expect(crossed).toEqual({ stands: true, struckOut: true });
    const beside = await opened(({ page }) => stroke(page, [400, 760], [560, 460]));
    expect(beside).toEqual({ stands: true, struckOut: false });
  });
});
