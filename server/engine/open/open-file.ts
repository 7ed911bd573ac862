import { setTimeout as delay } from 'node:timers/promises';
import type { Canvas } from '@napi-rs/canvas';
import { detectEInvoiceType, detectFileType } from '../../checks/file-type.ts';
import { maxPages, maxValue } from '../../contract/limits.ts';
import { openEInvoice } from '../e-invoice/open-e-invoice.ts';
import type { Box, OpenedFile, Page, PrintedCode } from '../page.ts';
import type { Passes } from '../pass-run.ts';
import { decodePicture } from '../picture/decode-picture.ts';
import { soften } from '../picture/grey.ts';
import { apply } from '../picture/homography.ts';
import { greyWithoutStamps } from '../picture/stamps.ts';
import { ReadingError } from '../reading-error.ts';
import { createOcrQueue, type OcrQueue, readHere } from '../recognise/ocr-queue.ts';
import {
  createPictureReader,
  type PictureReader,
  type ReadPicture,
  type Turn,
  usualWidth,
} from '../recognise/read-picture.ts';
import { readEInvoices } from '../witnesses/e-invoice/read-e-invoices.ts';
import { readCodes } from './codes.ts';
import { nameLetters, picturesToRead, readPictures, type SeenPart } from './fill-gaps.ts';
import { hidesText } from './hidden-text.ts';
import { type OpenPdf, openPdf, type PdfPage } from './pdf.ts';
import { maxPagePixels } from './pdf-scan.ts';
import { areReadAsSaid } from './read-figures.ts';
import { release } from './release.ts';
import { type Trust, trustLayer } from './trust.ts';
import { textsAside, turnOfPage, upright, withSidewaysBelow } from './turned-page.ts';

export interface OpenOptions {
  /** Told after each page that has been read. */
  onPage?: (done: number, total: number) => void;
  /**
   * Asked when pictures inside pages that have text are still unread, which takes many times longer than the text did:
   * whether what was opened so far says all that is needed. Without it they are read.
   */
  isEnough?: (opened: OpenedFile) => boolean;
  /** Reads pictures; this thread alone where none is given. */
  engine?: OcrQueue;
  /** Which passes are made over pictures and what is read from them; all, and untraced, where that is not said. */
  passes?: Passes;
}

/** Print of 6 points is legible for OCR at this resolution. */
const scanDpi = 300;
/** Pages that are held in memory at once: one whose pictures wait to be read, and one that is being drawn. */
const pagesAtOnce = 2;
/** A picture of a page says more than its text layer where it has more than so many times the words. */
const muchMore = 1.5;

const broken = { trouble: 'broken' } as const;

const engineHere = (): OcrQueue => createOcrQueue(readHere, () => {});

/**
 * Opens an invoice file of any accepted kind as words and rules on pages.
 * @throws ReadingError when nothing of it can be read
 */
export async function openFile(bytes: Uint8Array, options: OpenOptions = {}): Promise<OpenedFile> {
  const mimeType = detectFileType(bytes);
  const eInvoiceType = mimeType === null ? detectEInvoiceType(bytes) : null;
  if (eInvoiceType) return openEInvoice(bytes, eInvoiceType);
  if (mimeType === null) throw new ReadingError('unreadable_file');
  const opened =
    mimeType === 'application/pdf' ? await openPdfFile(bytes, options) : await openPicture(bytes, mimeType, options);
  // A single letter is what a black tile looks like. A picture without words beside an e-invoice is still an invoice.
  const silent = !opened.pages.some((page) => page.words.some(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)));
  const isBroken = opened.pages.some(({ trouble }) => trouble === 'broken');
  if (silent && !readEInvoices(opened.attachments).witness)
    throw new ReadingError(isBroken ? 'unreadable_file' : 'no_text_found');
  return opened;
}

async function openPicture(
  bytes: Uint8Array,
  mimeType: string,
  { engine = engineHere(), passes }: OpenOptions,
): Promise<OpenedFile> {
  engine.announce();
  const { grey, breaksOff } = await decodePicture(bytes);
  const seen: SeenPart = { grey, x: 0, y: 0, points: usualWidth / grey.width };
  const [codes, read] = await readScan(engine, createPictureReader(engine, passes), seen, 1, null);
  const info = { title: null, author: null, producer: null };
  return {
    mimeType,
    pages: [{ number: 1, source: 'ocr', ...read, ...(breaksOff && broken) }],
    attachments: [],
    codes,
    info,
  };
}

async function openPdfFile(bytes: Uint8Array, options: OpenOptions): Promise<OpenedFile> {
  const pdf = await openPdf(bytes);
  try {
    // The API refuses such files; here it stands for those whose pages it could not count in time.
    if (pdf.pageCount > maxPages) throw new ReadingError('too_many_pages');
    const engine = options.engine ?? engineHere();
    const reader = createPictureReader(engine, options.passes);
    const read = await readPdfPages(pdf, reader, engine, options.onPage);
    const attachments = await pdf.attachments();
    const withPages = (pages: Page[]): OpenedFile => ({
      mimeType: 'application/pdf',
      pages,
      attachments,
      codes: read.flatMap(({ codes }) => codes),
      info: pdf.info,
    });
    const opened = withPages(read.map(({ page }) => page));
    if (read.every(({ unread }) => unread.length === 0) || options.isEnough?.(opened)) return opened;
    const whole: Page[] = [];
    for (const { page, unread } of read)
      whole.push(
        unread.length === 0 ? page : await readPictures(page, unread, (part) => look(pdf, page.number, part), reader),
      );
    return withPages(whole);
  } finally {
    await pdf.close();
  }
}

interface ReadPage {
  page: Page;
  /** Places of pictures inside a page that has text, in points. */
  unread: Box[];
  codes: PrintedCode[];
}

/**
 * The next page is drawn and straightened while the one before is read, by helpers too; not before that one is ready to be
 * read, so that helpers soon have something to do.
 */
async function readPdfPages(
  pdf: OpenPdf,
  reader: PictureReader,
  engine: OcrQueue,
  onPage: OpenOptions['onPage'],
): Promise<ReadPage[]> {
  const read: ReadPage[] = [];
  let next = 1;
  let done = 0;
  let before: Promise<void> = Promise.resolve();
  let free: Promise<void> = Promise.resolve();
  const readOn = async (): Promise<void> => {
    while (next <= pdf.pageCount) {
      const number = next++;
      const { promise, resolve: passed } = Promise.withResolvers<void>();
      const { promise: prepared, resolve: onPrepared } = Promise.withResolvers<void>();
      const turn: Turn = { before, passed };
      const mayDraw = free;
      before = promise;
      free = prepared;
      try {
        await mayDraw;
        read[number - 1] = await readPdfPage(pdf, number, reader, turn, onPrepared, engine);
      } finally {
        passed();
        onPrepared();
      }
      onPage?.(++done, pdf.pageCount);
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, readOn));
  return read;
}

async function readPdfPage(
  pdf: OpenPdf,
  number: number,
  reader: PictureReader,
  turn: Turn,
  onPrepared: () => void,
  engine: OcrQueue,
): Promise<ReadPage> {
  const { scan: canvas, ...page } = await pdf.page(number);
  const { width, height, rules, slanted } = page;
  const { scanned, ...first } = layerOrScan(page, canvas, engine);
  let layer: Trust = first;
  const hides = hidesText(page.words) && { hidesText: true as const };
  // What a broken picture lacks matters only where the picture is the page.
  const trouble = page.breaksOff && !layer.complete && broken;
  let codes: PrintedCode[] = [];
  if (!layer.complete) {
    const seen = scanned ?? (await look(pdf, number));
    const [printed, scan] = await readScan(engine, reader, seen, number, seen.points, turn, onPrepared);
    codes = printed;
    const isBelieved = page.doubtedFigures.length > 0 && areReadAsSaid(page.doubtedFigures, page.words, scan);
    if (isBelieved) layer = trustLayer({ ...page, doubtedFigures: [] });
    // A page with few words and nothing else to see is complete after all.
    if (!(isBelieved && layer.complete) && scan.words.length > muchMore * layer.words.length)
      return { page: { number, source: 'ocr', ...scan, ...trouble }, unread: [], codes };
  }
  const { words } = layer;
  const direction = turnOfPage(page.words);
  const aside = textsAside(page.words, direction).map((text) => text.slice(0, maxValue));
  const marks = {
    ...(slanted !== '' && { slanted: slanted.slice(0, maxValue) }),
    ...(aside.length > 0 && { aside }),
    ...(page.struckOut && { struckOut: true as const }),
  };
  const asText: Page = { number, width, height, words, rules, source: 'text', ...marks, ...hides, ...trouble };
  await turn.before;
  const named = await nameLetters(asText, (part) => look(pdf, number, part), reader);
  const places = codes.length === 0 ? page.codePlaces : [];
  for (const place of places) codes.push(...(await readCodes(await look(pdf, number, place), number)));
  // Pictures on a page that was set sideways lie sideways too, and are left alone.
  const unread = direction === 0 ? picturesToRead(page, words, number === 1) : [];
  const laid = direction === 0 ? withSidewaysBelow(named, page.words) : upright(named, direction);
  return { page: laid, unread, codes };
}

/**
 * What of a page's text is trusted, and where that is not enough its scanner's picture, of which helpers hear. The canvas
 * is given back in any case: it takes four bytes for each of its pixels, and is not needed while the page is read.
 */
function layerOrScan(
  page: PdfPage,
  canvas: Canvas | null,
  engine: OcrQueue,
): ReturnType<typeof trustLayer> & { scanned: SeenPart | null } {
  try {
    const layer = trustLayer(page);
    if (!layer.complete) engine.announce();
    return { ...layer, scanned: canvas && !layer.complete ? asScanned(canvas, page.width) : null };
  } finally {
    if (canvas) release(canvas);
  }
}

/**
 * The codes and words of a picture. Another thread may look for codes while this one prepares the page.
 * @param points as for {@link PictureReader.read}
 */
async function readScan(
  engine: OcrQueue,
  reader: PictureReader,
  seen: SeenPart,
  number: number,
  points: number | null,
  turn?: Turn,
  onPrepared?: () => void,
): Promise<[PrintedCode[], ReadPicture]> {
  // Whoever came to help meanwhile is heard only now, for drawing and preparing a page leave the event loop no turn.
  await delay(1);
  const both = Promise.all([engine.readCodes(seen, number), reader.read(seen.grey, points, turn)]);
  // Reading begins when the page is prepared.
  onPrepared?.();
  const [codes, read] = await both;
  return [codes, withoutModules(read, codes)];
}

/** The page without the letters that were seen in the squares and bars of its codes. */
function withoutModules(read: ReadPicture, codes: readonly PrintedCode[]): ReadPicture {
  const isModule = ({ x, y, width, height }: Box): boolean => {
    const [px, py] = apply(read.asSent, x + width / 2, y + height / 2);
    return codes.some(({ box }) => px > box.x && px < box.x + box.width && py > box.y && py < box.y + box.height);
  };
  return codes.length === 0 ? read : { ...read, words: read.words.filter((word) => !isModule(word)) };
}

/** A page that is nothing but one picture, in the picture's own resolution. */
function asScanned(canvas: Canvas, width: number): SeenPart {
  const grey = greyWithoutStamps(canvas);
  soften(grey);
  return { grey, x: 0, y: 0, points: width / canvas.width };
}

/** The page, or a part of it, as it is recognised. */
async function look(pdf: OpenPdf, number: number, part?: Box): Promise<SeenPart> {
  const { canvas, dpi } = await pdf.render(number, scanDpi, maxPagePixels, part);
  try {
    return { grey: greyWithoutStamps(canvas), x: part?.x ?? 0, y: part?.y ?? 0, points: 72 / dpi };
  } finally {
    release(canvas);
  }
}
