import type { Buyer } from '../buyer.ts';
import { decideWithReasons } from '../decide/decide.ts';
import { openFile } from '../open/open-file.ts';
import { type PagePicture, pagePicture } from '../open/page-picture.ts';
import type { Box, OpenedFile } from '../page.ts';
import type { PassName } from '../passes.ts';
import { boxAsSent } from '../picture/as-sent.ts';
import { saysAll } from '../read-invoice.ts';
import { explainPage } from './explain-page.ts';
import { type Mark, marksOf } from './marks.ts';

/** Print of 6 points is legible on a screen at this resolution. */
const dpi = 130;

/**
 * Reads a file and writes one HTML page that shows, over the pages' pictures, what was read, weighed and chosen. The
 * page stands for itself: it loads nothing and runs nothing.
 * @param context.name what the file is called in the page
 * @param context.today YYYY-MM-DD, where the appliance stands
 * @param context.without passes that are left out, to see what they are for
 * @throws ReadingError when the file cannot be read at all
 */
export async function explain(
  bytes: Uint8Array,
  context: { name: string; buyer: Buyer; today: string; without: readonly PassName[] },
): Promise<string> {
  const passes = { without: new Set(context.without), traced: true };
  const opened = await openFile(bytes, { isEnough: (part) => saysAll(part, context), passes });
  const decision = decideWithReasons(opened, context.buyer, context.today);
  const pictures: PagePicture[] = [];
  for (const page of opened.pages) pictures.push(await pagePicture(bytes, page.number, dpi));
  const marks = marksOf(decision).map((mark) => asSent(mark, opened));
  return explainPage({ ...context, opened, decision, marks, pictures });
}

/** Reading looks at straightened pages; the pictures are of the pages that were sent. */
function asSent(mark: Mark, opened: OpenedFile): Mark {
  const matrix = opened.pages.find((page) => page.number === mark.page)?.asSent;
  if (!matrix) return mark;
  const { x, y, width, height }: Box = mark.box;
  const [left, top, across, down] = boxAsSent(matrix, [x, y, width, height]);
  return { ...mark, box: { x: left, y: top, width: across, height: down } };
}
