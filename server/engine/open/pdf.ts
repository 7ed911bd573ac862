import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { ImageKind, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Attachment, Box, OpenedFile, Rule } from '../page.ts';
import { ReadingError } from '../reading-error.ts';
import { codePlaces } from './code-places.ts';
import type { Matrix } from './matrix.ts';
import { sightOf } from './painted.ts';
import { type Content, followContent, type OperatorList } from './pdf-content.ts';
import { seenRuns } from './pdf-difference.ts';
import { type DoubtedFigure, doubtedFigures, knownFigures } from './pdf-figures.ts';
import type { ContentFont } from './pdf-glyphs.ts';
import { isCutShort } from './pdf-jpeg.ts';
import { guarded, load } from './pdf-load.ts';
import type { Run } from './pdf-run.ts';
import { type DecodedPicture, drawn, isScan } from './pdf-scan.ts';
import { type LayerWord, runsOf, slantedText, wordsOf } from './pdf-words.ts';
import { rulesOf } from './rules.ts';
import { withSmallBuffers } from './small-buffers.ts';
import { withoutStruckOut } from './struck-out.ts';

/** A page as the PDF describes it, before anyone decides whether its text layer can be trusted. */
export interface PdfPage {
  width: number;
  height: number;
  words: LayerWord[];
  /** Lines are drawn through print, as in {@link Page.struckOut}. */
  struckOut: boolean;
  /** What is set at a slant and no word of the page. */
  slanted: string;
  rules: Rule[];
  images: PdfImage[];
  /** A picture as wide as the page's half could not be decoded to its end. */
  breaksOff: boolean;
  /** Where a printed code may be. */
  codePlaces: Box[];
  /** Figures that are drawn as other ones than their font says, or may be. */
  doubtedFigures: DoubtedFigure[];
}

/** A page with the picture that its scanner made, where it is nothing else; whoever asked for the page releases it. */
type ScannedPage = PdfPage & { scan: Canvas | null };

/** A picture painted on the page, in points from the top left. */
export interface PdfImage {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Position in the order of painting. */
  order: number;
  /** Nothing painted before it shines through; looked at only where it is at least half as wide as the page. */
  opaque: boolean;
}

export interface OpenPdf {
  pageCount: number;
  info: OpenedFile['info'];
  /** @param number from 1 */
  page(number: number): Promise<ScannedPage>;
  /**
   * The page, or a part of it in points, as a picture at `dpi`, less where the whole page would pass `maxPixels`.
   */
  render(number: number, dpi: number, maxPixels: number, part?: Box): Promise<{ canvas: Canvas; dpi: number }>;
  attachments(): Promise<Attachment[]>;
  close(): Promise<void>;
}

/** Attachments that are looked at: an e-invoice is small, and there is one. */
const maxAttachments = 20;
const maxAttachmentBytes = 10 * 1024 * 1024;

/**
 * Opens a PDF.
 * @throws ReadingError `password_protected` or `unreadable_file`
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  await knownFigures();
  const { document, close } = await load(bytes);
  const layers = await document.getOptionalContentConfig().catch(async (cause: unknown) => {
    await close();
    throw new ReadingError('unreadable_file', { cause });
  });
  const isVisible = (group: unknown): boolean => layers.isVisible(group as never);
  return {
    pageCount: document.numPages,
    info: await infoOf(document),
    page: (number) => guarded(async () => readPage(await document.getPage(number), isVisible)),
    render: (number, dpi, maxPixels, part) =>
      guarded(async () => renderPage(await document.getPage(number), dpi, maxPixels, part)),
    attachments: () => attachmentsOf(document),
    close,
  };
}

/**
 * Counts a PDF's pages without reading them.
 * @throws ReadingError as {@link openPdf}
 */
export async function countPages(bytes: Uint8Array): Promise<number> {
  const { document, close } = await load(bytes);
  const count = document.numPages;
  await close();
  return count;
}

async function infoOf(document: PDFDocumentProxy): Promise<OpenedFile['info']> {
  const nothing = { title: null, author: null, producer: null };
  try {
    const { info } = await document.getMetadata();
    const text = (key: string): string | null => {
      const value = (info as Record<string, unknown>)[key];
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
    };
    return { title: text('Title'), author: text('Author'), producer: text('Producer') };
  } catch {
    // Damaged metadata says nothing about the pages.
    return nothing;
  }
}

async function attachmentsOf(document: PDFDocumentProxy): Promise<Attachment[]> {
  const found: Attachment[] = [];
  const listed: Map<string, { filename: string }> | null = await document.getAttachments();
  for (const [id, { filename }] of [...(listed ?? [])].slice(0, maxAttachments)) {
    const inflating = (): Promise<Uint8Array | null> => document.getAttachmentContent(id);
    // What is larger is left out, and pdfjs' refusal to make it is why.
    const bytes = await withSmallBuffers(2 * maxAttachmentBytes, inflating).catch(() => null);
    if (bytes && bytes.length <= maxAttachmentBytes) found.push({ name: filename, bytes });
  }
  return found;
}

/** A picture wider than this part of the page may be the page, as scanned. */
const wide = 0.5;

async function readPage(page: PDFPageProxy, isVisible: (group: unknown) => boolean): Promise<ScannedPage> {
  const viewport = page.getViewport({ scale: 1 });
  const list = (await page.getOperatorList()) as OperatorList;
  const fontOf = (name: string): ContentFont | null =>
    page.commonObjs.has(name) ? (page.commonObjs.get(name) as ContentFont) : null;
  const content = followContent(list, viewport.transform as unknown as Matrix, viewport, fontOf, isVisible);
  const { width, height } = viewport;
  const images: PdfImage[] = [];
  let scanned: DecodedPicture | null = null;
  let breaksOff = false;
  for (const { id, upright, ...image } of content.images) {
    const isWide = id !== null && image.width > wide * width;
    const picture = isWide ? await decoded(page, id) : null;
    if (isWide && (!picture || (picture.bitmap && isCutShort(picture.bitmap)))) breaksOff = true;
    images.push({ ...image, opaque: picture !== null && isOpaque(picture) });
    if (picture && isScan(list, image, upright, picture, viewport)) scanned = picture;
  }
  const { words, struckOut } = withoutStruckOut(wordsOf(await judged(page, content, images)), content.segments);
  if (words.some(({ hidden }) => !hidden)) scanned = null;
  const read = {
    width,
    height,
    words,
    struckOut,
    slanted: slantedText(content.glyphs),
    rules: rulesOf(content.segments, width, height),
    images,
    breaksOff,
    codePlaces: codePlaces(images, content.blots),
    doubtedFigures: await doubtedFigures(page, content.glyphs),
    // Last, because what fails after it would leave its pixels to the collector; and before pdfjs forgets the picture.
    scan: scanned && drawn(scanned),
  };
  page.cleanup();
  return read;
}

/** The runs of a page's characters, with what nobody can see marked as hidden. */
async function judged(page: PDFPageProxy, content: Content, images: readonly PdfImage[]): Promise<Run[]> {
  const covering = new Set(images.filter(({ opaque }) => opaque).map(({ order }) => order));
  const runs = runsOf(content.glyphs);
  const sights = runs.map((run) => sightOf(run, content.areas, covering));
  const unsure = runs.filter((_, index) => sights[index] === 'unsure');
  const seen = unsure.length > 0 ? await seenRuns(page, unsure, runs, content.areas, content.pens) : null;
  for (const [index, run] of runs.entries())
    run.hidden = sights[index] === 'hidden' || (sights[index] === 'unsure' && !seen!.has(run));
  return runs;
}

/** Waits until the picture is decoded: it may come after the operations that paint it. */
function decoded(page: PDFPageProxy, id: string): Promise<DecodedPicture | null> {
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    objects.get(id, resolve);
  });
}

/** A picture with a mask is, where that lets nothing through. */
function isOpaque({ kind, data }: DecodedPicture): boolean {
  return kind !== ImageKind.RGBA_32BPP || letsNothingThrough(data);
}

/** Judged by a thousand pixels from all over it. */
function letsNothingThrough(rgba: Uint8ClampedArray | undefined): boolean {
  if (!rgba) return false;
  const step = 4 * Math.max(1, Math.floor(rgba.length / 4000));
  for (let at = 3; at < rgba.length; at += step) if (rgba[at]! < 255) return false;
  return true;
}

async function renderPage(
  page: PDFPageProxy,
  dpi: number,
  maxPixels: number,
  part?: Box,
): Promise<{ canvas: Canvas; dpi: number }> {
  const points = page.getViewport({ scale: 1 });
  const scale = Math.min(dpi / 72, Math.sqrt(maxPixels / (points.width * points.height)));
  const seen = part ?? { x: 0, y: 0, width: points.width, height: points.height };
  const viewport = page.getViewport({ scale, offsetX: -seen.x * scale, offsetY: -seen.y * scale });
  const width = Math.max(1, Math.round(seen.width * scale));
  const height = Math.max(1, Math.round(seen.height * scale));
  const canvas = createCanvas(width, height);
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
  page.cleanup();
  return { canvas, dpi: scale * 72 };
}
