import type { FoundTotals } from '../totals/read-totals.ts';
import type { FoundLine } from './found-line.ts';

/**
 * Looks at the lines again once the sums are known. Lines that do not add up to the printed sum lose the word of their
 * own arithmetic: one of them is misread or missing. So do lines that hold their VAT, whose amounts are not the net ones
 * that are asked for. Lines without a rate take the document's only one.
 */
export function reconcileWithTotals(lines: readonly FoundLine[], totals: FoundTotals): FoundLine[] {
  const rates = totals.vat_breakdown.map((row) => row.rate).filter((rate) => rate !== null);
  const only = rates.length === 1 && lines.every((line) => line.vat_rate === null) ? rates[0]! : null;
  return lines.map((line) => {
    const settled = totals.lines_are_net ? line : withoutSums(line);
    return only ? { ...settled, vat_rate: { ...only, evidence: [] } } : settled;
  });
}

function withoutSums(line: FoundLine): FoundLine {
  const entries = Object.entries(line).map(([key, found]) => [
    key,
    found && { ...found, evidence: found.evidence.filter((fact) => fact !== 'sums_agree') },
  ]);
  return Object.fromEntries(entries) as FoundLine;
}
