import { detectEInvoiceType, detectFileType, isTiff } from './file-type.ts';

/** How much of a file's end tells whether it is whole: what an archive may have behind its directory (APPNOTE 4.3.16). */
export const endBytes = 65_557;

/** Where the end of a PDF has to stand, counted from the last byte (PDF 1.7, annex H.3.4.4). */
const PDF_END_WITHIN = 1024;

/**
 * Whether the end of a file is there, so that nobody is writing it any more: PDF, JPEG, PNG, GIF, WebP, XML and archives
 * say where they end; a TIFF names where its first picture is described, which is written behind it. What is of no such type has no end that could be missed, unless it is empty or begins with zeros:
 * some programs make a file first and fill it later.
 * @param head its first 1100 bytes, or all
 * @param tail its last `endBytes`, or all
 * @param size in bytes
 */
export function hasItsEnd(head: Buffer, tail: Buffer, size: number): boolean {
  switch (detectFileType(head) ?? detectEInvoiceType(head)) {
    case 'application/pdf':
      return tail.subarray(-PDF_END_WITHIN).includes('%%EOF');
    case 'image/jpeg':
      // Telephones write more behind it.
      return tail.includes(Buffer.from([0xff, 0xd9]));
    case 'image/png':
      return tail.includes('IEND');
    case 'image/gif':
      return tail.includes(0x3b, -1);
    case 'image/webp':
      return size >= head.readUInt32LE(4) + 8;
    case 'application/zip':
      return tail.includes('PK\x05\x06');
    case 'application/xml':
      return tail.toString('latin1').replaceAll('\0', '').trimEnd().endsWith('>');
    default:
      if (isTiff(head)) return describesPicture(head, size);
      return head.subarray(0, 16).some((byte) => byte !== 0);
  }
}

/** Programs that write a TIFF come back to its first bytes when the picture is there (TIFF 6.0, section 2). */
function describesPicture(head: Buffer, size: number): boolean {
  if (head.byteLength < 8) return false;
  const at = head.toString('latin1', 0, 2) === 'II' ? head.readUInt32LE(4) : head.readUInt32BE(4);
  return at >= 8 && at < size;
}
