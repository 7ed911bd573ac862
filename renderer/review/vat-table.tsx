import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VatBreakdown } from '../../server/contract/invoice.ts';
import { ValueCell, type ValueCellProps } from './value-cell.tsx';

const columns = ['rate', 'base', 'amount', 'reason'] as const;

/** VAT by rate, as it is printed. */
export function VatTable(props: {
  rates: VatBreakdown[];
  cell: (path: string) => Omit<ValueCellProps, 'path' | 'value'>;
}) {
  const { t } = useTranslation();
  if (props.rates.length === 0) return null;
  return (
    <section aria-label={t('group.rates')} className="group">
      <h2>{t('group.rates')}</h2>
      <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{t(`column.vat_${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.rates.map((rate, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rates have no identity but their place
            <Table.Tr key={index}>
              {columns.map((column) => {
                const path = `vat_breakdown.${index}.${column}`;
                return (
                  <Table.Td key={column} className={`vat-${column}`}>
                    <ValueCell path={path} value={rate[column]} {...props.cell(path)} />
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
