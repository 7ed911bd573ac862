import { useTranslation } from 'react-i18next';
import type { VatBreakdown } from '../../server/contract/invoice.ts';
import type { FieldHands } from './hands.ts';
import { type CellState, ValueCell } from './value-cell.tsx';

const columns = ['rate', 'base', 'amount', 'reason'] as const;

interface VatTableProps {
  rates: VatBreakdown[];
  stateOf: (path: string) => CellState;
  hands: FieldHands;
}

/** VAT by rate, as it is printed. */
export function VatTable({ rates, stateOf, hands }: VatTableProps) {
  const { t } = useTranslation();
  if (rates.length === 0) return null;
  return (
    <section aria-label={t('group.rates')} className="group">
      <h2>{t('group.rates')}</h2>
      <table className="lines">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={`vat-${column}`}>
                {t(`column.vat_${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.map((rate, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rates have no identity but their place
            <tr key={index}>
              {columns.map((column) => {
                const path = `vat_breakdown.${index}.${column}`;
                return (
                  <td key={column}>
                    <ValueCell path={path} value={rate[column]} {...stateOf(path)} hands={hands} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
