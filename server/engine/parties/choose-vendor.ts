import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import type { VatCandidate } from '../candidates/vat-numbers.ts';
import { isFinancer } from '../fields/account-purposes.ts';
import { isInFoot } from '../layout/geometry.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type Features, weigh } from '../weights.ts';
import { addressText } from './address-lines.ts';
import { countryNamed, isPostcodeWithCity } from './address-text.ts';
import { companyNameEnd, nameKey } from './company-name.ts';
import { addressFound, nameFound, type PartyFields, vatFound } from './give-party.ts';
import type { LabelledBlock, Option } from './labelled-blocks.ts';
import { addressOverNumber, looseAddress } from './nameless-address.ts';
import { isWording, type Slice } from './pieces.ts';
import { type NameOption, nameOptions } from './vendor-names.ts';
import {
  chooseVendorVat,
  hasRival,
  isBehindAnother,
  isNamed,
  isUnderAnother,
  isVendorsPlace,
  leadsTo,
  partedCell,
  same,
} from './vendor-vat.ts';

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
    (other) => other !== chosen && other.score > chosen!.score - rivalWithin && !isWithin(other, group),
  );
  const name = nameFound(
    facts,
    best.name,
    best.labelled,
    group.some((option) => vat && option.vats.includes(vat)),
  );
  if (close) name.evidence.push('contradicted');
  else if (chosen!.score < leastSure) name.evidence.push('guessed');
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
/** A name whose score is no farther below the best one's may be the vendor's as well, and a best one below so much is a guess. */
const [rivalWithin, leastSure] = [0.8, 2.5];
/** A part of a name with its legal form may score so much more than the whole name. */
const partMayLead = 0.5;

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
      if (hasForm(part)) return other.endsWith(key) && hasForm(group) && best(group) > best(part) - partMayLead;
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

/** What speaks for a printing of the address beside its name's score: that it stands under a label, has a number, and is long, up to so much; a post box speaks against it. */
const addressSays = { labelled: 1, numbered: 1, longest: 2, postBox: 1.5 };

function addressRank(option: Option): number {
  const text = addressText(option.address);
  return (
    option.score +
    (option.labelled ? addressSays.labelled : 0) +
    (/\d/.test(text) ? addressSays.numbered : 0) +
    Math.min(addressSays.longest, tokensIn(text) / 4) -
    (wordsOf('post_boxes').has(text) ? addressSays.postBox : 0)
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
    printed_twice:
      new Set(group.map((option) => `${option.name.line.page} ${option.name.line.row}`)).size > 1 ||
      isSaidInFoot(facts, group[0]!.name),
    domain: agreesWithDomain(facts, group[0]!.key) || hasWordOfDomain(facts, group[0]!.name.text),
    contact,
    bare: bare && !contact,
    bare_with_contact: bare && contact,
    row: Math.min(...group.map((option) => option.name.line.row)),
    bank: isFinancer(group[0]!.name.text),
    sentence: isWording(group[0]!.name.text),
  };
}

/** The name over the invoice stands again at its foot, in whatever row of cells. */
const isSaidInFoot = (facts: Facts, { line, text }: Slice): boolean =>
  facts.document.lines.some(
    (other) =>
      other.page === line.page &&
      other.y > line.y &&
      other.text === text &&
      isInFoot(facts.document.pages[other.page - 1]!.page, other),
  );

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

/** "Issued by Other Ltd on behalf of the supplier": the block that its label makes the vendor's has another name. */
const isLabelledOtherwise = (labelled: readonly LabelledBlock[], group: readonly NameOption[]): boolean =>
  labelled.some(({ name, nameIsSure }) => {
    const key = name && nameIsSure ? nameKey(name.text) : null;
    return key !== null && !group.some((option) => option.key.includes(key) || key.includes(option.key));
  });
