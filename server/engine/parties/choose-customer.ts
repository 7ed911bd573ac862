import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import { languagesOf } from '../candidates/languages.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import { type VatCandidate, vatKey } from '../candidates/vat-numbers.ts';
import { isInFoot, startNear } from '../layout/geometry.ts';
import { type LabelKind, lexicon } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type Features, weigh } from '../weights.ts';
import { hasPostcode } from './address-text.ts';
import { addressWindow } from './address-window.ts';
import { companyNameEnd, nameKey } from './company-name.ts';
import { type Draft, draftOf } from './draft.ts';
import { isValueOfLabel } from './form-values.ts';
import type { LabelledBlock, Option } from './labelled-blocks.ts';
import { isWording, type Piece, piecesOf } from './pieces.ts';
import { type RegionLine, regionFrom, regionOfLabel } from './region.ts';

/** The buyer's number is printed on every page at most; a file full of it must not take for ever. */
const mostPlaces = 50;

export function chooseCustomer(facts: Facts, labelled: readonly LabelledBlock[]): Option | null {
  return rankCustomers(facts, labelled)[0] ?? null;
}

/** Who may have received the invoice, the likeliest first. */
export function rankCustomers(facts: Facts, labelled: readonly LabelledBlock[]): (Option & { features: Features })[] {
  const options: (Option & { features: Features })[] = [];
  const add = (draft: Draft, labelled: boolean, place: Features): void => {
    if (draft.name && isWording(draft.name.text)) return;
    const features = { ...place, ...customerFeatures(facts, draft) };
    options.push({ ...draft, labelled, features, score: weigh('customer', features) });
  };
  for (const block of labelled.filter(({ role }) => role === 'customer')) {
    if (facts.tillReceipt && !isClient(facts, block)) continue;
    const { row, page } = block.label.line;
    add(block, block.labelled, { labelled: true, row, later_page: page - 1 });
  }
  for (const vat of facts.vatNumbers.filter(({ isBuyer }) => isBuyer).slice(0, mostPlaces)) {
    if (options.some((option) => option.vats.includes(vat))) continue;
    const option = blockAround(facts, vat.line);
    if (option?.name) add(option, false, { around_buyers_number: true });
  }
  const filled = options.length === 0 ? filledForm(facts) : null;
  if (filled) add(filled, false, { filled_form: true });
  const window = addressWindow(
    facts,
    new Set(labelled.filter((block) => block.role !== 'customer').flatMap((block) => block.lines)),
  );
  if (window) add(window, false, { address_window: true });
  if (options.length === 0) for (const block of consignees(facts, labelled)) add(block, false, { labelled: true });
  return options.sort((a, b) => b.score - a.score);
}

/**
 * On a till's slip small words are read as labels: a customer that it names has a number there, beside that of the shop,
 * which is never missing.
 */
const isClient = (facts: Facts, { vats }: LabelledBlock): boolean =>
  vats.some((vat) => vat.isBuyer) ||
  (vats.length > 0 && facts.vatNumbers.some((other) => !vats.some((own) => vatKey(own) === vatKey(other))));

/** Of the page's height: what is filled in stands over the lines. */
const lowestForm = 0.5;

/**
 * "Name: … VAT no.: …" once, below another company's number: whose form it is has printed its own name and number over what
 * is filled in.
 */
function filledForm(facts: Facts): Draft | null {
  const isName = ({ kinds, leading, marked }: Label): boolean => kinds.includes('name') && leading && marked;
  const [label, ...more] = [...facts.labels.values()].flat().filter((one) => isName(one) && isEffective(one));
  if (!label || more.length > 0 || label.line.page > 1) return null;
  // Further down a company names itself beside its account.
  const { page } = facts.document.pages[0]!;
  if (label.line.y > lowestForm * page.height) return null;
  const draft = draftOf(facts, regionOfLabel(facts, label), label.alone);
  const own = draft.vats.map(vatKey);
  const isOver = (vat: VatCandidate): boolean =>
    vat.line.page === 1 &&
    vat.line.row < label.line.row &&
    vat.label !== null &&
    !own.includes(vatKey(vat)) &&
    !namesCustomer(vat);
  return draft.name && own.length > 0 && facts.vatNumbers.some(isOver) ? draft : null;
}

/**
 * "Consignee" over the only party beside the vendor: who receives the goods receives their invoice, unless the buyer's
 * number stands elsewhere.
 */
function consignees(facts: Facts, labelled: readonly LabelledBlock[]): readonly LabelledBlock[] {
  const isElsewhere = ({ vats }: LabelledBlock): boolean =>
    facts.vatNumbers.some(({ isBuyer }) => isBuyer) && !vats.some(({ isBuyer }) => isBuyer);
  return labelled.filter(
    (block) => block.role === 'delivery' && (block.address.length > 0 || block.vats.length > 0) && !isElsewhere(block),
  );
}

function customerFeatures(facts: Facts, { name, nameIsSure, address, vats }: Draft): Features {
  const buyers = vats.some((vat) => vat.isBuyer);
  return {
    buyers_number: buyers,
    other_number: !buyers && vats.length > 0,
    sure_name: nameIsSure,
    address: address.length > 0,
    buyers_name: name !== null && facts.buyer.name !== null && nameKey(name.text) === nameKey(facts.buyer.name),
    no_name: name !== null && /^\P{L}*\d/u.test(name.text),
  };
}

/** The block that a line lies in, where there is one without another company's number in it. */
const blockAround = (facts: Facts, line: TextLine): Draft | null =>
  blockUpFrom(facts, line, (region) => numberOfOther(facts, region, line) < 0) ?? blockUpFrom(facts, line, () => true);

/** In heights of print: lines of one block begin no farther beside each other. */
const blockWidth = 12;

/** The block that a line lies in: up to the first line above that still belongs to it. */
function blockUpFrom(facts: Facts, line: TextLine, isTaken: (region: readonly RegionLine[]) => boolean): Draft | null {
  const rows = facts.document.pages[line.page - 1]!.rows;
  let best: Draft | null = null;
  for (const row of rows.slice(Math.max(0, line.row - 8), line.row + 1)) {
    for (const cell of row) {
      if (Math.abs(cell.x - line.x) > blockWidth * line.height && cell !== line) continue;
      if (isTitle(cell.text) || isValueOfLabel(facts, cell)) continue;
      const region = regionFrom(facts, cell);
      const isWithin = region.some((one) => one.line === line);
      if (!isWithin || !isTaken(region) || holdsSender(facts, region) || holdsOther(facts, region, line)) continue;
      const draft = draftOf(facts, region);
      if (draft.name && isCaptioned(facts, draft.name.line)) continue;
      if (draft.name && (draft.nameIsSure || draft.address.some((slice) => hasPostcode(slice.text)))) {
        best = draft;
        if (draft.nameIsSure) return draft;
      }
    }
    if (best) return best;
  }
  return best;
}

/** "Distributor: | Nordal Netz GmbH": what its own caption, which is none of the party's, says who it is. */
function isCaptioned(facts: Facts, line: TextLine): boolean {
  const caption = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  const names: readonly LabelKind[] = ['customer', 'name', 'person', 'account_holder'];
  return (
    caption !== undefined &&
    /\p{L}{3}/u.test(caption.text) &&
    caption.text.indexOf(':') === caption.text.length - 1 &&
    !facts.labels.get(caption)!.some(({ alone, kinds }) => alone && kinds.some((kind) => names.includes(kind)))
  );
}

/** A line with a name and its address, and under it another name, or a line and an address: the sender's, over the window. */
function holdsSender(facts: Facts, region: readonly RegionLine[]): boolean {
  const lines = region.map(({ line }) => piecesOf(facts, line));
  const isPlace = (piece: Piece): boolean =>
    piece.kind === 'address' && piece.label === null && hasPostcode(piece.text);
  const at = lines.findIndex(
    (pieces) => pieces.length > 1 && pieces.some((piece) => piece.kind === 'address' && hasPostcode(piece.text)),
  );
  if (at < 0) return false;
  const below = lines.slice(at + 1);
  const isNext = below[0]?.[0]?.kind === 'text' && below[0][0].label === null;
  return (
    below.some((pieces) => pieces[0]?.kind === 'name' && pieces[0].label === null) ||
    (isNext && below.slice(1).flat().some(isPlace))
  );
}

/** A number of another company above the line, and a further company's name between them: the one's block ends there. */
function holdsOther(facts: Facts, region: readonly RegionLine[], line: TextLine): boolean {
  const at = numberOfOther(facts, region, line);
  return (
    at >= 0 &&
    linesAbove(region, line)
      .slice(at + 1)
      .some((one) => companyNameEnd(one.line.text) !== null)
  );
}

/** Which of a block's lines above this one has another company's number; less than 0 where none has. */
const numberOfOther = (facts: Facts, region: readonly RegionLine[], line: TextLine): number =>
  linesAbove(region, line).findIndex((one) => facts.vatNumbers.some((vat) => vat.line === one.line && !vat.isBuyer));

const linesAbove = (region: readonly RegionLine[], line: TextLine): readonly RegionLine[] =>
  region.slice(
    0,
    region.findIndex((one) => one.line === line),
  );

/** What begins so far beside is in another column; in points. */
const columnsApart = 150;

export function chooseCustomerVat(
  facts: Facts,
  customer: Option | null,
  vendorVat: VatCandidate | null,
  othersLines: ReadonlySet<TextLine>,
): VatCandidate | null {
  const buyer = facts.vatNumbers.filter((vat) => vat.isBuyer);
  // The same digits without a label or a country may be its number in another register.
  const named = buyer.filter((vat) => vat.label !== null || vat.check?.prefixed);
  for (const printed of [named, buyer])
    if (printed.length > 0) return printed.find((vat) => customer?.vats.includes(vat)) ?? printed[0]!;
  const other = (vat: VatCandidate) => !vendorVat || vatKey(vat) !== vatKey(vendorVat);
  const own = customer?.vats.filter(other) ?? [];
  const best = own.find((vat) => vat.check?.checkDigitOk && vat.label) ?? own.find((vat) => vat.label) ?? own[0];
  if (best) return best;
  return (
    facts.vatNumbers.find((vat) => other(vat) && namesCustomer(vat)) ??
    (customer && vendorVat && onlyOther(facts, customer, vendorVat, othersLines))
  );
}

/** In heights of print: a second number of the vendor's own stands closer to its first. */
const closeToOwn = 5;

/**
 * The only number beside the vendor's, which a form prints in a box apart from the customer's name. A second number of
 * the vendor's own, or its representative's, stands close to its first, in the foot, or below it in a column of which the
 * customer's name is no part.
 */
function onlyOther(
  facts: Facts,
  { name }: Option,
  vendorVat: VatCandidate,
  othersLines: ReadonlySet<TextLine>,
): VatCandidate | null {
  const [vendors, others] = [true, false].map((own) =>
    facts.vatNumbers.filter((vat) => (vatKey(vat) === vatKey(vendorVat)) === own),
  ) as [VatCandidate[], VatCandidate[]];
  if (new Set(others.map(vatKey)).size !== 1) return null;
  const isUnder = (line: TextLine, above: TextLine): boolean =>
    line.page === above.page && line.y > above.y && startNear(line, above);
  const isInVendors = (line: TextLine): boolean =>
    vendors.some((vat) => isUnder(line, vat.line)) && name !== null && Math.abs(name.line.x - line.x) > columnsApart;
  const isApart = ({ line, start, label, check }: VatCandidate): boolean =>
    label !== null &&
    check?.checkDigitOk === true &&
    !othersLines.has(line) &&
    !isInVendors(line) &&
    companyNameEnd(line.text.slice(0, start)) === null &&
    !isInFoot(facts.document.pages[line.page - 1]!.page, line) &&
    !vendors.some((vat) => vat.line.page === line.page && Math.abs(vat.line.y - line.y) < closeToOwn * line.height);
  return others.find(isApart) ?? null;
}

/** "Kunden-UID", "V/N.º Contrib.", "Your VAT no.": a label that names the customer itself. */
export function namesCustomer(vat: VatCandidate): boolean {
  if (vat.label === null) return false;
  const { line, start, end } = vat.label;
  // "V/ NIF": the mark of whose it is may stand before the label.
  const text = line.text.slice(start <= 3 ? 0 : start, end);
  // "Fiscal" heads the customer's data in one language, and is a word of tax numbers' own labels in others.
  const languages = languagesOf(line.text.slice(start, end));
  const foreign = lexicon()
    .filter(({ language }) => languages.length > 0 && !languages.includes(language))
    .flatMap(({ labels }) => labels.customer.map(fold));
  const own = lexicon()
    .filter(({ language }) => languages.includes(language))
    .flatMap(({ labels, vocabulary }) => [...labels.customer, ...vocabulary.your].map(fold));
  return wordsOf('customers')
    .find(text)
    .some((hit) => {
      const word = fold(text.slice(hit.start, hit.end));
      return own.includes(word) || !foreign.includes(word);
    });
}
