import type { Extraction } from '../contract/invoice.ts';
import type { PageText } from '../contract/window.ts';
import type { Buyer } from './buyer.ts';
import { decide, decideWithReasons } from './decide/decide.ts';
import { withinWeight } from './decide/weight.ts';
import { boxAsSent } from './open/as-sent.ts';
import type { OcrQueue } from './open/ocr-queue.ts';
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

interface ReadContext {
  buyer: Buyer;
  /** YYYY-MM-DD, where the appliance stands. */
  today: string;
  /** Told after each page that was opened. */
  onPage?: (done: number, total: number) => void;
  /** As {@link OpenOptions.engine}. */
  engine?: OcrQueue;
}

/**
 * Reads an invoice: opens the file, then decides what it says.
 * @throws ReadingError when the file cannot be read at all
 */
export async function readInvoice(bytes: Uint8Array, context: ReadContext): Promise<ReadInvoice> {
  const { onPage, engine } = context;
  const opened = await openFile(bytes, {
    isEnough: (part) => saysAll(part, context),
    ...(onPage && { onPage }),
    ...(engine && { engine }),
  });
  const { extraction, layout } = decideWithReasons(opened, context.buyer, context.today);
  return {
    extraction: withinWeight(withBoxesAsSent(extraction, opened)),
    pages: opened.pages.length,
    texts: pageTexts(layout),
    mimeType: opened.mimeType,
  };
}

/**
 * Whether every field that an invoice must show was found and nothing of it is doubted, and lines were found. Then a
 * logo or a photograph beside the text is left alone.
 */
export function saysAll(opened: OpenedFile, { buyer, today }: Pick<ReadContext, 'buyer' | 'today'>): boolean {
  const { quality_flags, line_items } = decide(opened, buyer, today).invoice;
  return quality_flags.overall_confidence !== 'low' && line_items.length > 0;
}

/** Reading looks at straightened pages; people look at the pages that were sent. */
function withBoxesAsSent(extraction: Extraction, opened: OpenedFile): Extraction {
  const fields = Object.fromEntries(
    Object.entries(extraction.fields).map(([path, field]) => {
      const asSent = opened.pages.find((page) => page.number === field.page)?.asSent;
      // A code's place is on the page as it was sent already.
      return [
        path,
        asSent && field.box && field.source !== 'code' ? { ...field, box: boxAsSent(asSent, field.box) } : field,
      ];
    }),
  );
  return { ...extraction, fields };
}
