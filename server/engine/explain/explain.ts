import type { Contribution } from '../../suppliers/contribution.ts';
import type { Buyer } from '../buyer.ts';
import { type Decision, decideWithReasons } from '../decide/decide.ts';
import { openFile } from '../open/open-file.ts';
import { type PagePicture, pagePicture } from '../open/page-picture.ts';
import type { Box, OpenedFile } from '../page.ts';
import { pageTexts } from '../page-text.ts';
import type { PassName } from '../passes.ts';
import { boxAsSent } from '../picture/as-sent.ts';
import { saysAll } from '../read-invoice.ts';
import { identifiersIn, type Recalled, recallSupplier } from '../recall-supplier.ts';
import { explainPage } from './explain-page.ts';
import { type Mark, marksOf } from './marks.ts';

type Recall = (identifiers: string[][]) => Promise<Contribution[]>;

/** Print of 6 points is legible on a screen at this resolution. */
const dpi = 130;

/**
 * Reads a file and writes one HTML page that shows, over the pages' pictures, what was read, weighed and chosen. The
 * page stands for itself: it loads nothing and runs nothing.
 * @param context.name what the file is called in the page
 * @param context.today YYYY-MM-DD, where the appliance stands
 * @param context.without passes that are left out, to see what they are for
 * @param context.recall gives what is remembered of the supplier that these identifiers lead to; null remembers nothing
 * @throws ReadingError when the file cannot be read at all
 */
export async function explain(
  bytes: Uint8Array,
  context: { name: string; buyer: Buyer; today: string; without: readonly PassName[]; recall: Recall | null },
): Promise<string> {
  const passes = { without: new Set(context.without), traced: true };
  const opened = await openFile(bytes, { isEnough: (part) => saysAll(part, context), passes });
  const alone = decideWithReasons(opened, context.buyer, context.today);
  const memory = context.recall && (await remembered(alone, context, context.recall));
  const decision = memory ? { ...alone, extraction: memory.recalled.extraction } : alone;
  const pictures: PagePicture[] = [];
  for (const page of opened.pages) pictures.push(await pagePicture(bytes, page.number, dpi));
  const marks = marksOf(decision).map((mark) => asSent(mark, opened));
  return explainPage({ ...context, opened, decision, memory, marks, pictures });
}

/** What is remembered of the supplier, and what is read with it. */
async function remembered(
  { extraction, layout }: Decision,
  { buyer, today }: { buyer: Buyer; today: string },
  recall: Recall,
): Promise<{ recalled: Recalled; invoices: number }> {
  const texts = pageTexts(layout);
  const known = await recall(identifiersIn(extraction, texts, buyer.vat));
  return {
    recalled: recallSupplier(extraction, texts, known, { buyerVat: buyer.vat, today }),
    invoices: known.length,
  };
}

/** Reading looks at straightened pages; the pictures are of the pages that were sent. */
function asSent(mark: Mark, opened: OpenedFile): Mark {
  const page = opened.pages.find(({ number }) => number === mark.page);
  if (!page) return mark;
  const { x, y, width, height }: Box = mark.box;
  const [left, top, across, down] = boxAsSent(page, [x, y, width, height]);
  return { ...mark, box: { x: left, y: top, width: across, height: down } };
}
