import { fold } from '../../checks/fold.ts';
import { hasKnownGloss } from '../candidates/explained.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective } from '../candidates/labels.ts';
import type { Contact } from '../candidates/phones.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import { type VatCandidate, vatKey } from '../candidates/vat-numbers.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { areOfOneSize, followsTightly, isInFoot, isInLetterhead, startTogether } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { isAmongLines } from '../lines/found-table.ts';
import { type Features, weigh } from '../weights.ts';
import { type AddressLines, addressText } from './address-lines.ts';
import { countryNamed, isAddress } from './address-text.ts';
import { nameKey } from './company-name.ts';

import { isProse, piecesOf, type Slice } from './pieces.ts';

export interface PartyFields {
  name: Found<string> | null;
  address: Found<string> | null;
  vat_number: Found<string> | null;
}

export interface VendorFields extends PartyFields {
  email: Found<string> | null;
  phone: Found<string> | null;
}

export function nameFound(facts: Facts, name: Slice, labelled: boolean, withVat: boolean): Found<string> {
  const key = nameKey(name.text);
  const rows = new Set<string>();
  for (const line of facts.document.lines) {
    // As a whole piece: part of a longer name is no second printing.
    if (key.length < 4 || !fold(line.text).includes(key)) continue;
    if (line === name.line || piecesOf(facts, line).some((piece) => nameKey(piece.text) === key))
      rows.add(`${line.page} ${line.row}`);
  }
  return found(name.text, placeOf(name.line, name.start, name.end), name.line, [
    (labelled || withVat) && 'labelled',
    ((rows.size > 1 && !mayGoOnAbove(facts, name)) || isInTitle(facts, name) || isDomain(facts, key)) && 'seen_twice',
    goesOnElsewhere(facts, name) && 'rival',
  ]);
}

/** "Nord Ltd" in one place and "Nord Ltd, Irish Branch" in another: words behind the name that are no address. */
const goesOnElsewhere = (facts: Facts, { text }: Slice): boolean =>
  text.length >= 4 &&
  facts.document.lines.some((line) => {
    const at = line.text.indexOf(text);
    const end = at + text.length;
    const more = at < 0 ? null : /^,?\s(\p{Lu}[\p{L}\s-]*)/u.exec(line.text.slice(end));
    const tail = more && !/^[\p{N}.:]/u.test(line.text.slice(end + more[0].length)) ? more[1]! : '';
    const isLabel = facts.labels.get(line)!.some((label) => label.start >= end && label.start - end <= 3);
    return tail.trim().length > 2 && !isLabel && !isAddress(tail) && countryNamed(tail.trim()) === null;
  });

/** The file's own title names it whole, as programs write it there. */
const isInTitle = (facts: Facts, name: Slice): boolean => {
  const at = facts.fileTitle.indexOf(name.text);
  const [before, after] = [facts.fileTitle.slice(0, at), facts.fileTitle.slice(at + name.text.length)];
  return at >= 0 && name.text.length >= 6 && !/[\p{L}\p{N}&]\s*$/u.test(before) && !/^\s*[\p{L}\p{N}&]/u.test(after);
};

/** A printed e-mail address or website bears the whole name, not only a part of it. */
const isDomain = (facts: Facts, key: string): boolean =>
  key.length >= 6 &&
  facts.contacts.domains.some((domain) => fold(domain.split('.').slice(0, -1).join('')).startsWith(key));

/** Plain text set tight above the name, in its size, may be the name's first half. */
function mayGoOnAbove(facts: Facts, name: Slice): boolean {
  const { line } = name;
  if (name.start > 0) return false;
  const above = facts.document.pages[line.page - 1]!.rows[line.row - 1]?.find((cell) => startTogether(cell, line));
  if (!above || !followsTightly(above, line)) return false;
  return (
    areOfOneSize(above, line) &&
    /^\p{Lu}[\p{L}\s&.-]*$/u.test(above.text) &&
    !isTitle(above.text) &&
    !facts.labels.get(above)!.some((label) => label.leading && isEffective(label))
  );
}

export function addressFound(facts: Facts, draft: AddressLines): Found<string> | null {
  const [first] = draft.address;
  if (!first) return null;
  const value = addressText(draft.address);
  const street = fold(first.text);
  const again = facts.document.lines.some(
    (line) =>
      !draft.address.some((slice) => slice.line === line) && street.length >= 8 && fold(line.text).includes(street),
  );
  return found(value, placeOf(first.line, first.start, first.end), first.line, [
    draft.addressLabelled && 'labelled',
    again && 'seen_twice',
  ]);
}

/** What a label of a VAT number may add in brackets: "VAT no. (USt-IdNr.)", and not "VAT no. (agent)". */
const besideVat: ReadonlySet<LabelKind> = new Set<LabelKind>(['vat_number', 'registration']);

/**
 * @param placed whether the number stands where its party's number must stand
 * @param named whether its place alone says what it is
 */
export function vatFound(facts: Facts, vat: VatCandidate, placed: boolean, named = false): Found<string> {
  const again = facts.vatNumbers.some(
    (other) =>
      other !== vat &&
      vatKey(other) === vatKey(vat) &&
      (other.line.row !== vat.line.row || other.line.page !== vat.line.page),
  );
  return found(vat.value, placeOf(vat.line, vat.start, vat.end), vat.line, [
    vat.check?.checkDigitOk && !vat.mended && !vat.misread && 'check_digit',
    ((vat.label && placed) || named) && (!vat.label || hasKnownGloss(facts.labels, vat.label, besideVat)) && 'labelled',
    vat.isBuyer && !vat.misread && 'buyer_agrees',
    vat.misread && 'guessed',
    again && 'seen_twice',
    // What the client sent need not pass its check digit; the page says the same.
    vat.check?.shapeOk && !vat.check.checkDigitOk && !vat.isBuyer && 'contradicted',
  ]);
}

/** Shorter names are in too many hosts. */
const shortestName = 4;

/** Which contacts may be the vendor's, the likeliest first, with what speaks for each. */
export function rankContacts(
  contacts: readonly Contact[],
  vendor: { name: string | undefined; lines: ReadonlySet<TextLine> },
  notVendor: ReadonlySet<TextLine>,
  customerKey: string | null,
): { contact: Contact; features: Features }[] {
  const key = vendor.name ? nameKey(vendor.name) : '';
  const bears = ({ value }: Contact, name: string): boolean => {
    const host = value.slice(value.indexOf('@') + 1);
    if (!value.includes('@') || name.length < shortestName) return false;
    // "baecker.example" is BÄCKER: no host has an umlaut, and no folded name the e for it.
    const first = fold(host.split('.', 1)[0]!).replace(/(?<=[aou])e/g, '');
    return fold(host).includes(name.slice(0, 8)) || (first.length >= shortestName && name.startsWith(first));
  };
  const isOther = (contact: Contact): boolean =>
    notVendor.has(contact.line) || (customerKey !== null && !bears(contact, key) && bears(contact, customerKey));
  const featuresOf = (contact: Contact): Features => ({
    in_vendors_block: vendor.lines.has(contact.line),
    labelled: contact.label !== null,
    bears_name: bears(contact, key),
    later_page: contact.line.page - 1,
  });
  return contacts
    .filter((contact) => !isOther(contact))
    .map((contact) => ({ contact, features: featuresOf(contact) }))
    .sort((a, b) => weigh('contact', b.features) - weigh('contact', a.features));
}

/** Running text: words in small letters, or a sentence that follows another one. */
const isText = ({ text }: TextLine): boolean =>
  isProse(text) ||
  (text.length > 80 && /\p{Ll}{3}[.!?]\s\p{Lu}\p{Ll}+\s\p{Ll}/u.test(text)) ||
  /\p{Ll}{3}\.\s\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+\s\p{Ll}/u.test(text);

/** Within the number of an account. */
const isOfAccount = ({ accounts }: Facts, { line, start, end }: Contact): boolean =>
  accounts.ibans.some((iban) => iban.line === line && iban.start < end && start < iban.end);

export function contactsOf(
  facts: Facts,
  vendor: { fields: PartyFields; lines: ReadonlySet<TextLine> },
  notVendor: ReadonlySet<TextLine>,
  customerKey: string | null,
): Pick<VendorFields, 'email' | 'phone'> {
  const { lines, fields } = vendor;
  const best = (all: readonly Contact[]): Contact | null =>
    rankContacts(all, { name: fields.name?.value, lines }, notVendor, customerKey)[0]?.contact ?? null;
  const give = (contact: Contact | null, isOneOfSeveral = false) =>
    contact &&
    found(contact.value, placeOf(contact.line, contact.start, contact.end), contact.line, [
      contact.label && 'labelled',
      isOneOfSeveral && 'rival',
    ]);
  // What a text tells to call is somebody's, as an authority's for complaints, and not as often the vendor's.
  const phones = facts.contacts.phones.filter((one) => !isOfAccount(facts, one));
  const apart = phones.filter(({ line }) => !facts.read.tables.some((table) => isAmongLines(line, table)));
  const phone = best(apart.filter(({ line }) => !isText(line)));
  // Of several the first is for customers, and the next for what fails.
  const helplines = new Set(facts.contacts.helplines.map(({ value }) => value.replace(/\D/g, '')));
  // "Fault in the network 0970 555 100": a form alone does not say whom unknown words name.
  const isOfOther = phone?.label === null && !lines.has(phone.line) && /^\p{L}{4}/u.test(phone.line.text);
  const helpline = phone === null || isOfOther ? best(facts.contacts.helplines) : null;
  const isVendors = ({ line }: Contact): boolean => {
    const { page } = facts.document.pages[line.page - 1]!;
    return lines.has(line) || (line.page === 1 && (isInLetterhead(page, line) || isInFoot(page, line)));
  };
  const unnamed = facts.contacts.unnamed.filter(
    (one) => isVendors(one) && !isText(one.line) && !isOfAccount(facts, one),
  );
  return {
    email: give(best(facts.contacts.emails)),
    // Who is called there is not said: it is given without its label.
    phone: helpline
      ? give({ ...helpline, label: null }, helplines.size > 1)
      : give(phone ?? best(unnamed) ?? best(phones)),
  };
}
