import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFileType } from '../../server/checks/file-type.ts';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('the content decides the format (decisions.md, order of checks)', () => {
  test.each([
    ['%PDF-1.7\n%\xe2\xe3', 'application/pdf'],
    [`${'\n'.repeat(1000)}%PDF-1.4\n`, 'application/pdf'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
    ['GIF87a\x01\0\x01\0', 'image/gif'],
    ['GIF89a\x01\0\x01\0', 'image/gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['\xff\xd8\xff\xfe a comment with %PDF-1.4', 'image/jpeg'],
  ])('%j is %s', (start, type) => {
    expect(detectFileType(latin1(start))).toBe(type);
  });

  test.each([
    ['', 'an empty file'],
    ['Invoice no. 1', 'text'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'SVG'],
    ['<!doctype html>', 'HTML'],
    ['PK\x03\x04', 'a ZIP or an office file'],
    ['II*\0', 'TIFF'],
    ['BM', 'BMP'],
    ['RIFF\x24\0\0\0WAVEfmt ', 'sound'],
    ['\0\0\0\x18ftypheic', 'HEIC'],
    [`${'x'.repeat(1100)}%PDF-1.4`, 'a PDF header too far in'],
    ['\x89PNG\r\n', 'half a signature'],
  ])('%j, %s, is none of the five', (start) => {
    expect(detectFileType(latin1(start))).toBeNull();
  });

  test('it never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => void detectFileType(bytes)));
  });
});
