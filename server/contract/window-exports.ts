import { z } from 'zod';
import { maxBuyerVat } from './limits.ts';
import { inboxQuerySchema } from './window.ts';

/** What the server and its window say to each other of exports. Not part of the public contract. */

/** Beyond so many an export is asked for in parts. */
export const mostExported = 20_000;

/** POST /app/exports and /app/exports/preview: what goes where. */
export const exportWishSchema = z.object({
  target: z.string().max(40),
  /** Of headings and names in the file. */
  language: z.enum(['ro', 'en']),
  /** Normalised VAT number of the company whose books they are for; left out where a file takes all of them. */
  company: z.string().max(maxBuyerVat).optional(),
  /** The books of every company of the window, each in a folder of its own and as is chosen for it; none is named then. */
  everyCompany: z.boolean().default(false),
  /** One line for each VAT rate in place of the invoice's own lines. */
  linePerRate: z.boolean().default(false),
  /** Of a number that is longer than the program's column, the part behind its last separator. */
  shortNumbers: z.boolean().default(false),
  /** What went there before is written once more. */
  again: z.boolean().default(false),
  /** These documents; left out, all that the query finds. */
  ids: z.array(z.string().max(40)).max(mostExported).optional(),
  query: inboxQuerySchema,
});
export type ExportWish = z.input<typeof exportWishSchema>;

/** Beyond so many an archive of the files themselves is asked for in parts. */
export const mostOriginals = 2_000;

/** POST /app/exports/originals: the files themselves, in an archive. */
export const originalsWishSchema = exportWishSchema.pick({ language: true, ids: true, query: true });
export type OriginalsWish = z.input<typeof originalsWishSchema>;

/** Sums of what is written, each currency apart; a rate is null where the invoices do not show theirs. */
export interface ExportSummary {
  rates: { rate: number | null; currency: string | null; base: number; vat: number }[];
  suppliers: { name: string | null; currency: string | null; count: number; total: number }[];
}

/** What an export would write, and what it would leave out. */
export interface ExportPreview extends ExportSummary {
  /** How many documents were asked for that have something to export, and how many of them are written. */
  asked: number;
  written: number;
  files: number;
  /** Where every company's books are written: of which companies there is something to write, and how many invoices. */
  companies: { vat: string; name: string | null; count: number }[];
  problems: {
    document: { id: string; vendor: string | null; number: string | null };
    /** Key of a sentence. */
    code: string;
    path: string | null;
    blocking: boolean;
  }[];
}

/** Where invoices can go. */
export interface ExportTarget {
  name: string;
  perCompany: boolean;
  perInvoice: boolean;
  /** It takes where each line goes in the books. */
  takesBookings: boolean;
}
