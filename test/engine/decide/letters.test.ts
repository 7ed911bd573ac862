import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'DE136695976', name: null };
const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

describe('a letter whose parties no label names', () => {
  it('is to the one under a form of address, wherever the other stands', () => {
    const { invoice } = read(
      column(400, 100, ['Atelier Morlaix Sàrl', 'Chemin Vert 3', '1204 Genève']),
      column(60, 112, ['Madame', 'Odile Varenne', '12 rue Basse', '74100 Annemasse']),
      run('Facture AM-417', 60, 200, 14),
      run('Date: 02.03.2026', 60, 230),
      run('Total 2’480.00', 60, 300),
    );
    expect(invoice.vendor.name).toBe('Atelier Morlaix Sàrl');
    expect(invoice.customer).toMatchObject({ name: 'Odile Varenne', address: '12 rue Basse, 74100 Annemasse' });
  });

  it('is to the one whose number was sent, and not from it, under a line with the sender and its address', () => {
    const { invoice } = read(
      run('Blorba GmbH · Lindenstraße 4 · D-80331 München', 60, 129, 8),
      column(60, 154, ['pilzhofKREIS', 'Am Anger 8-10 2. Stock', '99084 Erfurt', 'VAT-ID: DE136695976']),
      run('Invoice: 4711', 400, 60),
      run('Date: 31.01.2026', 400, 74),
      column(60, 700, ['Blorba GmbH', 'VAT-ID: DE811569869'], 11),
    );
    expect(invoice.vendor.name).toBe('Blorba GmbH');
    expect(invoice.customer).toMatchObject({
      name: 'pilzhofKREIS',
      address: 'Am Anger 8-10 2. Stock, 99084 Erfurt',
    });
  });

  it('is to nobody whom a longer caption seems to name', () => {
    const { invoice } = read(
      column(383, 159, ['CASTELNOR', '7 RUE DU PRÉ', '21000 DIJON'], 12),
      run('FACTURE N° 88120', 383, 60, 14),
      run('Date : 11/05/2026', 383, 90),
      column(43, 226, ['Destinataire du courrier :', 'Contact :', 'Courriel :'], 12),
    );
    expect(invoice.customer).toMatchObject({
      name: 'CASTELNOR',
      address: expect.stringMatching(/^7 RUE DU PRÉ,? 21000 DIJON$/),
    });
  });
});

it('an amount with an apostrophe is no number of an invoice', () => {
  const { invoice } = read(
    run('Facture', 60, 60, 14),
    run('Date: 02.03.2026', 60, 80),
    run('Montant de la facture', 60, 200),
    run("1'480.00", 480, 200),
  );
  expect(invoice.invoice_number).toBeNull();
});
