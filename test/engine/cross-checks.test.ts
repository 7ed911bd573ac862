import { describe, expect, it } from 'vitest';
import { isBankOf } from '../../server/checks/romanian-banks.ts';
import { decide } from '../../server/engine/decide/decide.ts';
import { opened, page, printTable, run } from '../helpers/printed-page.ts';

const read = (lines: string[]) =>
  decide(
    opened(
      page([
        ...lines.flatMap((line, i) => run(line, 60, 60 + i * 16)),
        ...printTable(
          [
            ['Total fără TVA', '100,00'],
            ['TVA 21%', '21,00'],
            ['Total de plată EUR', '121,00'],
          ],
          [
            { x: 330, align: 'left' },
            { x: 530, align: 'right' },
          ],
          400,
        ),
      ]),
    ),
    { vat: 'RO18547290', name: null },
    '2026-11-21',
  );

describe('cross-checks of the page', () => {
  it('hold the printed bank beside the letters of its account', () => {
    const account = 'IBAN: RO66BACX0000001234567890';
    expect(read([account, 'Banca: UniCredit Bank']).fields['bank_details.bank_name']?.confidence).toBe('high');
    expect(read([account, 'Banca: Raiffeisen Bank']).fields['bank_details.bank_name']?.confidence).toBe('low');
    expect(read([account, 'Banca: Banca Exemplu']).fields['bank_details.bank_name']?.confidence).toBe('medium');
    expect(isBankOf('DE89370400440532013000', 'bcr')).toBeNull();
  });

  it('are not sure of an account that a doubtful currency chose among several', () => {
    const accounts = ['Cont EUR: RO49 AAAA 1B31 0075 9384 0000', 'Cont RON: RO66 BACX 0000 0012 3456 7890'];
    const confidence = (lines: string[]) => read([...accounts, ...lines]).fields['bank_details.iban']?.confidence;
    expect(confidence(['Moneda: EUR'])).toBe('high');
    expect(confidence(['Moneda: EUR', 'Moneda: RON'])).toBe('low');
  });

  it('hold the rate of exchange beside the sums that it turns into each other', () => {
    const rate = 'Curs BNR: 1 EUR = 4,9764 RON';
    expect(read([rate, 'Total în lei 602,14']).fields.exchange_rate?.confidence).toBe('high');
    expect(read([rate, 'Total în lei 620,14']).fields.exchange_rate?.confidence).toBe('medium');
  });
});
