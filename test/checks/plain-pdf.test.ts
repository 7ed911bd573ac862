import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { countPlainPages } from '../../server/checks/plain-pdf.ts';
import { countPages } from '../../server/engine/open/pdf.ts';
import { pdf } from '../helpers/server.ts';

/** A tree of pages: a number is a node with so many pages, a list a node with nodes below it. */
type Tree = number | Tree[];

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.integer({ min: 1, max: 4 }),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
  ),
}));

function pagesOf(node: Tree): number {
  return typeof node === 'number' ? node : node.reduce<number>((sum, below) => sum + pagesOf(below), 0);
}

/** A PDF with that tree, and whatever else its dictionaries may hold. */
function pdfOf(root: Tree, more: string, end: string): Buffer {
  const objects: string[] = ['', ''];
  const add = (node: Tree | 'page', parent: number): number => {
    const number = objects.push('');
    if (node === 'page') objects[number - 1] = `<< /Type /Page /Parent ${parent} 0 R ${more} >>`;
    else {
      const below = typeof node === 'number' ? Array.from({ length: node }, () => 'page' as const) : node;
      const kids = below.map((each) => `${add(each, number)} 0 R`).join(' ');
      objects[number - 1] = `<</Type/Pages/Kids[${kids}]/Count ${pagesOf(node)}>>`;
    }
    return number;
  };
  objects[0] = `<< /Title (made \\(up\\) for this) ${more} >>`;
  objects[1] = `<< /Type /Catalog /Pages ${add(root, 2)} 0 R /Lang (ro) >>`;
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f${end}`;
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n${end}`).join('');
  text += `trailer\n<</Size ${objects.length + 1}/Root 2 0 R/Info 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const anyPdf = fc
  .tuple(
    tree,
    fc.constantFrom('', '/Rotate 0', '/Box [0 0 595.28 .5] /A <</B [<< /C (a) >>] /D <0aF> /E true>>', '/F null'),
    fc.constantFrom(' \n', ' \r', '\r\n'),
  )
  .map(([root, more, end]) => ({ root, bytes: pdfOf(root, more, end) }));

describe('countPlainPages', () => {
  test('counts the leaves of any tree', () => {
    fc.assert(
      fc.property(anyPdf, ({ root, bytes }) => {
        expect(countPlainPages(bytes)).toEqual({ pages: pagesOf(root), said: true });
      }),
    );
  });

  test('never says another number than the PDF reader, whatever is spoilt', async () => {
    const spoilt = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      shift: fc.constantFrom(0, 0, 0, 0, 1, -1),
      by: fc.oneof(
        fc.string({ unit: fc.constantFrom(...'0123456789 /<>[]()%#\nnfR'), maxLength: 4 }),
        fc.constantFrom('/Count 2', '/Kids [3 0 R]', '/Type /Page', '/Type/Pages', 'trailer', 'startxref', '/Prev 9'),
      ),
    });
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(anyPdf, fc.array(spoilt, { minLength: 1, maxLength: 2 }), async ({ bytes }, places) => {
        const text = places.reduce((before, { at, shift, by }) => {
          const from = Math.floor(at * before.length);
          return before.slice(0, from) + by + before.slice(from + by.length + shift);
        }, bytes.toString('latin1'));
        const file = Buffer.from(text, 'latin1');
        const counted = countPlainPages(file);
        if (!counted?.said) return;
        plain += 1;
        expect(counted.pages).toBe(await countPages(file));
      }),
      { numRuns: 2000 },
    );
    expect(plain).toBeGreaterThan(50);
  });

  test('notices that a tree says another number than it has', () => {
    expect(countPlainPages(pdf(60, 2))).toEqual({ pages: 60, said: false });
    expect(countPlainPages(pdf(2, 60))).toEqual({ pages: 2, said: false });
  });

  test.each([
    ['appended to', pdf(2).toString('latin1').replace('/Size', '/Prev 9 /Size')],
    ['encrypted', pdf(2).toString('latin1').replace('/Size', '/Encrypt 3 0 R /Size')],
    ['of two tables', pdf(2).toString('latin1').replace('/Size', '/XRefStm 9 /Size')],
    ['made for slow networks', pdf(2).toString('latin1').replace('/Type /Catalog', '/Linearized 1')],
    ['whose page is its own parent', pdf(2).toString('latin1').replace('[3 0 R', '[2 0 R')],
    ['that names a page twice', pdf(2).toString('latin1').replace('[3 0 R 4', '[3 0 R 3')],
    ['whose object is elsewhere', pdf(2).toString('latin1').replace('4 0 obj', '5 0 obj')],
    ['whose table is cut', pdf(2).toString('latin1').replace(' 00000 n', ' 00000 x')],
    ['whose first object is in use', pdf(2).toString('latin1').replace('65535 f', '65535 n')],
    ['with words where references belong', pdf(2).toString('latin1').replace('[3 0 R 4 0 R', '[3 0 R4 0 R 3')],
    ['without an end', pdf(2).toString('latin1').replace('startxref', 'startxxxx')],
    ['of no pages', pdf(0).toString('latin1')],
    ['of more nodes than are worth it', pdf(600).toString('latin1')],
    ['that is only a header', '%PDF-1.7\n'],
  ])('leaves a PDF %s to the PDF reader', (_what, text) => {
    expect(countPlainPages(Buffer.from(text, 'latin1'))).toBeNull();
  });

  test('leaves one whose objects are compressed to the PDF reader', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    expect(countPlainPages(await document.save({ useObjectStreams: true }))).toBeNull();
    expect(countPlainPages(await document.save({ useObjectStreams: false }))).toEqual({ pages: 1, said: true });
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => void countPlainPages(bytes)));
  });
});
