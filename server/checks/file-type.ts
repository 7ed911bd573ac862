/** The formats that are taken (interface.md 4.2.1), by what their first bytes are. */
export type FileType = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** How far into a file the PDF header may stand; the bound that PDF readers share (PDF 1.7, annex H.3.4.1). */
const PDF_HEADER_WITHIN = 1024;

/**
 * The format of a file from its content alone; its name and declared type are never asked.
 * @param bytes the file, or at least its first 1100 bytes
 * @returns null for an empty file and for any other content
 */
export function detectFileType(bytes: Uint8Array): FileType | null {
  const head = latin1(bytes, 0, PDF_HEADER_WITHIN + 8);
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  const pdfHeader = head.search(/%PDF-\d/);
  return pdfHeader >= 0 && pdfHeader <= PDF_HEADER_WITHIN ? 'application/pdf' : null;
}

/** What photographs of telephones are called behind `ftyp` (ISO/IEC 23008-12, annex B). */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Whether a file is a TIFF (TIFF 6.0, section 2). @param bytes the file, or at least its first 4 bytes */
export function isTiff(bytes: Uint8Array): boolean {
  const start = latin1(bytes, 0, 4);
  return start === 'II*\0' || start === 'MM\0*';
}

/** Whether a file is a HEIC photograph. @param bytes the file, or at least its first 12 bytes */
export function isHeic(bytes: Uint8Array): boolean {
  return latin1(bytes, 4, 8) === 'ftyp' && heicBrands.has(latin1(bytes, 8, 12));
}

/** What e-invoices come in besides: their XML itself, or an archive with it and the tax office's signature. */
const eInvoiceTypes = ['application/xml', 'application/zip'] as const;
export type EInvoiceType = (typeof eInvoiceTypes)[number];

export function isEInvoice(mimeType: string): boolean {
  return (eInvoiceTypes as readonly string[]).includes(mimeType);
}

/**
 * Whether a file may be an e-invoice, from its content alone; what it holds is told when it is opened.
 * @param bytes the file, or at least its first 100 bytes
 * @returns null for any other content
 */
export function detectEInvoiceType(bytes: Uint8Array): EInvoiceType | null {
  const head = latin1(bytes, 0, 100);
  if (head.startsWith('PK\x03\x04')) return 'application/zip';
  // In UTF-16 every other byte is zero; in front of the first character may stand a mark of the encoding.
  const text = head.replace(/[\0\xef\xbb\xbf\xfe\xff]/g, '').trimStart();
  return /^<[?!a-z]/i.test(text) ? 'application/xml' : null;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);
}
