import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { foldLetters } from '../../checks/fold.ts';
import { type NameIn, namesOf } from '../../contract/fields.ts';
import { lineSchema } from '../../contract/invoice.ts';
import { resource } from '../../resources.ts';

/** What a label of a party's block may name; the parts of an address are joined in this order. */
const addressLabels = ['street', 'house', 'more', 'postcode', 'city'] as const;
type PartyField = Exclude<NameIn<'vendor.'>, 'address'>;
const partyFields = namesOf('vendor.').filter((name): name is PartyField => name !== 'address');
const partyLabels = [...partyFields, ...addressLabels];
export type PartyLabel = (typeof partyLabels)[number];

/** Texts as they are printed; `*` at the end stands for whatever follows, `#` for one word or number. */
const texts = z.array(z.string().transform(foldLetters));
export type Texts = z.infer<typeof texts>;

const lineNames = z.enum(Object.keys(lineSchema.shape) as [keyof typeof lineSchema.shape]);

const form = z.strictObject({
  /** Words that together only this rendering has; each stands at the start of a line of text. */
  own: texts,
  /** Headings of the parties' blocks; labels of parties stand below them. */
  vendor: texts,
  customer: texts,
  party: z.partialRecord(z.enum(partyLabels), texts),
  /** By path of the contract, labels that stand once, with where their value is; with the heading of their box where another box has them too. */
  once: z.record(
    z.string(),
    z.strictObject({ beside: texts.optional(), below: texts.optional(), box: texts.optional() }),
  ),
  /** Headings of boxes that have some labels in common. */
  boxes: texts.default([]),
  /** A word in a cell of its own between a label and its value, which belongs to the label. */
  qualifier: texts.default([]),
  /** The heading of a party's address, which stands below it without labels, and what ends it. */
  address: z.strictObject({ heading: texts, end: texts }).optional(),
  /** Lines that are boxes with labels instead of a table's rows. */
  positions: z.strictObject({ heading: texts, cells: z.partialRecord(lineNames, texts) }).optional(),
});

/**
 * The rendering of an e-invoice that a portal or a national style sheet makes. It always has the same words in the same
 * order, so each value is read at its label.
 */
export type Form = z.infer<typeof form>;

let loaded: readonly Form[] | null = null;

/** Every rendering of `resources/renderings`, in the order of their file names. */
export function forms(): readonly Form[] {
  loaded ??= readdirSync(resource('renderings'))
    .sort()
    .map((name) => form.parse(JSON.parse(readFileSync(resource('renderings', name), 'utf8'))));
  return loaded;
}

/** Whether one of the texts is printed so; `printed` is folded. */
export const saysOne = (wanted: Texts, printed: string): boolean =>
  wanted.some((text) => {
    if (text.endsWith('*')) return printed.startsWith(text.slice(0, -1));
    if (text.endsWith('#'))
      return printed.startsWith(text.slice(0, -1)) && /^\S+$/.test(printed.slice(text.length - 1));
    return printed === text;
  });
