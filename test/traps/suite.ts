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
import { sentences } from './recipes/sentences.ts';
import { vatNumbers } from './recipes/vat-numbers.ts';
import { render, type Unseen } from './sheet.ts';
import { type Half, halves, type Language, languages } from './words.ts';

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
  ...sentences,
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
export const trapsOf = (half: Half): Trap[] => makeTraps(half, () => true);

/** Of each recipe in each language the page of one half, in turns: half the time to read, and no recipe less. */
export const turnsOf = (half: Half): Trap[] => makeTraps(half, (turn) => turn % halves.length === halves.indexOf(half));

function makeTraps(half: Half, isTaken: (turn: number) => boolean): Trap[] {
  const looks = Object.entries(half === 'open' ? openLooks : heldLooks);
  return languages.flatMap((language, at) =>
    recipes.flatMap(({ name: recipe, cause, languages: spoken = languages, apply }, index) => {
      if (!spoken.includes(language) || !isTaken(index + at)) return [];
      const [look, arrange] = looks[(index * 5 + at * 7) % looks.length]!;
      const draft = startDraft(half, language, recipe);
      apply(draft);
      const name = `${language}-${recipe.replace(/[^a-z]+/gi, '-')}-${look}`;
      const trap = {
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
      return [trap];
    }),
  );
}
