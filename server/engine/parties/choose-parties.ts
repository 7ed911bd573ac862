import type { Facts } from '../candidates/facts.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import type { VatCandidate } from '../candidates/vat-numbers.ts';
import type { Found } from '../found.ts';
import { startNear } from '../layout/geometry.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { isAddress } from './address-text.ts';
import { chooseCustomer, chooseCustomerVat } from './choose-customer.ts';
import { chooseVendor } from './choose-vendor.ts';
import { companyNameEnd, nameKey } from './company-name.ts';
import { draftOf } from './draft.ts';
import { addressFound, contactsOf, nameFound, type PartyFields, type VendorFields, vatFound } from './give-party.ts';
import { type LabelledBlock, labelledBlocks, type Option } from './labelled-blocks.ts';
import { namesOtherCompany } from './other-companies.ts';
import type { Slice } from './pieces.ts';
import { regionFrom } from './region.ts';

export interface Parties {
  vendor: VendorFields;
  customer: PartyFields;
  vendorVat: VatCandidate | null;
  customerVat: VatCandidate | null;
  /** Lines that belong to the customer or to third parties. */
  notVendor: ReadonlySet<TextLine>;
  /** Lines of the vendor's blocks. */
  vendorLines: ReadonlySet<TextLine>;
  /** Lines of the customer's block. */
  customerLines: ReadonlySet<TextLine>;
}

/** What is known of the customer and of third parties before the vendor is looked for. */
export interface OtherParties {
  labelled: readonly LabelledBlock[];
  vendorBlocks: readonly LabelledBlock[];
  customer: Option | null;
  customerKey: string | null;
  /** Lines that belong to the customer or to third parties. */
  notVendor: ReadonlySet<TextLine>;
}

export function findOtherParties(facts: Facts): OtherParties {
  const labelled = labelledBlocks(facts);
  const customer = chooseCustomer(facts, labelled);
  const customerKey = customer?.name ? nameKey(customer.name.text) : null;
  const vendorBlocks = labelled.filter((block) => block.role === 'vendor');
  const vendorKeys = vendorBlocks.map((block) => nameKey(block.name!.text));
  const notVendor = new Set<TextLine>();
  for (const block of labelled) {
    const key = nameKey(block.name!.text);
    // "Beneficiar" of a payment slip is the vendor: a customer's label over another name proves nothing, and "Recipient"
    // over the vendor's says who receives the money.
    const another =
      block !== customer &&
      key !== customerKey &&
      (block.role === 'customer' || vendorKeys.includes(key)) &&
      !block.vats.some((vat) => vat.isBuyer);
    if (
      block.role !== 'vendor' &&
      !another &&
      !isShop(facts, block, vendorBlocks) &&
      !isContact(facts, block, labelled)
    )
      for (const line of block.lines)
        if (block.role !== 'delivery' || !leadsToAccount(facts, line)) notVendor.add(line);
  }
  if (customer) for (const line of customer.lines) notVendor.add(line);
  for (const block of vendorBlocks) for (const line of block.lines) notVendor.delete(line);
  return { labelled, vendorBlocks, customer, customerKey, notVendor };
}

/** "Place of supply: Nordal" over "IBAN …": nobody is paid at the place where goods go, whatever stands below it. */
const leadsToAccount = (facts: Facts, line: TextLine): boolean =>
  facts.labels.get(line)!.some(({ leading, kinds }) => leading && kinds.includes('bank_account'));

/**
 * "Store" over a company with its number, where no further company's number is on the pages: a label that may mean where goods
 * go, and means here who sells them.
 */
const isShop = (facts: Facts, { role, label, vats }: LabelledBlock, vendorBlocks: readonly LabelledBlock[]): boolean =>
  role === 'delivery' &&
  label.kinds.includes('vendor') &&
  vendorBlocks.length === 0 &&
  vats.length > 0 &&
  facts.vatNumbers.some(({ isBuyer }) => isBuyer) &&
  facts.vatNumbers.every((vat) => vat.isBuyer !== vats.includes(vat));

/** In heights of its print: farther below a party's block is nobody's contact. */
const contactReach = 8;

/**
 * "Contact" over a telephone number and an e-mail address, or with a person before them: how to reach one, and the vendor
 * unless it stands under another party.
 */
function isContact({ contacts }: Facts, block: LabelledBlock, labelled: readonly LabelledBlock[]): boolean {
  const { label, lines, nameIsSure, address, vats } = block;
  const isReached = [...contacts.phones, ...contacts.emails].some(({ line }) => lines.slice(0, 2).includes(line));
  if (!isReached || !label.kinds.includes('person') || nameIsSure || address.length > 0 || vats.length > 0)
    return false;
  return !labelled.some(({ role, label: own, lines: others }) => {
    const last = others.at(-1)!;
    return (
      own !== label &&
      role !== 'vendor' &&
      !own.kinds.includes('person') &&
      last.page === label.line.page &&
      (startNear(last, label.line) || startNear(own.line, label.line)) &&
      label.line.y >= own.line.y &&
      label.line.y - last.y < contactReach * label.line.height
    );
  });
}

export function chooseParties(given: Facts): Parties {
  const facts = issuedByBuyer(given)
    ? { ...given, vatNumbers: given.vatNumbers.map((vat) => ({ ...vat, isBuyer: false })) }
    : given;
  const { labelled, vendorBlocks, customer, customerKey, notVendor } = findOtherParties(facts);
  const vendor = chooseVendor(facts, vendorBlocks, customer, customerKey, notVendor);
  const names = [vendor.fields.name?.value, customer?.name?.text].flatMap((name) => name ?? []);
  const isInShop = labelled.some((block) => isShop(facts, block, vendorBlocks) && block.vats.includes(vendor.vat!));
  if (isInShop || namesOtherCompany(facts, labelled, names))
    for (const field of [vendor.fields.name, vendor.fields.vat_number])
      if (!field?.evidence.includes('rival')) field?.evidence.push('rival');
  const othersLines = labelled.filter(({ role }) => role === 'delivery' || role === 'other_party');
  const customerVat = chooseCustomerVat(
    facts,
    customer,
    vendor.vat,
    new Set([...vendor.lines, ...othersLines.flatMap(({ lines }) => lines)]),
  );
  return {
    vendor: { ...vendor.fields, ...contactsOf(facts, vendor, notVendor, customerKey) },
    customer: {
      name: customer?.name
        ? nameFound(
            facts,
            withForm(facts, customer.name),
            customer.labelled,
            customer.vats.some((vat) => vat.isBuyer),
          )
        : null,
      address: customer
        ? (addressFound(facts, customer) ?? addressElsewhere(facts, customer) ?? billingAddress(facts, labelled))
        : null,
      vat_number: customerVat && vatFound(facts, customerVat, !isWhereGoodsGo(labelled, customerVat)),
    },
    vendorVat: vendor.vat,
    customerVat,
    notVendor,
    vendorLines: vendor.lines,
    customerLines: new Set(customer?.lines),
  };
}

/** The same name with its legal form, where it fills a line elsewhere on the page. */
function withForm(facts: Facts, name: Slice): Slice {
  const key = nameKey(name.text);
  if (key.length < 4 || companyNameEnd(name.text) !== null) return name;
  const isWhole = ({ text }: TextLine): boolean => companyNameEnd(text) === text.length && nameKey(text) === key;
  const line = facts.document.lines.find((one) => one.page === name.line.page && isWhole(one));
  return line ? { line, start: 0, end: line.text.length, text: line.text } : name;
}

/** In the block of who receives the goods, who need not be who is invoiced. */
const isWhereGoodsGo = (labelled: readonly LabelledBlock[], { line }: VatCandidate): boolean =>
  labelled.some(({ role, lines }) => role === 'delivery' && lines.includes(line)) &&
  !labelled.some(({ role, lines }) => role === 'customer' && lines.includes(line));

/**
 * The page's own labels say that the buyer that was sent issued the invoice, and to whom. As an anchor it would turn the
 * two around. Its number in a block of the vendor's alone proves nothing: blocks run into each other.
 */
function issuedByBuyer(facts: Facts): boolean {
  const labelled = labelledBlocks(facts);
  const vatsOf = (role: 'vendor' | 'customer'): VatCandidate[] =>
    labelled.filter((block) => block.role === role).flatMap(({ vats }) => vats);
  const [vendors, customers] = [vatsOf('vendor'), vatsOf('customer')];
  return (
    vendors.length > 0 &&
    vendors.every((vat) => vat.isBuyer) &&
    customers.some((vat) => vat.check?.checkDigitOk) &&
    !customers.some((vat) => vat.isBuyer)
  );
}

/**
 * The address under another printing of the customer's name, as a letter's window has it beside a box of its data; of two
 * persons it may name both, or one.
 */
function addressElsewhere(facts: Facts, { name }: Option): Found<string> | null {
  const key = name ? nameKey(name.text) : '';
  if (key.length < 4) return null;
  const own = wordsOfName(name!.text);
  const names = ({ text }: TextLine): boolean => {
    const words = wordsOfName(text);
    const both = own.intersection(words).size;
    return nameKey(text) === key || (both > 1 && both === Math.min(own.size, words.size));
  };
  for (const line of facts.document.lines) {
    if (line === name!.line || !names(line)) continue;
    const draft = draftOf(facts, regionFrom(facts, line));
    if (draft.name?.line === line && draft.address.length > 0) return addressFound(facts, draft);
  }
  return null;
}

const wordsOfName = (text: string): ReadonlySet<string> =>
  new Set(tokensOf(text).flatMap(({ folded }) => (/^\p{L}{4}/u.test(folded) ? folded : [])));

/** "Adresa de facturare: …" apart from the customer's name: a customer's label over nothing but an address. */
function billingAddress(facts: Facts, labelled: readonly LabelledBlock[]): Found<string> | null {
  const block = labelled.find(
    (one) => one.role === 'customer' && one.name !== null && !one.nameIsSure && isAddress(one.name.text),
  );
  return block
    ? addressFound(facts, { ...block, address: [block.name!, ...block.address], addressLabelled: true })
    : null;
}
