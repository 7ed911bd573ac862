import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentIds, InboxQuery } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { ask, choose, chooseNone } from './inbox-view.ts';

const columns = ['vendor', 'number', 'date', 'total', 'added', 'state'] as const;
/** What a first click on a column asks for: names from A, amounts and dates from the largest and the newest. */
const firstOrder = { vendor: 'up', number: 'up', date: 'down', total: 'down', added: 'down', state: 'up' } as const;

interface ListHeadProps {
  query: InboxQuery;
  /** How many rows are ticked, and how many there are. */
  chosen: number;
  total: number;
  isChoosing: boolean;
  /** @param options.onSettled told once all are ticked, or cannot be */
  onChooseAll: (asked: undefined, options: { onSettled: () => void }) => void;
}

/** The head of the list; each column orders by itself, and the other way round when it is asked again. */
export const ListHead = memo(({ query, ...all }: ListHeadProps) => {
  const { t } = useTranslation();
  const up = query.order === 'up';
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="cell-tick">
          <TickAll {...all} />
        </th>
        {columns.map((column) => {
          const current = query.sort === column;
          const next = current ? (up ? 'down' : 'up') : firstOrder[column];
          return (
            <th
              key={column}
              scope="col"
              className={`cell-${column}`}
              aria-sort={current ? (up ? 'ascending' : 'descending') : undefined}
            >
              <button type="button" onClick={() => ask({ sort: column, order: next })}>
                {t(`column.${column}`)}
                {current && (
                  <span aria-hidden className="sort-sign">
                    {up ? '▲' : '▼'}
                  </span>
                )}
              </button>
            </th>
          );
        })}
        <th scope="col" className="cell-warnings">
          {t('column.warnings')}
        </th>
      </tr>
    </thead>
  );
});

/** Ticks everything that the list finds, those out of sight too. */
export function useChooseAll(query: InboxQuery): UseMutationResult<DocumentIds, Error, void> {
  return useMutation({ mutationFn: () => api.ids(query), onSuccess: ({ ids }) => choose(ids, true) });
}

function TickAll({ chosen, total, isChoosing, onChooseAll }: Omit<ListHeadProps, 'query'>) {
  const { t } = useTranslation();
  // Ticked from the click on: which rows there are is known only when the server has said so.
  const [isAsked, setAsked] = useState(false);
  const askForAll = (): void => {
    setAsked(true);
    onChooseAll(undefined, { onSettled: () => setAsked(false) });
  };
  return (
    <input
      type="checkbox"
      aria-label={t('inbox.tickAll', { count: total })}
      title={t('inbox.tickAll', { count: total })}
      checked={isAsked || (chosen > 0 && chosen >= total)}
      ref={(box) => {
        if (box) box.indeterminate = !isAsked && chosen > 0 && chosen < total;
      }}
      disabled={isChoosing}
      onChange={({ target }) => (target.checked ? askForAll() : chooseNone())}
    />
  );
}
