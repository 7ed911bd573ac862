import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DueInvoice } from '../../server/contract/window-due.ts';
import { calendarOf } from '../../server/exports/calendar.ts';
import { wordsIn } from '../../server/exports/words.ts';

const invoice = {
  id: 'doc_1',
  createdAt: '2026-11-20T08:15:30.123Z',
  dueDate: '2026-12-01',
  vendor: 'Țiglarul; Vesel, SRL',
  invoiceNumber: 'TV\\7',
  amountDue: 1234.5,
  currency: 'RON',
} as DueInvoice;

/** The lines as RFC 5545 says they are read: folds undone (3.1). */
const unfolded = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');
/** And a text's escapes (3.3.11). */
const unescaped = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_all, sign: string) => (/n/i.test(sign) ? '\n' : sign));

describe('a calendar of what is to be paid', () => {
  it('has a day for each invoice, by the names of RFC 5545', () => {
    expect(unfolded(calendarOf([invoice], wordsIn('ro')))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Facturier//Facturier//EN',
      'BEGIN:VEVENT',
      'UID:doc_1@facturier',
      'DTSTAMP:20261120T081530Z',
      'DTSTART;VALUE=DATE:20261201',
      'SUMMARY:Scadență · Țiglarul\\; Vesel\\, SRL · 1.234\\,50 RON',
      'DESCRIPTION:Număr factură: TV\\\\7',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(calendarOf([invoice], wordsIn('en'))).toContain('1\\,234.50 RON');
    expect(calendarOf([invoice], wordsIn('ro'))).toBe(calendarOf([invoice], wordsIn('ro')));
  });

  it('gives back whatever an invoice says, in lines of at most 75 octets, and lets nothing break out of its value', () => {
    const any = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(any, (vendor) => {
        const file = calendarOf([{ ...invoice, vendor }], wordsIn('en'));
        const lines = file.split('\r\n');
        const summary = unfolded(file).find((line) => line.startsWith('SUMMARY:')) ?? '';
        const kept = vendor.replace(/\r\n|\r/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');
        return (
          lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line)) &&
          unfolded(file).length === 13 &&
          Buffer.from(unescaped(summary)).equals(Buffer.from(`SUMMARY:Due date · ${kept} · 1,234.50 RON`))
        );
      }),
    );
  });
});
