import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { same } from '../../../server/engine/witnesses/same.ts';
import { run } from '../../helpers/printed-page.ts';
import { cii, hybrid, printed, type Sample, sample } from './hybrid.ts';

const read = (words: Word[], xml: string) =>
  decide(
    hybrid(
      words.sort((a, b) => a.y - b.y || a.x - b.x),
      xml,
    ),
    { vat: 'RO18547290', name: null },
    '2026-11-21',
  );
const withLine = (change: Partial<Sample['lines'][number]>): Sample => ({
  ...sample,
  lines: sample.lines.map((line, i) => (i === 1 ? { ...line, ...change } : line)),
});

describe('what page and e-invoice say in different ways is no mismatch', () => {
  it('a quantity without its decimals, with which the line does not multiply out', () => {
    const whole = withLine({ quantity: '12', price: '8.00', total: '99.00' });
    const exact = { ...whole, lines: whole.lines.map((line, i) => (i === 1 ? { ...line, quantity: '12.375' } : line)) };
    const { invoice, fields, warnings } = read(printed(whole), cii(exact));
    expect(warnings).not.toContain('einvoice_mismatch');
    expect(invoice.line_items[1]?.quantity).toBe(12.375);
    expect(fields['line_items.1.quantity']).toMatchObject({ confidence: 'medium', source: 'einvoice' });
    // A quantity that multiplies out is no rounded one.
    const other = withLine({ quantity: '12.4' });
    expect(read(printed(sample), cii(other)).warnings).toContain('einvoice_mismatch');
  });

  it("a line's net amount, printed as an amount and what is taken off it", () => {
    const last = sample.lines.length - 1;
    const reduced = (lines: Sample['lines']): Sample => ({
      ...sample,
      lines,
      net: '290.90',
      vat: '55.27',
      gross: '346.17',
    });
    const words = [...printed(reduced(sample.lines)), ...run('abzgl. Rabatt', 60, 330), ...run('-4,00', 505, 330)];
    const net = sample.lines.map((line, i) => (i === last ? { ...line, price: '41.90', total: '41.90' } : line));
    const { invoice, fields, warnings } = read(words, cii(reduced(net)));
    expect(warnings).not.toContain('einvoice_mismatch');
    expect(invoice.line_items[last]).toMatchObject({ unit_price: 41.9, total: 41.9 });
    expect(fields[`line_items.${last}.total`]?.confidence).not.toBe('high');
    const wrong = sample.lines.map((line, i) => (i === last ? { ...line, price: '41.80', total: '41.80' } : line));
    expect(read(words, cii(reduced(wrong))).warnings).toContain('einvoice_mismatch');
  });

  it('a price for as many units as were sold, which is the price of one', () => {
    const basis = cii(sample).replace(
      '<ram:ChargeAmount>37.50</ram:ChargeAmount>',
      '<ram:ChargeAmount>37.50</ram:ChargeAmount><ram:BasisQuantity>4</ram:BasisQuantity>',
    );
    expect(read(printed(sample), basis).warnings).not.toContain('einvoice_mismatch');
  });

  it('an address of which the page leaves out a part', () => {
    const more = cii(sample).replace(
      '<ram:LineOne>Hafenweg 12</ram:LineOne>',
      '<ram:LineOne>Hafenweg 12</ram:LineOne><ram:LineTwo>Hinterhaus</ram:LineTwo>',
    );
    const { invoice, fields, warnings } = read(printed(sample), more);
    expect(warnings).not.toContain('einvoice_mismatch');
    expect(invoice.vendor.address).toBe('Hafenweg 12, 24103 Kiel');
    expect(fields['vendor.address']?.confidence).toBe('high');
    const words = printed({ ...sample, seller: { ...sample.seller, street: 'Hafenweg 12, Vorderhaus' } });
    expect(read(words, more).warnings).toContain('einvoice_mismatch');
  });

  it('a description with its labels, which the page prints as headings', () => {
    const named = withLine({ name: 'Menge: 12 Schleifscheibe fein' });
    expect(read(printed(sample), cii(named)).warnings).not.toContain('einvoice_mismatch');
    const other = withLine({ name: 'Posten: 12 Schleifscheibe fein' });
    expect(read(printed(sample), cii(other)).warnings).toContain('einvoice_mismatch');
  });
});

describe('the same number', () => {
  it.each([
    ['vendor.phone', '0431 555010', '+49 431 555010', true],
    ['vendor.phone', '+49 (0)431 55 50 10', '0431/555010', true],
    ['vendor.phone', '0431 555010', '0432 555010', false],
    ['vendor.phone', '0431 555010', '+49 432 555010', false],
    ['vendor.vat_number', '094259216', 'EL094259216', true],
    ['vendor.vat_number', 'GR094259216', 'EL094259216', true],
    ['vendor.vat_number', 'DE271483066', 'EE271483066', false],
    ['vendor.trade_register_number', 'Amtsgericht Kiel HRB 47110', 'HRB 47110', true],
    ['vendor.trade_register_number', 'RCS Lyon 412 345 678', '412345678', true],
    ['vendor.trade_register_number', 'HRB 47110', 'HRA 47110', false],
    ['vendor.trade_register_number', 'J40/1234/2010', 'J40/1235/2010', false],
  ])('%s %s and %s: %s', (path, shown, stated, expected) => expect(same(path, shown, stated)).toBe(expected));
});

describe('a street that is printed with a number is not confirmed by one without it', () => {
  const apart = printed(sample);
  const isOfBuyersPlace = ({ x, y }: Word): boolean => x >= 330 && y > 150 && y < 180;
  const inOneLine = [
    ...apart.filter((word) => !isOfBuyersPlace(word)),
    ...run('Calea Florești 3, 400509 Cluj-Napoca', 330, 158),
  ];
  it.each([
    ['over its town', apart],
    ['beside its town', inOneLine],
  ])('%s', (_where, words) => {
    expect(read(words, cii(sample)).fields['customer.address']?.confidence).toBe('high');
    const { invoice, fields } = read(words, cii({ ...sample, buyer: { ...sample.buyer, street: 'Calea Florești' } }));
    expect(invoice.customer.address).toBe('Calea Florești 3, 400509 Cluj-Napoca');
    expect(fields['customer.address']?.confidence).not.toBe('high');
  });
});
