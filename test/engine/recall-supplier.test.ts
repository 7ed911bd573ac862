import { describe, expect, it } from 'vitest';
import { readOpened } from '../../server/engine/read-invoice.ts';
import { recallSupplier } from '../../server/engine/recall-supplier.ts';
import type { Contribution } from '../../server/suppliers/contribution.ts';
import { contributionOf } from '../../server/suppliers/learn.ts';
import { column, opened, page, run, runTo } from '../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };
const today = '2026-11-23';

/** An invoice whose number stands alone, without a label. */
const invoice = (number: string) =>
  readOpened(
    opened(
      page([
        ...run('FACTURĂ', 60, 40, 16),
        ...column(60, 100, ['Olar Ambar SRL', 'CUI: RO9900777123', 'Str. Zorbin nr. 4, Buzău']),
        ...run(number, 451, 130),
        ...column(60, 200, ['Client', 'Cofetăria Norului SRL', 'CUI: RO18547290']),
        ...runTo('Total de plată 121,00 lei', 540, 400),
      ]),
    ),
    { buyer, today },
  );

function confirmed(numbers: string[]): Contribution[] {
  return numbers.map((number) => {
    const { extraction, texts } = invoice(number);
    const right = { ...extraction, invoice: { ...extraction.invoice, invoice_number: number } };
    const how = { looked: new Set(['invoice_number']), day: today, accountIsKnown: true, known: [] };
    return contributionOf(right, texts, how);
  });
}

describe('what stands where earlier invoices have it, without a label', () => {
  it('is one to look at after one of them, and proves nothing however many there are', () => {
    const { extraction, texts } = invoice('MG-1204');
    expect(extraction.invoice.invoice_number).toBeNull();
    const numbers = ['MG-1117', 'MG-1118', 'MG-1119', 'MG-1120'];
    for (const [count, level] of [
      [1, 'low'],
      [2, 'medium'],
      [4, 'medium'],
    ] as const) {
      const known = confirmed(numbers.slice(0, count));
      const { extraction: recalled } = recallSupplier(extraction, texts, known, { buyerVat: buyer.vat, today });
      expect(recalled.invoice.invoice_number).toBe('MG-1204');
      expect(recalled.fields.invoice_number?.confidence).toBe(level);
    }
  });
});
