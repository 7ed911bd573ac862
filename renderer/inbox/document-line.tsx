import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../server/contract/window.ts';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';

/**
 * One row. Plain elements: dozens of these come and go in every frame of a fast scroll.
 * @param number the row's place in the whole table, the head counted, from 1
 */
export const DocumentLine = memo(({ row, number }: { row: DocumentRow; number: number }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const title = row.vendor ?? row.filename ?? row.externalId ?? row.id;
  const problems = row.errorCode
    ? t(`failed.${row.errorCode}`)
    : row.warnings.map((code) => t(`warning.${code}`)).join(' · ');
  return (
    <tr aria-rowindex={number}>
      <td className="cell-vendor">
        <a href={addressOf({ screen: 'review', id: row.id })} className="truncate">
          {title}
        </a>
        <span className="document-file">
          <span className="quiet truncate">{row.vendor ? row.filename : formats.time(row.createdAt)}</span>
          {row.origin === 'api' && <span className="state state-gray">API</span>}
        </span>
      </td>
      <td className="truncate">{row.invoiceNumber}</td>
      <td>{row.invoiceDate && formats.date(row.invoiceDate)}</td>
      <td className="cell-total">{row.total !== null && formats.money(row.total, row.currency)}</td>
      <td>
        <StateBadge state={row.state} doubtful={row.doubtful} />
      </td>
      <td className="truncate quiet" title={problems}>
        {problems}
      </td>
    </tr>
  );
});
