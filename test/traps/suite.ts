import { startDraft, type Truth } from './draft.ts';
import { looks as heldLooks } from './held/looks.ts';
import { looks as openLooks } from './open/looks.ts';
import { accounts, unseenAccounts } from './recipes/accounts.ts';
import { amounts } from './recipes/amounts.ts';
import { bills } from './recipes/bills.ts';
import { controls } from './recipes/controls.ts';
import { almostInvoices, noInvoices } from './recipes/no-invoices.ts';
import { numbers } from './recipes/numbers.ts';
import type { Cause } from './recipes/recipe.ts';
import { vatNumbers } from './recipes/vat-numbers.ts';
import { render, type Unseen } from './sheet.ts';
import { type Half, type Language, languages } from './words.ts';

/** A new recipe goes to the end: looks are taken in turn, and those of the others stay. */
const recipes = [
  ...accounts,
  ...noInvoices,
  ...amounts,
  ...numbers,
  ...vatNumbers,
  ...bills,
  ...controls,
  ...unseenAccounts,
  ...almostInvoices,
];

/** One document of the suite: its page for the browser and what is true of it. */
export interface Trap {
  /** Unique in its half; names a file. */
  name: string;
  half: Half;
  language: Language;
  /** Whose VAT numbers it shows. */
  country: string;
  cause: Cause;
  recipe: string;
  look: string;
  html: string;
  unseen: Unseen | null;
  truth: Truth;
}

/** Every recipe in every language, in looks that take turns; the same in every run. */
export function trapsOf(half: Half): Trap[] {
  const looks = Object.entries(half === 'open' ? openLooks : heldLooks);
  return languages.flatMap((language, at) =>
    recipes.map(({ name: recipe, cause, apply }, index) => {
      const [look, arrange] = looks[(index * 5 + at * 7) % looks.length]!;
      const draft = startDraft(half, language, recipe);
      apply(draft);
      const name = `${language}-${recipe.replace(/[^a-z]+/gi, '-')}-${look}`;
      return {
        name,
        country: draft.country.code,
        half,
        language,
        cause,
        recipe,
        look,
        html: render(draft.sheet, arrange, language),
        unseen: draft.sheet.unseen,
        truth: draft.truth,
      };
    }),
  );
}
