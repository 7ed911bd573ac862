import { Fragment, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sum } from '../../server/checks/sums.ts';
import { namesOf } from '../../server/contract/fields.ts';
import type { Invoice } from '../../server/contract/invoice.ts';
import { emptyRate, type Order } from './edit-draft.ts';
import type { FieldHands } from './hands.ts';
import { lineAction } from './line-keys.ts';
import type { SumName } from './sum-names.ts';
import { Sums } from './sums.tsx';
import { type CellElement, type CellState, ValueCell } from './value-cell.tsx';

const allColumns = namesOf('vat_breakdown.*.');
/** What every rate has; the others are asked for where one has them, or where no VAT is charged. */
const usual: readonly string[] = ['rate', 'base', 'amount'];
/** A sentence, which has a row to itself. */
const REASON = 'reason';
const sumsShown: SumName[] = ['rate', 'bases', 'vats'];

interface VatTableProps {
  invoice: Invoice;
  sums: readonly Sum[];
  stateOf: (path: string) => CellState;
  hands: FieldHands;
  /** The rates in another order: indexes of the present ones, and new ones. */
  onOrder: (order: Order<'vat_breakdown'>) => void;
}

/** VAT by rate, as it is printed, with the sums that it should make. */
export function VatTable({ invoice, sums, stateOf, hands, onOrder }: VatTableProps) {
  const { t } = useTranslation();
  const rates = invoice.vat_breakdown;
  const columns = allColumns.filter(
    (column) =>
      column !== REASON && (usual.includes(column) || rates.some((rate) => rate[column] !== null || rate.rate === 0)),
  );
  const hasReason = (index: number): boolean => {
    const { asked, unfinished } = stateOf(`vat_breakdown.${index}.${REASON}`);
    return rates[index]?.[REASON] !== null || rates[index]?.rate === 0 || asked || unfinished !== undefined;
  };
  const section = useRef<HTMLElement>(null);
  const focusNext = useRef<number | null>(null);
  const focus = (index: number, column: string): void =>
    section.current?.querySelector<HTMLElement>(`[data-path="vat_breakdown.${index}.${column}"]`)?.focus();
  useEffect(() => {
    const next = focusNext.current;
    focusNext.current = null;
    if (next !== null) focus(next, 'rate');
  });
  const order: Order<'vat_breakdown'> = rates.map((_rate, index) => index);
  const add = (at: number): void => {
    focusNext.current = at;
    onOrder(order.toSpliced(at, 0, emptyRate));
  };
  const remove = (at: number): void => {
    focusNext.current = Math.max(0, Math.min(at, rates.length - 2));
    onOrder(order.toSpliced(at, 1));
  };
  const onKeyDown = (event: KeyboardEvent<CellElement>, path: string): void => {
    const [, at = '', column = ''] = path.split('.');
    const index = Number(at);
    const act = lineAction(event, {
      above: () => focus(index - 1, column),
      below: () => focus(index + 1, column),
      add: () => add(index + 1),
      remove: () => remove(index),
    });
    if (!act) return;
    event.preventDefault();
    act();
  };
  const cell = (index: number, column: (typeof allColumns)[number]) => {
    const path = `vat_breakdown.${index}.${column}`;
    const value = rates[index]?.[column] ?? null;
    return <ValueCell path={path} value={value} state={stateOf(path)} hands={hands} onKeyDown={onKeyDown} />;
  };
  return (
    <section aria-label={t('group.rates')} className="group" ref={section}>
      <h2>
        {t('group.rates')}
        <button type="button" className="as-link fold" onClick={() => add(rates.length)}>
          {t('rates.add')}
        </button>
      </h2>
      {rates.length > 0 && (
        <table className="lines rates">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={`vat-${column}`}>
                  {t(`column.vat_${column}`)}
                </th>
              ))}
              <th scope="col" className="line-actions">
                <span className="for-readers">{t('rates.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rates.map((_rate, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rates have no identity but their place
              <Fragment key={index}>
                <tr>
                  {columns.map((column) => (
                    <td key={column}>{cell(index, column)}</td>
                  ))}
                  <td className="line-actions">
                    <button
                      type="button"
                      className="line-action"
                      aria-label={t('rates.remove', { number: index + 1 })}
                      title={t('rates.remove', { number: index + 1 })}
                      onClick={() => remove(index)}
                    >
                      ✕
                    </button>
                  </td>
                </tr>
                {hasReason(index) && (
                  <tr>
                    <td colSpan={columns.length}>
                      <span className="vat-reason">
                        <span className="quiet">{t(`column.vat_${REASON}`)}</span>
                        {cell(index, REASON)}
                      </span>
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      <Sums sums={sums} names={sumsShown} />
    </section>
  );
}
