import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxQuery } from '../../server/contract/window.ts';
import { ask } from './inbox-view.ts';

const columns = ['vendor', 'number', 'date', 'total', 'added', 'state'] as const;
/** What a first click on a column asks for: names from A, amounts and dates from the largest and the newest. */
const firstOrder = { vendor: 'up', number: 'up', date: 'down', total: 'down', added: 'down', state: 'up' } as const;

/** The head of the list; each column orders by itself, and the other way round when it is asked again. */
export const ListHead = memo(({ query }: { query: InboxQuery }) => {
  const { t } = useTranslation();
  const up = query.order === 'up';
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="cell-tick">
          <span className="for-readers">{t('column.tick')}</span>
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
                <span aria-hidden className="sort-sign">
                  {current ? (up ? '▲' : '▼') : ''}
                </span>
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
