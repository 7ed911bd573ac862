import { createCanvas } from '@napi-rs/canvas';
import {
  PDFDocument,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PdfPage } from '../../../server/engine/open/pdf.ts';
import { trustLayer } from '../../../server/engine/open/trust.ts';
import type { Word } from '../../../server/engine/page.ts';
import { readInvoice } from '../../../server/engine/read-invoice.ts';
import { printed, printedPage } from '../../helpers/scans.ts';

/** A scan of the printed lines on a low sheet, with a text layer that a scanner's OCR may have made of them. */
const size = { width: 595, height: 252 };
let strips: Buffer[];
let whole: Buffer;
/** The same with a mask that lets nothing through. */
let masked: Buffer;

beforeAll(async () => {
  const page = await printedPage(150);
  const part = (from: number, share: number, type = 'image/jpeg'): Buffer => {
    const canvas = createCanvas(page.width, Math.round(share * 0.3 * page.height));
    canvas.getContext('2d').drawImage(page, 0, -Math.round((0.08 + from * 0.3) * page.height));
    return canvas.toBuffer(type as 'image/jpeg');
  };
  whole = part(0, 1);
  masked = part(0, 1, 'image/png');
  strips = [0, 0.25, 0.5, 0.75].map((from) => part(from, 0.25));
});

type Layer =
  | 'not painted'
  | 'under the picture'
  | 'under the picture with a mask'
  | 'under strips of it'
  | 'transparent';

/** @param lines of the layer, each where it is printed, all of them `shifted` by so many points */
async function scan(lines: string[], layer: Layer, shifted = 0): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([size.width, size.height]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const write = (opacity = 1): void => {
    for (const [index, text] of lines.entries())
      page.drawText(text, { x: 70, y: 165 - index * 26 + shifted, size: 12, font, opacity });
  };
  if (layer.startsWith('under')) write();
  if (layer === 'under strips of it') {
    for (const [index, strip] of strips.entries())
      page.drawImage(await pdf.embedJpg(strip), { width: 595, height: 63, y: 252 - (index + 1) * 63 });
  } else if (layer === 'under the picture with a mask') page.drawImage(await pdf.embedPng(masked), size);
  else page.drawImage(await pdf.embedJpg(whole), size);
  if (layer === 'not painted') notPainted(page, write);
  if (layer === 'transparent') write(0);
  return pdf.save();
}

function notPainted(page: PDFPage, write: () => void): void {
  page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
  write();
  page.pushOperators(popGraphicsState());
}

const otherTotal = printed.map((line) => line.replace('1,487.50', '1,999.99').replace('2026-0117', '2025-7710'));
const garbage = printed.map((line) => line.replace(/[aeiou]/g, 'x').replace(/\d/g, '7'));
const otherLanguage = [
  'Factura numarul 2025-7710',
  'Data emiterii 15.04.2026',
  'Furnizor Exemplu Comert SRL',
  'Client Lucrari de Proba',
  'Servicii de consultanta 1.150,00',
  'Subtotal 1.150,00',
  'Taxa pe valoarea adaugata 218,50',
  'Total de plata 1.368,50',
];

describe('what is printed is read, whatever lies under or over it', () => {
  const cases: [says: string, lines: string[], layer: Layer, shifted?: number][] = [
    ['the same', printed, 'not painted'],
    ['garbage', garbage, 'not painted'],
    ['the same beside its print', printed, 'not painted', 40],
    ['another language', otherLanguage, 'not painted'],
    ['another total', otherTotal, 'not painted'],
    ['another total', otherTotal, 'under the picture'],
    ['another total', otherTotal, 'under the picture with a mask'],
    ['another total', otherTotal, 'under strips of it'],
    ['another total', otherTotal, 'transparent'],
  ];

  it.each(cases)(
    'a layer that says $0, $2',
    async (_, lines, layer, shifted) => {
      const bytes = await scan(lines, layer, shifted);
      const { extraction, texts } = await readInvoice(bytes, {
        buyer: { vat: 'RO18547290', name: null },
        today: '2026-03-31',
      });
      expect(extraction.invoice).toMatchObject({
        invoice_number: '2026-0117',
        invoice_date: '2026-03-14',
        subtotal: 1250,
        vat_amount: 237.5,
        total_amount: 1487.5,
      });
      expect(extraction.fields.total_amount).toMatchObject({ source: 'ocr' });
      // Nothing of the layer is there to confirm a number by standing in two places, or to be offered in the window.
      expect(JSON.stringify(texts).match(/2026-0117/g)).toHaveLength(1);
      expect(JSON.stringify(texts)).not.toMatch(/2025-7710|1,999\.99/);
    },
    60_000,
  );
});

it('a scan is read although much was stamped on it, and what was stamped too', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([size.width, size.height]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.drawImage(await pdf.embedJpg(whole), size);
  const stamp = ['Received by the post room of Sample Works on 16.03.2026', 'Archive box 12, register entry 40017'];
  for (const [index, text] of stamp.entries()) page.drawText(text, { x: 330, y: 30 - index * 12, size: 8, font });
  const context = { buyer: { vat: 'RO18547290', name: null }, today: '2026-03-31' };
  const { extraction, texts } = await readInvoice(await pdf.save(), context);
  expect(extraction.invoice).toMatchObject({ invoice_number: '2026-0117', total_amount: 1487.5 });
  expect(JSON.stringify(texts)).toContain('40017');
}, 60_000);

describe('codes of another table', () => {
  const layer = (texts: string[]) => {
    const words = texts.map((text, at) => ({ text, x: 50, y: 20 * at, width: 60, height: 10 }) as Word);
    return trustLayer({
      words: words.map((word) => ({ word, hidden: false })),
      images: [],
      width: 595,
      height: 842,
      doubtedFigures: [],
    } as unknown as PdfPage);
  };
  const plain = ['Faktura', 'celkem', 'Datum', 'Kunovice', 'Telefon', 'osoba', 'Mgr.', 'CZK'];

  it('are no language, though each is a letter or a sign', () => {
    const torn = [
      'Z·kaznÌk',
      'VariabilnÌ',
      'DodacÌ',
      'OdbÏratel',
      'BankovnÌ',
      'P¯Ìjemce',
      'Z·loha',
      'Cena·',
      'St¯edisko',
    ];
    expect(layer([...plain, ...torn])).toEqual({ words: [], complete: false });
    const polish = [
      'S³ownie',
      'Sprzeda¿y',
      'P³atnoœæ',
      'Nale¿noœæ',
      'wp³aty',
      'zap³aty',
      'miesi¹ca',
      'us³ugi',
      'Z³oty',
    ];
    expect(layer([...plain, ...polish]).words).toEqual([]);
  });

  it('are not what brands, units and languages with accents are printed in', () => {
    const honest = [
      'iPhone',
      'McDonald',
      'kWh',
      'm³',
      'Číslo',
      'ÚHRADĚ',
      'œuvre',
      'Łódź',
      'col·legi',
      'eFaktúra',
      '5µm',
    ];
    expect(layer([...plain, ...honest]).words).toHaveLength(plain.length + honest.length);
  });
});
