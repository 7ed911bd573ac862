import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer },
});

export type Symbology = 'QRCode' | 'PDF417' | 'Code128';

/** How a program puts the code on its page: as squares, as one filled outline, or as a picture. */
export const drawings = ['squares', 'path', 'picture'] as const;

/** An invoice's page as PDF with a code `millimetres` wide at its foot. */
export async function pdfWithCode(
  text: string,
  symbology: Symbology,
  millimetres: number,
  drawing: (typeof drawings)[number],
): Promise<Uint8Array> {
  const { symbol, error } = await writeBarcode(text, { format: symbology, ecLevel: symbology === 'QRCode' ? 'M' : '' });
  if (!symbol) throw new Error(error);
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let line = 0; line < 24; line++)
    page.drawText(`Consulting services for the month of March ${line}`, { x: 60, y: 780 - line * 18, size: 10, font });
  const [left, bottom, width] = [80, 90, (millimetres / 25.4) * 72];
  const module = width / symbol.width;
  // Rows of a PDF417 are three modules high, bars as high as a fifth of their width.
  const tall = symbology === 'Code128' ? width / 5 / symbol.height : module;
  const height = tall * symbol.height;
  const isDark = (x: number, y: number): boolean => symbol.data[y * symbol.width + x] === 0;
  if (drawing === 'picture') {
    const scale = 4;
    const canvas = createCanvas(symbol.width * scale, Math.round((symbol.height * scale * tall) / module));
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#000000';
    const step = canvas.height / symbol.height;
    for (let y = 0; y < symbol.height; y++)
      for (let x = 0; x < symbol.width; x++) if (isDark(x, y)) context.fillRect(x * scale, y * step, scale, step);
    page.drawImage(await pdf.embedPng(await canvas.encode('png')), { x: left, y: bottom, width, height });
  } else {
    const outline: string[] = [];
    for (let y = 0; y < symbol.height; y++) {
      for (let x = 0; x < symbol.width; x++) {
        let run = 0;
        while (x + run < symbol.width && isDark(x + run, y)) run++;
        if (run === 0) continue;
        const at = { x: left + x * module, y: bottom + height - (y + 1) * tall };
        if (drawing === 'squares')
          page.drawRectangle({ ...at, width: run * module, height: tall, color: rgb(0, 0, 0) });
        else outline.push(`M${x * module} ${y * tall}h${run * module}v${tall}h${-run * module}z`);
        x += run;
      }
    }
    if (drawing === 'path')
      page.drawSvgPath(outline.join(''), { x: left, y: bottom + height, color: rgb(0, 0, 0), borderWidth: 0 });
  }
  return pdf.save();
}
