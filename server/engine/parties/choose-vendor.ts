import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { type VatCandidate, vatKey } from '../candidates/vat-numbers.ts';
import { isFinancer } from '../fields/account-purposes.ts';
import { registerEntries } from '../fields/trade-register.ts';
import { startNear } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type Features, weigh } from '../weights.ts';
import { addressText } from './address-lines.ts';
import { countryNamed, isPostcodeWithCity } from './address-text.ts';
import { namesCustomer } from './choose-customer.ts';
import { companyNameEnd, nameKey } from './company-name.ts';
import { addressFound, nameFound, type PartyFields, vatFound } from './give-party.ts';
import type { LabelledBlock, Option } from './labelled-blocks.ts';
import { addressOverNumber, looseAddress } from './nameless-address.ts';
import { isProse, isWording } from './pieces.ts';
import { type NameOption, nameOptions } from './vendor-names.ts';

export interface Vendor {
  vat: VatCandidate | null;
  fields: PartyFields;
  lines: ReadonlySet<TextLine>;
}

export function chooseVendor(
  facts: Facts,
  labelled: readonly LabelledBlock[],
  customer: Option | null,
  customerKey: string | null,
  notVendor: ReadonlySet<TextLine>,
): Vendor {
  const ranked = rankVendors(facts, labelled, customerKey, notVendor);
  // Below this nothing but its place speaks for a name.
  const chosen = ranked[0] && ranked[0].score >= leastScore ? ranked[0] : undefined;
  const group = chosen?.group ?? [];
  const vat = chooseVendorVat(facts, group, customer, notVendor);
  const best = group[0];
  const lines = new Set(group.flatMap((option) => option.lines));
  const isOnly =
    vat !== null && !hasRival(facts, vat, group, customer, notVendor) && !isUnderAnother(facts, vat, group);
  // Where nothing tells who is who, a number in a block may be the customer's.
  const isTold = customer !== null || group.some(({ labelled: isLabelled }) => isLabelled);
  const isPlaced = isOnly && isVendorsPlace(facts, vat, isTold ? lines : new Set());
  const isAnothers = vat !== null && isBehindAnother(facts, vat, group);
  if (!best)
    return {
      vat,
      fields: {
        name: null,
        address: vat && addressOverNumber(facts, vat, notVendor),
        vat_number: vat && vatFound(facts, vat, isPlaced && !isAnothers),
      },
      lines,
    };
  const close = ranked.some(
    (other) => other !== chosen && other.score > chosen!.score - 0.8 && !isWithin(other, group),
  );
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
    .sort((a, b) => Number(isTownAlone(a)) - Number(isTownAlone(b)) || addressRank(b) - addressRank(a))[0];
  const isHome = vat !== null && !isOfAnotherCountry(vat, withAddress);
  const number = vat && vatFound(facts, vat, isPlaced && isHome, isOnly && isHome && isNamed(group, vat));
  const another = isLabelledOtherwise(labelled, group);
  if (another) name.evidence.push('contradicted');
  if (number && (another || isAnothers)) number.evidence.push('contradicted');
  // "Issued by A in the name and on behalf of B": the pages do not say by their places which of both is the vendor.
  const isForAnother = facts.document.lines.some(({ text, ocr }) => wordsOf('on_behalf').find(text, ocr).length > 0);
  // Two companies' numbers and no customer: the name that was read may be the customer's beside a logo.
  const mayBeCustomer =
    vat !== null && (customer === null ? !isOnly : !isKnownCustomer(customer) && hasTwo(facts, vat));
  if (isForAnother || mayBeCustomer || hasOtherIssuer(facts, ranked, group, customer))
    for (const field of [name, number]) field?.evidence.push('rival');
  return {
    vat,
    lines,
    fields: {
      name,
      address: withAddress
        ? addressFound(facts, withAddress)
        : ((vat && addressOverNumber(facts, vat, notVendor)) ?? looseAddress(facts, lines, vat, notVendor)),
      vat_number: number,
    },
  };
}

/**
 * Its label or the number that was sent says that it is the customer: of two companies with a number each, a block's place
 * alone does not tell who writes to whom.
 */
const isKnownCustomer = ({ labelled, vats }: Option): boolean => labelled || vats.some((vat) => vat.isBuyer);

const hasTwo = (facts: Facts, own: VatCandidate): boolean =>
  facts.vatNumbers.some((vat) => !same(vat, own) && vat.check?.checkDigitOk === true);

/** Registered in another country than its address names: its number may be a branch's, or its representative's. */
function isOfAnotherCountry({ check }: VatCandidate, vendor: Option | undefined): boolean {
  const last = vendor && addressText(vendor.address).split(',').at(-1)!.trim();
  const named = last ? countryNamed(last) : null;
  return named !== null && check?.prefixed === true && check.country !== named;
}

/** A line of the chosen name's own block: its street without a number, its city, a word of its trade. */
const isWithin = (other: RankedVendor, group: readonly NameOption[]): boolean =>
  other.group.every(
    ({ name, features, vats }) =>
      features.legal_form !== true &&
      features.labelled !== true &&
      group.some(
        (option) =>
          option.lines.indexOf(name.line) > option.lines.indexOf(option.name.line) &&
          vats.every((vat) => option.vats.includes(vat)),
      ),
  );

const leastScore = 1.15;

/** A name that may be the vendor's, with all its printings. */
export interface RankedVendor {
  group: NameOption[];
  features: Features;
  score: number;
}

/** Who may have issued the invoice, the likeliest first. */
export function rankVendors(
  facts: Facts,
  labelled: readonly LabelledBlock[],
  customerKey: string | null,
  notVendor: ReadonlySet<TextLine>,
): RankedVendor[] {
  return withParts(nameOptions(facts, labelled, customerKey, notVendor))
    .map((group) => {
      const features = groupFeatures(facts, group);
      return { group, features, score: weigh('vendor', features) };
    })
    .sort((a, b) => b.score - a.score);
}

/**
 * The printings of each name together. A logo says part of the name that stands in full elsewhere, and of a name in two
 * lines the second alone bears the legal form: what speaks for the part speaks for the whole, which is the one to give.
 */
function withParts(options: readonly NameOption[]): NameOption[][] {
  const byKey = Map.groupBy(options, (option) => option.key);
  const hasForm = (group: readonly NameOption[]) => group.some((option) => option.features.legal_form === true);
  const best = (group: readonly NameOption[]) => Math.max(...group.map((option) => option.score));
  const wholeOf = (key: string, part: readonly NameOption[]): string | undefined => {
    if (key.length < 4 || part.some((option) => option.labelled)) return undefined;
    const isWhole = (other: string, group: readonly NameOption[]): boolean => {
      if (other === key || !other.includes(key)) return false;
      if (hasForm(part)) return other.endsWith(key) && hasForm(group) && best(group) > best(part) - 0.5;
      return (other.startsWith(key) && hasForm(group)) || group.some((option) => option.address.length > 0);
    };
    return [...byKey].filter(([other, group]) => isWhole(other, group)).sort((a, b) => best(b[1]) - best(a[1]))[0]?.[0];
  };
  const groups = new Map<string, NameOption[]>();
  for (const [key, part] of byKey) {
    const whole = wholeOf(key, part) ?? key;
    groups.set(whole, [...(groups.get(whole) ?? []), ...part]);
  }
  return [...groups].map(([key, group]) =>
    group.toSorted(
      (a, b) =>
        Number(b.key === key) - Number(a.key === key) ||
        Number(b.labelled) - Number(a.labelled) ||
        Number(endsInForm(b)) - Number(endsInForm(a)) ||
        b.score - a.score,
    ),
  );
}

/** "NORDAL energy" on top and "NORDAL ENERGY Ltd" at the foot: without a label the second is what the company is called. */
const endsInForm = ({ name }: NameOption): boolean => companyNameEnd(name.text) !== null;

/** Where the name is printed with more than the town, that says more. */
const isTownAlone = (option: Option): boolean => isPostcodeWithCity(addressText(option.address));

function addressRank(option: Option): number {
  const text = addressText(option.address);
  return (
    option.score +
    (option.labelled ? 1 : 0) +
    (/\d/.test(text) ? 1 : 0) +
    Math.min(2, tokensIn(text) / 4) -
    (wordsOf('post_boxes').has(text) ? 1.5 : 0)
  );
}

const tokensIn = (text: string): number => text.split(/[\s,]+/).length;

/** All printings of one name together: what speaks for its being the vendor. */
function groupFeatures(facts: Facts, group: readonly NameOption[]): Features {
  const best = group.reduce((one, other) => (other.score > one.score ? other : one));
  const contact = group.some((option) =>
    option.lines.some(
      (line) =>
        facts.contacts.emails.some((mail) => mail.line === line) ||
        facts.contacts.phones.some((call) => call.line === line) ||
        facts.accounts.ibans.some((iban) => iban.line === line),
    ),
  );
  const bare = !group.some((option) => option.nameIsSure || option.labelled || option.address.length > 0);
  return {
    ...best.features,
    own_vat_number: group.some((option) => option.vats.some((vat) => !vat.isBuyer)),
    buyers_vat_number: group.some((option) => option.vats.some((vat) => vat.isBuyer)),
    address: group.some((option) => option.address.length > 0),
    printed_twice: new Set(group.map((option) => `${option.name.line.page} ${option.name.line.row}`)).size > 1,
    domain: agreesWithDomain(facts, group[0]!.key) || hasWordOfDomain(facts, group[0]!.name.text),
    contact,
    bare: bare && !contact,
    bare_with_contact: bare && contact,
    row: Math.min(...group.map((option) => option.name.line.row)),
    bank: isFinancer(group[0]!.name.text),
    sentence: isWording(group[0]!.name.text),
  };
}

function agreesWithDomain(facts: Facts, key: string): boolean {
  return facts.contacts.domains.some((domain) => {
    const host = fold(domain.split('.').slice(0, -1).join(''));
    return host.length >= 4 && key.length >= 4 && (host.includes(key.slice(0, 10)) || key.includes(host.slice(0, 10)));
  });
}

/** Shorter words are in many names. */
const fewestOfDomain = 5;

/** "info@nordal-cars.example" of "Garage Nordal": a word of the name between the hyphens of the domain. */
function hasWordOfDomain(facts: Facts, name: string): boolean {
  const words = tokensOf(name).map(({ folded }) => folded);
  const parts = facts.contacts.domains.flatMap((domain) => domain.split('.').slice(0, -1).join('-').split('-'));
  return parts.some((part) => part.length >= fewestOfDomain && words.includes(fold(part)));
}

function chooseVendorVat(
  facts: Facts,
  group: readonly NameOption[],
  customer: Option | null,
  notVendor: ReadonlySet<TextLine>,
): VatCandidate | null {
  const best = rankVats(facts, group, customer, notVendor)[0];
  return best && best.score >= 1.3 ? best.vat : null;
}

/** Shorter numbers of registers end VAT numbers by accident. */
const fewestDigits = 7;

/** VAT numbers that may be the vendor's, the likeliest first. */
export function rankVats(
  facts: Facts,
  group: readonly NameOption[],
  customer: Option | null,
  notVendor: ReadonlySet<TextLine>,
): { vat: VatCandidate; features: Features; score: number }[] {
  // "RCS Lyon 123 456 789" and "FR40 123456789": the vendor's imprint repeats its number in the register's form.
  const registered = registerEntries(facts).map(({ value }) => value.replace(/\P{N}/gu, ''));
  return facts.vatNumbers
    .filter((vat) => !vat.isBuyer && !notVendor.has(vat.line) && !customer?.vats.includes(vat) && !namesCustomer(vat))
    .filter(({ line, start }) => !isFinancer(line.text.slice(0, start)))
    .map((vat) => {
      const features: Features = {
        in_vendors_block: group.some((option) => option.vats.includes(vat)),
        labelled: vat.label !== null,
        check_digit: vat.check?.checkDigitOk ?? false,
        prefixed: vat.check?.prefixed ?? false,
        below_label: vat.relation === 'below',
        later_page: vat.line.page > 1,
        in_register: registered.some((digits) => digits.length >= fewestDigits && vat.value.endsWith(digits)),
        // Terms of business name whom they are of, or a warehouse.
        in_prose: isProse(vat.line.text),
      };
      return { vat, features, score: weigh('vendor_vat', features) };
    })
    .sort((a, b) => b.score - a.score);
}

/** A number with its country's letters in the block that a label makes the vendor's needs no label of its own. */
const isNamed = (group: readonly NameOption[], vat: VatCandidate): boolean =>
  vat.check?.prefixed === true && group.some((option) => option.labelled && option.vats.includes(vat));

/** "Printed by Other Ltd, VAT no. …": wherever the number is printed, a company of another name may stand before it. */
function isBehindAnother(facts: Facts, vat: VatCandidate, group: readonly NameOption[]): boolean {
  return facts.vatNumbers.some((printed) => {
    const before = textBefore(facts, printed);
    const isOther = companyNameEnd(before) !== null && !group.some(({ key }) => fold(before).includes(key));
    return isOther && vatKey(printed) === vatKey(vat);
  });
}

/**
 * Another company's number, or another of the vendor's own: of a branch, a tax group, a representative, a marketplace.
 * Check digits hold for all of them, so only the block that its label makes the vendor's tells which is meant.
 */
function hasRival(
  facts: Facts,
  vat: VatCandidate,
  group: readonly NameOption[],
  customer: Option | null,
  notVendor: ReadonlySet<TextLine>,
): boolean {
  const rivals = facts.vatNumbers.filter(
    (other) =>
      vatKey(other) !== vatKey(vat) &&
      (other.check ? other.check.checkDigitOk : other.label !== null) &&
      !other.isBuyer &&
      (isSecondOf(customer, other) ||
        (!notVendor.has(other.line) && !customer?.vats.some((own) => same(own, other)))) &&
      !namesCustomer(other),
  );
  const own = group.filter((option) => option.labelled && option.vats.includes(vat));
  return rivals.some(
    (rival) =>
      own.length === 0 ||
      own.some(({ vats }) => vats.includes(rival)) ||
      ![rival.line, partedCell(facts, rival)].some((cell) => cell && leadsTo(facts, cell, 'other_party')),
  );
}

const same = (a: VatCandidate, b: VatCandidate): boolean => vatKey(a) === vatKey(b);

/**
 * Another company with an address or a number of its own stands on the pages, and no known label says what it has to do
 * with the invoice: in whatever words, one of both may act for the other.
 */
function hasOtherIssuer(
  facts: Facts,
  ranked: readonly RankedVendor[],
  group: readonly NameOption[],
  customer: Option | null,
): boolean {
  const own = group.flatMap(({ vats }) => vats);
  const isOther = (vat: VatCandidate): boolean =>
    vat.check?.checkDigitOk === true &&
    !vat.isBuyer &&
    !customer?.vats.some((of) => same(of, vat)) &&
    !own.some((of) => same(of, vat)) &&
    ![vat.line, partedCell(facts, vat)].some((cell) => cell && leadsTo(facts, cell, 'other_party'));
  const isCompany = ({ name, features, address }: NameOption): boolean =>
    features.legal_form === true &&
    (address.length > 0 || (name.start === 0 && name.end === name.line.text.length)) &&
    !wordsOf('banks').has(name.text) &&
    !leadsTo(facts, name.line, 'other_party') &&
    !group.some(({ key }) => fold(name.text).includes(key) || key.includes(nameKey(name.text)));
  return ranked.some(
    (other) => other.group !== group && other.group.some((option) => option.vats.some(isOther) || isCompany(option)),
  );
}

/** The customer has the first number of its block; one with another name before it is of a company that follows there. */
function isSecondOf(customer: Option | null, vat: VatCandidate): boolean {
  const [first] = customer?.vats ?? [];
  if (!customer || !first || same(first, vat) || !customer.vats.includes(vat)) return false;
  const between = customer.lines.slice(customer.lines.indexOf(first.line) + 1, customer.lines.indexOf(vat.line));
  return between.some(({ text }) => companyNameEnd(text) !== null);
}

/** So many rows over a number may hold the name of the company that has it. */
const rowsToName = 8;

/** "VAT group: Other Ltd, VAT no. …", or another company's name as the nearest one above the number in its column. */
function isUnderAnother(facts: Facts, vat: VatCandidate, group: readonly NameOption[]): boolean {
  const { line, start } = vat;
  if ([line, partedCell(facts, vat)].some((cell) => cell && leadsTo(facts, cell, 'other_party'))) return true;
  const isOwn = (text: string) => group.some(({ key }) => fold(text).includes(key));
  const before = line.text.slice(0, start);
  if (companyNameEnd(before) !== null) {
    const caption = before.slice(0, Math.max(0, before.indexOf(':')));
    return /\p{L}{3}/u.test(caption) && companyNameEnd(caption) === null && !leadsTo(facts, line, 'vendor');
  }
  const { rows } = facts.document.pages[line.page - 1]!;
  const above = rows
    .slice(Math.max(0, line.row - rowsToName), line.row)
    .flatMap((row) => row.filter((cell) => startNear(cell, line)));
  let lower = line;
  for (const cell of above.toReversed()) {
    if (lower.y - cell.y > 3 * lower.height || isOwn(cell.text)) return false;
    const end = companyNameEnd(cell.text);
    if (end !== null && !isFinancer(cell.text.slice(0, end))) return true;
    lower = cell;
  }
  return false;
}

const leadsTo = (facts: Facts, line: TextLine, kind: LabelKind): boolean =>
  facts.labels.get(line)!.some((label) => label.leading && label.kinds.includes(kind));

/** What stands before a number in its line, with what a scan's wide gap has parted from it. */
const textBefore = (facts: Facts, vat: VatCandidate): string =>
  `${partedCell(facts, vat)?.text ?? ''} ${vat.line.text.slice(0, vat.start)}`;

/** The cell close to the left of a scanned number's, which may be the beginning of its line. */
function partedCell(facts: Facts, { line }: VatCandidate): TextLine | null {
  const beside = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  return beside?.ocr === true && line.x - beside.x - beside.width < 2 * line.height ? beside : null;
}

/** "Issued by Other Ltd on behalf of the supplier": the block that its label makes the vendor's has another name. */
const isLabelledOtherwise = (labelled: readonly LabelledBlock[], group: readonly NameOption[]): boolean =>
  labelled.some(({ name, nameIsSure }) => {
    const key = name && nameIsSure ? nameKey(name.text) : null;
    return key !== null && !group.some((option) => option.key.includes(key) || key.includes(option.key));
  });

/** In the vendor's block, in head or foot of a page, or anywhere once the buyer's own number is found elsewhere. */
function isVendorsPlace(facts: Facts, vat: VatCandidate, lines: ReadonlySet<TextLine>): boolean {
  const { page } = facts.document.pages[vat.line.page - 1]!;
  const at = vat.line.y / page.height;
  return (
    lines.has(vat.line) || at < 0.12 || at > 0.8 || facts.vatNumbers.some((other) => other.isBuyer && !other.misread)
  );
}
