import { describe, expect, it } from 'vitest';
import { gatherFacts } from '../../../server/engine/candidates/facts.ts';
import { decide } from '../../../server/engine/decide/decide.ts';
import { layOut } from '../../../server/engine/layout/layout.ts';
import type { OpenedFile } from '../../../server/engine/page.ts';
import { readRendering } from '../../../server/engine/renderings/read-rendering.ts';
import { opened, page, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };
const today = '2026-11-21';

/** Cells of print at their places; a page wide enough for three blocks. */
const fileOf = (cells: [x: number, y: number, text: string][]): OpenedFile => {
  const words = cells.flatMap(([x, y, text]) => run(text, x, y, 7)).sort((a, b) => a.y - b.y || a.x - b.x);
  return opened({ ...page(words), width: 842, height: 595 });
};
const read = (cells: [x: number, y: number, text: string][]) => decide(fileOf(cells), buyer, today);
/** Labels one below the other, with their values beside them. */
const block = (x: number, top: number, gap: number, rows: [string, string][]): [number, number, string][] =>
  rows.flatMap(([label, value], i): [number, number, string][] => [
    [x, top + i * 10, label],
    ...(value === '' ? [] : [[x + gap, top + i * 10, value] as [number, number, string]]),
  ]);

const anaf: [number, number, string][] = [
  [20, 23, 'VANZATOR'],
  [529, 23, 'CUMPARATOR'],
  [371, 42, 'RO eFactura'],
  ...block(20, 33, 90, [
    ['Identificatorul TVA', 'RO16702141'],
    ['Nume', 'Brad Alb Impex S.R.L.'],
    ['Nr. inregistrare', 'J40/5/2001'],
    ['Strada', 'Lunga 5'],
    ['Oras', 'Iasi'],
    ['Regiune', 'RO-IS'],
    ['Tara', 'RO'],
    ['Telefon', '0232555010'],
    ['E-mail', ''],
  ]),
  ...block(529, 33, 75, [
    ['Strada', 'Calea Floresti 3'],
    ['Oras', 'Cluj-Napoca'],
    ['Regiune', 'RO-CJ'],
    ['Identificator', 'RO18547290'],
    ['Nume', 'Auto Test 2003 SRL'],
  ]),
  ...block(326, 60, 75, [
    ['Nr. factura', 'BA 417'],
    ['Codul tipului facturii', '380'],
    ['Data emitere', '2026-03-02'],
    ['Data scadenta', '2026-04-01'],
    ['Moneda facturii', 'RON'],
    ['Referinta comenzii', 'CMD-88'],
  ]),
  [24, 188, 'TOTAL NET'],
  [158, 188, 'VALOARE TOTALA fara TVA'],
  [292, 188, 'VALOARE TOTALA cu'],
  [288, 198, 'TVA'],
  [630, 188, 'SUMA PLATITA'],
  [24, 209, '250.00'],
  [158, 209, '250.00'],
  [292, 209, '302.50'],
  [630, 209, '0.00'],
  [24, 221, 'TOTAL PLATA'],
  [158, 221, '302.50'],
  [24, 243, 'TOTAL TVA'],
  [95, 243, '52.50'],
  [149, 243, 'RON'],
  [20, 488, 'Nr. cont de plata'],
  [199, 488, 'RO49AAAA1B31007593840000'],
];

describe('the rendering of an e-invoice', () => {
  it('of ANAF is read from the places of its labels', () => {
    const { invoice, fields } = read(anaf);
    expect(invoice).toMatchObject({
      vendor: {
        name: 'Brad Alb Impex S.R.L.',
        vat_number: 'RO16702141',
        address: 'Lunga 5, Iasi',
        phone: '0232555010',
        email: null,
      },
      customer: { name: 'Auto Test 2003 SRL', vat_number: 'RO18547290', address: 'Calea Floresti 3, Cluj-Napoca' },
      invoice_number: 'BA 417',
      invoice_date: '2026-03-02',
      due_date: '2026-04-01',
      po_reference: 'CMD-88',
      currency: 'RON',
      subtotal: 250,
      vat_amount: 52.5,
      total_amount: 302.5,
      amount_due: 302.5,
      bank_details: { iban: 'RO49AAAA1B31007593840000' },
    });
    expect(fields.vat_amount).toMatchObject({ page: 1, source: 'text' });
  });

  it.each(['RO eFactura', 'VANZATOR', 'CUMPARATOR', 'Codul tipului facturii'])(
    'of ANAF is not seen without "%s"',
    (own) => {
      const file = fileOf(anaf.filter(([, , text]) => text !== own));
      const layout = layOut(file);
      expect(readRendering(layout, gatherFacts(layout, buyer, file.info)).values.size).toBe(0);
    },
  );

  it.each([
    'Exercițiu 7, date inventate',
    'Training exercise, invented data',
    'CIORNĂ',
    'SPECIMEN',
    'Această factură a fost anulată la cerere',
    'Aceasta nu este o factură fiscală',
    'Stornată integral la cererea clientului',
    'Ofertă fără caracter obligatoriu',
    'Diese Rechnung wurde storniert',
  ])('of ANAF proves nothing of an invoice on a page that says: %s', (said) => {
    expect(read(anaf).fields.total_amount?.confidence).toBe('high');
    const { invoice, fields } = read([...anaf, [20, 560, said]]);
    expect(invoice.total_amount).toBe(302.5);
    expect(Object.values(fields).filter(({ confidence }) => confidence === 'high')).toEqual([]);
  });

  it('of ANAF proves nothing of an invoice below the title of another paper', () => {
    const { fields } = decide(
      opened({ ...fileOf(anaf).pages[0]!, words: [...run('OFERTĂ', 380, 8, 18), ...fileOf(anaf).pages[0]!.words] }),
      buyer,
      today,
    );
    expect(Object.values(fields).filter(({ confidence }) => confidence === 'high')).toEqual([]);
  });

  it('by the numbers of EN 16931 is read whatever its labels say, over pages', () => {
    const rows = (list: [string, string][]) =>
      page(block(24, 43, 230, list).flatMap(([x, y, text]) => run(text, x, y, 7)));
    const { invoice, fields } = decide(
      opened(
        rows([
          ['BT-1 Nr. factura', 'NDL22 140646'],
          ['BT-2 Data emitere factura', '2026-08-03'],
          ['BT-9 Data scadenta factura', '2026-10-02'],
          ['BT-5 Codul monedei facturii', 'RON'],
          ['VANZATOR', ''],
          ['BT-34 Adresa electronica', ''],
          ['BT-28 Denumire comerciala', 'Brad Alb'],
          ['BT-35 Strada', 'Str. Lunga 5'],
          ['BT-36 Informatii suplimentare strada', ''],
          ['BT-37 Oras', 'SECTOR5'],
          ['BT-38 Cod Postal', '050557'],
          ['BT-31 Identificatorul de TVA', 'RO16702141'],
          ['BT-27 Nume', 'Brad Alb Impex S.R.L.'],
          ['CUMPARATOR', ''],
        ]),
        rows([
          ['BT-49 Adresa electronica', ''],
          ['BT-50 Strada', 'Calea Floresti 3'],
          ['BT-52 Oras', 'Cluj-Napoca'],
          ['BT-48 Identificatorul de TVA', 'RO18547290'],
          ['BT-44 Nume', 'Auto Test 2003 SRL'],
          ['BT-20 Nota', '29 zile'],
          ['BT-110 Valoarea totala a TVA a facturii', '52.50'],
          ['BT-109 Valoarea totala a facturii fara TVA', '250.00'],
          ['BT-112 Valoarea totala a facturii cu TVA', '302.50'],
          ['BT-115 Suma de plata', '302.50'],
        ]),
      ),
      buyer,
      today,
    );
    expect(invoice).toMatchObject({
      vendor: { name: 'Brad Alb Impex S.R.L.', vat_number: 'RO16702141', address: 'Str. Lunga 5, 050557 SECTOR5' },
      customer: { name: 'Auto Test 2003 SRL', vat_number: 'RO18547290', address: 'Calea Floresti 3, Cluj-Napoca' },
      invoice_number: 'NDL22 140646',
      invoice_date: '2026-08-03',
      due_date: '2026-10-02',
      currency: 'RON',
      payment_terms: '29 zile',
      subtotal: 250,
      vat_amount: 52.5,
      total_amount: 302.5,
    });
    const sure = ['invoice_number', 'invoice_date', 'due_date', 'subtotal', 'vat_amount', 'total_amount'];
    expect(sure.map((path) => fields[path]!.confidence)).toEqual(sure.map(() => 'high'));
  });

  it('of an XRechnung viewer', () => {
    const { invoice } = read([
      [20, 20, 'Informationen zum Käufer'],
      [430, 20, 'Informationen zum Verkäufer'],
      ...block(20, 35, 110, [
        ['Name:', 'Auto Test 2003 SRL'],
        ['Straße / Hausnummer:', 'Lindenallee 3'],
        ['PLZ:', '10115'],
        ['Ort:', 'Berlin'],
        ['USt-ID:', 'RO18547290'],
      ]),
      ...block(430, 35, 110, [
        ['Firmenname:', 'Nordlicht Werkzeuge GmbH'],
        ['Straße / Hausnummer:', 'Hafenweg 12'],
        ['PLZ:', '24103'],
        ['Ort:', 'Kiel'],
        ['USt-ID:', 'DE271483066'],
      ]),
      [20, 110, 'Rechnungsdaten'],
      ...block(20, 125, 110, [
        ['Rechnungsnummer:', 'RE-2026/0417'],
        ['Rechnungsdatum:', '14.03.2026'],
        ['Fälligkeitsdatum:', '13.04.2026'],
        ['Währung:', 'EUR'],
      ]),
      ...block(430, 125, 200, [
        ['Gesamtsumme netto', '294,90'],
        ['Summe Umsatzsteuer', '56,03'],
        ['Gesamtsumme brutto', '350,93'],
        ['Fälliger Betrag', '350,93'],
      ]),
    ]);
    expect(invoice).toMatchObject({
      vendor: { name: 'Nordlicht Werkzeuge GmbH', address: 'Hafenweg 12, 24103 Kiel', vat_number: 'DE271483066' },
      customer: { name: 'Auto Test 2003 SRL', address: 'Lindenallee 3, 10115 Berlin' },
      invoice_number: 'RE-2026/0417',
      invoice_date: '2026-03-14',
      due_date: '2026-04-13',
      subtotal: 294.9,
      vat_amount: 56.03,
      total_amount: 350.93,
      amount_due: 350.93,
    });
  });

  it.each([
    ['with all of its heads', [[20, 120, 'Tipologia documento']] as [number, number, string][]],
    ['without the head over its kind, which is no number under the next one', []],
  ])('of FatturaPA, %s', (_, kind) => {
    const { invoice } = read([
      [20, 20, 'Cedente/prestatore (fornitore)'],
      [430, 20, 'Cessionario/committente (cliente)'],
      ...[
        'Identificativo fiscale ai fini IVA: IT00743110157',
        'Denominazione: Officine Lago S.p.A.',
        'Indirizzo: Via Verde 9',
        'Comune: Como',
        'Cap: 22100',
      ].map((text, i): [number, number, string] => [25, 35 + i * 10, text]),
      ...['Identificativo fiscale ai fini IVA: RO18547290', 'Denominazione: Auto Test 2003 SRL'].map(
        (text, i): [number, number, string] => [435, 35 + i * 10, text],
      ),
      ...kind,
      [190, 120, 'Numero documento'],
      [400, 120, 'Data documento'],
      [20, 132, 'TD01 fattura'],
      [200, 132, '118/A'],
      [400, 132, '05-02-2026'],
      [600, 300, 'Totale documento'],
      [600, 312, '1.220,00'],
    ]);
    expect(invoice).toMatchObject({
      vendor: { name: 'Officine Lago S.p.A.', vat_number: 'IT00743110157', address: 'Via Verde 9, 22100 Como' },
      customer: { name: 'Auto Test 2003 SRL', vat_number: 'RO18547290' },
      invoice_number: '118/A',
      invoice_date: '2026-02-05',
      total_amount: 1220,
    });
  });

  it('of KSeF', () => {
    const { invoice } = read([
      [20, 15, 'Krajowy System e-Faktur'],
      ...block(430, 15, 100, [
        ['Numer Faktury:', 'FV/12/2026'],
        ['Numer KSEF:', '8567346215-20260201-0A1B2C3D4E5F-7A'],
      ]),
      [20, 60, 'Sprzedawca'],
      [430, 60, 'Nabywca'],
      ...['NIP: 8567346215', 'Nazwa: Zakład Brzoza sp. z o.o.'].map((text, i): [number, number, string] => [
        20,
        75 + i * 10,
        text,
      ]),
      ...['NIP: RO18547290', 'Nazwa: Auto Test 2003 SRL'].map((text, i): [number, number, string] => [
        430,
        75 + i * 10,
        text,
      ]),
      [20, 120, 'Data wystawienia, z zastrzeżeniem art. 106na ust. 1 ustawy: 01.02.2026'],
      [20, 135, 'Kod waluty: PLN'],
      [20, 400, 'Kwota należności ogółem: 1230,00 PLN'],
    ]);
    expect(invoice).toMatchObject({
      vendor: { name: 'Zakład Brzoza sp. z o.o.', vat_number: '8567346215' },
      customer: { name: 'Auto Test 2003 SRL' },
      invoice_number: 'FV/12/2026',
      invoice_date: '2026-02-01',
      currency: 'PLN',
      total_amount: 1230,
    });
  });
});
