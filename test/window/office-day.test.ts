import { expect, it } from 'vitest';
import { officeDay } from './office-day.ts';

it('a day of an office is done by keyboard alone', async () => {
  const size = { companies: 12, documents: 40, doubtful: 6, duplicates: 3, changedAccounts: 2, failures: 3 };
  const day = await officeDay(size, null);
  expect(day.complaints).toEqual([]);
  expect(day.met).toEqual({ copies: 3, accounts: 2, stacks: 1 });
  // The copies and what failed are deleted, and the stack is three.
  const confirmed = 40 - 3 - 3 + 2;
  expect(day.counts).toEqual({ reading: 0, to_check: 0, ready: 0, confirmed, failed: 0, expired: 0 });
  expect(day.exported).toHaveLength(1);
  // To accept or to type a number, to confirm and go on, and the way to the first of them.
  expect(day.keysOfDoubtful).toBeLessThan(6 * 8);
}, 400_000);
