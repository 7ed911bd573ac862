import { fold } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { isFinancer } from '../fields/account-purposes.ts';
import { startNear } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { companyNameEnd, nameKey } from './company-name.ts';
import type { LabelledBlock } from './labelled-blocks.ts';

/** Labels that say what a company has to do with an invoice without issuing it. */
const explaining: ReadonlySet<LabelKind> = new Set<LabelKind>(['delivery', 'other_party', 'bank_name']);

/** The heading of a company's block stands so many rows above its name; other columns have rows between them. */
const rowsToHeading = 3;

/**
 * Whether the name of a company that is neither vendor nor customer fills a cell of its own, and no known label says what
 * it has to do with the invoice: in whatever words, it may be the one that issues it, or that it is issued for. Where
 * columns are narrow, its name may be all that is read of its block.
 * @param known names of vendor and customer
 */
export function namesOtherCompany(facts: Facts, labelled: readonly LabelledBlock[], known: readonly string[]): boolean {
  const keys = known.map(nameKey).filter((key) => key.length > 2);
  const isExplained = (line: TextLine): boolean => {
    const { rows } = facts.document.pages[line.page - 1]!;
    const before = rows[line.row]!.slice(0, line.cell);
    const above = rows.slice(Math.max(0, line.row - rowsToHeading), line.row).flat();
    const heading = above.findLast((cell) => startNear(cell, line));
    const labels = [line, ...before.slice(-1), ...(heading ? [heading] : [])].flatMap(
      (cell) => facts.labels.get(cell)!,
    );
    return (
      labels.some(({ leading, kinds }) => leading && kinds.some((kind) => explaining.has(kind))) ||
      labelled.some(({ role, name }) => name?.line === line && explaining.has(role))
    );
  };
  return facts.document.lines.some((line) => {
    // "Weight: 9,205.00 KG": short legal forms are units as well.
    if (companyNameEnd(line.text) !== line.text.length || isFinancer(line.text) || /\d[.,]\d/.test(line.text))
      return false;
    const own = fold(line.text);
    const key = nameKey(line.text);
    return !keys.some((one) => own.includes(one) || one.includes(key)) && !isExplained(line);
  });
}
