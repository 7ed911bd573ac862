import { describe, expect, it } from 'vitest';
import type { PageText, PageWord } from '../../server/contract/window-review.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import type { Contribution } from '../../server/suppliers/contribution.ts';
import { contributionOf } from '../../server/suppliers/learn.ts';
import { printsOf } from '../../server/suppliers/printed.ts';
import { placedValue, standing } from '../../server/suppliers/said.ts';

const line = (y: number, text: string): PageWord[] =>
  text.split(' ').map((word, index) => [word, 60 + index * 60, y, word.length * 5, 10]);

/** An invoice with two numbers: behind "Zorbin nr.", where the first ones have theirs, and behind "Document". */
const page = (number: number): PageText => [line(100, `Zorbin nr. ZB-${number}`), line(200, `Document FC-${number}`)];

/** Confirms invoices one after the other, each with what those before it taught. @returns the newest first */
function confirmed(...numbers: string[]): Contribution[] {
  let known: Contribution[] = [];
  for (const [index, invoice_number] of numbers.entries()) {
    const { invoice, ...rest } = sandboxExtraction();
    const extraction = { ...rest, invoice: { ...invoice, invoice_number } };
    const how = { looked: new Set(['invoice_number']), day: '2026-01-01', accountIsKnown: true, known };
    known = [contributionOf(extraction, [page(index)], how), ...known];
  }
  return known;
}

const say = (known: readonly Contribution[]) =>
  placedValue('invoice_number', 'identifier', standing(known).contributions, printsOf([page(7)]))?.value ?? null;

describe('what was learnt', () => {
  it('speaks until two invoices since have contradicted it, and then leaves the word to what they taught', () => {
    const once = confirmed('ZB-0', 'FC-1');
    expect(standing(once).setAside).toEqual([]);
    // Each says another number, so that neither is believed.
    expect(say(once)).toBeNull();
    const twice = confirmed('ZB-0', 'FC-1', 'FC-2');
    expect(standing(twice).setAside).toEqual(['invoice_number']);
    expect(say(twice)).toBe('FC-7');
  });

  it('stands again once it is confirmed again, and is not set aside by one wrong confirmation in three', () => {
    expect(standing(confirmed('ZB-0', 'FC-1', 'FC-2', 'ZB-3')).setAside).toEqual([]);
    expect(standing(confirmed('ZB-0', 'ZB-1', 'FC-2')).setAside).toEqual([]);
  });

  it('is contradicted no more by an invoice that is forgotten', () => {
    const [, ...without] = confirmed('ZB-0', 'FC-1', 'FC-2');
    expect(standing(without).setAside).toEqual([]);
  });
});
