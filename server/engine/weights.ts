import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { resource } from '../resources.ts';

/** Choices among candidates that are made by weighed features. */
const choices = [
  'vendor',
  'vendor_vat',
  'customer',
  'window',
  'address',
  'contact',
  'account',
  'reference',
  'date',
  'currency',
  'sums',
  'table_head',
  'cell',
  'columns',
] as const;
export type Choice = (typeof choices)[number];

/** What speaks for or against one candidate, by name: 1 for what holds, a measure where there is more to say. */
export type Features = Readonly<Record<string, number | boolean>>;

export type Weights = Readonly<Record<Choice, Readonly<Record<string, number>>>>;

const file = z.record(z.enum(choices), z.record(z.string(), z.number()));

let loaded: Weights | null = null;

/** `resources/weights.json`, which `npm run learn` may write anew. */
export function weights(): Weights {
  loaded ??= file.parse(JSON.parse(readFileSync(resource('weights.json'), 'utf8')));
  return loaded;
}

/** Features of several things that are weighed together. */
export function added(all: readonly Features[]): Features {
  const sum: Record<string, number> = {};
  for (const features of all)
    for (const [name, value] of Object.entries(features)) sum[name] = (sum[name] ?? 0) + Number(value);
  return sum;
}

/**
 * How much a candidate's features say together; comparable within one choice only.
 * @throws for a feature without a weight, which is a slip in the code
 */
export function weigh(choice: Choice, features: Features): number {
  const known = weights()[choice];
  let sum = 0;
  for (const [name, value] of Object.entries(features)) {
    const weight = known[name];
    if (weight === undefined) throw new Error(`resources/weights.json has no weight for ${choice}.${name}`);
    sum += weight * Number(value);
  }
  return sum;
}
