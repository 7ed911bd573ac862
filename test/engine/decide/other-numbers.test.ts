import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { left, right } from '../../helpers/printed-lines.ts';
import { column, opened, page, printTable, run } from '../../helpers/printed-page.ts';

/** How a language names its own invoice's number, and those of invoices that this one is not. */
const printed: Record<string, { own: string; others: string[] }> = {
  bg: {
    own: 'Фактура №',
    others: [
      'Корекция на фактура №',
      'Към сторнирана фактура №',
      'Предходна фактура №',
      'Заменя фактура №',
      'Проформа фактура №',
      'Авансова фактура №',
    ],
  },
  cs: {
    own: 'Faktura č.',
    others: [
      'Oprava faktury č.',
      'Stornovaná faktura č.',
      'Předchozí faktura č.',
      'Nahrazuje fakturu č.',
      'Proforma faktura č.',
      'Zálohová faktura č.',
    ],
  },
  de: {
    own: 'Rechnung Nr.',
    others: [
      'Korrektur der Rechnung Nr.',
      'Stornierte Rechnung Nr.',
      'Vorherige Rechnung Nr.',
      'Ersetzt Rechnung Nr.',
      'Proforma-Rechnung Nr.',
      'Anzahlungsrechnung Nr.',
    ],
  },
  el: {
    own: 'Τιμολόγιο αρ.',
    others: [
      'Διόρθωση τιμολογίου αρ.',
      'Ακυρωμένο τιμολόγιο αρ.',
      'Προηγούμενο τιμολόγιο αρ.',
      'Αντικαθιστά το τιμολόγιο αρ.',
      'Προτιμολόγιο αρ.',
      'Τιμολόγιο προκαταβολής αρ.',
    ],
  },
  en: {
    own: 'Invoice no.',
    others: [
      'Correction of invoice no.',
      'Cancelled invoice no.',
      'Previous invoice no.',
      'Replaces invoice no.',
      'Proforma invoice no.',
      'Deposit invoice no.',
    ],
  },
  es: {
    own: 'Factura nº',
    others: [
      'Rectificación de la factura nº',
      'Factura anulada nº',
      'Factura anterior nº',
      'Sustituye a la factura nº',
      'Factura proforma nº',
      'Factura de anticipo nº',
    ],
  },
  fr: {
    own: 'Facture n°',
    others: [
      'Correction de la facture n°',
      'Facture annulée n°',
      'Facture précédente n°',
      'Remplace la facture n°',
      'Facture proforma n°',
      "Facture d'acompte n°",
    ],
  },
  hr: {
    own: 'Račun br.',
    others: [
      'Ispravak računa br.',
      'Stornirani račun br.',
      'Prethodni račun br.',
      'Zamjenjuje račun br.',
      'Predračun br.',
      'Račun za predujam br.',
    ],
  },
  hu: {
    own: 'Számla sorszáma:',
    others: [
      'Helyesbített számla sorszáma:',
      'Sztornózott számla sorszáma:',
      'Előző számla sorszáma:',
      'Érvényteleníti a számla sorszáma:',
      'Díjbekérő száma:',
      'Előlegszámla sorszáma:',
    ],
  },
  it: {
    own: 'Fattura n.',
    others: [
      'Rettifica della fattura n.',
      'Fattura annullata n.',
      'Fattura precedente n.',
      'Sostituisce la fattura n.',
      'Fattura proforma n.',
      "Fattura d'acconto n.",
    ],
  },
  nl: {
    own: 'Factuur nr.',
    others: [
      'Correctie van factuur nr.',
      'Gecrediteerde factuur nr.',
      'Vorige factuur nr.',
      'Vervangt factuur nr.',
      'Proforma factuur nr.',
      'Voorschotfactuur nr.',
    ],
  },
  pl: {
    own: 'Faktura nr',
    others: [
      'Korekta do faktury nr',
      'Faktura korygowana nr',
      'Poprzednia faktura nr',
      'Zastępuje fakturę nr',
      'Faktura pro forma nr',
      'Faktura zaliczkowa nr',
    ],
  },
  pt: {
    own: 'Fatura n.º',
    others: [
      'Correção da fatura n.º',
      'Fatura anulada n.º',
      'Fatura anterior n.º',
      'Substitui a fatura n.º',
      'Fatura proforma n.º',
      'Fatura de adiantamento n.º',
    ],
  },
  ro: {
    own: 'Factura nr.',
    others: [
      'Corectarea facturii nr.',
      'Factura stornată nr.',
      'Factura anterioară nr.',
      'Înlocuiește factura nr.',
      'Factura proforma nr.',
      'Factura de avans nr.',
    ],
  },
  sl: {
    own: 'Račun št.',
    others: [
      'Popravek računa št.',
      'Stornirani račun št.',
      'Prejšnji račun št.',
      'Nadomešča račun št.',
      'Predračun št.',
      'Avansni račun št.',
    ],
  },
};

const read = (lines: string[], title: string) =>
  decide(
    opened(page([...run(title, 60, 40, 18), ...column(60, 100, lines)])),
    { vat: 'RO18547290', name: null },
    '2026-11-21',
  );
const titleOf = (own: string): string => own.split(' ')[0]!;

describe("another document's number", () => {
  const cases = Object.entries(printed).flatMap(([language, { own, others }]) =>
    others.map((label) => ({ language, label, own })),
  );

  it.each(cases)('in $language, named once or twice, is never high: $label', ({ label, own }) => {
    for (const lines of [[`${label} 2026-0777`], [`${label} 2026-0777`, '-', `${label} 2026-0777`, '2026-0777']]) {
      const { fields } = read(lines, titleOf(own));
      expect(fields.invoice_number?.confidence ?? 'none').not.toBe('high');
    }
  });

  it.each(cases)('in $language does not hide the own one: $label', ({ label, own }) => {
    const { invoice, fields } = read([`${own} 2026-1204`, '-', `${label} 2026-0777`], titleOf(own));
    expect(invoice.invoice_number).toBe('2026-1204');
    expect(fields.invoice_number?.confidence).not.toBe('low');
  });
});

describe('the numbers of order and delivery', () => {
  it("are not the invoice's, with or without its series", () => {
    const { invoice } = read(['Invoice no.: AB 120455', 'Your order: 120455'], 'Invoice');
    expect(invoice).toMatchObject({ invoice_number: 'AB 120455', po_reference: null });
  });

  it('are the same where a delivery note says in its own place that it is numbered as the invoice is', () => {
    const { invoice } = read(['Invoice no.: AB 0120455', 'Delivery note no.: 120455'], 'Invoice');
    expect(invoice).toMatchObject({ invoice_number: 'AB 0120455', delivery_note_number: '120455' });
  });

  it('leave the invoice’s in no doubt where the title of a shop’s program has the order’s', () => {
    const lines = (order: string) => {
      const boxes = [
        ['Nr. factură', 'Nr. comandă'],
        ['SR2782', order],
      ].flatMap((cells, row) => cells.flatMap((cell, at) => run(cell, 60 + 180 * at, 80 + 14 * row)));
      const sheet = page([...run('Factura #23118', 60, 40, 16), ...boxes]);
      return decide(opened(sheet), { vat: 'RO18547290', name: null }, '2026-11-21').fields.invoice_number!;
    };
    expect(lines('23118')).toMatchObject({ confidence: 'medium' });
    expect(lines('23990')).toMatchObject({ confidence: 'low' });
  });

  it('are none of an identity card with its own series and number', () => {
    const { invoice, fields } = read(
      ['Factura numărul: XC1602', '-', 'Delegat: Ion Morar', 'C.I. serie: număr: LR 718573'],
      'Factura',
    );
    expect(invoice.invoice_number).toBe('XC1602');
    expect(fields.invoice_number!.confidence).not.toBe('low');
  });

  it('are not taken for the invoice number, whatever says "No." besides', () => {
    const { fields } = read(['No.: 4500887', '-', 'Your order no.: 4500887', '-', 'Paid in full'], 'Northwind');
    expect(fields.invoice_number?.confidence ?? 'none').not.toBe('high');
  });

  it.each([
    ['Serie: ', 'Factura'],
    ['Serienr. ', 'Factuur'],
    ['Série n.º ', 'Fatura'],
  ])("are not the goods' among the lines: %s", (label, title) => {
    const sold = printTable(
      [
        ['Denumire', 'Cantitate', 'Preț', 'Valoare'],
        ['Tablou electric', '2', '100,00', '200,00'],
        [`${label}XJ570823`, '', '', ''],
        ['Manoperă', '1', '50,00', '50,00'],
      ],
      [left(60), right(300), right(400), right(500)],
      300,
    );
    const { invoice } = decide(
      opened(page([...run(`${title} INV/2026/09/2564`, 60, 60), ...sold])),
      { vat: 'RO18547290', name: null },
      '2026-11-21',
    );
    expect(invoice.invoice_number).toBe('INV/2026/09/2564');
  });
});
