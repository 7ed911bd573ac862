import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountsIn } from '../../server/checks/account-table.ts';
import { rowsOfCsv } from '../../server/checks/read-csv.ts';
import { accountsSchema, mostAccounts } from '../../server/contract/accounts.ts';

const read = (text: string) => accountsIn(rowsOfCsv(text));

it('a chart of accounts is read whatever its columns, without its heading, each account once', () => {
  const text = [
    'Denumire;Cont;Tip',
    'Mărfuri;371;A',
    ';401.00012;P',
    'Mărfuri în depozit;371;A',
    'Clasa a șasea;;',
    '"Combustibil; motorină";6022.BT;A',
  ].join('\r\n');
  expect(read(text)).toEqual({
    accounts: [
      { code: '371', name: 'Mărfuri în depozit' },
      { code: '401.00012', name: 'P' },
      { code: '6022.BT', name: 'Combustibil; motorină' },
    ],
    refused: [5],
  });
});

it('accounts alone are a list too, and nothing is none', () => {
  expect(read('371\n\n628\n')).toEqual({
    accounts: [
      { code: '371', name: null },
      { code: '628', name: null },
    ],
    refused: [],
  });
  expect(read('')).toEqual({ accounts: [], refused: [] });
});

it('whatever a file says, what is read is kept as it is, and no more than there may be', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 4 }), { maxLength: 20 }),
      (rows) => {
        const { accounts } = accountsIn([...rows, [`6${'1'.repeat(70)}`], ['628', '😀'.repeat(300)]]);
        expect(accountsSchema.parse({ accounts })).toEqual({ accounts });
      },
    ),
  );
  const many = accountsIn(Array.from({ length: mostAccounts + 3 }, (_row, index) => [String(6000 + index)]));
  expect([many.accounts.length, many.refused.length]).toEqual([mostAccounts, 3]);
});
