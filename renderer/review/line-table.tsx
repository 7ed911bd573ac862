import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sum } from '../../server/checks/sums.ts';
import { fieldOf, namesOf } from '../../server/contract/fields.ts';
import type { Invoice, Line } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { emptyLine, type Order as OrderOf } from './edit-draft.ts';
import type { FieldHands } from './hands.ts';
import { lineAction } from './line-keys.ts';
import { cellsOf, figureOf, filledDown, joined, linesSoFar, pasted } from './line-values.ts';
import { sameData } from './same-data.ts';
import type { SumName } from './sum-names.ts';
import { Sums } from './sums.tsx';
import { type CellElement, type CellState, ValueCell } from './value-cell.tsx';

type Column = keyof Line;
type Order = OrderOf<'line_items'>;

const [usual, rare] = [false, true].map((isRare) =>
  namesOf('line_items.*.').filter((name) => (fieldOf(`line_items.0.${name}`).rare ?? false) === isRare),
) as [Column[], Column[]];

const sumsShown: SumName[] = ['line', 'lines', 'total', 'due'];

interface LineTableProps {
  invoice: Invoice;
  sums: readonly Sum[];
  stateOf: (path: string) => CellState;
  hands: FieldHands;
  /** The lines in another order: indexes of the present ones, and new lines. */
  onOrder: (order: Order) => void;
}

/** The lines, each to be edited, split, joined, moved or removed, with the sums that they should make below. */
export function LineTable({ invoice, sums, stateOf, hands, onOrder }: LineTableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const soFar = linesSoFar(invoice);
  const lines = invoice.line_items;
  const columns = [...usual, ...rare.filter((column) => lines.some((line) => line[column] !== null))];
  /** The line that the caret is in, or was last. */
  const [at, setAt] = useState(0);
  const table = useRef<HTMLElement>(null);
  const focusNext = useRef<{ index: number; column: Column } | null>(null);
  useEffect(() => {
    const next = focusNext.current;
    focusNext.current = null;
    if (next) focusCell(table.current, next.index, next.column);
  });

  const order: Order = lines.map((_line, index) => index);
  const reorder = (next: Order, index: number, column: Column): void => {
    focusNext.current = { index: Math.min(Math.max(0, index), next.length - 1), column };
    onOrder(next);
  };
  const acts: LineActs = {
    move(from, to, column) {
      if (to < 0 || to >= order.length) return;
      reorder(order.toSpliced(from, 1).toSpliced(to, 0, from), to, column);
    },
    add: (index) => reorder(order.toSpliced(index, 0, emptyLine), index, 'description'),
    remove: (index, column) => reorder(order.toSpliced(index, 1), index, column),
    /** What stands behind the caret in the description becomes a line of its own, of the same unit, rate and posting. */
    split(index) {
      const line = lines[index];
      if (!line) return;
      const text = line.description ?? '';
      // A button may have taken the focus since; the caret stays where it was.
      const caret = cellAt(table.current, index, 'description')?.selectionStart ?? 0;
      const at = caret > 0 && caret < text.length ? caret : text.length;
      const { unit, vat_rate } = line;
      const first: Line = { ...line, description: text.slice(0, at).trim() || null };
      const second: Line = { ...emptyLine, description: text.slice(at).trim() || null, unit, vat_rate };
      const of = [index];
      const kept = first.description === line.description ? index : { row: first, of };
      reorder(order.toSpliced(index, 1, kept, { row: second, of }), index + 1, 'description');
    },
    join(index) {
      const [upper, lower] = [lines[index - 1], lines[index]];
      if (!upper || !lower) return;
      const made = { row: joined(upper, lower), of: [index - 1, index] };
      reorder(order.toSpliced(index - 1, 2, made), index - 1, 'description');
    },
    focus: (index, column) => focusCell(table.current, index, column),
    figure(index, column) {
      const figure = figureOf(lines[index] ?? emptyLine, column);
      if (figure !== null) hands.change(`line_items.${index}.${column}`, figure);
    },
    fillDown: (index, column) => hands.changeAll(filledDown(lines, index, column), 0),
    paste(cells, index, column) {
      hands.changeAll(pasted(cells, { index, column }, columns, formats), index + cells.length);
    },
  };
  const stable = useStable(acts);

  return (
    <section aria-label={t('group.lines')} className="group" ref={table}>
      <div className="group-head">
        <h2>{t('group.lines')}</h2>
        {order.length > 0 && <LineTools index={Math.min(at, order.length - 1)} count={order.length} acts={acts} />}
        <button type="button" className="as-link fold" onClick={() => acts.add(order.length)}>
          {t('lines.add')}
        </button>
      </div>
      {order.length > 0 && (
        <div className="lines-scroll">
          <table className="lines">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className={`line-${column}`}>
                    {t(`field.line_items_${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody onFocus={({ target }) => setAt(Number(target.dataset.path?.split('.')[1] ?? 0))}>
              {lines.map((line, index) => (
                <LineRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
                  key={index}
                  line={line}
                  index={index}
                  columns={columns}
                  states={columns.map((column) => stateOf(`line_items.${index}.${column}`))}
                  hands={hands}
                  acts={stable}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {soFar && (
        <div role="status" className="sums quiet">
          {t('lines.soFar', {
            makes: formats.money(soFar.makes, null),
            says: invoice.subtotal === null ? '–' : formats.money(invoice.subtotal, null),
            numbers: soFar.missing.join(', '),
          })}
        </div>
      )}
      <Sums sums={sums} names={sumsShown} />
    </section>
  );
}

interface LineActs {
  move(from: number, to: number, column: Column): void;
  add(index: number): void;
  remove(index: number, column: Column): void;
  split(index: number): void;
  join(index: number): void;
  focus(index: number, column: Column): void;
  figure(index: number, column: Column): void;
  fillDown(index: number, column: Column): void;
  paste(cells: string[][], index: number, column: Column): void;
}

/** One object for the table's whole life, which does what the newest one would. */
function useStable(newest: LineActs): LineActs {
  const current = useRef(newest);
  current.current = newest;
  const stable = useRef<LineActs>({
    move: (...to) => current.current.move(...to),
    add: (index) => current.current.add(index),
    remove: (...at) => current.current.remove(...at),
    split: (index) => current.current.split(index),
    join: (index) => current.current.join(index),
    focus: (...at) => current.current.focus(...at),
    figure: (...at) => current.current.figure(...at),
    fillDown: (...at) => current.current.fillDown(...at),
    paste: (...what) => current.current.paste(...what),
  });
  return stable.current;
}

interface LineRowProps {
  line: Line;
  index: number;
  columns: Column[];
  /** Of each column's cell. */
  states: CellState[];
  hands: FieldHands;
  acts: LineActs;
}

const LineRow = memo(function LineRow({ line, index, columns, states, hands, acts }: LineRowProps) {
  const formats = useFormats();
  const onKeyDown = (event: KeyboardEvent<CellElement>, path: string): void => {
    const column = path.split('.')[2] as Column;
    const act = lineAction(event, {
      above: () => acts.focus(index - 1, column),
      below: () => acts.focus(index + 1, column),
      up: () => acts.move(index, index - 1, column),
      down: () => acts.move(index, index + 1, column),
      add: () => acts.add(index + 1),
      split: () => acts.split(index),
      join: () => acts.join(index),
      remove: () => acts.remove(index, column),
      fillDown: () => acts.fillDown(index, column),
      ...(figureOf(line, column) !== null && { figure: () => acts.figure(index, column) }),
    });
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onPaste = (event: ClipboardEvent<CellElement>, path: string): void => {
    const cells = cellsOf(event.clipboardData.getData('text/plain'));
    if (!cells) return;
    event.preventDefault();
    acts.paste(cells, index, path.split('.')[2] as Column);
  };
  const offered = (column: Column): string | undefined => {
    const figure = line[column] === null ? figureOf(line, column) : null;
    return figure === null ? undefined : `= ${formats.number(figure)}`;
  };
  return (
    <tr>
      {columns.map((column, at) => (
        <td key={column}>
          <ValueCell
            path={`line_items.${index}.${column}`}
            value={line[column]}
            state={states[at]}
            hands={hands}
            offered={offered(column)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </td>
      ))}
    </tr>
  );
}, sameData);

/** What can be done with the line that the caret is in: at each line it would take the width of its description. */
function LineTools({ index, count, acts }: { index: number; count: number; acts: LineActs }) {
  const { t } = useTranslation();
  const number = index + 1;
  const tools = [
    { name: 'up', sign: '↑', act: () => acts.move(index, index - 1, 'description'), disabled: index === 0 },
    { name: 'down', sign: '↓', act: () => acts.move(index, index + 1, 'description'), disabled: number === count },
    { name: 'split', sign: '÷', act: () => acts.split(index), disabled: false },
    { name: 'join', sign: '+', act: () => acts.join(index), disabled: index === 0 },
    { name: 'remove', sign: '✕', act: () => acts.remove(index, 'description'), disabled: false },
  ];
  return (
    <div role="toolbar" aria-label={t('lines.actions', { number })} className="line-tools">
      <span className="quiet">{t('lines.actions', { number })}</span>
      {tools.map(({ name, sign, act, disabled }) => (
        <button
          key={name}
          type="button"
          className="line-action"
          aria-label={t(`lines.${name}`, { number })}
          title={t(`lines.${name}`, { number })}
          disabled={disabled}
          onClick={act}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

function cellAt(table: HTMLElement | null, index: number, column: Column): CellElement | null {
  return table?.querySelector<CellElement>(`[data-path="line_items.${index}.${column}"]`) ?? null;
}

function focusCell(table: HTMLElement | null, index: number, column: Column): void {
  const cell = cellAt(table, index, column);
  cell?.focus();
  cell?.select();
}
