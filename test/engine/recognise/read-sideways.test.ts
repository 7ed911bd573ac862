import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { boxAsSent } from '../../../server/engine/picture/as-sent.ts';
import { printedPage } from '../../helpers/scans.ts';

const company = 'Example Trading Limited, Harbour Street 40, since 14.03.1998';

/** A page of print with a company's line along its left margin, upwards or downwards. */
async function pageWithMargin(isUpwards: boolean): Promise<Buffer> {
  const [page, line] = [await printedPage(150), await printedPage(150, [company])];
  const canvas = createCanvas(page.width, page.height);
  const context = canvas.getContext('2d');
  context.drawImage(page, 0, 0);
  context.translate(isUpwards ? 40 : 90, isUpwards ? 1300 : 500);
  context.rotate(isUpwards ? -Math.PI / 2 : Math.PI / 2);
  context.drawImage(line, 140, 185, 900, 40, 0, 0, 900, 40);
  return canvas.toBuffer('image/png');
}

it.each([
  ['upwards', true],
  ['downwards', false],
])(
  'print that runs %s along a margin is read, in a line below the page, and known where it stands',
  async (_, isUpwards) => {
    const [page] = (await openFile(await pageWithMargin(isUpwards))).pages;
    const below = page!.words.filter(({ y }) => y > page!.height);
    expect(below.map(({ text }) => text).join(' ')).toBe(company);
    // The second reader is asked there as well, so that it may speak against what stands in a margin.
    expect(below.at(-1)!.alike).toBe('14.03.1998');
    const [first] = below;
    const [x, y, width, height] = boxAsSent(page!, [first!.x, first!.y, first!.width, first!.height]);
    expect(height).toBeGreaterThan(3 * width);
    expect(x).toBeLessThan(60);
    // "Example" begins the line: at its foot where it runs upwards.
    expect(y + height / 2 > page!.height / 2).toBe(isUpwards);
    expect(
      page!.words
        .filter((word) => word.y < page!.height)
        .map(({ text }) => text)
        .join(' '),
    ).toContain('2026-0117');
  },
);

it('figures that stand one above the other in a table are no print that runs up the page', async () => {
  const rows = Array.from({ length: 24 }, (_, at) => `${(at % 9) + 1}          Article ${at + 10}`);
  const [page] = (await openFile((await printedPage(150, rows)).toBuffer('image/png'))).pages;
  expect(page!.below).toBeUndefined();
  expect(page!.words.filter(({ text }) => text === 'Article')).toHaveLength(24);
});
