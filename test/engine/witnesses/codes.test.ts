import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { OpenedFile } from '../../../server/engine/page.ts';
import { readCodes } from '../../../server/engine/witnesses/codes/read-codes.ts';
import { opened, page } from '../../helpers/printed-page.ts';
import { printed, sample } from './hybrid.ts';
import { payloads, square } from './payloads.ts';

const box = { x: 1, y: 2, width: 70, height: 70 };
const witnessOf = (text: string) => readCodes([{ page: 1, box, text }])[0] ?? null;

describe.each(Object.entries(payloads))('the code %s', (_, made) => {
  it('is read back as it was made', () => {
    fc.assert(
      fc.property(made, ({ text, header, payable }) => {
        expect(witnessOf(text)).toMatchObject({ header, payable });
        expect(Object.keys(witnessOf(text)!.header).sort()).toEqual(Object.keys(header).sort());
      }),
    );
  });

  it('cut off or with a character changed is never read as another amount or account', () => {
    fc.assert(
      fc.property(
        made,
        fc.nat(),
        fc.constantFrom('\n', '*', '|', '\u0000', 'ß', '/', ':'),
        ({ text, header, payable }, at, letter) => {
          const cut = witnessOf(text.slice(0, at % text.length));
          const broken = witnessOf(text.slice(0, at % text.length) + letter + text.slice((at % text.length) + 1));
          for (const witness of [cut, broken]) {
            const iban = witness?.header['bank_details.iban'];
            expect(iban === undefined || iban === header['bank_details.iban']).toBe(true);
            if (witness?.payable && payable !== null) expect(witness.payable).toBeLessThanOrEqual(payable);
          }
        },
      ),
    );
  });
});

describe('a code that is none of the known', () => {
  it('says nothing, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.base64String(), fc.webUrl()), (text) => {
        const witness = witnessOf(text);
        expect(witness?.header ?? {}).toEqual({});
      }),
    );
  });

  it.each(['4012345001235', '00012345678905', '', '1', 'WIFI:T:WPA;S:net;P:secret;;', 'https://example.org/pay?id=1'])(
    '%s',
    (text) => expect(witnessOf(text)).toBeNull(),
  );

  it('of a checksum or length that does not hold is rejected', () => {
    const good = square(
      ['', '1', '1', '12.50', 'EUR', '', '', '', '', '', '', '1', 'SK3112000000198742637541', '', '0', '0'].join('\t'),
    );
    expect(witnessOf(good)?.payable).toBe(12.5);
    // Its first letter holds the type.
    expect(witnessOf(`V${good.slice(1)}`)?.header ?? {}).toEqual({});
    expect(witnessOf(`${good.slice(0, 8)}${[...good.slice(8)].reverse().join('')}`)?.header ?? {}).toEqual({});
  });
});

describe('the code of TicketBAI', () => {
  it("is read from its norm's own example", () => {
    const example = 'https://batuz.eus/QRTBAI/?id=TBAI-00000006Y-251019-btFpwP8dcLGAF-237&s=T&nf=27174&i=4.70&cr=007';
    expect(witnessOf(example)).toMatchObject({
      header: { 'vendor.vat_number': '00000006Y', invoice_date: '2019-10-25', total_amount: 4.7 },
      references: ['T27174'],
    });
    expect(witnessOf(example.replace('27174', '27175'))).toBeNull();
    expect(witnessOf(example.replace('4.70', '4.80'))).toBeNull();
  });

  it('is rejected when any of its characters is another one', () => {
    const code = fc.tuple(payloads['es-ticketbai']!, fc.nat(), fc.constantFrom(...'0123456789AZaz-&=.'));
    fc.assert(
      fc.property(code, ([{ text }, at, letter]) => {
        const place = at % text.length;
        const other = text.slice(0, place) + letter + text.slice(place + 1);
        if (other !== text) expect(witnessOf(other)).toBeNull();
      }),
    );
  });
});

const buyer = { vat: 'RO18547290', name: null };
const today = '2026-11-21';
const withCode = (text: string, words = printed(sample)): OpenedFile => ({
  ...opened(page(words)),
  codes: [{ page: 1, box, text }],
});
const transfer = ({
  iban = sample.iban,
  amount = sample.gross,
  reference = `Rechnung ${sample.number}`,
} = {}): string =>
  ['BCD', '002', '1', 'SCT', sample.bic, sample.seller.name, iban, `EUR${amount}`, '', '', reference].join('\n');

describe('a printed code beside the page', () => {
  it('makes what it says too high', () => {
    const { fields, invoice } = decide(withCode(transfer()), buyer, today);
    for (const path of [
      'invoice_number',
      'total_amount',
      'bank_details.iban',
      'bank_details.bic',
      'vendor.name',
      'currency',
    ])
      expect(fields[path], path).toMatchObject({
        confidence: 'high',
        evidence: expect.arrayContaining(['code_agrees']),
      });
    expect(invoice.quality_flags.notes).toBeNull();
  });

  it.each([
    ['bank_details.iban', transfer({ iban: 'DE38700500000004173925' })],
    ['total_amount', transfer({ amount: '350.39' })],
  ])('that differs makes %s low', (path, text) => {
    const plain = decide(opened(page(printed(sample))), buyer, today).invoice;
    const { fields, invoice } = decide(withCode(text), buyer, today);
    expect(fields[path]?.confidence).toBe('low');
    expect(invoice.quality_flags.notes).toContain(path);
    expect({ ...invoice, quality_flags: null }).toEqual({ ...plain, quality_flags: null });
  });

  it.each([
    ['vendor.vat_number', 'DE811569869', {}],
    ['invoice_number', 'X-9', {}],
    ['invoice_date', '20240101', {}],
    ['vat_amount', '11.11', {}],
    ['total_amount', '999.99', {}],
  ])('of the tax office altered in %s makes it low', (path, value) => {
    const made: Record<string, string> = {
      'vendor.vat_number': '501964843',
      invoice_number: sample.number,
      invoice_date: '20250314',
      vat_amount: sample.vat,
      total_amount: sample.gross,
      [path]: path === 'vendor.vat_number' ? '123456789' : value,
    };
    const portuguese = { ...sample, seller: { ...sample.seller, vat: 'PT501964843' } };
    const text = `A:${made['vendor.vat_number']}*B:999999990*C:PT*D:FT*E:N*F:${made.invoice_date}*G:${made.invoice_number}*H:0*N:${made.vat_amount}*O:${made.total_amount}*Q:x*R:1`;
    const { fields, invoice } = decide(withCode(text, printed(portuguese)), buyer, today);
    expect(fields[path]?.confidence).toBe('low');
    expect(invoice.quality_flags.notes).toContain(path);
  });

  it('with a whole balance that is printed too contradicts nothing', () => {
    const words = printed({ ...sample, order: '1.234,50' });
    const { invoice } = decide(withCode(transfer({ amount: '1234.50' }), words), buyer, today);
    expect(invoice.quality_flags.notes).toBeNull();
  });

  it('with nothing but a number confirms the labelled number and never fills one', () => {
    expect(decide(withCode(sample.number), buyer, today).fields.invoice_number?.evidence).toContain('code_agrees');
    const without = printed(sample).filter((word) => !/Rechnungsnummer|RE-2025/.test(word.text));
    expect(decide(withCode('PARCEL-12345', without), buyer, today).invoice.invoice_number).not.toBe('PARCEL-12345');
  });
});
