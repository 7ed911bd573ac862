import { describe, expect, it } from 'vitest';
import type { Word } from '../../../server/engine/page.ts';
import { column, printTable, run } from '../../helpers/printed-page.ts';
import { printedTitles } from './printed-titles.ts';
import { body, bold, high, read } from './titled-pages.ts';

/** An invoice with words more: under a title that stands out, and under a number that a label alone names. */
const titled = (language: string, ...more: Word[][]) => {
  const printed = printedTitles[language]!;
  return high(read([...run(`${printed.invoice} 2026-1204`, 60, 60, 18), ...body(printed), ...more.flat()]));
};
const untitled = (...more: Word[][]) =>
  high(read([...run('Invoice no.: 2026-1204', 60, 60), ...body(printedTitles.en!), ...more.flat()]));

/** What takes an invoice back, or makes another paper of it, in the forms in which honest invoices print what is harmless. */
const remarks: readonly (readonly [language: string, text: string])[] = [
  // A caption and its value.
  ['ro', 'Status: Anulat'],
  ['ro', 'Stare document: retras'],
  ['ro', 'Observații: vezi factura nouă'],
  ['ro', 'Tip: instruire'],
  ['en', 'Status: Cancelled'],
  ['en', 'Type: rehearsal'],
  ['en', 'Document: draft'],
  ['en', 'Remark: see new invoice'],
  ['en', 'Purpose: practice for beginners'],
  ['en', 'Dropped: 12.03.2026'],
  ['en', 'Validity: none'],
  ['en', 'Driver: no longer needed'],
  ['de', 'Status: Entfallen'],
  ['de', 'Vorgang: erledigt'],
  ['de', 'Bemerkung: siehe neue Rechnung'],
  ['de', 'Patient: Rechnung nichtig'],
  ['fr', 'Statut : sans suite'],
  ['fr', 'Nature : répétition'],
  ['fr', 'Chantier : abandonné'],
  ['es', 'Estado: sin efecto'],
  ['it', 'Stato: decaduta'],
  ['hu', 'Állapot: hatálytalan'],
  ['pl', 'Stan: wycofano'],
  // A salutation that goes on.
  ['en', 'Dear customer, this bill was settled,'],
  ['en', 'Dear colleague, tear this up!'],
  ['ro', 'Stimate client, nu mai aveți nimic de plată,'],
  ['de', 'Sehr geehrter Herr Ude, diese Abrechnung entfällt,'],
  ['fr', 'Cher client, rien à payer,'],
  ['en', 'Dear trainee,'],
  // A place and a day.
  ['en', 'Draft, 3 March 2026'],
  ['en', 'Void, 3 March 2026'],
  ['de', 'Erledigt, den 3. März 2026'],
  ['es', 'Devuelto, a 20 de febrero de 2026'],
  ['fr', 'Rejetée, le 3 mars 2026'],
  ['ro', 'Picată, 3 martie 2026'],
  // Laws.
  ['en', 'Deemed undone under section 12 of the VAT Act'],
  ['de', 'Hinfällig gemäß § 17 UStG'],
  ['de', 'Diese Rechnung ist nach § 14 UStG ohne Belang.'],
  ['ro', 'Prezenta factură se desființează conform art. 330 din Codul fiscal.'],
  ['fr', 'Cette facture est privée d’effet, art. 242 nonies A du CGI.'],
  ['it', 'Documento privo di effetti ai sensi dell’art. 26 D.P.R. 633/72.'],
  // Things beside the paper, and what becomes of the debt.
  ['en', 'Because of your complaint we waive this bill.'],
  ['en', 'The goods were refused at delivery.'],
  ['en', 'The deposit was kept, the rest is forgiven.'],
  ['ro', 'Marfa a fost refuzată la recepție.'],
  ['ro', 'În urma reclamației renunțăm la încasare.'],
  ['de', 'Wegen Ihrer Reklamation verzichten wir auf die Zahlung.'],
  ['de', 'Die Ware wurde bei der Annahme verweigert.'],
  ['fr', 'La marchandise a été refusée à la livraison.'],
  ['hu', 'Az árut a vevő nem vette át.'],
  ['pl', 'Towar nie został odebrany.'],
  // Closings.
  ['fr', 'Le stagiaire,'],
  ['en', 'Yours in rehearsal,'],
];

/** What is set large as names, trades and heads of tables are. */
const headings: readonly (readonly [language: string, text: string])[] = [
  ['de', 'Familie Muster'],
  ['de', 'Herr Storno'],
  ['de', 'Praxis Entwurf'],
  ['de', 'Bäckerei Quittung'],
  ['de', 'Entfallen'],
  ['en', 'Hotel Specimen'],
  ['en', 'TRANSPORT CALLED OFF'],
  ['en', 'Restaurant Reminder'],
  ['en', 'Void · Transport'],
  ['fr', 'Garage Annulé'],
  ['fr', 'Menuiserie – Brouillon – Plomberie'],
  ['ro', 'HOTEL RETRAS'],
  ['ro', 'Domnul Anulat'],
];

describe('an invoice stays open', () => {
  it.each(remarks)('where a remark takes it back, in %s: %s', (language, text) => {
    expect(titled(language, run(text, 60, 700, 9))).toEqual([]);
    expect(titled(language, run(text, 330, 90, 9))).toEqual([]);
  });

  it.each(headings)('where a heading may be its title, in %s: %s', (language, text) => {
    expect(titled(language, bold(run(text, 60, 30, 22)))).toEqual([]);
    expect(untitled(bold(run(text, 330, 60, 14)))).toEqual([]);
  });

  it.each([
    ['is one word again and again', ['Void', 'Void', 'Void', 'Void']],
    ['has a mark among its words', ['Meter', 'Old reading', 'Cancelled', 'Consumption']],
    ['has a word that nobody knows', ['Meter', 'Old reading', 'Blorbed', 'Consumption']],
    ['has the title of another paper', ['Meter', 'Reminder', 'New reading', 'Consumption']],
  ])('where the head of a further table %s', (_, heads) => {
    const table = printTable(
      [heads, ['4471', '120', '180', '60']],
      [60, 180, 300, 420].map((x) => ({ x, align: 'left' as const })),
      250,
    );
    expect(untitled(bold(table))).toEqual([]);
    expect(titled('en', bold(table))).toEqual([]);
  });

  it.each([
    ['a name that no line confirms', ['Ballwit Kromer']],
    ['a name that a remark alone confirms', ['Ballwit Kromer'], 'Ballwit Kromer, for the exercise'],
    ['a mark that a line confirms', ['Entfallen'], 'Entfallen, Hauptstr. 5, 90402 Nürnberg'],
  ])('where it is headed by %s', (_, heading, line = '') => {
    expect(untitled(bold(column(330, 60, heading, 14)), run(line, 60, 760, 8))).toEqual([]);
  });
});
