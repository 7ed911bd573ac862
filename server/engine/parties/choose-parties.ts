import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import { fold, placeOf, type TextLine } from '../candidates/text-lines.ts';
import { type VatCandidate, vatKey } from '../candidates/vat-numbers.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { hasPostcode } from './address-text.ts';
import { companyNameEnd, nameKey } from './company-name.ts';
import { addressText, type Draft, draftOf, type Slice } from './draft.ts';
import { isTitle, piecesOf } from './pieces.ts';
import { isValueOfLabel, regionFrom, regionOfLabel } from './region.ts';

export interface PartyFields {
  name: Found<string> | null;
  address: Found<string> | null;
  vat_number: Found<string> | null;
}

export interface VendorFields extends PartyFields {
  email: Found<string> | null;
  phone: Found<string> | null;
}

export interface Parties {
  vendor: VendorFields;
  customer: PartyFields;
  vendorVat: VatCandidate | null;
  customerVat: VatCandidate | null;
  /** Lines that belong to the customer or to third parties. */
  notVendor: ReadonlySet<TextLine>;
  /** Lines of the vendor's blocks. */
  vendorLines: ReadonlySet<TextLine>;
}

/** A block that may be a party's, with the role that speaks from it. */
interface Option extends Draft {
  score: number;
  labelled: boolean;
}

type PartyRole = 'vendor' | 'customer' | 'delivery' | 'other_party';

export function chooseParties(facts: Facts): Parties {
  const labelled = labelledBlocks(facts);
  const customer = chooseCustomer(facts, labelled);
  const customerKey = customer?.name ? nameKey(customer.name.text) : null;
  const notVendor = new Set<TextLine>();
  for (const block of labelled) {
    // "Beneficiar" of a payment slip is the vendor: a customer's label over another name proves nothing.
    const another =
      block.role === 'customer' &&
      block !== customer &&
      nameKey(block.name!.text) !== customerKey &&
      !block.vats.some((vat) => vat.isBuyer);
    if (block.role !== 'vendor' && !another) for (const line of block.lines) notVendor.add(line);
  }
  if (customer) for (const line of customer.lines) notVendor.add(line);
  const vendorBlocks = labelled.filter((block) => block.role === 'vendor');
  for (const block of vendorBlocks) for (const line of block.lines) notVendor.delete(line);
  const vendor = chooseVendor(facts, vendorBlocks, customer, customerKey, notVendor);
  const customerVat = chooseCustomerVat(facts, customer, vendor.vat);
  return {
    vendor: { ...vendor.fields, ...contactsOf(facts, vendor, notVendor) },
    customer: {
      name: customer?.name
        ? nameFound(
            facts,
            customer.name,
            customer.labelled,
            customer.vats.some((vat) => vat.isBuyer),
          )
        : null,
      address: customer ? addressFound(facts, customer) : null,
      vat_number: customerVat && vatFound(facts, customerVat),
    },
    vendorVat: vendor.vat,
    customerVat,
    notVendor,
    vendorLines: vendor.lines,
  };
}

interface LabelledBlock extends Option {
  role: PartyRole;
  label: Label;
}

const roles: readonly PartyRole[] = ['delivery', 'other_party', 'vendor', 'customer'];

function labelledBlocks(facts: Facts): LabelledBlock[] {
  const blocks: LabelledBlock[] = [];
  for (const label of [...facts.labels.values()].flat()) {
    const role = roles.find((one) => label.kinds.includes(one));
    if (!role || !label.leading || !isEffective(label)) continue;
    // Two letters such as "to" or "an" are labels only where nothing but a colon follows.
    const length = fold(label.line.text.slice(label.start, label.end)).length;
    if (length <= 3 && !(label.alone || label.marked)) continue;
    const draft = draftOf(facts, regionOfLabel(facts, label));
    if (draft.lines.length === 0 || !draft.name) continue;
    if (length <= 3 && !draft.nameIsSure && draft.address.length === 0) continue;
    blocks.push({ ...draft, role, label, score: 0, labelled: true });
  }
  return blocks;
}

// ---- customer ----

function chooseCustomer(facts: Facts, labelled: readonly LabelledBlock[]): Option | null {
  const options: Option[] = labelled
    .filter((block) => block.role === 'customer')
    .map((block) => ({
      ...block,
      score: 3.6 + customerPoints(facts, block) - 0.001 * block.label.line.row - 0.4 * (block.label.line.page - 1),
    }));
  for (const vat of facts.vatNumbers) {
    if (!vat.isBuyer || options.some((option) => option.vats.includes(vat))) continue;
    const option = blockAround(facts, vat.line);
    if (option?.name) options.push({ ...option, score: 2.5 + customerPoints(facts, option), labelled: false });
  }
  const window = addressWindow(
    facts,
    new Set(labelled.filter((block) => block.role !== 'customer').flatMap((block) => block.lines)),
  );
  if (window) options.push({ ...window, score: 2.2 + customerPoints(facts, window), labelled: false });
  return options.sort((a, b) => b.score - a.score)[0] ?? null;
}

function customerPoints(facts: Facts, draft: Draft): number {
  let points = 0;
  if (draft.vats.some((vat) => vat.isBuyer)) points += 3;
  else if (draft.vats.length > 0) points += 0.3;
  if (draft.nameIsSure) points += 0.6;
  if (draft.address.length > 0) points += 0.8;
  if (facts.buyer.name && draft.name && nameKey(draft.name.text) === nameKey(facts.buyer.name)) points += 2;
  if (draft.name && (isSentence(draft.name.text) || /^\P{L}*\d/u.test(draft.name.text))) points -= 2;
  return points;
}

const isSentence = (text: string): boolean => text.length > 80 || /[.!?]\s\p{Lu}\p{Ll}+\s\p{Ll}/u.test(text);

/** The block that a line lies in: up to the first line above that still belongs to it. */
function blockAround(facts: Facts, line: TextLine): Draft | null {
  const rows = facts.document.pages[line.page - 1]!.rows;
  let best: Draft | null = null;
  for (const row of rows.slice(Math.max(0, line.row - 8), line.row + 1)) {
    for (const cell of row) {
      if (Math.abs(cell.x - line.x) > 12 * line.height && cell !== line) continue;
      if (isTitle(cell.text) || isValueOfLabel(facts, cell)) continue;
      const region = regionFrom(facts, cell);
      if (!region.some((one) => one.line === line)) continue;
      const draft = draftOf(facts, region);
      if (draft.name && (draft.nameIsSure || draft.address.some((slice) => hasPostcode(slice.text)))) {
        best = draft;
        if (draft.nameIsSure) return draft;
      }
    }
    if (best) return best;
  }
  return best;
}

/** A letter's address window: lines of plain text ending with a city, in the upper third, often under a sender line. */
function addressWindow(facts: Facts, taken: ReadonlySet<TextLine>): Draft | null {
  const first = facts.document.pages[0];
  if (!first) return null;
  let best: { draft: Draft; score: number } | null = null;
  for (const row of first.rows) {
    for (const cell of row) {
      const { y } = cell;
      if (y < 0.08 * first.page.height || y > 0.36 * first.page.height) continue;
      if (taken.has(cell) || isValueOfLabel(facts, cell)) continue;
      if (isTitle(cell.text) || facts.labels.get(cell)!.some((label) => label.leading && isEffective(label))) continue;
      if (piecesOf(facts, cell).length > 1) continue;
      const draft = draftOf(facts, regionFrom(facts, cell));
      if (draft.name?.line !== cell || draft.address.length < 1 || draft.vats.some((vat) => !vat.isBuyer)) continue;
      if (
        draft.lines.length > 9 ||
        !(draft.address.length > 1 || draft.address.some((slice) => /\d{4}|jud\./.test(slice.text)))
      )
        continue;
      const score = windowPoints(facts, draft);
      if (!best || score > best.score + 0.1) best = { draft, score };
    }
  }
  return best?.draft ?? null;
}

/** Letterheads carry contacts, windows a sender line above them. */
function windowPoints(facts: Facts, draft: Draft): number {
  const [line] = draft.lines;
  const contacts = [...facts.contacts.emails, ...facts.contacts.phones].some((contact) =>
    draft.lines.includes(contact.line),
  );
  const rows = facts.document.pages[line!.page - 1]!.rows.slice(Math.max(0, line!.row - 4), line!.row);
  const sender = rows
    .flat()
    .some(
      (above) =>
        Math.abs(above.x - line!.x) < 4 * line!.height &&
        line!.y - above.y < 6 * line!.height &&
        piecesOf(facts, above).length > 1 &&
        piecesOf(facts, above).some((piece) => piece.kind === 'address'),
    );
  return (contacts ? -2 : 0) + (sender ? 1.5 : 0) + (line!.y > 0.13 * facts.document.pages[0]!.page.height ? 0.4 : 0);
}

function chooseCustomerVat(facts: Facts, customer: Option | null, vendorVat: VatCandidate | null): VatCandidate | null {
  const buyer = facts.vatNumbers.filter((vat) => vat.isBuyer);
  if (buyer.length > 0) return buyer.find((vat) => customer?.vats.includes(vat)) ?? buyer[0]!;
  const other = (vat: VatCandidate) => !vendorVat || vatKey(vat) !== vatKey(vendorVat);
  const own = customer?.vats.filter(other) ?? [];
  const best = own.find((vat) => vat.check?.checkDigitOk && vat.label) ?? own.find((vat) => vat.label) ?? own[0];
  if (best) return best;
  return facts.vatNumbers.find((vat) => other(vat) && namesCustomer(vat)) ?? null;
}

/** "Kunden-UID", "V/N.º Contrib.", "Your VAT no.": a label that names the customer itself. */
function namesCustomer(vat: VatCandidate): boolean {
  const words =
    /client|kunde|customer|cumpar|buyer|nabywc|adquir|^v\p{N}?n|^vn|ihre|votre|your|^uw|klant|vevo|odberatel|destinatar/u;
  return vat.label !== null && words.test(fold(vat.label.line.text.slice(vat.label.start, vat.label.end)));
}

// ---- vendor ----

interface Vendor {
  vat: VatCandidate | null;
  fields: PartyFields;
  lines: ReadonlySet<TextLine>;
}

interface NameOption extends Option {
  name: Slice;
  key: string;
}

function chooseVendor(
  facts: Facts,
  labelled: readonly LabelledBlock[],
  customer: Option | null,
  customerKey: string | null,
  notVendor: ReadonlySet<TextLine>,
): Vendor {
  const options = nameOptions(facts, labelled, customerKey, notVendor);
  const byKey = Map.groupBy(options, (option) => option.key);
  // A logo says part of the name that stands in full elsewhere.
  const isLogo = (key: string) =>
    key.length >= 4 &&
    [...byKey].some(
      ([other, group]) => other !== key && other.includes(key) && group.some((option) => option.address.length > 0),
    );
  const ranked = [...byKey.values()]
    .filter((group) => group[0]!.labelled || !isLogo(group[0]!.key))
    .map((group) => ({ group, score: groupScore(facts, group) }))
    .sort((a, b) => b.score - a.score);
  const chosen = ranked[0];
  const group = chosen?.group.sort((a, b) => b.score - a.score) ?? [];
  const vat = chooseVendorVat(facts, group, customer, notVendor);
  const best = group[0];
  const lines = new Set(group.flatMap((option) => option.lines));
  if (!best) return { vat, fields: { name: null, address: null, vat_number: vat && vatFound(facts, vat) }, lines };
  const close = ranked[1] !== undefined && ranked[1].score > chosen!.score - 0.8;
  const name = nameFound(
    facts,
    best.name,
    best.labelled,
    group.some((option) => vat && option.vats.includes(vat)),
  );
  if (close) name.evidence.push('contradicted');
  else if (chosen!.score < 2.5) name.evidence.push('guessed');
  const withAddress = group
    .filter((option) => option.address.length > 0)
    .sort((a, b) => addressRank(b) - addressRank(a))[0];
  return {
    vat,
    lines,
    fields: {
      name,
      address: withAddress ? addressFound(facts, withAddress) : null,
      vat_number: vat && vatFound(facts, vat),
    },
  };
}

function addressRank(option: Option): number {
  const text = addressText(option.address);
  return option.score + (option.labelled ? 1 : 0) + (/\d/.test(text) ? 1 : 0) + Math.min(2, tokensIn(text) / 4);
}

const tokensIn = (text: string): number => text.split(/[\s,]+/).length;

function nameOptions(
  facts: Facts,
  labelled: readonly LabelledBlock[],
  customerKey: string | null,
  notVendor: ReadonlySet<TextLine>,
): NameOption[] {
  const options: NameOption[] = labelled.map((block) => ({
    ...block,
    name: block.name!,
    key: nameKey(block.name!.text),
    score: 4 - 0.5 * (block.lines[0]!.page - 1),
  }));
  const add = (draft: Draft, score: number) => {
    if (!draft.name) return;
    const key = nameKey(draft.name.text);
    if (key === '' || key === customerKey || draft.name.text.length > 90) return;
    options.push({ ...draft, name: draft.name, key, score, labelled: false });
  };
  for (const line of facts.document.lines) {
    const isTable = facts.document.pages[line.page - 1]!.rows[line.row]!.length >= 4;
    if (notVendor.has(line) || isTable || options.some((option) => option.labelled && option.lines.includes(line)))
      continue;
    const named = piecesOf(facts, line).filter(
      (piece) =>
        (piece.kind === 'name' || (piece.kind === 'party' && companyNameEnd(piece.text) !== null)) && piece.text !== '',
    );
    for (const piece of named) {
      const draft = draftOf(facts, regionFrom(facts, line, piece.start));
      add(
        { ...draft, name: { line, start: piece.start, end: piece.end, text: piece.text }, nameIsSure: true },
        placePoints(facts, line) + 1.2,
      );
    }
  }
  const heads = letterheads(facts, notVendor);
  for (const line of heads) {
    const draft = draftOf(facts, regionFrom(facts, line));
    if (draft.name?.line === line && draft.name.start < 3) add(draft, placePoints(facts, line) + 0.4);
  }
  for (const label of [...facts.labels.values()].flat()) {
    if (!label.kinds.includes('account_holder') || !isEffective(label)) continue;
    const holder = label.line.text.slice(label.end).trim();
    const option = options.find((one) => holder !== '' && one.key === nameKey(holder));
    if (option) option.score += 1;
  }
  return options;
}

/** Lines at the top of the first page that may be a letterhead without a legal form. */
function letterheads(facts: Facts, notVendor: ReadonlySet<TextLine>): TextLine[] {
  const first = facts.document.pages[0];
  if (!first) return [];
  return first.rows
    .flat()
    .filter(
      (line) =>
        line.y < 0.3 * first.page.height &&
        !isValueOfLabel(facts, line) &&
        !notVendor.has(line) &&
        !isTitle(line.text) &&
        /\p{L}{3}/u.test(line.text),
    )
    .filter((line) => !facts.labels.get(line)!.some((label) => label.leading && isEffective(label)))
    .slice(0, 14);
}

function placePoints(facts: Facts, line: TextLine): number {
  const { page } = facts.document.pages[line.page - 1]!;
  const at = line.y / page.height;
  if (line.page > 1) return 0.1;
  if (at < 0.2) return 1;
  if (at < 0.33) return 0.6;
  return at > 0.82 ? 0.7 : 0;
}

/** All printings of one name together: what speaks for its being the vendor. */
function groupScore(facts: Facts, group: readonly NameOption[]): number {
  let score = Math.max(...group.map((option) => option.score));
  if (group.some((option) => option.vats.some((vat) => !vat.isBuyer))) score += 2;
  if (group.some((option) => option.vats.some((vat) => vat.isBuyer))) score -= 4;
  if (group.some((option) => option.address.length > 0)) score += 0.8;
  if (new Set(group.map((option) => `${option.name.line.page} ${option.name.line.row}`)).size > 1) score += 1;
  if (agreesWithDomain(facts, group[0]!.key)) score += 1.5;
  const contact = group.some((option) =>
    option.lines.some(
      (line) =>
        facts.contacts.emails.some((mail) => mail.line === line) ||
        facts.contacts.phones.some((call) => call.line === line) ||
        facts.accounts.ibans.some((iban) => iban.line === line),
    ),
  );
  if (contact) score += 0.7;
  if (isBank(group[0]!.name.text)) score -= 3;
  if (isSentence(group[0]!.name.text)) score -= 2;
  return score;
}

/** Banks print their own name beside the account. */
const isBank = (text: string): boolean =>
  /\bbank|banca|banque|banco|sparkasse|\bбанк|raiffeisen|volksbank|kasse\b|\bfactoring\b/i.test(text);

function agreesWithDomain(facts: Facts, key: string): boolean {
  return facts.contacts.domains.some((domain) => {
    const host = fold(domain.split('.').slice(0, -1).join(''));
    return host.length >= 4 && key.length >= 4 && (host.includes(key.slice(0, 10)) || key.includes(host.slice(0, 10)));
  });
}

function chooseVendorVat(
  facts: Facts,
  group: readonly NameOption[],
  customer: Option | null,
  notVendor: ReadonlySet<TextLine>,
): VatCandidate | null {
  const rank = (vat: VatCandidate): number => {
    if (vat.isBuyer || notVendor.has(vat.line) || customer?.vats.includes(vat) || namesCustomer(vat)) return -10;
    let score = 0;
    if (group.some((option) => option.vats.includes(vat))) score += 2;
    if (vat.label) score += 1.5;
    if (vat.check?.checkDigitOk) score += 1;
    if (vat.check?.prefixed) score += 0.8;
    if (vat.relation === 'below') score -= 0.2;
    if (vat.line.page > 1) score -= 0.3;
    return score;
  };
  const best = facts.vatNumbers.map((vat) => ({ vat, score: rank(vat) })).sort((a, b) => b.score - a.score)[0];
  return best && best.score >= 1.3 ? best.vat : null;
}

// ---- what is given out ----

function nameFound(facts: Facts, name: Slice, labelled: boolean, withVat: boolean): Found<string> {
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
    rows.size > 1 && !mayGoOnAbove(facts, name) && 'seen_twice',
  ]);
}

/** Plain text set tight above the name, in its size, may be the name's first half. */
function mayGoOnAbove(facts: Facts, name: Slice): boolean {
  const { line } = name;
  if (name.start > 0) return false;
  const above = facts.document.pages[line.page - 1]!.rows[line.row - 1]?.find((cell) => Math.abs(cell.x - line.x) < 2);
  if (!above || line.y - above.y - above.height > 0.7 * line.height) return false;
  return (
    Math.abs(above.fontSize - line.fontSize) < 0.5 &&
    /^\p{Lu}[\p{L}\s&.-]*$/u.test(above.text) &&
    !isTitle(above.text) &&
    !facts.labels.get(above)!.some((label) => label.leading && isEffective(label))
  );
}

function addressFound(facts: Facts, draft: Draft): Found<string> | null {
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

function vatFound(facts: Facts, vat: VatCandidate): Found<string> {
  const again = facts.vatNumbers.some(
    (other) =>
      other !== vat &&
      vatKey(other) === vatKey(vat) &&
      (other.line.row !== vat.line.row || other.line.page !== vat.line.page),
  );
  return found(vat.value, placeOf(vat.line, vat.start, vat.end), vat.line, [
    vat.check?.checkDigitOk && 'check_digit',
    vat.label && 'labelled',
    vat.isBuyer && 'buyer_agrees',
    again && 'seen_twice',
    vat.check !== null && vat.check.shapeOk && !vat.check.checkDigitOk && 'contradicted',
  ]);
}

function contactsOf(
  facts: Facts,
  vendor: Vendor,
  notVendor: ReadonlySet<TextLine>,
): Pick<VendorFields, 'email' | 'phone'> {
  const name = vendor.fields.name?.value;
  const key = name ? nameKey(name) : '';
  const rank = (contact: { line: TextLine; value: string; label: Label | null }): number => {
    if (notVendor.has(contact.line)) return -1;
    let score = vendor.lines.has(contact.line) ? 2 : 0.5;
    if (contact.label) score += 0.5;
    const host = fold(contact.value.slice(contact.value.indexOf('@') + 1));
    if (contact.value.includes('@') && key.length >= 4 && host.includes(key.slice(0, 8))) score += 1;
    return score - 0.01 * contact.line.page;
  };
  const best = <T extends { line: TextLine; value: string; label: Label | null; start: number; end: number }>(
    all: readonly T[],
  ): T | null =>
    all
      .map((one) => ({ one, score: rank(one) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)[0]?.one ?? null;
  const give = (contact: { line: TextLine; value: string; label: Label | null; start: number; end: number } | null) =>
    contact &&
    found(contact.value, placeOf(contact.line, contact.start, contact.end), contact.line, [
      contact.label && 'labelled',
    ]);
  return { email: give(best(facts.contacts.emails)), phone: give(best(facts.contacts.phones)) };
}
