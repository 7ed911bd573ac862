import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { wordsOf } from '../lexicon/words.ts';
import { placesElsewhere, referenceClaims } from './labelled-references.ts';
import { isNamed } from './number-proof.ts';
import { isInvoiceTitle, namesAnother } from './of-another.ts';
import { type ReferenceClaim, type ReferenceKind, type ReferencePath, referencePaths } from './reference-claim.ts';
import { withSeries } from './series.ts';
import { unlabelledNumber } from './unlabelled-number.ts';

export interface References {
  numbers: Record<ReferencePath, Found<string> | null>;
  /** Where the invoice number was read, for what is printed beside it. */
  numberClaim: ReferenceClaim | null;
  /** Other numbers that labels call an invoice's. */
  rivalClaims: readonly ReferenceClaim[];
  /** Numbers of other things, whose dates are not the invoice's. */
  otherClaims: readonly ReferenceClaim[];
}

/** What names the number of another document less well than this hardly names it. */
const leastOther = 0.35;
/** And what names the invoice's own number less well than the first is no label of it; below the second it is a guess. */
const [leastOwn, leastSure] = [0.2, 0.5];
/** How well a mere "Reference" names it. */
const byReference = 0.3;

/** Chooses the document's numbers together: a number that one label names well is not another's. */
export function chooseReferences(facts: Facts): References {
  const claims = referenceClaims(facts);
  const owner = new Map<string, ReferenceClaim>();
  for (const claim of claims) {
    const key = `${claim.line.page} ${claim.line.row} ${claim.line.cell} ${claim.start}`;
    const known = owner.get(key);
    if (!known || claim.score > known.score) owner.set(key, claim);
  }
  const own = [...owner.values()];
  const best = (kind: ReferenceKind, least: number) =>
    own
      .filter((claim) => claim.kind === kind && claim.score >= least && !isOneOfSeveral(claim, own))
      .sort((a, b) => b.score - a.score || order(a.line, b.line))[0] ?? null;
  const plain = best('invoice_number', leastOwn) ?? plainReference(own);
  const number = plain && withSeries(facts, plain, own);
  // Without a number of its own the invoice may end before a later page.
  const isOutside = (claim: ReferenceClaim) =>
    number ? own.some((other) => isOfAnotherPage(claim, other, number)) : claim.line.page > 1;
  const give = (claim: ReferenceClaim | null) => {
    const found = claim && referenceFound(facts, claim, own);
    if (found && isOutside(claim)) found.evidence.push('rival');
    return found;
  };
  const numbers = referencePaths.map((path) => [
    path,
    path === 'invoice_number'
      ? (give(number) ?? unlabelledNumber(facts))
      : give(differs(best(path, leastOther), number)),
  ]);
  return {
    numbers: Object.fromEntries(numbers) as References['numbers'],
    numberClaim: number,
    rivalClaims: own.filter(
      ({ kind, value }) => kind === 'invoice_number' && fold(value) !== fold(number?.value ?? ''),
    ),
    otherClaims: own.filter(
      ({ kind, features }) => kind !== 'invoice_number' || features.mentioned === true || features.of_another === true,
    ),
  };
}

/** "Delivery note 118" over its lines and "Delivery note 121" over others: neither is the whole invoice's. */
const isOneOfSeveral = (claim: ReferenceClaim, all: readonly ReferenceClaim[]): boolean =>
  claim.kind !== 'invoice_number' &&
  all.some(
    (other) =>
      other.kind === claim.kind &&
      fold(other.value) !== fold(claim.value) &&
      other.relation === claim.relation &&
      Math.abs(other.label.line.x - claim.label.line.x) < 1 &&
      isSameText(other.label, claim.label),
  );

const isSameText = (one: Label, other: Label): boolean =>
  one.start === other.start && fold(printed(one)) === fold(printed(other));

const printed = ({ line, start, end }: Label): string => line.text.slice(start, end);

/** On a later page that has another invoice's number: where it is shown how a form is filled in. */
const isOfAnotherPage = (claim: ReferenceClaim, other: ReferenceClaim, number: ReferenceClaim): boolean =>
  other.kind === 'invoice_number' &&
  other.line.page === claim.line.page &&
  number.line.page < claim.line.page &&
  fold(other.value) !== fold(number.value);

/** Without a number of its own: what a mere "Reference" names in the upper part of the first page. */
function plainReference(claims: readonly ReferenceClaim[]): ReferenceClaim | null {
  const plain = claims.filter(
    (claim) =>
      wordsOf('references').is(claim.label.line.text.slice(claim.label.start, claim.label.end)) &&
      claim.line.page === 1 &&
      claim.line.row < 20,
  );
  const [first] = plain.sort((a, b) => order(a.line, b.line));
  return first ? { ...first, score: byReference } : null;
}

/**
 * The claim, unless it is the other's number, with or without its series. A delivery note is often numbered as its invoice is:
 * a label of its own in another place says so.
 */
function differs(claim: ReferenceClaim | null, other: ReferenceClaim | null): ReferenceClaim | null {
  if (!claim || !other) return claim;
  const isOwn = claim.kind === 'delivery_note_number' && claim.label.kinds.every((kind) => kind === claim.kind);
  if (isOwn && claim.label.line !== other.label.line && claim.line !== other.line) return claim;
  const [shorter, longer] = [fold(claim.value), fold(other.value)].sort((a, b) => a.length - b.length);
  const isSame = shorter === longer || (shorter!.length >= 4 && longer!.endsWith(shorter!));
  return isSame ? null : claim;
}

const order = (a: TextLine, b: TextLine) => a.page - b.page || a.row - b.row || a.cell - b.cell;

/** Labels weaker than this name hardly anything. */
const leastRival = 0.3;
/** What scores no less than so much below the chosen one may be meant as well. */
const rivalWithin = 0.12;

function referenceFound(facts: Facts, claim: ReferenceClaim, all: readonly ReferenceClaim[]): Found<string> {
  const others = all.filter(
    (other) =>
      other.kind === claim.kind &&
      fold(other.value) !== fold(claim.value) &&
      // A number without the series that it was joined with is no other one, nor is the series alone.
      !(other.line === claim.line && other.start < claim.end && claim.start < other.end) &&
      !claim.value.split(' ').includes(other.value),
  );
  const again = placesElsewhere(facts, claim);
  const isAnothers = claim.kind === 'invoice_number' && again.some((text) => namesAnother(text));
  const isLikely = others.some(
    (other) => other.score > claim.score - rivalWithin && !isReadersOrder(claim, other) && !isOrderAsTitle(other, all),
  );
  return found(claim.value, placeOf(claim.line, claim.start, claim.end), claim.line, [
    isNamed(facts, claim) && 'labelled',
    again.length > 0 && 'seen_twice',
    claim.score < leastSure && 'guessed',
    (isLikely || claim.features.of_another === true || isAnothers) && 'contradicted',
    others.some((other) => other.score >= leastRival && !isToldApart(claim, other)) && 'rival',
  ]);
}

/** "Invoice #23111" as the title over "Order no.: 23111" and "Invoice no.: SR2782": shops' programs title invoices by the order. */
const isOrderAsTitle = (other: ReferenceClaim, all: readonly ReferenceClaim[]): boolean =>
  other.kind === 'invoice_number' &&
  isInvoiceTitle(printed(other.label)) &&
  all.some((one) => one.kind === 'po_reference' && fold(one.value) === fold(other.value));

/** "Your order 118" beside "Order no. 45502": the second is the vendor's own. */
const isReadersOrder = (claim: ReferenceClaim, other: ReferenceClaim): boolean =>
  claim.kind === 'po_reference' && namesReader(claim.label) && !namesReader(other.label);

const namesReader = ({ line, start, end }: Label): boolean => wordsOf('your').has(line.text.slice(start, end));

/** The page says itself that the other number is another document's, or prints less of this one. */
const isToldApart = (claim: ReferenceClaim, other: ReferenceClaim): boolean =>
  other.features.of_another === true || fold(claim.value).includes(fold(other.value));
