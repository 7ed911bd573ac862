import { Decimal } from 'decimal.js';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Sum } from '../../server/checks/sums.ts';
import { type Formats, useFormats } from '../i18n/format.ts';
import { type SumName, sumName } from './sum-names.ts';

/** Sums of one row each, which are told only where they fail. */
const ofRows: SumName[] = ['line', 'rate'];
/** More rows than these that do not add up are told when the first of them do. */
const MOST_ROWS = 3;

/** Whether the amounts make each other as they stand now, such as the lines the net amount. */
export function Sums({ sums: all, names }: { sums: readonly Sum[]; names: readonly SumName[] }) {
  const sums = all.filter(({ paths }) => names.includes(sumName(paths)));
  const wrongRows = sums.filter(({ paths, holds }) => ofRows.includes(sumName(paths)) && !holds);
  return (
    <div role="status" className="sums">
      {[...wrongRows.slice(0, MOST_ROWS), ...sums.filter(({ paths }) => !ofRows.includes(sumName(paths)))].map(
        (sum) => (
          <OneSum key={sum.paths.join()} sum={sum} />
        ),
      )}
    </div>
  );
}

/** What a sum makes and says, in words. */
export function sumText(t: TFunction, formats: Formats, { paths, holds, makes, says, besideVat }: Sum): string {
  const money = (value: number): string => formats.money(value, null);
  const number = Number(/^\w+\.(\d+)/.exec(paths[0] ?? '')?.[1] ?? 0) + 1;
  const figures = {
    number,
    makes: money(makes),
    says: money(says),
    apart: money(apart(makes, says)),
    besideVat: money(besideVat),
  };
  const outcome = besideVat === 0 ? (holds ? 'holds' : 'fails') : holds ? 'holdsBesideVat' : 'failsBesideVat';
  return t(`sum.${sumName(paths)}.${outcome}`, figures);
}

function OneSum({ sum }: { sum: Sum }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <span className={sum.holds ? 'right' : 'wrong'}>
      {sum.holds ? '✓' : '✗'} {sumText(t, formats, sum)}
    </span>
  );
}

function apart(a: number, b: number): number {
  return new Decimal(a).minus(b).abs().toNumber();
}
