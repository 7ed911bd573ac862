import type { Facts } from '../candidates/facts.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import type { VatCandidate } from '../candidates/vat-numbers.ts';
import type { Found } from '../found.ts';
import { areAligned, isInFoot, isInLetterhead, startNear } from '../layout/geometry.ts';
import { isSlip } from '../layout/slip.ts';
import { weigh } from '../weights.ts';
import { type AddressLines, addressAlone, addressStep, addressText } from './address-lines.ts';
import { hasPostcode, isAddress } from './address-text.ts';
import { draftOf } from './draft.ts';
import { addressFound } from './give-party.ts';
import { piecesOf } from './pieces.ts';
import { regionFrom } from './region.ts';

/** The address right over the vendor's number, in whose block no name stands: it is drawn as a logo, or stands apart. */
export function addressOverNumber(
  facts: Facts,
  vat: VatCandidate,
  notVendor: ReadonlySet<TextLine>,
): Found<string> | null {
  const { line } = vat;
  let first = line;
  for (const row of facts.document.pages[line.page - 1]!.rows.slice(Math.max(0, line.row - 5), line.row).toReversed()) {
    const above = row.find((cell) => startNear(cell, line));
    if (!above) continue;
    if (notVendor.has(above) || first.y - above.y > addressStep * line.height || !isAddress(above.text)) break;
    first = above;
  }
  if (first === line) return null;
  const draft = draftOf(facts, regionFrom(facts, first));
  return draft.vats.includes(vat) ? addressFound(facts, draft) : null;
}

/** Lines that stand nearer to one of the vendor's own are beside it, or still near it; in heights of print. */
const [beside, near] = [3, 8];
/** An address is the vendor's that is near its own lines, or at the top of a slip. */
const enough = 1;

/** An address apart from the name: the only one in head or foot that is not the customer's, near the vendor's contacts. */
export function looseAddress(
  facts: Facts,
  lines: ReadonlySet<TextLine>,
  vat: VatCandidate | null,
  notVendor: ReadonlySet<TextLine>,
): Found<string> | null {
  const contacts = [...facts.contacts.emails, ...facts.contacts.phones].map((contact) => contact.line);
  const anchors = [...lines, ...contacts, ...(vat ? [vat.line] : [])].filter((line) => !notVendor.has(line));
  let best: { draft: AddressLines; score: number } | null = null;
  for (const line of facts.document.lines) {
    const { page, rows } = facts.document.pages[line.page - 1]!;
    if (notVendor.has(line) || (!isInLetterhead(page, line) && !isInFoot(page, line))) continue;
    const own = anchors.filter((anchor) => anchor.page === line.page);
    const distance = Math.min(...own.map((anchor) => Math.abs(anchor.y - line.y) / line.height));
    // On later pages only the foot that has the vendor's contacts says where it is.
    if (line.page > 1 && distance >= beside) continue;
    const places = piecesOf(facts, line).filter((piece) => piece.kind === 'address');
    // Beside the vendor's own lines a street over its town needs no code.
    const isBeside = [...lines].some((one) => one.page === line.page && one.row === line.row && one !== line);
    if (!places.some(({ text }) => hasPostcode(text) || (isBeside && isAddress(text)))) continue;
    const above = rows[line.row - 1]?.find(
      (cell) => !notVendor.has(cell) && (startNear(cell, line) || areAligned(cell, line)),
    );
    const start = above && isAddress(above.text) ? above : line;
    const region = regionFrom(facts, start);
    const draft = isBeside ? addressAlone(facts, region) : draftOf(facts, region);
    if (draft.address.length < 2 && !hasPostcode(addressText(draft.address))) continue;
    const isAtTop = isInLetterhead(page, line);
    const score = weigh('address', {
      beside_own: distance < beside,
      near_own: distance >= beside && distance < near,
      in_letterhead: isAtTop && !isSlip(page),
      // On a till's slip nobody else's address stands at the top.
      in_head_of_slip: isAtTop && isSlip(page),
    });
    if (draft.address.length > 0 && (!best || score > best.score)) best = { draft, score };
  }
  return best && best.score >= enough ? addressFound(facts, best.draft) : null;
}
