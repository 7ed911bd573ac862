import type { HeaderPath } from '../../contract/fields.ts';
import type { Line } from '../../contract/invoice.ts';

/** Parts of an address, which are joined in this order. */
export type AddressPart = 'street' | 'house' | 'more' | 'postcode' | 'city';

/** What a label of a party's block names. */
export type PartyLabel = 'name' | 'vat_number' | 'email' | 'phone' | AddressPart;

/**
 * The rendering of an e-invoice that a portal or a national style sheet makes. It always has the same words in the same
 * order, so each value is read at its label. Patterns are matched with folded text: lower case, without accents.
 */
export interface Form {
  /** Words that together only this rendering has; each stands at the start of a line of text. */
  own: readonly RegExp[];
  /** Headings of the parties' blocks; labels of parties stand below them. */
  blocks: { vendor: RegExp; customer: RegExp };
  party: readonly (readonly [RegExp, PartyLabel])[];
  /** Labels that stand once, with where their value is; with the heading of their box where another box has them too. */
  once: readonly (readonly [RegExp, HeaderPath, 'beside' | 'below', RegExp?])[];
  /** Headings of boxes that have some labels in common. */
  boxes?: readonly RegExp[];
  /** A word in a cell of its own between a label and its value, which belongs to the label. */
  qualifier?: RegExp;
  /** The heading of a party's address, which stands below it without labels, and what ends it. */
  address?: { heading: RegExp; end: RegExp };
  /** Lines that are boxes with labels instead of a table's rows. */
  positions?: { heading: RegExp; cells: readonly (readonly [RegExp, keyof Line])[] };
}
