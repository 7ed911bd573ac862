import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };

const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

const letterhead = column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']);

describe('where values stand', () => {
  it('is over captions in smaller print, which also stand under values', () => {
    const { invoice } = read(
      letterhead,
      ...['R-1188', '12.02.2026', '26.02.2026', 'B-77'].map((value, i) => run(value, 60 + 110 * i, 200)),
      ...['Rechnungsnummer', 'Rechnungsdatum', 'Fällig am', 'Ihre Bestellung'].map((name, i) =>
        run(name, 60 + 110 * i, 212, 7),
      ),
    );
    expect(invoice).toMatchObject({
      invoice_number: 'R-1188',
      invoice_date: '2026-02-12',
      due_date: '2026-02-26',
      po_reference: 'B-77',
    });
  });

  it('is well below its head, over the white of boxes, where the next head has its value in the same row', () => {
    const boxes = (below: number) =>
      read(
        run('Data factură', 330, 60),
        run('Scadența', 440, 60),
        run('09.02.2026', 332, below),
        run('11.03.2026', 442, below),
        column(60, 74, ['Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5']),
      ).invoice;
    expect(boxes(104)).toMatchObject({ invoice_date: '2026-02-09', due_date: '2026-03-11' });
    expect(boxes(160).due_date).toBeNull();
  });

  it('is a narrow cell of two lines, between which the label stands level', () => {
    const { invoice } = read(
      letterhead,
      run('Rechnungsdatum/Lieferdatum', 300, 206),
      [...run('2. November', 470, 200), ...run('2026', 470, 212)],
      run('Rechnungsnummer', 300, 236),
      [...run('HF-26-', 470, 230), ...run('774120', 470, 242)],
    );
    expect(invoice).toMatchObject({ invoice_number: 'HF-26-774120', invoice_date: '2026-11-02' });
  });

  it('is the line below a number, where a preposition dates it', () => {
    const { invoice } = read(
      letterhead,
      column(300, 200, ['Rechnung', 'Nr. HF 118', 'vom 02.04.2026']),
      run('Lieferung bis 15.10.2026, Angebot vom 10.01.2026', 60, 600),
    );
    expect(invoice).toMatchObject({ invoice_number: 'HF 118', invoice_date: '2026-04-02' });
  });

  it('is under a label that a narrow column breaks, and goes on in the line below', () => {
    const { invoice } = read(
      letterhead,
      ...['Számla', 'Fizetési', 'Elszámolt'].map((name, i) => run(name, 60 + 90 * i, 200)),
      ...['sorszáma', 'határidő', 'időszak'].map((name, i) => run(name, 60 + 90 * i, 212)),
      ...['THO-', '2026.03.25.', '2026.02.01-'].map((value, i) => run(value, 60 + 90 * i, 228)),
      run('2026/0118', 60, 240),
      run('2026.02.28.', 240, 240),
    );
    expect(invoice).toMatchObject({ invoice_number: 'THO-2026/0118', due_date: '2026-03-25' });
  });

  it('is two values beside two labels, even where both make a third one', () => {
    const { invoice } = read(
      letterhead,
      ...['Rechnung', 'Nr', 'Due', 'Date'].map((name, i) => run(name, 300, 200 + 12 * i)),
      ...['HF-118', '77', '26.02.2026', '12.02.2026'].map((value, i) => run(value, 400, 200 + 12 * i)),
    );
    expect(invoice).toMatchObject({ invoice_date: '2026-02-12', due_date: '2026-02-26' });
  });

  it('is not the day of an exchange rate', () => {
    const { invoice } = read(
      letterhead,
      run('Kępno, 2026-08-25', 60, 150),
      run('Faktura nr 17/2026', 60, 200),
      run('Tabela NBP nr 163/A/NBP/2026 z dnia 2026-08-21, 1 EUR = 4,2518 PLN', 60, 600),
    );
    expect(invoice.invoice_date).toBe('2026-08-25');
  });

  it('is not beside a sentence that ends in a label', () => {
    const { invoice } = read(
      letterhead,
      run('Invoice No. HF-118', 60, 190),
      ...['Tax Point', 'Terms', 'Payment Due'].map((name, i) => run(name, 60 + 150 * i, 210)),
      ...['11/09/26', '30 days from invoice date', '11/10/26'].map((value, i) => run(value, 60 + 150 * i, 223)),
    );
    expect(invoice).toMatchObject({ invoice_date: '2026-09-11', due_date: '2026-10-11' });
  });

  it('is the credit note’s own number and date, not those of the invoice that it is about', () => {
    const { invoice } = read(
      letterhead,
      run('AVOIR N° AV-0044 du 18/03/2026', 60, 200),
      run('Avoir sur la facture n° FA-0871 du 02/03/2026, retour', 60, 220),
    );
    expect(invoice).toMatchObject({ invoice_number: 'AV-0044', invoice_date: '2026-03-18' });
  });
});

describe('what is not the vendor’s', () => {
  it('is the head of a till’s slip under which the client’s number stands', () => {
    const { vendor, customer } = read(
      column(60, 60, ['FLORI DE PLAI SRL', 'Str. Mihai Eminescu 21', 'Suceava', 'CIF: RO14399840']),
      run('CLIENT C.U.I.: RO18547290', 60, 112),
      run('BON FISCAL', 60, 300),
    ).invoice;
    expect(vendor).toMatchObject({ name: 'FLORI DE PLAI SRL', vat_number: 'RO14399840' });
    expect(customer.vat_number).toBe('RO18547290');
  });

  it('is a register that names a court with the letters of a legal form', () => {
    const { vendor } = read(
      column(350, 60, ['Ingenieure Fichtner', 'Am Teich 5', '83022 Rosenheim', '08031 555 60']),
      run('Rechnung Nr. 118 vom 02.04.2026', 60, 200),
      run('Partnerschaftsregister AG Traunstein PR 118 · USt-IdNr. DE289598008', 60, 800, 7),
    ).invoice;
    expect(vendor).toMatchObject({ name: 'Ingenieure Fichtner', address: 'Am Teich 5, 83022 Rosenheim' });
  });

  it('is a department over the customer’s name', () => {
    const { customer } = read(
      letterhead,
      column(330, 120, ['To: Accounts Payable', 'Murphy Logistics Limited', 'Ringaskiddy Road', 'Cork P43 NX21']),
    ).invoice;
    expect(customer.name).toBe('Murphy Logistics Limited');
  });

  it('is a tax withheld, which nobody has paid in advance', () => {
    const { invoice } = read(
      letterhead,
      run('Rechnung Nr. 118 vom 02.04.2026', 60, 200),
      ...[
        ['Imponibile', '1.850,00'],
        ['IVA 10%', '185,00'],
        ['Totale documento', '2.035,00'],
        ['Rit. acc. 4%', '74,00'],
        ['Netto a pagare', '1.961,00'],
      ].map(([name, amount], i) => [...run(name!, 330, 500 + 16 * i), ...runTo(amount!, 540, 500 + 16 * i)]),
    );
    expect(invoice).toMatchObject({ total_amount: 2035, prepaid_amount: null, amount_due: 1961 });
  });
});
