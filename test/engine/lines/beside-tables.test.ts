import { expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { headersOf } from '../../../server/engine/lines/header.ts';
import type { Word } from '../../../server/engine/page.ts';
import { opened, page } from '../../helpers/printed-page.ts';

/** Words of a scanned page, each at its place. */
const scanned = (words: [x: number, y: number, width: number, height: number, text: string][]): Word[] =>
  words.map(([x, y, width, height, text]) => ({
    ...{ x, y, width, height, text, fontSize: height },
    ...{ confidence: 0.95, source: 'ocr' as const, bold: false },
  }));

it("keeps a panel of text beside its table out, though the company's number stands right under the heads", () => {
  const words = scanned([
    [34, 283, 36, 10, 'FACTURA'],
    [73, 283, 51, 10, 'TRIMESTRAL'],
    [230, 288, 26, 7, 'Cantidad'],
    [272, 288, 18, 7, 'Precio'],
    [292, 288, 22, 7, 'unitario'],
    [334, 288, 22, 7, 'Importe'],
    [358, 288, 8, 7, '(€)'],
    [381, 289, 9, 7, 'IVA'],
    [392, 289, 10, 7, '(%)'],
    [34, 294, 20, 7, 'AGUAS'],
    [57, 294, 59, 7, 'MUNICIPALES'],
    [120, 294, 8, 7, 'DE'],
    [130, 294, 33, 7, 'NORDALIA,'],
    [166, 294, 13, 7, 'E.M.'],
    [184, 294, 55, 7, 'N.I.F.:B12345674'],
    [436, 294, 24, 10, 'AVISO'],
    [464, 294, 36, 10, 'MENSAJE'],
    // What OCR makes of a drawing.
    [523, 288, 18, 18, '0)'],
    [34, 301, 14, 7, 'AGUA'],
    [51, 301, 8, 7, '(1)'],
    [35, 308, 16, 7, 'Cuota'],
    [54, 308, 7, 7, 'de'],
    [63, 308, 22, 7, 'servicio'],
    [349, 308, 17, 7, '22,40'],
    [395, 308, 7, 7, '10'],
    [436, 312, 13, 7, 'Para'],
    [452, 312, 28, 7, 'consultas'],
    [482, 312, 35, 7, 'comerciales'],
    [520, 312, 3, 7, 'o'],
    [526, 312, 12, 7, 'para'],
    [541, 312, 5, 7, 'el'],
    [35, 315, 27, 7, 'Consumo'],
    [64, 315, 15, 7, 'hasta'],
    [82, 315, 7, 7, '15'],
    [92, 315, 26, 7, 'm3/Trim.'],
    [249, 315, 3, 7, '7'],
    [299, 315, 14, 7, '0,02'],
    [353, 315, 14, 7, '0,14'],
    [395, 315, 7, 7, '10'],
    [436, 318, 14, 7, 'pago'],
    [453, 318, 7, 7, 'de'],
    [462, 318, 10, 7, 'sus'],
    [475, 318, 25, 7, 'facturas,'],
    [504, 318, 18, 11, 'utilice'],
    [35, 330, 30, 7, 'Contador'],
    [353, 330, 14, 7, '1,70'],
    [395, 330, 7, 7, '21'],
    [436, 331, 25, 7, 'nuestra'],
    [463, 331, 20, 7, 'Línea'],
    [35, 345, 20, 7, 'Derechos'],
    [57, 345, 20, 7, 'enganche'],
    [353, 345, 14, 7, '6,90'],
    [396, 345, 7, 7, '10'],
    [437, 345, 20, 7, 'llama'],
    [459, 345, 20, 7, 'desde'],
    [481, 345, 7, 7, 'un'],
    [490, 345, 20, 7, 'móvil'],
  ]);
  const [layout] = layOut(opened({ ...page(words), source: 'ocr' })).pages;
  expect(headersOf(layout!).map(({ columns }) => columns.map(({ kinds }) => kinds[0]))).toEqual([
    [undefined, 'quantity', 'price', 'amount', 'vat_rate'],
  ]);
});
