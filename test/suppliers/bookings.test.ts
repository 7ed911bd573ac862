import { expect, it } from 'vitest';
import { bookedDescriptions } from '../../server/checks/bookings.ts';
import { type Booking, emptyBooking } from '../../server/contract/booking.ts';
import { learntBookings, offerForOthers, offersFrom, type TaughtBookings } from '../../server/suppliers/bookings.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';

const at = (account: string, more: Partial<Booking> = {}): Booking => ({ ...emptyBooking, account, ...more });
const offerFor = (description: string, known: TaughtBookings[]) => offersFrom(known)(description);
/** What a confirmed invoice taught whose lines were booked so. */
const taught = (documentId: string, said: readonly (readonly [string | null, Booking | null])[]): TaughtBookings => ({
  documentId,
  bookings: learntBookings(
    said.map(([description]) => description),
    said.map(([, booking]) => booking),
  ),
});

it('a line is offered where the same one went, because of the invoices that agree with the newest', () => {
  const known = [
    taught('third', [['Motorină Euro 5', at('6022', { deductibility: 'half' })]]),
    taught('second', [['MOTORINA  EURO 5', at('6022', { deductibility: 'half' })]]),
    taught('first', [['Motorină Euro 5', at('6022')]]),
  ];
  expect(offerFor('motorina euro-5', known)).toEqual({
    booking: at('6022', { deductibility: 'half' }),
    because: ['third', 'second'],
  });
  expect(offerFor('Benzină', known)).toBeNull();
});

it('a line that only numbers and months tell apart is the same, but no article of that name', () => {
  const known = [taught('one', [['Abonament internet octombrie 2026, nr. 4471', at('626', { article: 'INT' })]])];
  const later = offerFor('Abonament internet noiembrie 2026, nr. 4502', known);
  expect(later).toEqual({ booking: at('626'), because: ['one'] });
  expect(offerFor('Abonament internet octombrie 2026, nr. 4471', known)?.booking.article).toBe('INT');
  expect(offerFor('Abonament telefonie noiembrie 2026', known)).toBeNull();
  // Of nothing but numbers, each is another thing.
  expect(offerFor('4502', [taught('two', [['4471', at('371')]])])).toBeNull();
});

it('what lines of one invoice differ in is offered to none', () => {
  const known = [
    taught('one', [
      ['Transport', at('624', { warehouse: 'A' })],
      ['Transport', at('624', { warehouse: 'B' })],
    ]),
  ];
  expect(offerFor('Transport', known)?.booking).toEqual(at('624'));
  expect(
    offerFor('Transport', [taught('two', [...[at('624'), at('628')].map((to) => ['Transport', to] as const)])]),
  ).toBeNull();
});

it('any other line is offered what all lines of the supplier have alike, and nothing where they have nothing', () => {
  const alike = [taught('two', [['Chirie', at('612', { article: 'X' })]]), taught('one', [['Utilități', at('612')]])];
  expect(offerForOthers(alike)).toEqual({ booking: at('612'), because: ['two', 'one'] });
  const [half, other] = [{ deductibility: 'half' } as const, at('605', { deductibility: 'half' })];
  expect(offerForOthers([...alike, taught('zero', [['Apă', other]])])).toBeNull();
  expect(offerForOthers([taught('one', [['Chirie', at('612', half)]]), taught('zero', [['Apă', other]])])).toBeNull();
});

it('nothing is learnt of lines of which nobody said anything, nor the words of the others', () => {
  expect(learntBookings(['Chirie', 'Apă'], [null, emptyBooking])).toEqual([]);
  const [learnt, ...more] = learntBookings([null, 'Chirie spațiu'], [null, at('612')]);
  expect(more).toEqual([]);
  expect(JSON.stringify(learnt).toLowerCase()).not.toMatch(/chirie|spa/);
  expect(learntBookings(Array<string>(500).fill('Saci'), Array<Booking>(500).fill(at('381')))).toHaveLength(200);
});

it('of an invoice without lines each rate is known again, with the reason beside it', () => {
  const kinds = kindsOfInvoices();
  const described = (kind: string): (string | null)[] =>
    bookedDescriptions({ ...kinds[kind]!.extraction.invoice, line_items: [] });
  expect(described('two rates')).toEqual(['21%', '11%']);
  expect(described('exempt for two reasons')).toEqual(['0% Scutit art. 292', '0% Scutit art. 310']);
  expect(described('not subject to VAT, without a rate')).toEqual([null]);
  expect(bookedDescriptions(kinds['two rates']!.extraction.invoice)).toEqual(['Scaun', 'Carte']);
  const known = [
    taught('one', [
      ['21%', at('628')],
      ['11%', at('6022')],
    ]),
  ];
  expect(offerFor('11%', known)?.booking.account).toBe('6022');
  expect(offerFor('9%', known)).toBeNull();
});
