import { ActionIcon, Button, Group, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import { sumsOf } from '../../server/checks/sums.ts';
import type { FieldAssessment, Invoice, Line } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { kindOf } from './field-groups.ts';
import { fieldLabel } from './field-label.ts';
import { shownText, typedValue } from './typed-value.ts';

const columns = ['description', 'quantity', 'unit', 'unit_price', 'vat_rate', 'total'] as const;

interface LineTableProps {
  invoice: Invoice;
  fields: Record<string, FieldAssessment>;
  onSelect: (path: string) => void;
  onChange: (path: string, value: FieldValue) => void;
  /** The lines in another order: indexes of the present ones, null for a new one. */
  onOrder: (order: (number | null)[]) => void;
}

/** The lines, each to be edited, moved or removed, with the sums that they should make below. */
export function LineTable({ invoice, fields, onSelect, onChange, onOrder }: LineTableProps) {
  const { t } = useTranslation();
  const order = invoice.line_items.map((_line, index) => index);
  const move = (from: number, to: number): void => {
    const moved = order.toSpliced(from, 1);
    moved.splice(to, 0, from);
    onOrder(moved);
  };
  return (
    <section aria-label={t('group.lines')} className="group">
      <h2>{t('group.lines')}</h2>
      {order.length > 0 && (
        <div className="lines-scroll">
          <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column}>{t(`field.line_items_${column}`)}</Table.Th>
                ))}
                <Table.Th>
                  <span className="for-readers">{t('lines.actions')}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {invoice.line_items.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
                <Table.Tr key={index}>
                  {columns.map((column) => (
                    <Table.Td key={column} className={`line-${column}`}>
                      <Cell
                        path={`line_items.${index}.${column}`}
                        value={line[column]}
                        field={fields[`line_items.${index}.${column}`]}
                        onSelect={onSelect}
                        onChange={onChange}
                      />
                    </Table.Td>
                  ))}
                  <Table.Td>
                    <LineActions
                      index={index}
                      count={order.length}
                      move={move}
                      remove={() => onOrder(order.toSpliced(index, 1))}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Group mt="xs" justify="space-between" align="flex-start">
        <Button size="xs" variant="default" onClick={() => onOrder([...order, null])}>
          {t('lines.add')}
        </Button>
        <Sums invoice={invoice} />
      </Group>
    </section>
  );
}

interface CellProps {
  path: string;
  value: Line[(typeof columns)[number]];
  field: FieldAssessment | undefined;
  onSelect: (path: string) => void;
  onChange: (path: string, value: FieldValue) => void;
}

function Cell({ path, value, field, onSelect, onChange }: CellProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const kind = kindOf(path);
  const [typing, setTyping] = useState<string | null>(null);
  const wrong = typing !== null && typedValue(typing, kind, formats) === 'wrong';
  return (
    <TextInput
      size="xs"
      aria-label={fieldLabel(t, path)}
      data-path={path}
      className={field?.confidence === 'low' ? 'cell-doubtful' : undefined}
      value={typing ?? shownText(value, kind, formats)}
      inputMode={kind === 'amount' || kind === 'number' ? 'decimal' : undefined}
      error={wrong}
      autoComplete="off"
      onFocus={() => onSelect(path)}
      onBlur={() => setTyping(null)}
      onChange={(event) => {
        setTyping(event.currentTarget.value);
        const typed = typedValue(event.currentTarget.value, kind, formats);
        if (typed !== 'wrong') onChange(path, typed.value);
      }}
    />
  );
}

interface LineActionsProps {
  index: number;
  count: number;
  move: (from: number, to: number) => void;
  remove: () => void;
}

function LineActions({ index, count, move, remove }: LineActionsProps) {
  const { t } = useTranslation();
  const number = index + 1;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        aria-label={t('lines.up', { number })}
        disabled={index === 0}
        onClick={() => move(index, index - 1)}
      >
        ↑
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        aria-label={t('lines.down', { number })}
        disabled={number === count}
        onClick={() => move(index, index + 1)}
      >
        ↓
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" c="inherit" aria-label={t('lines.remove', { number })} onClick={remove}>
        ✕
      </ActionIcon>
    </Group>
  );
}

/** Whether lines make the net amount, and net and VAT the total, as the amounts stand now. */
function Sums({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const sums = sumsOf(invoice).map(({ paths, holds }) => ({ name: sumName(paths), holds }));
  const names = ['lines', 'total', 'due'] as const;
  return (
    <div role="status" className="sums">
      {names.map((name) => {
        const sum = sums.find((one) => one.name === name);
        if (!sum) return null;
        return (
          <Text key={name} fz="sm" className={sum.holds ? 'right' : 'wrong'}>
            {sum.holds ? '✓' : '✗'} {t(`sum.${name}.${sum.holds ? 'holds' : 'fails'}`)}
          </Text>
        );
      })}
    </div>
  );
}

function sumName(paths: string[]): 'line' | 'lines' | 'total' | 'due' {
  if (paths.includes('amount_due')) return 'due';
  if (paths.includes('vat_amount')) return 'total';
  return paths.includes('subtotal') ? 'lines' : 'line';
}
