import type { Extraction } from '../contract/invoice.ts';
import type { PageText } from '../contract/window.ts';
import type { Buyer } from './buyer.ts';
import { decideWithReasons } from './decide/decide.ts';
import { boxAsSent } from './open/as-sent.ts';
import { openFile } from './open/open-file.ts';
import type { OpenedFile } from './page.ts';
import { pageTexts } from './page-text.ts';

export interface ReadInvoice {
  extraction: Extraction;
  pages: number;
  /** What stands on each page, as it was sent. */
  texts: PageText[];
  mimeType: string;
}

/**
 * Reads an invoice: opens the file, then decides what it says.
 * @param context.today YYYY-MM-DD, where the appliance stands
 * @param context.onPage told after each page that was opened
 * @throws ReadingError when the file cannot be read at all
 */
export async function readInvoice(
  bytes: Uint8Array,
  context: { buyer: Buyer; today: string; onPage?: (done: number, total: number) => void },
): Promise<ReadInvoice> {
  const opened = await openFile(bytes, context.onPage ? { onPage: context.onPage } : {});
  const { extraction, layout } = decideWithReasons(opened, context.buyer, context.today);
  return {
    extraction: withBoxesAsSent(extraction, opened),
    pages: opened.pages.length,
    texts: pageTexts(layout),
    mimeType: opened.mimeType,
  };
}

/** Reading looks at straightened pages; people look at the pages that were sent. */
function withBoxesAsSent(extraction: Extraction, opened: OpenedFile): Extraction {
  const fields = Object.fromEntries(
    Object.entries(extraction.fields).map(([path, field]) => {
      const asSent = opened.pages.find((page) => page.number === field.page)?.asSent;
      return [path, asSent && field.box ? { ...field, box: boxAsSent(asSent, field.box) } : field];
    }),
  );
  return { ...extraction, fields };
}
