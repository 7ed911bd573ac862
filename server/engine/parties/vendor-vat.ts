import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { type VatCandidate, vatKey } from '../candidates/vat-numbers.ts';
import { isFinancer } from '../fields/account-purposes.ts';
import { registerEntries } from '../fields/trade-register.ts';
import { startNear } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { type Features, weigh } from '../weights.ts';
import { namesCustomer } from './choose-customer.ts';
import { companyNameEnd } from './company-name.ts';
import type { Option } from './labelled-blocks.ts';
import { isProse } from './pieces.ts';
import type { NameOption } from './vendor-names.ts';

/** A number that scores less is not known to be the vendor's. */
const leastScore = 1.3;

export function chooseVendorVat(
  facts: Facts,
  group: readonly NameOption[],
  customer: Option | null,
  notVendor: ReadonlySet<TextLine>,
): VatCandidate | null {
  const best = rankVats(facts, group, customer, notVendor)[0];
  return best && best.score >= leastScore ? best.vat : null;
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
export const isNamed = (group: readonly NameOption[], vat: VatCandidate): boolean =>
  vat.check?.prefixed === true && group.some((option) => option.labelled && option.vats.includes(vat));

/** "Printed by Other Ltd, VAT no. …": wherever the number is printed, a company of another name may stand before it. */
export function isBehindAnother(facts: Facts, vat: VatCandidate, group: readonly NameOption[]): boolean {
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
export function hasRival(
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

export const same = (a: VatCandidate, b: VatCandidate): boolean => vatKey(a) === vatKey(b);

/** The customer has the first number of its block; one with another name before it is of a company that follows there. */
function isSecondOf(customer: Option | null, vat: VatCandidate): boolean {
  const [first] = customer?.vats ?? [];
  if (!customer || !first || same(first, vat) || !customer.vats.includes(vat)) return false;
  const between = customer.lines.slice(customer.lines.indexOf(first.line) + 1, customer.lines.indexOf(vat.line));
  return between.some(({ text }) => companyNameEnd(text) !== null);
}

/** So many rows over a number may hold the name of the company that has it. */
const rowsToName = 8;

/** In heights of print: lines of one block begin no farther from each other. */
const blockStep = 3;

/** "VAT group: Other Ltd, VAT no. …", or another company's name as the nearest one above the number in its column. */
export function isUnderAnother(facts: Facts, vat: VatCandidate, group: readonly NameOption[]): boolean {
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
    if (lower.y - cell.y > blockStep * lower.height || isOwn(cell.text)) return false;
    const end = companyNameEnd(cell.text);
    if (end !== null && !isFinancer(cell.text.slice(0, end))) return true;
    lower = cell;
  }
  return false;
}

export const leadsTo = (facts: Facts, line: TextLine, kind: LabelKind): boolean =>
  facts.labels.get(line)!.some((label) => label.leading && label.kinds.includes(kind));

/** What stands before a number in its line, with what a scan's wide gap has parted from it. */
const textBefore = (facts: Facts, vat: VatCandidate): string =>
  `${partedCell(facts, vat)?.text ?? ''} ${vat.line.text.slice(0, vat.start)}`;

/** In heights of print: parts of one line stand closer. */
const partGap = 2;

/** The cell close to the left of a scanned number's, which may be the beginning of its line. */
export function partedCell(facts: Facts, { line }: VatCandidate): TextLine | null {
  const beside = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  return beside?.ocr === true && line.x - beside.x - beside.width < partGap * line.height ? beside : null;
}

/** Parts of the page's height. */
const [headEnds, footBegins] = [0.12, 0.8];

/** In the vendor's block, in head or foot of a page, or anywhere once the buyer's own number is found elsewhere. */
export function isVendorsPlace(facts: Facts, vat: VatCandidate, lines: ReadonlySet<TextLine>): boolean {
  const { page } = facts.document.pages[vat.line.page - 1]!;
  const at = vat.line.y / page.height;
  return (
    lines.has(vat.line) ||
    at < headEnds ||
    at > footBegins ||
    facts.vatNumbers.some((other) => other.isBuyer && !other.misread)
  );
}
