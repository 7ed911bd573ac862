/** The company that received the invoice, as the client said it. */
export interface Buyer {
  /** Normalised: upper case, no separators, Romanian numbers with RO. Empty where nobody was named. */
  vat: string;
  name: string | null;
}
