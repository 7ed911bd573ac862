import { asNamePart, freeName, shortened } from '../checks/file-name.ts';
import type { Booked } from '../contract/booked.ts';
import { headerColumns } from './columns.ts';
import { csvBytes } from './csv.ts';
import type { Words } from './words.ts';

/** In bytes of UTF-8: few enough that an archive can be unpacked deep in folders. */
const mostNameBytes = 150;
/** A supplier's name is cut before it takes the number's place. */
const mostVendorBytes = 80;

const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/xml': 'xml',
  'application/zip': 'zip',
};

/** In the order of an archive: by date, supplier and number, and those without a date last. */
export function inOrder(invoices: readonly Booked[]): Booked[] {
  const keyed = invoices.map((booked) => ({
    booked,
    key: `${partsOf(booked).date ?? '9999'}\n${stemOf(booked)}\n${booked.id}`,
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ booked }) => booked);
}

/** What an invoice's file is called in an archive: its date, supplier and number. @param taken names that are there already */
export function originalName(booked: Booked, mimeType: string, taken: Set<string>): string {
  const name = `${stemOf(booked)}.${endings[mimeType] ?? 'bin'}`;
  return freeName(shortened(name, mostNameBytes), taken);
}

function partsOf({ extraction: { invoice } }: Booked): { date: string | null; vendor: string; number: string } {
  return {
    date: invoice.invoice_date,
    vendor: shortened(asNamePart(invoice.vendor.name ?? ''), mostVendorBytes),
    number: asNamePart(invoice.invoice_number ?? ''),
  };
}

/** What is not known is left out; of two parts at least, so that it is never a name that a system keeps for itself. */
function stemOf(booked: Booked): string {
  const { date, vendor, number } = partsOf(booked);
  const parts = [date, vendor, number].filter(Boolean);
  return (parts.length > 1 ? parts : [date, booked.id, vendor, number].filter(Boolean)).join('_');
}

/** A table of all invoices, each with the name of its file in the archive; null where the file is kept no more. */
export function originalsIndex(
  named: readonly { booked: Booked; name: string | null }[],
  words: Words,
): { name: string; bytes: Uint8Array } {
  const head = [words.of('originals.inArchive'), ...headerColumns.map(({ label }) => words.of(label))];
  const rows = named.map(({ booked, name }) => [name, ...headerColumns.map(({ value }) => value(booked, words))]);
  return { name: `${words.of('originals.index')}.csv`, bytes: csvBytes([head, ...rows], words) };
}
