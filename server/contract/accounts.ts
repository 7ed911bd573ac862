import { z } from 'zod';
import { mostBookingCode } from './booking.ts';
import { upTo } from './text.ts';

/** Far more than the accounts of a company, with those of its partners. */
export const mostAccounts = 5_000;
export const mostAccountName = 200;

/** PUT /app/companies/{vat}/accounts: the accounts that a company's books have. */
export const accountsSchema = z.object({
  accounts: z
    .array(z.object({ code: upTo(mostBookingCode).min(1), name: upTo(mostAccountName).nullable() }))
    .max(mostAccounts),
});
export type Accounts = z.infer<typeof accountsSchema>;
export type Account = Accounts['accounts'][number];
