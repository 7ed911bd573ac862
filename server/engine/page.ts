import type { PassChange } from './passes.ts';

/**
 * What opening a file gives, whatever kind of file it was. Lengths are points (1/72 inch); x grows to the right and
 * y downwards from the top left corner of the page as it is looked at (page rotation is already applied).
 */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One run of characters without white space. */
export interface Word extends Box {
  text: string;
  /** 0 to 1 as the OCR engine says; null for a text layer, which does not doubt itself. */
  confidence: number | null;
  source: 'text' | 'ocr';
  /** Height of the font in points; for OCR, estimated from the line's height. */
  fontSize: number;
  bold: boolean;
  /** What the other of two readers saw here; left out where both saw the same, or one is not sure or was not asked. */
  other?: string;
  /** The text that both of two readers saw here, each sure of it; where the word has another by now, they vouch for nothing. */
  alike?: string;
}

/** Of 1: print that was read with less confidence is weak. */
export const weakPrint = 0.6;

/** A straight drawn line (table rule), or an edge of a drawn rectangle. Horizontal when height is the thickness. */
export interface Rule extends Box {
  direction: 'horizontal' | 'vertical';
}

/**
 * Its picture breaks off; cut off at a side; blurred, printed faintly, or its print has too few pixels; `unclear` where
 * none of that explains it.
 */
export type PageTrouble = 'blurred' | 'coarse' | 'faint' | 'unclear' | 'cut' | 'broken';

export interface Page {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  /** In reading order of their lines as far as opening knows it: top to bottom, then left to right. */
  words: Word[];
  rules: Rule[];
  source: 'text' | 'ocr';
  /** Why a recognised page is hard to read or not whole; left out where it is neither. */
  trouble?: PageTrouble;
  /** What a text layer sets at a slant, which is no word of the page: watermarks and stamps. Left out where nothing is. */
  slanted?: string;
  /** What a text layer sets upwards, downwards or on its head, as texts. Left out where nothing is. */
  aside?: string[];
  /** Lines are drawn through its print, or across it: what they follow is left out. Left out where there are none. */
  struckOut?: true;
  /** Its file says something here that nobody can see; left out where it does not, and on recognised pages. */
  hidesText?: true;
  /** What the passes over its picture and words changed; only where that was asked for. */
  changes?: readonly PassChange[];
  /**
   * A scanned page is straightened before it is read, and these lengths are the straight page's. This leads back to
   * points of the page as it was sent (a picture without a size counts as 595 points wide): a projective matrix, row
   * by row. Left out where both are the same.
   */
  asSent?: readonly number[];
  /** Where lines of sideways text lie; left out where there are none. */
  below?: readonly BelowPage[];
}

/**
 * What a page sets upwards, downwards or on its head, as a company does with its data in a margin, is laid out in lines of
 * its own below the page's end. This leads back to where it stands.
 */
export interface BelowPage {
  /** From and to which height its lines lie, in points. */
  top: number;
  bottom: number;
  /** As {@link Page.asSent}, from its lines. */
  asSent: readonly number[];
}

export interface Attachment {
  name: string;
  bytes: Uint8Array;
}

/** A printed code (QR, PDF417 or Code 128) with what it holds; its place is on the page as it was sent, in points. */
export interface PrintedCode {
  /** From 1. */
  page: number;
  box: Box;
  text: string;
}

export interface OpenedFile {
  mimeType: string;
  /** All pages of the file, at most the contract's limit. */
  pages: Page[];
  /** Files embedded in a PDF, unread. */
  attachments: Attachment[];
  /** Codes that were looked for where a page was drawn anyway, or seems to have one. */
  codes: PrintedCode[];
  /** The PDF's own metadata, as written there. */
  info: { title: string | null; author: string | null; producer: string | null };
  /**
   * Only where the file is an e-invoice: then its attachments are its XML and the signature beside it, if there is one, its
   * pages are for people to look at, and `places` says where on them values stand, by their paths.
   */
  eInvoice?: { places: Record<string, { page: number; box: Box }> };
}
