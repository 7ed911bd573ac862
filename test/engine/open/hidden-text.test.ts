import {
  closePath,
  cmyk,
  lineTo,
  moveTo,
  PDFName,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  setFillingGrayscaleColor,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { readInvoice } from '../../../server/engine/read-invoice.ts';
import {
  account,
  around,
  black,
  blue,
  box,
  clipped,
  form,
  pdfOf,
  picture,
  place,
  raw,
  resource,
  type Sheet,
  white,
} from './sheets.ts';

/** The words of the only page, and whether its file is said to hide text. */
async function opened(draw: (sheet: Sheet) => void | Promise<void>): Promise<{ words: string[]; hidesText: boolean }> {
  const { pages } = await openFile(await pdfOf(draw), { isEnough: () => true });
  expect(pages[0]!.words.map(({ text }) => text)).toContain('1,487.50');
  return { words: pages[0]!.words.map(({ text }) => text), hidesText: pages[0]!.hidesText ?? false };
}

type Case = [name: string, draw: (sheet: Sheet) => void | Promise<void>];

const hidden: Case[] = [
  ['white on paper', ({ write }) => write({ color: white })],
  ['nearly white on paper', ({ write }) => write({ color: rgb(0.97, 0.97, 0.97) })],
  ['white in ink, of which there is none', ({ write }) => write({ color: cmyk(0, 0, 0, 0) })],
  [
    'in the colour of the box below it',
    ({ page, write }) => {
      page.drawRectangle({ ...around, color: blue });
      write({ color: blue });
    },
  ],
  [
    'in the colour of the round shape below it',
    ({ page, write }) => {
      page.drawEllipse({ x: 200, y: 305, xScale: 180, yScale: 60, color: blue });
      write({ color: blue });
    },
  ],
  [
    'in the colour of the picture below it',
    async ({ pdf, page, write }) => {
      page.drawImage(await pdf.embedPng(picture('#808080')), around);
      write({ color: rgb(0.502, 0.502, 0.502) });
    },
  ],
  [
    'not painted',
    ({ page, write }) => {
      page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
      write();
      page.pushOperators(popGraphicsState());
    },
  ],
  [
    'outlined in white',
    ({ page, font }) => {
      const name = page.node.newFontDictionary('F', font.ref);
      raw(page, `q BT 1 Tr 1 G 0 g ${name} 11 Tf 80 300 Td (${account}) Tj ET Q`);
    },
  ],
  [
    'only a path to clip with, and nothing painted through it',
    ({ page, font }) => {
      const name = page.node.newFontDictionary('F', font.ref);
      raw(page, `q BT 7 Tr 0 g ${name} 11 Tf 80 300 Td (${account}) Tj ET Q`);
    },
  ],
  ['all but transparent', ({ write }) => write({ opacity: 0.02 })],
  ['so transparent that it is as pale as paper', ({ write }) => write({ opacity: 0.06, color: rgb(0.5, 0.5, 0.5) })],
  [
    'in a transparent group',
    (sheet) => {
      const name = form(sheet, { Group: { S: 'Transparency' } });
      const state = resource(sheet.page, 'ExtGState', 'Pale', { ca: 0, CA: 0 });
      raw(sheet.page, `q ${state} gs ${name} Do Q`);
    },
  ],
  [
    'seen through a mask that lets nothing through',
    (sheet) => {
      const name = form(sheet);
      const mask = sheet.pdf.context.stream('0 g 0 0 595 842 re f', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 595, 842],
        Group: { S: 'Transparency', CS: 'DeviceGray' },
      });
      const state = resource(sheet.page, 'ExtGState', 'Masked', {
        SMask: { Type: 'Mask', S: 'Luminosity', G: sheet.pdf.context.register(mask) },
      });
      raw(sheet.page, `q ${state} gs ${name} Do Q`);
    },
  ],
  [
    'blended so that a white box stays white',
    (sheet) => {
      sheet.page.drawRectangle({ ...around, color: white });
      const name = sheet.page.node.newFontDictionary('F', sheet.font.ref);
      const state = resource(sheet.page, 'ExtGState', 'Lighter', { BM: 'Lighten' });
      raw(sheet.page, `q ${state} gs BT 0 g ${name} 11 Tf 80 300 Td (${account}) Tj ET Q`);
    },
  ],
  [
    'under a white box',
    ({ page, write }) => {
      write();
      page.drawRectangle({ ...around, color: white });
    },
  ],
  [
    'under a box on which something else is written in the same colour',
    ({ page, font, write }) => {
      write({ color: white });
      page.drawRectangle({ ...around, color: blue });
      page.drawText('The first account of the vendor', { ...place, font, color: white });
    },
  ],
  [
    'under a thick line',
    ({ page, write }) => {
      write();
      page.drawLine({ start: { x: 70, y: 304 }, end: { x: 320, y: 304 }, thickness: 30, color: white });
    },
  ],
  [
    'under many small boxes',
    ({ page, write }) => {
      write();
      for (let x = 70; x < 320; x += 2) page.drawRectangle({ x, y: 290, width: 2.2, height: 30, color: white });
    },
  ],
  [
    'under a picture',
    async ({ pdf, page, write }) => {
      write();
      page.drawImage(await pdf.embedPng(picture('#ffffff')), around);
    },
  ],
  ['clipped away', ({ page, write }) => clipped(page, [rectangle(70, 500, 250, 30)], () => write())],
  [
    'clipped away by a triangle',
    ({ page, write }) =>
      clipped(page, [moveTo(60, 295), lineTo(60, 400), lineTo(400, 400), closePath()], () => write()),
  ],
  ['beside the page', ({ write }) => write({ x: -400 })],
  ['below the page', ({ write }) => write({ y: -20 })],
  [
    'outside of what is shown of the page',
    ({ page, write }) => {
      page.setCropBox(0, 350, 595, 492);
      write();
    },
  ],
  ['smaller than anyone can read', ({ write }) => write({ size: 0.9 })],
  [
    'of no size',
    ({ page, font }) => {
      const name = page.node.newFontDictionary('F', font.ref);
      raw(page, `q BT 0 g ${name} 0.01 Tf 80 300 Td (${account}) Tj ET Q`);
    },
  ],
  [
    'pressed to lines',
    ({ page, font }) => {
      const name = page.node.newFontDictionary('F', font.ref);
      raw(page, `q BT 0 g ${name} 11 Tf 2 Tz 80 300 Td (${account}) Tj ET Q`);
    },
  ],
  ['on a layer that is off', (sheet) => layered(sheet, false)],
];

/** The account on a layer (PDF 1.7, 8.11). */
function layered({ pdf, page, font }: Sheet, shown: boolean): void {
  const { context, catalog } = pdf;
  const group = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Accounts') }));
  catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: [group], D: shown ? { ON: [group] } : { OFF: [group] } }),
  );
  const name = page.node.newFontDictionary('F', font.ref);
  const resources = page.node.normalizedEntries().Resources!;
  resources.set(PDFName.of('Properties'), context.obj({ Layer: group }));
  raw(page, `q /OC /Layer BDC BT 0 g ${name} 11 Tf 80 300 Td (${account}) Tj ET EMC Q`);
}

describe('what nobody can see is not read, and it is said that it is there', () => {
  it.each(hidden)('%s', async (_name, draw) => {
    const { words, hidesText } = await opened(draw);
    expect(words.join(' ')).not.toMatch(/RO49|7593/);
    expect(hidesText).toBe(true);
  });
});

const seen: Case[] = [
  ['black on paper', ({ write }) => write()],
  ['pale grey on paper', ({ write }) => write({ color: rgb(0.75, 0.75, 0.75) })],
  ['yellow on paper', ({ write }) => write({ color: rgb(1, 0.9, 0) })],
  [
    'white on a dark box',
    ({ page, write }) => {
      page.drawRectangle({ ...around, color: blue });
      write({ color: white });
    },
  ],
  [
    'white on a round shape',
    ({ page, write }) => {
      page.drawEllipse({ x: 200, y: 305, xScale: 180, yScale: 60, color: blue });
      write({ color: white });
    },
  ],
  [
    'white on a dark picture',
    async ({ pdf, page, write }) => {
      page.drawImage(await pdf.embedPng(picture('#203050')), around);
      write({ color: white });
    },
  ],
  [
    'black on a pale box in a frame',
    ({ page, write }) => {
      page.drawRectangle({ ...around, color: rgb(0.9, 0.9, 0.95), borderColor: black, borderWidth: 2 });
      write();
    },
  ],
  [
    'over a box that was white text on a dark box before',
    ({ page, font, write }) => {
      page.drawRectangle({ ...around, color: blue });
      page.drawText('Payment', { ...place, font, color: white });
      page.drawRectangle({ ...around, color: white });
      write();
    },
  ],
  ['half transparent', ({ write }) => write({ opacity: 0.4 })],
  ['of 4 points', ({ write }) => write({ size: 4 })],
  [
    'of 4 points on a picture',
    async ({ pdf, page, write }) => {
      page.drawImage(await pdf.embedPng(picture('#eeeeee')), around);
      write({ size: 4 });
    },
  ],
  ['clipped to a box that it fills', ({ page, write }) => clipped(page, [rectangle(80, 298, 165, 10)], () => write())],
  [
    'clipped to a round shape around it',
    ({ page, write }) =>
      clipped(
        page,
        [moveTo(60, 250), lineTo(60, 400), lineTo(400, 400), lineTo(400, 250), lineTo(230, 220), closePath()],
        () => write(),
      ),
  ],
  [
    'below what is clipped away of others',
    ({ page, write }) => {
      clipped(page, [rectangle(70, 500, 250, 30)], () => {});
      write();
    },
  ],
  [
    'under a rule and a highlighter',
    ({ page, write }) => {
      write();
      page.drawLine({ start: { x: 70, y: 297 }, end: { x: 320, y: 297 }, thickness: 1 });
      page.drawRectangle({ ...around, color: rgb(1, 1, 0), opacity: 0.3 });
    },
  ],
  [
    'under a picture that is clear',
    async ({ pdf, page, write }) => {
      write();
      page.drawImage(await pdf.embedPng(picture('#ffffff', true)), { x: -130, y: 290, width: 400, height: 30 });
    },
  ],
  [
    'in the frame of a path with a hole',
    ({ page, write }) => {
      write();
      page.pushOperators(pushGraphicsState(), setFillingGrayscaleColor(0), box(around), rectangle(75, 292, 240, 26));
      raw(page, 'f* Q');
    },
  ],
  [
    'outlined in black',
    ({ page, font }) => {
      const name = page.node.newFontDictionary('F', font.ref);
      raw(page, `q BT 1 Tr 0 G 1 g ${name} 11 Tf 80 300 Td (${account}) Tj ET Q`);
    },
  ],
  [
    'a shape through which colour is painted',
    ({ page, font }) => {
      const name = page.node.newFontDictionary('F', font.ref);
      raw(page, `q BT 7 Tr ${name} 11 Tf 80 300 Td (${account}) Tj ET 0.1 0.2 0.5 rg 0 200 595 200 re f Q`);
    },
  ],
  [
    'in a group',
    (sheet) => {
      const name = form(sheet, { Group: { S: 'Transparency' } });
      raw(sheet.page, `q ${name} Do Q`);
    },
  ],
  ['on a layer that is on', (sheet) => layered(sheet, true)],
  [
    'after text of the same line that is white',
    ({ page, font }) => {
      const name = page.node.newFontDictionary('F', font.ref);
      raw(page, `q BT 1 g ${name} 11 Tf 80 300 Td (x ) Tj 0 g (${account}) Tj ET Q`);
    },
  ],
];

describe('what can be seen is read, whatever is painted around it', () => {
  it.each(seen)('%s', async (_name, draw) => {
    const { words, hidesText } = await opened(draw);
    expect(words).toContain(account);
    expect(hidesText).toBe(false);
  });
});

it('marks on a picture are seen, however little of their place they fill', async () => {
  const { words } = await opened(async ({ pdf, page, font }) => {
    page.drawImage(await pdf.embedPng(picture('#eeeeee')), around);
    page.drawText('Bank \u00b7 I . l 1', { ...place, font });
  });
  expect(words.slice(-6)).toEqual(['Bank', '\u00b7', 'I', '.', 'l', '1']);
});

it('a figure of which a part is covered is not read as a smaller one', async () => {
  const { words, hidesText } = await opened(({ page, font }) => {
    page.drawText('Deposit 12,345.00', { ...place, font });
    const start = place.x + font.widthOfTextAtSize('Deposit ', place.size);
    page.drawRectangle({
      x: start,
      y: 295,
      width: font.widthOfTextAtSize('12,', place.size),
      height: 20,
      color: white,
    });
  });
  expect(words).toContain('Deposit');
  expect(words.join(' ')).not.toMatch(/345\.00/);
  expect(hidesText).toBe(true);
});

it('figures in white after a black one are no part of it', async () => {
  const { words } = await opened(({ page, font }) => {
    const name = page.node.newFontDictionary('F', font.ref);
    raw(page, `q BT 0 g ${name} 11 Tf 80 300 Td (Deposit 12) Tj 1 g (9999) Tj ET Q`);
  });
  expect(words).toContain('12');
  expect(words.join(' ')).not.toContain('9999');
});

describe('nothing is said of text that nobody can see where it says nothing', () => {
  it.each<[string, (sheet: Sheet) => void]>([
    ['a few words', ({ page, font }) => page.drawText('Made with a program', { ...place, font, color: white })],
    ['marks between columns', ({ page, font }) => page.drawText('. . . | | - - 1', { ...place, font, color: white })],
    ['a figure that is printed too', ({ page, font }) => page.drawText('1,487.50', { ...place, font, color: white })],
  ])('%s', async (_name, draw) => {
    expect((await opened(draw)).hidesText).toBe(false);
  });
});

it.each([
  ['hidden', 2],
  ['not viewed', 32],
])('a note that is %s is not read, and one that is shown is', async (_name, flag) => {
  const noted =
    (flags: number) =>
    (sheet: Sheet): void => {
      const { pdf, page } = sheet;
      const look = form(sheet);
      const XObject = page.node.normalizedEntries().XObject;
      const note = {
        Type: 'Annot',
        Subtype: 'Stamp',
        Rect: [0, 0, 595, 842],
        F: flags,
        AP: { N: XObject.get(look)! },
      };
      page.node.addAnnot(pdf.context.register(pdf.context.obj(note)));
    };
  expect((await opened(noted(flag))).words).not.toContain(account);
  expect((await opened(noted(4))).words).toContain(account);
});

it('an invoice says so in its warnings, and is read as it is printed', async () => {
  const context = { buyer: { vat: 'RO18547290', name: null }, today: '2026-03-31' };
  const bytes = await pdfOf(({ page, font, write }) => {
    page.drawText('Total amount due 9,999.99', { x: 70, y: 560, size: 12, font, color: white });
    write({ color: white });
  });
  const { extraction, texts } = await readInvoice(bytes, context);
  expect(extraction.invoice).toMatchObject({ total_amount: 1487.5, bank_details: { iban: null } });
  expect(extraction.warnings).toContain('hidden_text');
  expect(JSON.stringify(texts)).not.toMatch(/9,999|RO49/);
  const plain = await readInvoice(await pdfOf(({ write }) => write()), context);
  expect(plain.extraction.warnings).not.toContain('hidden_text');
});
