import { countries } from '../countries.ts';
import { type Draft, note, otherParty } from '../draft.ts';
import { inventVat } from '../invented.ts';
import { address, colons, type Place } from '../sheet.ts';
import { fill } from '../words.ts';
import { type Cause, type Recipe, setTrue } from './recipe.ts';

const cause: Cause = 'vat-numbers';

/** The vendor's registration abroad, which this supply is not made under. */
function second(draft: Draft): void {
  const abroad = countries[draft.country.code === 'DE' ? 'PL' : 'DE']!;
  const values = { foreign: inventVat(draft.sheet.vendor.name, abroad), own: draft.sheet.vendor.vat.value };
  note(draft, ['vendor', 'beforeLines', 'underSums', 'foot'], fill(draft.words.vats.second!, values));
}

/** Another company's number. */
function another(name: string, at: 4 | 5 | 6 | 7, places: readonly Place[]): (draft: Draft) => void {
  return (draft) => {
    const party = otherParty(draft, at);
    note(draft, places, fill(draft.words.vats[name]!, { name: party.name, vat: party.vat.value }));
  };
}

/** The vendor's own number stands in the foot alone, another's in the head. */
function ownInFoot(draft: Draft): void {
  const { sheet, words } = draft;
  const party = otherParty(draft, 4);
  sheet.notes.foot.push(`${sheet.vendor.vat.label} ${sheet.vendor.vat.value}`);
  sheet.notes.head.push(fill(words.vats.representative!, { name: party.name, vat: party.vat.value }));
  sheet.vendor = { ...sheet.vendor, vat: sheet.vendor.contact[0]!, contact: sheet.vendor.contact.slice(1) };
}

/** An agent writes the invoice on its own paper for the one who supplies. */
function onBehalf(draft: Draft): void {
  const { sheet, words } = draft;
  const principal = sheet.vendor;
  sheet.vendor = otherParty(draft, 6);
  sheet.notes.head.push(`${words.vats.onBehalf}:<br>${address(principal)}${colons([principal.vat])}`);
  setTrue(draft, { 'vendor.phone': null, 'vendor.email': null });
  draft.truth.unknown.push('vendor.phone', 'vendor.email', 'bank_details');
}

/** VAT numbers that are not the vendor's for this supply. */
export const vatNumbers: readonly Recipe[] = [
  { name: 'second registration', cause, apply: second },
  { name: 'group of companies', cause, apply: another('group', 6, ['vendor', 'foot']) },
  { name: 'fiscal representative', cause, apply: another('representative', 4, ['vendor', 'head', 'foot']) },
  { name: 'maker of the program', cause, apply: another('software', 7, ['foot']) },
  { name: 'carrier', cause, apply: another('carrier', 4, ['beforeLines', 'underSums', 'head']) },
  { name: 'own in the foot', cause, apply: ownInFoot },
  { name: 'on behalf of', cause, apply: onBehalf },
];
