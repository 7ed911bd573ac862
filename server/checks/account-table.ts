import { type Account, mostAccountName, mostAccounts } from '../contract/accounts.ts';
import { mostBookingCode } from '../contract/booking.ts';
import { isWithin } from '../contract/text.ts';

/** An account begins with a digit of its class and has no space: 371, 401.00012, 5121.BT. */
const isAccount = (text: string): boolean => /^[1-9][\p{L}\p{N}./_-]*$/u.test(text) && isWithin(text, mostBookingCode);

/**
 * Accounts from the rows of a table, each once: the first column that has one has theirs, the next other one that says anything
 * their names, which are cut to what is kept. A first row without an account is its heading.
 * @returns refused: rows without an account, and those beyond the most, as a spreadsheet counts them, from 1
 */
export function accountsIn(rows: readonly (readonly string[])[]): { accounts: Account[]; refused: number[] } {
  const said = rows.map((cells) => cells.map((cell) => cell.replace(/[\p{C}\s]+/gu, ' ').trim()));
  const column = said.find((cells) => cells.some(isAccount))?.findIndex(isAccount) ?? 0;
  const accounts = new Map<string, Account>();
  const refused: number[] = [];
  for (const [index, cells] of said.entries()) {
    if (cells.every((cell) => cell === '')) continue;
    const code = cells[column] ?? '';
    if (!isAccount(code) || accounts.size >= mostAccounts) {
      if (index > 0 || isAccount(code)) refused.push(index + 1);
      continue;
    }
    const name = cells.find((cell, at) => at !== column && cell !== '') ?? null;
    accounts.set(code, { code, name: name && [...name].slice(0, mostAccountName).join('') });
  }
  return { accounts: [...accounts.values()], refused };
}
