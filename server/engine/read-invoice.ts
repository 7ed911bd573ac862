import { normalisePrintedVat } from '../checks/vat-numbers.ts';
import type { Extraction, Invoice } from '../contract/invoice.ts';
import type { PageText } from '../contract/window-review.ts';
import type { Buyer } from './buyer.ts';
import { decide, decideWithReasons, firstPages } from './decide/decide.ts';
import { withinWeight } from './decide/weight.ts';
import { decideEInvoice } from './e-invoice/decide-e-invoice.ts';
import { knownSigners } from './e-invoice/signature.ts';
import { type Layout, layOut } from './layout/layout.ts';
import { openFile } from './open/open-file.ts';
import type { OpenedFile } from './page.ts';
import { pageTexts } from './page-text.ts';
import { boxAsSent } from './picture/as-sent.ts';
import type { OcrQueue } from './recognise/ocr-queue.ts';

export interface ReadInvoice {
  extraction: Extraction;
  pages: number;
  /** What stands on each page, as it was sent. */
  texts: PageText[];
  mimeType: string;
  /** Whom it was read for; null where the invoice itself was to say and names none of those it may be for. */
  buyer: Buyer | null;
}

interface DecideContext {
  buyer: Buyer;
  /** Who it may be for as well: the invoice itself says for which. Null or left out where the sender has said it. */
  otherBuyers?: readonly Buyer[] | null;
  /** A person has said that only so many of its first pages are of this invoice; null or left out where all may be. */
  ownPages?: number | null;
  /** YYYY-MM-DD, where the appliance stands. */
  today: string;
  /** Certificates of the tax office beside those that are known, as the SHA-256 of their DER form in lower case. */
  signers?: readonly string[];
}

interface ReadContext extends DecideContext {
  /** Told after each page that was opened. */
  onPage?: (done: number, total: number) => void;
  /** As {@link OpenOptions.engine}. */
  engine?: OcrQueue;
}

/**
 * Reads an invoice: opens the file, then decides what it says.
 * @returns the file as it was opened as well, for {@link readOpened}
 * @throws ReadingError when the file cannot be read at all
 */
export async function readInvoice(
  bytes: Uint8Array,
  context: ReadContext,
): Promise<ReadInvoice & { opened: OpenedFile }> {
  const { onPage, engine } = context;
  const opened = await openFile(bytes, {
    isEnough: (part) => saysAll(part, context),
    ...(onPage && { onPage }),
    ...(engine && { engine }),
  });
  return { ...readOpened(opened, context), opened };
}

/** Reads an invoice whose file was opened before, which takes milliseconds. */
export function readOpened(whole: OpenedFile, context: DecideContext): ReadInvoice {
  const { buyer, otherBuyers = null, ownPages = null } = context;
  const opened = ownPages === null ? whole : firstPages(whole, ownPages);
  const first = decided(opened, buyer, context);
  const printed = first.extraction.invoice.customer.vat_number;
  const other = otherBuyers?.find(({ vat }) => printed !== null && sameVat(vat, printed)) ?? null;
  const { extraction, layout } = other ? decided(opened, other, context) : first;
  const isNamed = extraction.fields['customer.vat_number']?.evidence?.includes('buyer_agrees') === true;
  // Where there is one company, only an invoice that names another one may be nobody's.
  const isOnlyOne = otherBuyers?.length === 0 && !namesAnother(extraction.invoice.customer);
  return {
    extraction: withinWeight(withBoxesAsSent(extraction, opened)),
    pages: whole.pages.length,
    texts: pageTexts(layout),
    mimeType: opened.mimeType,
    buyer: otherBuyers === null || isNamed || isOnlyOne ? (other ?? buyer) : null,
  };
}

function decided(
  opened: OpenedFile,
  buyer: Buyer,
  { today, signers = [] }: DecideContext,
): { extraction: Extraction; layout: Layout } {
  if (!opened.eInvoice) return decideWithReasons(opened, buyer, today);
  const known = new Set([...knownSigners(), ...signers]);
  return {
    extraction: decideEInvoice(opened, opened.eInvoice, { buyer, today, signers: known }),
    layout: layOut(opened),
  };
}

/**
 * Whether every field that an invoice must show was found and nothing of it is doubted, and lines were found. Then a
 * logo or a photograph beside the text is left alone.
 */
export function saysAll(opened: OpenedFile, { buyer, today }: DecideContext): boolean {
  const { quality_flags, line_items } = decide(opened, buyer, today).invoice;
  return quality_flags.overall_confidence !== 'low' && line_items.length > 0;
}

/** Reading looks at straightened pages; people look at the pages that were sent. */
function withBoxesAsSent(extraction: Extraction, opened: OpenedFile): Extraction {
  const fields = Object.fromEntries(
    Object.entries(extraction.fields).map(([path, field]) => {
      const page = opened.pages.find(({ number }) => number === field.page);
      // A code's place is on the page as it was sent already.
      return [
        path,
        page && field.box && field.source !== 'code' ? { ...field, box: boxAsSent(page, field.box) } : field,
      ];
    }),
  );
  return { ...extraction, fields };
}

/** Whether a customer is printed by a number that is one: what was read one figure off names nobody. */
function namesAnother({ vat_number, country }: Invoice['customer']): boolean {
  return vat_number !== null && normalisePrintedVat(vat_number, country) !== null;
}

/** A Romanian number is the same with its prefix and without. */
function sameVat(one: string, other: string): boolean {
  const plain = (vat: string): string => vat.replace(/^RO/, '');
  return plain(one) === plain(other);
}
