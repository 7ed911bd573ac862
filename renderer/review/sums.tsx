import { Text } from '@mantine/core';
import { Decimal } from 'decimal.js';
import { useTranslation } from 'react-i18next';
import { type Sum, sumsOf } from '../../server/checks/sums.ts';
import type { Invoice } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { sumName } from './sum-names.ts';

/** More lines than these that do not add up are told when the first of them do. */
const MOST_LINES = 3;

/** Whether quantity and price make each line, the lines the net amount, and net and VAT the total, as they stand now. */
export function Sums({ invoice }: { invoice: Invoice }) {
  const sums = sumsOf(invoice);
  const ofLines = sums.filter((sum) => sumName(sum.paths) === 'line' && !sum.holds);
  return (
    <div role="status" className="sums">
      {[...ofLines.slice(0, MOST_LINES), ...sums.filter((sum) => sumName(sum.paths) !== 'line')].map((sum) => (
        <OneSum key={sum.paths.join()} sum={sum} />
      ))}
    </div>
  );
}

function OneSum({ sum: { paths, holds, makes, says } }: { sum: Sum }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const money = (value: number): string => formats.money(value, null);
  const line = Number(/^line_items\.(\d+)/.exec(paths[0] ?? '')?.[1] ?? 0) + 1;
  const figures = { line, makes: money(makes), says: money(says), apart: money(apart(makes, says)) };
  return (
    <Text fz="sm" className={holds ? 'right' : 'wrong'}>
      {holds ? '✓' : '✗'} {t(`sum.${sumName(paths)}.${holds ? 'holds' : 'fails'}`, figures)}
    </Text>
  );
}

function apart(a: number, b: number): number {
  return new Decimal(a).minus(b).abs().toNumber();
}
