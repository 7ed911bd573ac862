import { GlobalFonts } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ReadingError } from '../reading-error.ts';
import { maxImagePixels } from './pdf-jpeg.ts';
import { packageFolder } from './pdf-package.ts';
import { startWorker } from './pdf-worker.ts';

// pdfjs inflates by itself where these are missing, and leaves what it writes as it is. With them, ending a thread in the
// moment in which it makes one would abort the whole process: Node closes zlib's handle before it was opened.
Reflect.deleteProperty(globalThis, 'DecompressionStream');
Reflect.deleteProperty(globalThis, 'CompressionStream');

/** Whose letters a font has that the file names and does not bring, by the family that pdfjs then asks the canvas for. */
const substitutes: Readonly<Record<string, readonly string[]>> = {
  'sans-serif': ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) => `LiberationSans-${style}.ttf`),
  serif: ['', 'Bold', 'Italic', 'BoldItalic'].map((style) => `FoxitSerif${style}.pfb`),
  monospace: ['', 'Bold', 'Italic', 'BoldItalic'].map((style) => `FoxitFixed${style}.pfb`),
};
let areRegistered = false;

/** A page is drawn alike on every machine: what fonts the machine has would tell whether its figures are what they say. */
function registerSubstitutes(): void {
  if (areRegistered) return;
  areRegistered = true;
  for (const [family, files] of Object.entries(substitutes)) {
    for (const file of files) GlobalFonts.registerFromPath(`${packageFolder}standard_fonts/${file}`, family);
  }
}

export interface LoadedPdf {
  document: PDFDocumentProxy;
  close(): Promise<void>;
}

/**
 * Opens a PDF; who does closes it.
 * @param password where it has one
 * @throws ReadingError `password_protected` or `unreadable_file`
 */
export async function load(bytes: Uint8Array, password?: string): Promise<LoadedPdf> {
  registerSubstitutes();
  const worker = startWorker();
  const task = getDocument({
    worker,
    // pdfjs takes the buffer over, so it gets its own.
    data: Uint8Array.from(bytes),
    password,
    verbosity: 0,
    useSystemFonts: false,
    standardFontDataUrl: `${packageFolder}standard_fonts/`,
    cMapUrl: `${packageFolder}cmaps/`,
    cMapPacked: true,
    wasmUrl: `${packageFolder}wasm/`,
    iccUrl: `${packageFolder}iccs/`,
    maxImageSize: maxImagePixels,
    isImageDecoderSupported: true,
    fontExtraProperties: true,
  });
  const close = async (): Promise<void> => {
    await task.destroy();
    worker.destroy();
  };
  try {
    return { document: await guarded(() => task.promise), close };
  } catch (error) {
    // Nobody else can: what pdfjs has of the file would stay until the thread ends.
    await close();
    throw error;
  }
}

/** Says in our own words why pdfjs gave up. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReadingError) throw error;
    const isPassword = error instanceof Error && error.name === 'PasswordException';
    throw new ReadingError(isPassword ? 'password_protected' : 'unreadable_file', { cause: error });
  }
}
