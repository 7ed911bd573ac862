import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder, originalName } from '../../server/exports/originals.ts';
import { bookedInvoice } from '../helpers/booked.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '..',
    '../../etc/passwd',
    'CON',
    'a\u202efdp',
    '\u0000',
    '  . ',
    'C:\\x',
    '發票'.repeat(100),
    '😀'.repeat(90),
  ),
);

it('a name in an archive leads nowhere, is not too long, and is no other one’s, whatever an invoice says', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, anyText, fc.boolean()), { minLength: 1, maxLength: 8 }), (said) => {
      const invoices = said.map(([vendor, number, hasDate]) =>
        bookedInvoice({
          vendor: { name: vendor || null },
          invoice_number: number || null,
          invoice_date: hasDate ? '2026-10-19' : null,
        }),
      );
      const taken = new Set<string>();
      const names = inOrder(invoices).map((booked) => originalName(booked, 'application/pdf', taken));
      for (const name of names) {
        expect(name).not.toMatch(/[/\\:*?"<>|\p{C}]|^[. ]|[. ]$/u);
        expect(name).toMatch(/_.*\.pdf$/s);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(160);
      }
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    }),
  );
});

it('names keep their letters, and leave out what the invoice does not show', () => {
  const named = (change: Parameters<typeof bookedInvoice>[0]) =>
    originalName(bookedInvoice(change), 'image/jpeg', new Set());
  expect(named({ vendor: { name: 'Țiglarul Știucă S.R.L.' }, invoice_number: 'A/1' })).toBe(
    '2026-10-19_Țiglarul Știucă S.R.L._A-1.jpg',
  );
  expect(named({ vendor: { name: null }, invoice_number: null })).toMatch(/^2026-10-19_doc_\d+\.jpg$/);
});
