import { degrees, drawObject, PDFDocument, type PDFFont, PDFName, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it, vi } from 'vitest';
import { countPages, openPdf, type PdfPage } from '../../../server/engine/open/pdf.ts';
import { damagedPdf, passwordPdf } from '../../helpers/bad-files.ts';

async function opened(draw: (page: PDFPage, font: PDFFont, bold: PDFFont) => void): Promise<PdfPage> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  draw(page, await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold));
  const open = await openPdf(await pdf.save());
  try {
    return await open.page(1);
  } finally {
    await open.close();
  }
}

const texts = (page: PdfPage): string[] => page.words.map(({ word }) => word.text);

it('gives words with boxes in points from the top left', async () => {
  const page = await opened((sheet, font) => sheet.drawText('Total 119.00', { x: 100, y: 742, size: 10, font }));
  expect(texts(page)).toEqual(['Total', '119.00']);
  const [total, amount] = page.words.map(({ word }) => word);
  expect(total!.x).toBeCloseTo(100, 0);
  // The baseline is 100 points from the top, and letters stand on it.
  expect(total!.y).toBeLessThan(100);
  expect(total!.y + total!.height).toBeGreaterThan(100);
  expect(amount!.x).toBeGreaterThan(total!.x + total!.width);
  expect(total!.fontSize).toBeCloseTo(10, 1);
});

it('knows bold print by its font', async () => {
  const page = await opened((sheet, font, bold) => {
    sheet.drawText('plain', { x: 50, y: 700, size: 10, font });
    sheet.drawText('strong', { x: 50, y: 600, size: 10, font: bold });
  });
  expect(page.words.map(({ word }) => word.bold)).toEqual([false, true]);
});

it('joins letters that were placed one by one, in whatever order', async () => {
  const page = await opened((sheet, font) => {
    const letters = [...'Factura'];
    const places = letters.map((_, index) => 80 + font.widthOfTextAtSize('Factura'.slice(0, index), 12));
    for (const index of [3, 0, 6, 1, 5, 2, 4])
      sheet.drawText(letters[index]!, { x: places[index]!, y: 500, size: 12, font });
  });
  expect(texts(page)).toEqual(['Factura']);
});

it('reads a word in spaced capitals as one', async () => {
  const page = await opened((sheet, font) => sheet.drawText('F A C T U R A', { x: 80, y: 500, size: 12, font }));
  expect(texts(page)).toEqual(['FACTURA']);
});

it('joins letters that are set apart where the spaces between words are painted', async () => {
  const lines = [
    'HILATURAS ORDUÑA S.L.',
    'AVDA PIRINEOS 12 B',
    '26004 LOGROÑO SUR',
    'IBAN ES91 2100 0418 4502 0005 1332',
  ];
  const page = await opened((sheet, font) => {
    for (const [row, line] of lines.entries()) {
      let x = 60;
      for (const letter of line) {
        sheet.drawText(letter, { x, y: 700 - 20 * row, size: 10, font });
        x += font.widthOfTextAtSize(letter, 10) + 2.2;
      }
    }
  });
  expect(texts(page).join(' ')).toBe(lines.join(' '));
});

it('keeps words apart where no space is painted', async () => {
  const line = 'as it is on to no of he me we go up at by so';
  const page = await opened((sheet, font) => {
    let x = 60;
    for (const word of line.split(' ')) {
      sheet.drawText(word, { x, y: 700, size: 10, font });
      x += font.widthOfTextAtSize(word, 10) + 2.8;
    }
  });
  expect(texts(page).join(' ')).toBe(line);
});

it('takes text printed twice for bold text', async () => {
  const page = await opened((sheet, font) => {
    sheet.drawText('Total', { x: 80, y: 500, size: 12, font });
    sheet.drawText('Total', { x: 80.4, y: 500, size: 12, font });
  });
  expect(texts(page)).toEqual(['Total']);
  expect(page.words[0]!.word.bold).toBe(true);
});

it('orders words by line and then from left to right', async () => {
  const page = await opened((sheet, font) => {
    sheet.drawText('d', { x: 300, y: 500, size: 12, font });
    sheet.drawText('b', { x: 300, y: 701, size: 12, font });
    sheet.drawText('c', { x: 50, y: 500, size: 12, font });
    sheet.drawText('a', { x: 50, y: 700, size: 12, font });
  });
  expect(texts(page)).toEqual(['a', 'b', 'c', 'd']);
});

it('shows a turned page as it is looked at', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.setRotation(degrees(90));
  // Written upwards on the unturned page, so that it reads level on the turned one.
  page.drawText('Invoice', { x: 100, y: 50, size: 12, font, rotate: degrees(90) });
  const open = await openPdf(await pdf.save());
  const { width, height, words } = await open.page(1);
  await open.close();
  expect([width, height]).toEqual([842, 595]);
  const { word } = words[0]!;
  expect(word.text).toBe('Invoice');
  expect(word.width).toBeGreaterThan(word.height);
  expect(word.x).toBeCloseTo(50, 0);
});

it('leaves out text at a slant', async () => {
  const page = await opened((sheet, font) => {
    sheet.drawText('COPY', { x: 100, y: 300, size: 90, font, rotate: degrees(45) });
    sheet.drawText('Total', { x: 80, y: 500, size: 12, font });
  });
  expect(texts(page)).toEqual(['Total']);
});

it('finds drawn lines, thin filled rectangles and the edges of boxes as rules', async () => {
  const page = await opened((sheet) => {
    sheet.drawLine({ start: { x: 50, y: 742 }, end: { x: 500, y: 742 }, thickness: 1 });
    sheet.drawRectangle({ x: 50, y: 300, width: 400, height: 0.5, color: rgb(0, 0, 0) });
    sheet.drawRectangle({ x: 100, y: 400, width: 200, height: 100, borderColor: rgb(0, 0, 0), borderWidth: 1 });
  });
  const horizontal = page.rules.filter((rule) => rule.direction === 'horizontal');
  const vertical = page.rules.filter((rule) => rule.direction === 'vertical');
  expect(horizontal.map((rule) => Math.round(rule.width))).toEqual([450, 200, 200, 400]);
  expect(horizontal[0]!.y + horizontal[0]!.height / 2).toBeCloseTo(100, 0);
  expect(vertical.map((rule) => Math.round(rule.height))).toEqual([100, 100]);
});

it('joins the pieces of a dashed line, and takes no white area for one', async () => {
  const page = await opened((sheet) => {
    for (let x = 50; x < 450; x += 5)
      sheet.drawLine({ start: { x, y: 600 }, end: { x: x + 3, y: 600 }, thickness: 0.5 });
    sheet.drawRectangle({ x: 0, y: 0, width: 595, height: 842, color: rgb(1, 1, 1) });
  });
  expect(page.rules).toHaveLength(1);
  expect(page.rules[0]!.width).toBeGreaterThan(390);
});

it('gives attachments and metadata, and counts pages', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.addPage();
  pdf.setTitle('Invoice 17');
  await pdf.attach(Buffer.from('<xml/>'), 'factur-x.xml', { mimeType: 'text/xml' });
  const bytes = await pdf.save();
  const open = await openPdf(bytes);
  const attachments = await open.attachments();
  expect(attachments.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
    ['factur-x.xml', '<xml/>'],
  ]);
  expect(open.info.title).toBe('Invoice 17');
  await open.close();
  expect(await countPages(bytes)).toBe(2);
});

it.each([
  ['a password', passwordPdf],
  ['damage', damagedPdf],
])('holds nothing of a file that it could not open for %s', async (_why, make) => {
  const bytes = await make();
  const ended = vi.spyOn(PDFWorker.prototype, 'destroy');
  try {
    await expect(openPdf(bytes)).rejects.toThrow();
    expect(ended).toHaveBeenCalled();
    ended.mockClear();
    await expect(countPages(bytes)).rejects.toThrow();
    expect(ended).toHaveBeenCalled();
  } finally {
    ended.mockRestore();
  }
});

it('reads the text beside a picture that nobody can decode', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const picture = { Type: 'XObject', Subtype: 'Image', Width: 300, Height: 300, Filter: 'DCTDecode' };
  const colours = { ColorSpace: 'DeviceGray', BitsPerComponent: 8 };
  const noJpeg = pdf.context.register(pdf.context.stream('no JPEG at all', { ...picture, ...colours }));
  page.node.setXObject(PDFName.of('Photo'), noJpeg);
  page.pushOperators(drawObject('Photo'));
  page.drawText('Total 119.00', { x: 100, y: 742, size: 10, font });
  const open = await openPdf(await pdf.save());
  try {
    expect(texts(await open.page(1))).toEqual(['Total', '119.00']);
    await open.render(1, 72, 1e6);
  } finally {
    await open.close();
  }
});
