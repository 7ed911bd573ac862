import { expect, it } from 'vitest';
import { decide } from '../../server/engine/decide/decide.ts';
import { opened, page, run } from '../helpers/printed-page.ts';

it('takes the word before the label of the own VAT number for no name', () => {
  const words = [
    ...run('Rechnung', 60, 150, 16),
    ...run('Rechnungsdatum: 12.03.2026', 330, 170),
    ...run('Unsere USt-ID: DE136695976', 330, 184),
    ...run('Lieferdatum: 12.03.2026', 330, 198),
    ...run('Rechnungsbetrag', 330, 400),
    ...run('48,20 €', 500, 400),
  ];
  const { invoice } = decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-01-01');
  expect(invoice.vendor.name).toBeNull();
  expect(invoice.vendor.vat_number).toBe('DE136695976');
});

it('takes the beginning of an account for no VAT number, though the rest of it does not hold', () => {
  const words = [
    ...run('FACTURA', 60, 40, 16),
    ...run('Furnizor: Nordal Zidar SRL', 60, 80),
    ...run('Cod IBAN: RO49 NBOR 3600 3317 TOSR', 60, 94),
    ...run('Total de plată 48,20 lei', 330, 400),
  ];
  const { invoice } = decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-01-01');
  expect(invoice.vendor).toMatchObject({ name: 'Nordal Zidar SRL', vat_number: null });
});
