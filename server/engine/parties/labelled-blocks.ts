import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import { endsTextAbove, isEffective, isNumberAlone, type Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { areAligned, followsTightly, isOver, startTogether } from '../layout/geometry.ts';
import { isAmongLines } from '../lines/found-table.ts';
import { hasPostcode, isAddress, isAttention } from './address-text.ts';
import { companyNameEnd } from './company-name.ts';
import { type Draft, draftOf } from './draft.ts';
import { isNearEnough } from './form-values.ts';
import { nameLines } from './joined-name.ts';
import { regionFrom, regionOfLabel, regionPastNumbers } from './region.ts';

/** A block that may be a party's, with the role that speaks from it. */
export interface Option extends Draft {
  score: number;
  labelled: boolean;
}

type PartyRole = 'vendor' | 'customer' | 'delivery' | 'other_party';

export interface LabelledBlock extends Option {
  role: PartyRole;
  label: Label;
}

const roles: readonly PartyRole[] = ['delivery', 'other_party', 'vendor', 'customer'];

/** Set tight under a line of plain text in its column, as "Attention: A. Popa" is under the name of the company. */
function isWithinBlock(facts: Facts, line: TextLine): boolean {
  // Rows of a block beside it may stand between.
  const above = facts.document.pages[line.page - 1]!.rows.slice(Math.max(0, line.row - 3), line.row)
    .flat()
    .findLast((cell) => startTogether(cell, line));
  return (
    above !== undefined &&
    followsTightly(above, line) &&
    !facts.labels.get(above)!.some((label) => label.leading && isEffective(label))
  );
}

/** "FARM PRODUCER" right under the name of a company: what it is, and no heading over the next lines. */
const saysTrade = (facts: Facts, { line, alone, marked }: Label): boolean =>
  alone &&
  !marked &&
  (facts.document.pages[line.page - 1]!.rows[line.row - 1]?.some(
    (above) =>
      (areAligned(above, line) || isOver(above, line)) &&
      followsTightly(above, line) &&
      companyNameEnd(above.text) === above.text.length,
  ) ??
    false);

/** "Contact" over a telephone number and an e-mail address: no party's block, but how to reach one. */
const isContactAlone = (facts: Facts, { lines, address, nameIsSure }: Draft): boolean =>
  !nameIsSure &&
  address.length === 0 &&
  [...facts.contacts.phones, ...facts.contacts.emails].some(({ line, start }) => line === lines[0] && start === 0);

/** "For payment" over "click here": words in small letters, with nothing else of a party. */
const isInvitation = ({ name, nameIsSure, address, vats }: Draft): boolean =>
  !nameIsSure && address.length === 0 && vats.length === 0 && /^\p{Ll}+(?:\s\p{Ll}+)+$/u.test(name!.text);

/** "CLIENT" over "41NORDAL": one word with figures and nothing else of a party is what the vendor keeps it under. */
const isCode = ({ name, nameIsSure, address }: Draft): boolean =>
  !nameIsSure && address.length === 0 && !/\s/.test(name!.text) && name!.text.replace(/\P{N}/gu, '').length > 1;

/** "Recipient: Nordbau GmbH" over "IBAN: …": whose the account is that is paid to, and no customer with an address. */
const isBesideAccount = (facts: Facts, { lines, address }: Draft): boolean =>
  address.length === 0 && lines.slice(1, 3).some((line) => namesAccount(facts, line));

/** "Holder: Nordbau GmbH" among the lines of an account: what may be a customer's heading elsewhere names whose it is. */
const isAccountHolder = (facts: Facts, { line, kinds }: Label): boolean =>
  kinds.includes('account_holder') &&
  facts.document.pages[line.page - 1]!.rows.slice(Math.max(0, line.row - 3), line.row + 4)
    .flat()
    .some((cell) => namesAccount(facts, cell));

const namesAccount = (facts: Facts, line: TextLine): boolean =>
  facts.labels
    .get(line)!
    .some(({ leading, kinds }) => leading && (kinds.includes('bank_account') || kinds.includes('bic')));

/** A name that is set in several lines of its own size or weight under its label. */
function withNameLines(facts: Facts, draft: Draft): Draft {
  const { name } = draft;
  if (!name || name.start > 0 || name.end < name.line.text.length) return draft;
  const lines = nameLines(facts, name.line);
  if (lines.length === 1 || !lines.every((line) => draft.lines.includes(line))) return draft;
  const [first] = lines;
  const text = lines.map((line) => line.text).join(' ');
  return {
    ...draft,
    name: text.includes(name.text) ? { line: first!, start: 0, end: first!.text.length, text } : name,
    address: draft.address.filter((slice) => !lines.includes(slice.line)),
  };
}

/** "Date: 3 April 2026 Issued by: Harbour Group": behind another label and its value, in one line. */
const isWithinLine = (facts: Facts, label: Label): boolean =>
  label.marked &&
  fold(label.line.text.slice(label.start, label.end)).length >= 8 &&
  facts.labels.get(label.line)!.some((other) => other.end < label.start && isEffective(other));

const isNumberLabel = ({ marked, end }: Label, other: Label): boolean =>
  !marked && other.start === end && other.kinds.includes('po_reference');

const isNumberBehind = (facts: Facts, { line, end }: Label): boolean => {
  const behind = line.text.slice(end).trim();
  const beside = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell + 1]?.text ?? '';
  const value = behind === '' ? beside : behind;
  return /\p{N}/u.test(value) && !/\p{L}/u.test(value);
};

/** "Sender: Nordal Town, 5721 Nordal": name, postal code and town behind the label are all, and below stands whom they write to. */
function senderInLine(facts: Facts, { line, end, kinds }: Label): Draft | null {
  const behind = line.text.slice(end);
  const start = end + behind.length - behind.trimStart().length;
  const comma = line.text.indexOf(', ', start);
  const [text, rest] = [line.text.slice(start, comma), line.text.slice(comma + 2)];
  if (
    !kinds.includes('vendor') ||
    comma < 0 ||
    !hasPostcode(rest) ||
    facts.labels.get(line)!.some((label) => label.start >= end && isEffective(label)) ||
    isAddress(text) ||
    !/^\p{Lu}[^\p{N}:]{3,50}$/u.test(text)
  )
    return null;
  const name = { line, start, end: comma, text };
  const address = [{ line, start: comma + 2, end: line.text.length, text: rest }];
  return { name, nameIsSure: false, address, addressLabelled: false, vats: [], lines: [line] };
}

/** "CUSTOMER: 14 5820 02 | Nordal Ltd": behind the label a number of the customer, and in the next cell its name, over its address. */
function nameBesideNumber(facts: Facts, { line, end, marked, kinds }: Label): Draft | null {
  const [next] = facts.document.pages[line.page - 1]!.rows[line.row]!.slice(line.cell + 1);
  if (!marked || !kinds.includes('customer') || !isNumberAlone(line.text.slice(end)) || !next) return null;
  if (!isNearEnough(line, next) || facts.labels.get(next)!.some((label) => label.leading && isEffective(label)))
    return null;
  const draft = draftOf(facts, regionFrom(facts, next));
  return draft.name?.line === next && draft.nameIsSure ? draft : null;
}

/** What a label says of its party; where only numbers stand right behind or below it, the name stands past them. */
function draftUnder(facts: Facts, label: Label): Draft {
  const sender = senderInLine(facts, label);
  if (sender) return sender;
  const beside = nameBesideNumber(facts, label);
  if (beside) return beside;
  const draft = draftOf(facts, regionOfLabel(facts, label), label.alone);
  const past = draft.name || !label.alone ? [] : regionPastNumbers(facts, label);
  return withNameLines(facts, past.length > 0 ? draftOf(facts, past, true) : draft);
}

/** "Recipient of letters:" with nothing behind the colon: what follows the label is the rest of a longer caption. */
const goesOnAsCaption = ({ line, marked }: Label, { name }: Draft): boolean =>
  !marked && name?.line === line && /:\s*$/.test(line.text);

export function labelledBlocks(facts: Facts): LabelledBlock[] {
  const blocks: LabelledBlock[] = [];
  for (const label of [...facts.labels.values()].flat()) {
    const role = roles.find((one) => label.kinds.includes(one));
    if (!role || !(label.leading || isWithinLine(facts, label)) || !isEffective(label)) continue;
    if (endsTextAbove(facts.document, label)) continue;
    if (role === 'customer' && isAttention(label.line.text) && isWithinBlock(facts, label.line)) continue;
    if (role === 'vendor' && saysTrade(facts, label)) continue;
    // Two letters such as "to" or "an" are labels only where nothing but a colon follows.
    const length = fold(label.line.text.slice(label.start, label.end)).length;
    if (length <= 3 && !(label.alone || label.marked)) continue;
    // "from" that white sets apart in the text of a line.
    if (length <= 3 && facts.read.tables.some((table) => isAmongLines(label.line, table))) continue;
    const draft = draftUnder(facts, label);
    if (draft.lines.length === 0 || !draft.name) continue;
    if (goesOnAsCaption(label, draft) || isInvitation(draft) || isCode(draft)) continue;
    // "Client order no.": the label of a number of the customer's.
    if (role === 'customer' && facts.labels.get(label.line)!.some((other) => isNumberLabel(label, other))) continue;
    // "Issuer: 39540760-000" on a slip of payment: the code of who is paid, and below it further codes.
    if (role === 'vendor' && !draft.nameIsSure && isNumberBehind(facts, label)) continue;
    // "Debtor 10442": what may be a number of the customer is one where a number stands behind it.
    if (label.kinds.includes('other_reference') && isNumberBehind(facts, label)) continue;
    // "Customer 10442" among other numbers heads no block.
    if (!label.marked && isNumberAlone(label.line.text.slice(label.end)) && draft.address.length === 0) continue;
    if (role === 'customer' && (isBesideAccount(facts, draft) || isAccountHolder(facts, label))) continue;
    if (label.kinds.includes('person') && isContactAlone(facts, draft)) continue;
    if (length <= 3 && !draft.nameIsSure && draft.address.length === 0) continue;
    blocks.push({ ...draft, role, label, score: 0, labelled: true });
  }
  return blocks;
}
