import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { resource } from '../resources.ts';

const file = z.record(z.string().length(2), z.array(z.object({ from: z.iso.date(), rates: z.array(z.number()) })));

let loaded: z.infer<typeof file> | null = null;

/** Advances are charged at the rate of their day and settled, at that rate, at most so many days later. */
const grace = 366;

/**
 * Percentages of VAT that a country's companies charge on a day, and charged in the year before it.
 * `resources/vat-rates.json` has them as the countries' VAT acts do, regional rates included.
 * @param date YYYY-MM-DD
 * @returns null for a country or a day that is not known
 */
export function usualRates(country: string, date: string): ReadonlySet<number> | null {
  loaded ??= file.parse(JSON.parse(readFileSync(resource('vat-rates.json'), 'utf8')));
  const periods = loaded[country] ?? [];
  const yearBefore = new Date(Date.parse(date) - grace * 86_400_000).toISOString().slice(0, 10);
  const inForce = periods.filter(
    ({ from }, index) => from <= date && (periods[index + 1]?.from ?? '9999-12-31') > yearBefore,
  );
  return inForce.length === 0 || periods[0]!.from > yearBefore ? null : new Set(inForce.flatMap(({ rates }) => rates));
}
