import type { DueInvoice } from '../contract/window-due.ts';
import type { Words } from './words.ts';

/** The most octets of a line, its break not counted (RFC 5545, 3.1). */
const lineOctets = 75;

/**
 * Days of payment as a calendar (RFC 5545), an event of a whole day for each invoice. The same invoices give the same
 * bytes: an event's stamp is when its document came in, and its name the document's, so that a calendar that takes the
 * file again changes its events and adds none.
 */
export function calendarOf(rows: readonly DueInvoice[], words: Words): string {
  const money = new Intl.NumberFormat(words.language === 'ro' ? 'ro-RO' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const events = rows.flatMap(({ id, createdAt, dueDate, vendor, invoiceNumber, amountDue, currency }) => {
    const amount = amountDue === null ? [] : [[money.format(amountDue), currency].filter(Boolean).join(' ')];
    return [
      'BEGIN:VEVENT',
      `UID:${id}@facturier`,
      `DTSTAMP:${createdAt.slice(0, 19).replace(/[-:]/g, '')}Z`,
      `DTSTART;VALUE=DATE:${dueDate.replaceAll('-', '')}`,
      `SUMMARY:${escaped([words.of('field.due_date'), ...(vendor === null ? [] : [vendor]), ...amount].join(' · '))}`,
      ...(invoiceNumber === null
        ? []
        : [`DESCRIPTION:${escaped(`${words.of('field.invoice_number')}: ${invoiceNumber}`)}`]),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Facturier//Facturier//EN', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A text as a value: backslash, semicolon, comma and breaks are escaped, what no text may hold is left out (3.3.11). */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, '');
}

/** A line in pieces of at most 75 octets, each but the first behind a space, no letter cut in two. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > lineOctets) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += letter;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}
