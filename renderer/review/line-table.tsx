import { ActionIcon, Button, Group, Table } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice, Line } from '../../server/contract/invoice.ts';
import { emptyLine } from './draft.ts';
import { Sums } from './sums.tsx';
import { ValueCell, type ValueCellProps } from './value-cell.tsx';

type Column = keyof Line;

const usual: Column[] = ['description', 'quantity', 'unit', 'unit_price', 'vat_rate', 'total'];
/** Shown where a line has them. */
const rare: Column[] = ['lot_number', 'origin_country', 'po_reference', 'delivery_note_number', 'details'];

interface LineTableProps {
  invoice: Invoice;
  /** All of a cell but what it is in. */
  cell: (path: string) => Omit<ValueCellProps, 'path' | 'value'>;
  /** The lines in another order: indexes of the present ones, and new lines. */
  onOrder: (order: (number | Line)[]) => void;
}

/** The lines, each to be edited, split, moved or removed, with the sums that they should make below. */
export function LineTable({ invoice, cell, onOrder }: LineTableProps) {
  const { t } = useTranslation();
  const lines = invoice.line_items;
  const columns = [...usual, ...rare.filter((column) => lines.some((line) => line[column] !== null))];
  const table = useRef<HTMLElement>(null);
  const focusNext = useRef<{ index: number; column: Column } | null>(null);
  useEffect(() => {
    const next = focusNext.current;
    focusNext.current = null;
    if (next) focusCell(table.current, next.index, next.column);
  });

  const order: (number | Line)[] = lines.map((_line, index) => index);
  const reorder = (next: (number | Line)[], index: number, column: Column): void => {
    focusNext.current = { index: Math.min(Math.max(0, index), next.length - 1), column };
    onOrder(next);
  };
  const move = (from: number, to: number, column: Column): void => {
    if (to < 0 || to >= order.length) return;
    reorder(order.toSpliced(from, 1).toSpliced(to, 0, from), to, column);
  };
  const add = (index: number): void => reorder(order.toSpliced(index, 0, emptyLine), index, 'description');
  const remove = (index: number, column: Column): void => reorder(order.toSpliced(index, 1), index, column);
  /** What stands behind the caret in a description becomes a line of its own, of the same unit and rate. */
  const split = (index: number, caret: number | null): void => {
    const line = lines[index];
    if (!line) return;
    const text = line.description ?? '';
    const at = caret !== null && caret > 0 && caret < text.length ? caret : text.length;
    const { unit, vat_rate } = line;
    const first: Line = { ...line, description: text.slice(0, at).trim() || null };
    const second: Line = { ...emptyLine, description: text.slice(at).trim() || null, unit, vat_rate };
    const kept = first.description === line.description ? index : first;
    reorder(order.toSpliced(index, 1, kept, second), index + 1, 'description');
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number, column: Column): void => {
    if (event.ctrlKey || event.metaKey) return;
    const caret = column === 'description' ? event.currentTarget.selectionStart : null;
    const act = actionFor(event, {
      above: () => focusCell(table.current, index - 1, column),
      below: () => focusCell(table.current, index + 1, column),
      up: () => move(index, index - 1, column),
      down: () => move(index, index + 1, column),
      add: () => add(index + 1),
      split: () => split(index, caret),
      remove: () => remove(index, column),
    });
    if (!act) return;
    event.preventDefault();
    // Alt with an arrow means something else outside the table.
    event.stopPropagation();
    act();
  };

  return (
    <section aria-label={t('group.lines')} className="group" ref={table}>
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
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
                <Table.Tr key={index}>
                  {columns.map((column) => {
                    const path = `line_items.${index}.${column}`;
                    return (
                      <Table.Td key={column} className={`line-${column}`}>
                        <ValueCell
                          path={path}
                          value={line[column]}
                          {...cell(path)}
                          onKeyDown={(event) => onKeyDown(event, index, column)}
                        />
                      </Table.Td>
                    );
                  })}
                  <Table.Td>
                    <LineActions
                      index={index}
                      count={order.length}
                      move={(to) => move(index, to, 'description')}
                      split={() => split(index, caretIn(table.current, index))}
                      remove={() => remove(index, 'description')}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Group mt="xs" justify="space-between" align="flex-start">
        <Button size="xs" variant="default" onClick={() => add(order.length)}>
          {t('lines.add')}
        </Button>
        <Sums invoice={invoice} />
      </Group>
    </section>
  );
}

function cellAt(table: HTMLElement | null, index: number, column: Column): HTMLInputElement | null {
  return table?.querySelector<HTMLInputElement>(`[data-path="line_items.${index}.${column}"]`) ?? null;
}

function focusCell(table: HTMLElement | null, index: number, column: Column): void {
  const cell = cellAt(table, index, column);
  cell?.focus();
  cell?.select();
}

/** Where the caret was left in a line's description; a button took the focus since. */
function caretIn(table: HTMLElement | null, index: number): number | null {
  return cellAt(table, index, 'description')?.selectionStart ?? null;
}

interface LineKeys {
  above: () => void;
  below: () => void;
  up: () => void;
  down: () => void;
  add: () => void;
  split: () => void;
  remove: () => void;
}

function actionFor({ key, altKey, shiftKey }: KeyboardEvent, keys: LineKeys): (() => void) | null {
  if (altKey && shiftKey) {
    return { ArrowUp: keys.up, ArrowDown: keys.down, Enter: keys.split }[key] ?? null;
  }
  if (altKey) return { Enter: keys.add, Delete: keys.remove }[key] ?? null;
  if (shiftKey) return key === 'Enter' ? keys.above : null;
  return { ArrowUp: keys.above, ArrowDown: keys.below, Enter: keys.below }[key] ?? null;
}

interface LineActionsProps {
  index: number;
  count: number;
  move: (to: number) => void;
  split: () => void;
  remove: () => void;
}

function LineActions({ index, count, move, split, remove }: LineActionsProps) {
  const { t } = useTranslation();
  const number = index + 1;
  const actions = [
    { name: 'up', sign: '↑', act: () => move(index - 1), disabled: index === 0 },
    { name: 'down', sign: '↓', act: () => move(index + 1), disabled: number === count },
    { name: 'split', sign: '÷', act: split, disabled: false },
    { name: 'remove', sign: '✕', act: remove, disabled: false },
  ];
  return (
    <Group gap={2} wrap="nowrap">
      {actions.map(({ name, sign, act, disabled }) => (
        <ActionIcon
          key={name}
          variant="subtle"
          color="gray"
          c="inherit"
          aria-label={t(`lines.${name}`, { number })}
          title={t(`lines.${name}`, { number })}
          disabled={disabled}
          onClick={act}
        >
          {sign}
        </ActionIcon>
      ))}
    </Group>
  );
}
